"""Bodies over sorted entries."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import count_along, inexact, places, spread, whole_size
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import dtypes, maximum


def merged(x: Array, axis: Any) -> tuple[Array, tuple[int, ...]]:
    """Bring the axes that are reduced to the end, as one."""
    axes = places(axis, x.ndim)
    rest = tuple(k for k in range(x.ndim) if k not in axes)
    moved = ops.transpose(x, axes=(*rest, *axes)) if x.ndim else ops.reshape(x, shape=(1,))
    if len(axes) > 1:
        moved = ops.flatten(moved, start=len(rest))
    return moved, axes


def _with_nan(found: Array, largest: Array) -> Array:
    """Let what is found be NaN where NaN is the largest, as which it counts."""
    return ops.where(ops.isnan(largest), largest, found) if largest.dtype.kind == "float" else found


def _ordered(row: Array, axis: int) -> Array:
    """Sort along an axis; a row of nothing has one entry, NaN, in which nothing is in the middle."""
    n = row.shape.dims[axis]
    if type(n) is int and n > 0:
        return ops.sort(row, axis=axis)
    row = inexact(row)
    sizes = list(row.shape.dims)
    sizes[axis] = maximum(1 - n, 0)
    absent = spread(row, float("nan"), sizes, row.dtype)
    return ops.sort(ops.concat((row, absent), axis=axis), axis=axis)


@body("median")
def median(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Sort, and average the two entries around the middle."""
    if axis == ():
        return x
    row, axes = merged(x, axis)
    last = row.ndim - 1
    n = row.shape.dims[last]
    ordered = _ordered(row, last)
    places = maximum((n - 1) // 2, 0), n // 2  # of a known sign whatever the size is
    low, high = (inexact(ops.select_at(ordered, axis=last, position=p)) for p in places)
    middle = _with_nan((low + high) * 0.5, ops.select_at(ordered, axis=last, position=-1))
    return ops.expand_dims(middle, axis=axes) if keepdims and axes else middle


@body("nanmedian")
def nanmedian(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Sort with NaN at the end, and average around the middle of what is there."""
    if axis == ():
        return x
    row, axes = merged(x, axis)
    last = row.ndim - 1
    ordered = _ordered(row, last)
    count = ops.sum(ops.cast(ops.logical_not(ops.isnan(row)), dtype=dtypes.int64), axis=last, keepdims=True)
    low, high = (ops.maximum(ops.floor_divide(count - d, 2), 0) for d in (1, 0))
    parts = [inexact(ops.take_along_axis(ordered, k, axis=last)) for k in (low, high)]
    middle = ops.squeeze((parts[0] + parts[1]) * 0.5, axis=last)
    return ops.expand_dims(middle, axis=axes) if keepdims and axes else middle


def _are_shares(x: Array, q: Array) -> bool:
    """Whether all numbers are known and lie between 0 and 1; others are refused when the function runs."""
    data = getattr(q, "data", None)
    return data is not None and bool(((data >= 0) & (data <= 1)).all())


@body("quantile", code=_are_shares)
def quantile(x: Array, q: Array, *, axis: Any, keepdims: bool, method: str) -> Any:
    """Sort, and mix the entries around each place."""
    row, axes = merged(x, axis)
    last = row.ndim - 1
    ordered = ops.sort(row, axis=last)
    top = count_along(row, (last,), q.dtype) - 1.0
    exact = q * top
    below = ops.floor(exact)
    n = whole_size(row, last)

    def entries(at: Array) -> Array:
        whole = ops.minimum(ops.maximum(ops.cast(at, dtype=dtypes.int64), 0), n - 1)
        return inexact(ops.take(ordered, whole, axis=last))

    low, high = entries(below), entries(ops.ceil(exact))
    part: Any = {"lower": 0.0, "higher": 1.0, "midpoint": 0.5}.get(method)
    if method == "nearest":
        found = entries(ops.round(exact))
    else:
        found = low + (high - low) * (exact - below if part is None else part)
    end = ops.select_at(ordered, axis=last, position=-1)
    found = _with_nan(found, ops.expand_dims(end, axis=tuple(range(last, last + q.ndim))) if q.ndim else end)
    own = tuple(range(last, last + q.ndim))
    found = ops.moveaxis(found, source=own, destination=tuple(range(q.ndim))) if own else found
    return ops.expand_dims(found, axis=tuple(a + q.ndim for a in axes)) if keepdims and axes else found
