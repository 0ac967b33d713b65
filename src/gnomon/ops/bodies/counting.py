"""Bodies of operations that count, compare places, or combine what positions name."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.moving import WHOLE, counted, flat, place_of
from gnomon.ops.bodies.registry import moving
from gnomon.shapes import Dim, Dtype, Size, dtypes

_LIMITS = {"min": float("inf"), "max": float("-inf")}


def _zero(x: Any) -> Any:
    return False if x.dtype.kind == "bool" else 0


def _spread(value: Any, sizes: tuple[Size, ...], dtype: Any) -> Any:
    return ops.broadcast_to(ops.cast(value, dtype=dtype), shape=sizes)


# -- arrays of one number, triangles, ones at some places ----------------------------------------------------


@moving("full")
def _(*, shape: Any, dtype: Any, value: Any) -> Any:
    if not isinstance(value, (bool, int, float, complex)) or dtype is None:
        return None
    sizes = (
        tuple(shape.dims if hasattr(shape, "dims") else shape)
        if not isinstance(shape, (int, Dim))
        else (shape,)
    )
    return _spread(value, sizes, dtype)


@moving("full_like")
def _(x: Any, *, shape: Any, dtype: Any, value: Any) -> Any:
    if shape is not None or not isinstance(value, (bool, int, float, complex)):
        return None
    return _spread(value, x.shape.dims, x.dtype if dtype is None else dtype)


@moving("linspace")
def _(*, count: Any, dtype: Any, start: Any, stop: Any, endpoint: bool) -> Any:
    """As NumPy counts: steps from the start, the last one exactly the stop."""
    if not all(isinstance(number, (int, float)) for number in (start, stop)) or type(count) is not int:
        return None
    parts = count - 1 if endpoint else count
    turns = ops.cast(ops.arange(start=0, stop=count, step=1, dtype=WHOLE), dtype=dtypes.float64)
    gap = float(stop) - float(start)
    if parts <= 0 or gap / parts == 0:
        return None
    numbers = turns * (gap / parts) + float(start)
    if endpoint:
        numbers = ops.where(ops.equal(turns, float(parts)), float(stop), numbers)
    return ops.cast(numbers, dtype=dtypes.float64 if dtype is None else dtype)


def _triangle(x: Any, offset: Any, question: Any) -> Any:
    if x.ndim < 2 or x.dtype.kind == "complex" or not isinstance(offset, (int, Dim)):
        return None
    rows, columns = x.shape.dims[-2:]
    beside = counted(columns, 2, 1) - counted(rows, 2, 0)
    return ops.where(question(beside, offset), x, _zero(x))


@moving("tril")
def _(x: Any, *, offset: Any) -> Any:
    return _triangle(x, offset, ops.less_equal)


@moving("triu")
def _(x: Any, *, offset: Any) -> Any:
    return _triangle(x, offset, ops.greater_equal)


@moving("eye")
def _(*, rows: Size, columns: Any, dtype: Any, offset: Any) -> Any:
    if not isinstance(offset, (int, Dim)):
        return None
    columns = rows if columns is None else columns
    same = ops.equal(counted(rows, 2, 0) + offset, counted(columns, 2, 1))
    return ops.cast(same, dtype=dtypes.float64 if dtype is None else dtype)


@moving("one_hot")
def _(indices: Any, *, classes: Any, axis: Any) -> Any:
    if classes is None:
        return None
    place = place_of(axis, indices.ndim + 1)
    hot = ops.equal(ops.expand_dims(indices, axis=place), counted(classes, indices.ndim + 1, place))
    return ops.cast(hot, dtype=WHOLE)


@moving("masked_fill")
def _(x: Any, mask: Any, value: Any) -> Any:
    value = _zero(x) if value is None else ops.cast(value, dtype=x.dtype)
    return ops.where(ops.cast(mask, dtype=dtypes.bool), value, x)


@moving("update", "overwrite")
def _(x: Any, value: Any) -> Any:
    return ops.broadcast_to(ops.cast(value, dtype=x.dtype), shape=x.shape.dims)


@moving("add_n")
def _(arrays: Any) -> Any:
    total = arrays[0]
    for x in arrays[1:]:
        total = total + x
    return total if len(arrays) > 1 else None


# -- counting and extremes -----------------------------------------------------------------------------------


@moving("count_nonzero")
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    some = ops.cast(ops.not_equal(x, _zero(x)), dtype=WHOLE)
    return ops.sum(some, axis=_axes(x, axis), keepdims=keepdims) if x.ndim and axis != () else some


def _axes(x: Any, axis: Any) -> tuple[int, ...]:
    chosen = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(sorted({int(k) % x.ndim for k in chosen}))


@moving("nansum")
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    if x.dtype.kind == "complex":
        return None
    numbers = ops.where(ops.isnan(x), 0, x) if x.dtype.kind == "float" else x
    return ops.sum(numbers, axis=axis, keepdims=keepdims)


def _without_nan(x: Any, axis: Any, keepdims: bool, extreme: str) -> Any:
    if x.dtype.kind == "complex" or not x.ndim:
        return None
    over = {"axis": _axes(x, axis), "keepdims": keepdims}
    reduced = getattr(ops, extreme)
    if x.dtype.kind != "float":
        return reduced(x, **over)
    none = ops.isnan(x)
    found = reduced(ops.where(none, _LIMITS[extreme], x), **over)
    return ops.where(ops.all(none, **over), float("nan"), found)


@moving("nanmax")
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    return _without_nan(x, axis, keepdims, "max")


@moving("nanmin")
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    return _without_nan(x, axis, keepdims, "min")


def _where_extreme(x: Any, axis: Any, keepdims: bool, extreme: str) -> Any:
    """The first place of an extreme, or of a NaN: the smallest of all such places."""
    if x.dtype.kind == "complex" or not x.ndim or isinstance(axis, (tuple, list)):
        return None
    line, place = (flat(x), 0) if axis is None else (x, place_of(axis, x.ndim))
    size = line.shape.dims[place]
    over = {"axis": (place,), "keepdims": True}
    hits = ops.equal(line, getattr(ops, extreme)(line, **over))
    if x.dtype.kind == "float":
        hits = ops.logical_or(hits, ops.isnan(line))
    places = ops.where(hits, counted(size, line.ndim, place), size)
    found = ops.min(places, axis=(place,), keepdims=keepdims and axis is not None)
    return ops.reshape(found, shape=(1,) * x.ndim) if keepdims and axis is None else found


@moving("argmax")
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    return _where_extreme(x, axis, keepdims, "max")


@moving("argmin")
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    return _where_extreme(x, axis, keepdims, "min")


# -- combining what positions name ---------------------------------------------------------------------------

_STARTS = {"add": 0, "mean": 0, "multiply": 1}


def _inside(places: Any, count: Size) -> Any:
    """Positions of which negative ones are out of range, too."""
    if places.dtype.kind == "uint":
        return places
    whole = ops.cast(places, dtype=WHOLE)
    return ops.where(ops.less(whole, 0), count, whole)


@moving("segment_reduce")
def _(x: Any, segments: Any, *, count: Any, mode: str) -> Any:
    if count is None or x.dtype.kind == "complex" or mode == "mean" or segments.ndim > 1:
        return None
    start: Any = _STARTS.get(mode)
    if start is None:
        smallest = mode == "max"
        if x.dtype.kind not in ("float", "int", "uint"):
            return None
        start = _LIMITS[mode] if x.dtype.kind == "float" else _limit(x.dtype, smallest)
    board = _spread(start, (count, *x.shape.dims[1:]), x.dtype)
    return ops.put(board, x, (_inside(segments, count),), axis=0, mode=mode)


def _limit(dtype: Dtype, smallest: bool) -> int:
    if dtype.kind == "uint":
        return 0 if smallest else (1 << dtype.bits) - 1
    return -(1 << dtype.bits - 1) if smallest else (1 << dtype.bits - 1) - 1


@moving("bincount")
def _(x: Any, *, count: Any, least: Any) -> Any:
    if count is None or x.dtype.kind not in ("int", "uint"):
        return None
    board = _spread(0, (count,), WHOLE)
    return ops.put(board, 1, (_inside(flat(x), count),), axis=0, mode="add")


def _running(name: str) -> Any:
    """Without an axis the array is a vector; halves run in float32, and are rounded at the end."""
    halves = (dtypes.float16, dtypes.bfloat16)

    def body(x: Any, *, axis: Any) -> Any:
        run = getattr(ops, name)
        if x.dtype in halves:
            return ops.cast(run(ops.cast(x, dtype=dtypes.float32), axis=axis), dtype=x.dtype)
        return run(flat(x), axis=0) if axis is None else None

    return body


for _name in ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"):
    moving(_name)(_running(_name))
