"""Random bits, keys, uniform and normal numbers: the scalar functions that kernels call, over NumPy arrays."""

from __future__ import annotations

from typing import Any

from gnomon.compile import meanings
from gnomon.compile.lower.draws import VARIATES
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference, references
from gnomon.graph.philox import philox32, philox64
from gnomon.ops.values import KEYS


def numbers(shape: tuple[int, ...], key: tuple[int, ...]) -> Any:
    """Return the number of each element among those that share a key, as uint64 that spread over the shape."""
    wide = (1,) * (len(shape) - len(key)) + key
    counted = [size if of_key == 1 else 1 for size, of_key in zip(shape, wide)]
    return np.arange(int(np.prod(counted, dtype=np.int64)), dtype=np.uint64).reshape(counted)


@reference("random_bits")
def random_bits(key: Any, *, shape: Any, dtype: Any = None, stream: int = 0) -> Any:
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    index, of_stream = numbers(sizes, key.shape), np.uint64(stream)
    if str(dtype) == "uint64":
        return np.broadcast_to(philox64(key, index, of_stream), sizes)
    return np.broadcast_to(philox32(key, index, of_stream), sizes).astype(np.uint32)


@reference("fold_in")
def fold_in(key: Any, data: Any, *, stream: int = KEYS) -> Any:
    return philox64(key, np.asarray(data).astype(np.uint64), np.uint64(stream))


references({name: meanings.MEANINGS[name] for name in ("multiply_high", "uniform_of_bits", "normal_of_bits")})


@reference("random_variates")
def random_variates(
    key: Any,
    parameters: Any,
    *,
    shape: Any,
    dtype: Any = None,
    distribution: str = "logseries",
    stream: int = 0,
) -> Any:
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    spread = (1,) * (len(sizes) - key.ndim) + key.shape
    keys = key.reshape(spread)
    wide = [np.broadcast_to(parameter, sizes) for parameter in parameters]
    result = np.empty(sizes, "int64" if dtype is None else str(dtype))
    for place in np.ndindex(spread):
        part = tuple([slice(None) if size == 1 else slice(at, at + 1) for at, size in zip(place, spread)])
        generator = np.random.Generator(np.random.Philox(key=np.array([keys[place], stream], np.uint64)))
        given = [p.reshape(()) if p.size == 1 else w[part] for p, w in zip(parameters, wide)]
        result[part] = getattr(generator, distribution)(*given, size=result[part].shape)
    return result


def _variate(function: str) -> Any:
    """Return the function that draws numbers of a distribution."""

    def drawn(key: Any, *parameters: Any, shape: Any, stream: int = 0) -> Any:
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        bits = [np.ascontiguousarray(x, np.float64).view(np.uint64).reshape(x.shape) for x in parameters]
        found = meanings.MEANINGS[function](key, numbers(sizes, key.shape), np.uint64(stream), *bits)
        return np.broadcast_to(found, sizes)

    return drawn


references({name: _variate(function) for name, function in VARIATES.items()})


@reference("order_of_swaps")
def order_of_swaps(places: Any) -> Any:
    order = np.empty(places.shape, np.int64)
    for at in np.ndindex(places.shape[:-1]):
        row: list[int] = []
        for k, place in enumerate(places[at].tolist()):
            if not 0 <= place <= k:
                raise ValueError(f"position {k} changes places with one before it or none, not with {place}")
            row.append(k)
            row[k], row[place] = row[place], k
        order[at] = row
    return order
