"""Elementwise operations: the mapped axis in front broadcasts as any other, once the ranks are the same."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.helpers import aligned, channel_shaped, each_row, row_axes
from gnomon.graph.batching.registry import Batch, Same, batching, ops
from gnomon.graph.constants import as_array
from gnomon.shapes import Shape


@batching("where", "masked_fill", "isclose")
def each_element(b: Batch, *arrays: Any, **attributes: Any) -> Array:
    """Apply an operation whose inputs broadcast against each other."""
    rank = b.outs[0].ndim + 1
    inputs = [aligned(x, rank) if over else x for x, over in zip(arrays, b.over)]
    return b.op(*inputs, **attributes)  # type: ignore[no-any-return]


@batching("broadcast_arrays")
def _(b: Batch, arrays: tuple[Array, ...]) -> Any:
    rank = b.outs[0].ndim + 1
    return b.op(tuple([aligned(x, rank) if over else x for x, over in zip(arrays, b.over[0])]))


@batching("add_n")
def _(b: Batch, arrays: tuple[Array, ...]) -> Any:
    return ops.add_n(tuple([each_row(b, x, over) for x, over in zip(arrays, b.over[0])]))


@batching("stop_gradient", "flat_index")
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    return b.op(x, **attributes)


@batching("set_shape")
def _(b: Batch, x: Array, *, shape: Shape) -> Any:
    return ops.set_shape(x, shape=Shape((b.size, *shape.dims)))


@batching("update", "overwrite")
def _(b: Batch, x: Array, value: Array) -> Any:
    """The value stretches to the array, which has the mapped axis in any case."""
    value = aligned(value, b.rank(0) + 1) if b.over[1] else value
    return b.op(each_row(b, x, b.over[0]), value)


@batching("prelu")
def _(b: Batch, x: Array, slope: Array, *, axis: int) -> Any:
    if not b.over[1]:
        return ops.prelu(x, slope, axis=b.axis(axis, 0)) if b.rank(0) else ops.prelu(x, slope)
    slopes = slope if not b.rank(0) else channel_shaped(slope, b.rank(0), axis)
    if not b.rank(0):
        slopes = ops.reshape(slope, shape=(b.size,))
    return ops.where(ops.greater_equal(x, 0), x, ops.cast(slopes, dtype=x.dtype) * x)


@batching("bias_add")
def _(b: Batch, x: Array, bias: Array, *, axis: int) -> Any:
    if not b.over[1]:
        return ops.bias_add(x, bias, axis=b.axis(axis, 0))
    return ops.add(x, channel_shaped(bias, b.rank(0), axis))


@batching("array_equal", "allclose")
def _(b: Batch, x: Array, y: Array, *, equal_nan: bool, **tolerances: float) -> Any:
    """Compare elements, then ask whether all are equal in each row."""
    p, q = b.row(0).shape, b.row(1).shape
    if b.op.name == "array_equal" and not _may_agree(p.dims, q.dims):
        return Same(ops.cast(as_array(False), dtype=b.outs[0].dtype))
    rank = max(b.rank(0), b.rank(1)) + 1
    left, right = (aligned(v, rank) if over else v for v, over in zip((x, y), b.over))
    if b.op.name == "allclose":
        each = ops.isclose(left, right, equal_nan=equal_nan, **tolerances)
    else:
        each = ops.equal(left, right)
        if equal_nan:
            each = ops.logical_or(each, ops.logical_and(ops.isnan(left), ops.isnan(right)))
    return ops.all(each, axis=row_axes(rank - 1))


def _may_agree(p: tuple[Any, ...], q: tuple[Any, ...]) -> bool:
    return len(p) == len(q) and all(type(m) is not int or type(n) is not int or m == n for m, n in zip(p, q))
