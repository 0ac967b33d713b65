"""Derivatives of sorting and choosing: the cotangent of an entry goes to where it came from."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import adding_at, place, whole_size, zeros_like
from gnomon.graph.gradients.registry import pullback
from gnomon.graph.gradients.structure import shaped_like
from gnomon.shapes import Size


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
