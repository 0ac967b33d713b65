"""Things drawn from others: permutations, choices, categories."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.creation import arange
from gnomon.graph.namespace.random.discrete import integers
from gnomon.graph.namespace.random.source import Source, probability, source_of
from gnomon.shapes import Size, dtypes, product


def permutation(key: Any, x: Any, *, axis: int = 0, independent: bool = False) -> Array:
    """The entries of an array along an axis in random order; of an integer n, those of ``arange(n)``.

    With ``independent`` each row along the axis is put into an order of its own (NumPy's ``permuted``). The order is
    Fisher and Yates', from the front: entry k changes places with the one at word k of the stream times (k + 1) / 2**64.

    >>> import gnomon as gn
    >>> gn.random.permutation(gn.random.key(0), 5).tolist()
    [3, 4, 1, 0, 2]
    """
    source = source_of("permutation", key)
    array = _things("permutation", "x", x)
    if not isinstance(array, Array):
        return _order(source, (array,))
    place = take.axis("permutation", axis) % array.ndim
    if independent:
        dims = array.shape.dims
        order = _order(source, (*dims[:place], *dims[place + 1 :], dims[place]))
        order = ops.moveaxis(order, source=-1, destination=place - array.ndim)
        return ops.take_along_axis(array, order, axis=place)  # type: ignore[no-any-return]
    return ops.take(array, _order(source, (array.shape.dims[place],)), axis=place)  # type: ignore[no-any-return]


def _order(source: Source, sizes: tuple[Size, ...]) -> Array:
    """Return the positions along the last axis in random order: k changes places with word k times (k + 1) / 2**64."""
    counts = ops.cast(arange(sizes[-1]) + 1, dtype=dtypes.uint64)
    return ops.order_of_swaps(ops.multiply_high(source.words(sizes, dtypes.uint64), counts))  # type: ignore[no-any-return]


def _things(function: str, name: str, value: Any) -> Array | Size:
    """Return an array with axes, or an integer of 0 or more."""
    array = (
        take.array(function, name, value)
        if hasattr(value, "ndim") or isinstance(value, (list, tuple))
        else None
    )
    if array is not None and array.ndim:
        return array
    count = take.integer(function, name, value if array is None else array)
    if type(count) is int and count < 0:
        raise take.wrong(function, name, "an array, or an integer of 0 or more", value)
    return count


def choice(key: Any, a: Any, shape: Any = (), *, replace: bool = True, p: Any = None, axis: int = 0) -> Array:
    """Entries of an array along an axis (of ``arange(a)`` for an integer), drawn with or without replacement.

    ``p`` are the probabilities of the entries, which are all equally likely without it; they need not add up to 1.
    """
    source = source_of("choice", key)
    given = _things("choice", "a", a)
    things = given if isinstance(given, Array) else arange(given)
    place = take.axis("choice", axis) % things.ndim
    count = things.shape.dims[place]
    sizes = take.new_shape("choice", shape)
    chances = None
    if p is not None:
        probability("choice", p=p)
        chances = take.array("choice", "p", p)
        if chances.ndim != 1 or (
            type(chances.shape.dims[0]) is type(count) is int and chances.shape.dims[0] != count
        ):
            raise take.wrong("choice", "p", f"a vector of {count} probabilities", chances.shape)
    wanted = product(list(sizes))
    if type(count) is int and type(wanted) is int:
        if wanted and not count:
            raise take.wrong("choice", "a", "something to choose from", a)
        if not replace and wanted > count:
            raise take.wrong("choice", "shape", f"one of at most {count} entries without replacement", shape)
    if replace:
        found = _with_replacement(source, count, sizes, chances)
    else:
        found = _without_replacement(source, count, wanted, sizes, chances)
    return ops.take(things, found, axis=place)  # type: ignore[no-any-return]


def _with_replacement(source: Any, count: Size, sizes: tuple[Size, ...], chances: Array | None) -> Array:
    if chances is None:
        return integers(source, 0, 1 if type(count) is int and not count else count, sizes)
    chances = ops.cast(chances, dtype=dtypes.float64)
    sums = ops.cumulative(chances, axis=0, mode="add")
    u = source.uniform(sizes, dtypes.float64) * sums[-1]
    return ops.minimum(ops.searchsorted(sums, u, side="right"), count - 1)  # type: ignore[no-any-return]


def _without_replacement(
    source: Any, count: Size, wanted: Size, sizes: tuple[Size, ...], chances: Array | None
) -> Array:
    if chances is None:
        order = _order(source, (count,))
    else:  # the first of exponential clocks, which tick by the probabilities
        chances = ops.cast(chances, dtype=dtypes.float64)
        order = ops.argsort(source.exponential((count,), dtypes.float64) / chances, axis=-1)
    return ops.reshape(order[..., :wanted], shape=(*order.shape.dims[:-1], *sizes))  # type: ignore[no-any-return]


def categorical(key: Any, logits: Any, shape: Any = None, *, axis: int = -1) -> Array:
    """Positions along an axis, by logarithms of probabilities, which need not be normalised.

    ``shape`` is that of the result, over which the other axes of ``logits`` are spread.
    """
    source = source_of("categorical", key)
    scores = take.array("categorical", "logits", logits)
    if not scores.ndim:
        raise take.wrong("categorical", "logits", "a vector or a batch of them", logits)
    if scores.dtype.kind != "float":
        scores = ops.cast(scores, dtype=dtypes.float64)
    scores = ops.moveaxis(scores, source=(take.axis("categorical", axis),), destination=(-1,))
    sizes = scores.shape.dims[:-1] if shape is None else take.new_shape("categorical", shape)
    dtype = dtypes.float32 if scores.dtype is dtypes.float32 else dtypes.float64
    noise = -ops.log(source.exponential((*sizes, scores.shape.dims[-1]), dtype))
    return ops.argmax(scores + noise, axis=-1)  # type: ignore[no-any-return]


__all__ = ["categorical", "choice", "permutation"]
