"""Entries by position: taking, gathering, indexing, masks and stretches."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference, references


@reference("take")
def take(x: Any, indices: Any, *, axis: Any = None, batch_dims: int = 0) -> Any:
    if not batch_dims:
        return np.take(x, indices, axis)
    count = batch_dims % (indices.ndim + 1) if batch_dims >= 0 else batch_dims + indices.ndim
    place = axis % x.ndim
    batch = x.shape[:count]
    result = np.empty((*x.shape[:place], *indices.shape[count:], *x.shape[place + 1 :]), x.dtype)
    for k in np.ndindex(batch):
        result[k] = np.take(x[k], indices[k], place - count)
    return result


@reference("take_along_axis")
def take_along_axis(x: Any, indices: Any, *, axis: Any = None) -> Any:
    return np.take_along_axis(x, indices, axis)


@reference("gather")
def gather(x: Any, indices: Any, *, axis: int) -> Any:
    """PyTorch's gather: the other axes of x are cut to those of the indices."""
    flat = np.atleast_1d(x)
    positions = np.atleast_1d(indices)
    place = axis % flat.ndim
    cut = tuple(slice(None) if k == place else slice(size) for k, size in enumerate(positions.shape))
    return np.take_along_axis(flat[cut], positions, place).reshape(indices.shape)


@reference("index_select")
def index_select(x: Any, indices: Any, *, axis: int) -> Any:
    return np.take(x, indices.reshape(-1), axis)


@reference("gather_nd")
def gather_nd(x: Any, indices: Any, *, batch_dims: int = 0) -> Any:
    if batch_dims:
        batch = x.shape[:batch_dims]
        depth = indices.shape[-1]
        result = np.empty((*indices.shape[:-1], *x.shape[batch_dims + depth :]), x.dtype)
        for k in np.ndindex(batch):
            result[k] = gather_nd(x[k], indices[k])
        return result
    return (
        x[tuple(np.moveaxis(indices, -1, 0))]
        if indices.shape[-1]
        else np.broadcast_to(x, (*indices.shape[:-1], *x.shape))
    )


@reference("embedding")
def embedding(indices: Any, weight: Any) -> Any:
    return np.take(weight, indices, 0)


@reference("one_hot")
def one_hot(indices: Any, *, classes: Any = None, axis: int = -1) -> Any:
    count = (int(indices.max()) + 1 if indices.size else 0) if classes is None else classes
    hot = indices[..., None] == np.arange(count)
    return np.moveaxis(hot, -1, axis).astype(np.int64)


@reference("index")
def index(x: Any, *, items: Any) -> Any:
    return x[tuple(items)]


MODES = {"add": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum}


def stored(x: Any, places: Any, value: Any, mode: str) -> Any:
    """Return a copy with values stored at places, or combined there one after another."""
    result = x.copy()
    if mode == "set":
        result[places] = value
    else:
        MODES[mode].at(result, places, np.asarray(value).astype(result.dtype))
    return result


@reference("index_update")
def index_update(x: Any, value: Any, *, items: Any, mode: str = "set") -> Any:
    return stored(x, tuple(items), value, mode)


@reference("pick")
def pick(x: Any, positions: Any, *, axis: int = 0) -> Any:
    return x[(slice(None),) * (axis % max(x.ndim, 1)) + tuple(positions)]


@reference("put")
def put(x: Any, value: Any, positions: Any, *, axis: int = 0, mode: str = "set") -> Any:
    return stored(x, (slice(None),) * (axis % max(x.ndim, 1)) + tuple(positions), value, mode)


@reference("boolean_mask")
def boolean_mask(x: Any, mask: Any, *, axis: int = 0) -> Any:
    return x[(slice(None),) * (axis % x.ndim) + (mask.astype(bool),)]


@reference("masked_select")
def masked_select(x: Any, mask: Any) -> Any:
    x, mask = np.broadcast_arrays(x, mask.astype(bool))
    return x[mask]


@reference("compress")
def compress(x: Any, mask: Any, *, axis: Any = None) -> Any:
    return np.compress(mask, x, axis)


references({"nonzero": np.argwhere, "where": np.where})


@reference("where_nonzero")
def where_nonzero(x: Any) -> Any:
    return np.nonzero(np.atleast_1d(x))


@reference("flat_index")
def flat_index(x: Any, *, shape: Any) -> Any:
    try:
        return np.unravel_index(x, tuple(shape))
    except ValueError as error:
        raise IndexError(str(error)) from error


@reference("masked_fill")
def masked_fill(x: Any, mask: Any, value: Any = None) -> Any:
    return np.where(mask.astype(bool), np.asarray(0 if value is None else value).astype(x.dtype), x)


@reference("update", "overwrite")
def update(x: Any, value: Any) -> Any:
    return np.broadcast_to(value, x.shape)


@reference("array_equal")
def array_equal(x: Any, y: Any, *, equal_nan: bool = False) -> Any:
    return np.asarray(np.array_equal(x, y, equal_nan=equal_nan))


@reference("isclose")
def isclose(x: Any, y: Any, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    return np.isclose(x, y, rtol, atol, equal_nan)


@reference("allclose")
def allclose(x: Any, y: Any, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    return np.asarray(np.allclose(x, y, rtol, atol, equal_nan))


@reference("narrow")
def narrow(x: Any, *, axis: int, start: int = 0, length: int) -> Any:
    start = start + x.shape[axis] if start < 0 else start
    if start < 0 or start + length > x.shape[axis]:
        raise IndexError(f"{length} entries from {start} reach beyond an axis of {x.shape[axis]}")
    return np.take(x, np.arange(start, start + length), axis)


@reference("select_at")
def select_at(x: Any, *, axis: int, position: int) -> Any:
    return np.take(x, position, axis)


@reference("crop")
def crop(x: Any, *, begin: Any, size: Any) -> Any:
    stops = [full if count == -1 else start + count for full, start, count in zip(x.shape, begin, size)]
    return x[tuple(slice(start, stop) for start, stop in zip(begin, stops))]


@reference("sliding_windows")
def sliding_windows(x: Any, *, axis: int, size: int, step: int = 1) -> Any:
    if not x.ndim:
        return np.broadcast_to(x, (size,))
    windows = np.lib.stride_tricks.sliding_window_view(x, size, axis)
    return windows[(slice(None),) * (axis % x.ndim) + (slice(None, None, step),)]
