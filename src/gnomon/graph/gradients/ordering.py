"""Derivatives of sorting and choosing: the cotangent of an entry goes to where it came from."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import adding_at, count_along, place, places, whole_size, zeros_like
from gnomon.graph.gradients.registry import body, pullback
from gnomon.graph.gradients.structure import shaped_like
from gnomon.shapes import Size, dtypes


def _row(x: Array, axis: Any) -> tuple[Array, int]:
    if axis is None:
        return ops.reshape(x, shape=(x.size,)), 0
    return x, place(axis, x.ndim)


@pullback("sort")
def _(g: Array, x: Array, *, out: Array, axis: int | None, descending: bool, stable: bool) -> Any:
    """Equal entries keep their order, so that each has a place of its own."""
    if not x.ndim:
        return g
    row, k = _row(x, axis)
    order = ops.argsort(row, axis=k, descending=descending)
    return shaped_like(ops.take_along_axis(g, ops.argsort(order, axis=k), axis=k), x)


@pullback("partition")
def _(g: Array, x: Array, *, out: Array, axis: int | None, kth: Any) -> Any:
    if not x.ndim:
        return g
    row, k = _row(x, axis)
    return shaped_like(adding_at(g, ops.argpartition(row, axis=k, kth=kth), row, k), x)


@pullback("topk")
def _(g: Any, x: Array, *, out: Any, k: Size, axis: int, largest: bool) -> Any:
    if not x.ndim:
        return g[0]
    return adding_at(g[0], out[1], x, place(axis, x.ndim))


@pullback("kth_value")
def _(g: Any, x: Array, *, out: Any, axis: int, keepdims: bool, k: int) -> Any:
    if not x.ndim:
        return g[0]
    a = place(axis, x.ndim)
    values, indices = (g[0], out[1]) if keepdims else (ops.expand_dims(v, axis=a) for v in (g[0], out[1]))
    return adding_at(values, indices, x, a)


def merged(x: Array, axis: Any) -> tuple[Array, tuple[int, ...]]:
    """Bring the axes that are reduced to the end, as one."""
    axes = places(axis, x.ndim)
    rest = tuple(k for k in range(x.ndim) if k not in axes)
    moved = ops.transpose(x, axes=(*rest, *axes)) if x.ndim else ops.reshape(x, shape=(1,))
    if len(axes) > 1:
        moved = ops.flatten(moved, start=len(rest))
    return moved, axes


@body("median")
def median(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Sort, and average the two entries around the middle."""
    if axis == ():
        return x
    row, axes = merged(x, axis)
    last = row.ndim - 1
    n = row.shape.dims[last]
    ordered = ops.sort(row, axis=last)
    low, high = (ops.select_at(ordered, axis=last, position=p) for p in ((n - 1) // 2, n // 2))
    middle = (low + high) * 0.5
    return ops.expand_dims(middle, axis=axes) if keepdims and axes else middle


@body("nanmedian")
def nanmedian(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Sort with NaN at the end, and average around the middle of what is there."""
    if axis == ():
        return x
    row, axes = merged(x, axis)
    last = row.ndim - 1
    ordered = ops.sort(row, axis=last)
    count = ops.sum(ops.cast(ops.logical_not(ops.isnan(row)), dtype=dtypes.int64), axis=last, keepdims=True)
    low, high = (ops.maximum(ops.floor_divide(count - d, 2), 0) for d in (1, 0))
    parts = [ops.take_along_axis(ordered, k, axis=last) for k in (low, high)]
    middle = ops.squeeze((parts[0] + parts[1]) * 0.5, axis=last)
    return ops.expand_dims(middle, axis=axes) if keepdims and axes else middle


@body("quantile")
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
        return ops.take(ordered, whole, axis=last)  # type: ignore[no-any-return]

    low, high = entries(below), entries(ops.ceil(exact))
    part: Any = {"lower": 0.0, "higher": 1.0, "midpoint": 0.5}.get(method)
    if method == "nearest":
        found = entries(ops.round(exact))
    else:
        found = low + (high - low) * (exact - below if part is None else part)
    own = tuple(range(last, last + q.ndim))
    found = ops.moveaxis(found, source=own, destination=tuple(range(q.ndim))) if own else found
    return ops.expand_dims(found, axis=tuple(a + q.ndim for a in axes)) if keepdims and axes else found


@pullback("interpolate")
def _(g: Array, x: Array, positions: Array, values: Array, *, out: Array) -> Any:
    """Slopes of the stretch that each place lies in, and shares of its two ends; constant outside."""
    flat, own = ops.reshape(x, shape=(x.size,)), ops.reshape(g, shape=(x.size,))
    n = whole_size(positions, 0)
    right = ops.minimum(ops.maximum(ops.searchsorted(positions, flat, side="right"), 1), n - 1)
    left = right - 1
    a, b = ops.pick(positions, (left,)), ops.pick(positions, (right,))
    share = ops.clip((flat - a) / (b - a), 0.0, 1.0)
    inside = ops.logical_and(ops.greater(flat, a), ops.less(flat, b))
    rise = (ops.pick(values, (right,)) - ops.pick(values, (left,))) / (b - a)
    none = zeros_like(own)

    def to_positions() -> Any:
        steep = ops.where(inside, own * rise, none)
        start = ops.put(zeros_like(positions), steep * (share - 1.0), (left,), mode="add")
        return ops.put(start, -steep * share, (right,), mode="add")

    def to_values() -> Any:
        start = ops.put(zeros_like(values), own * (1.0 - share), (left,), mode="add")
        return ops.put(start, own * share, (right,), mode="add")

    return (
        lambda: ops.reshape(ops.where(inside, own * rise, none), shape=x.shape.dims),
        to_positions,
        to_values,
    )
