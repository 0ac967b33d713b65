"""Operations that change shapes: the mapped axis stays in front of the new shape of a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.axes import shifted
from gnomon.graph.batching.helpers import aligned, each_row
from gnomon.graph.batching.registry import Batch, Same, batching, ops
from gnomon.graph.constants import as_array
from gnomon.graph.gradients.helpers import spread, unnamed
from gnomon.shapes import Size, product


@batching("reshape", "atleast", "flatten")
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    if b.op.name == "reshape" and unnamed(b.outs[0].shape):
        return ops.reshape(x, shape=(b.size, *_filled_in(attributes["shape"], x.shape.dims[1:])))
    return ops.reshape(x, shape=(b.size, *b.outs[0].shape.dims))


def _filled_in(wanted: Any, row: Sequence[Size]) -> tuple[Size, ...]:
    """Return the sizes of a reshaped row with -1 computed: there may be no rows to tell it."""
    sizes = tuple(wanted.dims if hasattr(wanted, "dims") else wanted)
    rest = product([size for size in sizes if size != -1])
    if type(rest) is not int or rest < 1:
        return sizes
    return tuple([product(row) // rest if size == -1 else size for size in sizes])


@batching("broadcast_to")
def _(b: Batch, x: Array, *, shape: Any, keep: bool) -> Any:
    sizes = tuple(shape.dims if hasattr(shape, "dims") else shape)
    return ops.broadcast_to(aligned(x, len(sizes) + 1), shape=(b.size, *sizes), keep=keep)


@batching("expand_dims")
def _(b: Batch, x: Array, *, axis: Any) -> Any:
    return ops.expand_dims(x, axis=shifted(axis, b.outs[0].ndim))


@batching("squeeze")
def _(b: Batch, x: Array, *, axis: Any, strict: bool) -> Any:
    """Drop the axes of a row that are dropped from a single one."""
    rank = b.rank(0)
    if not rank:
        return x
    chosen = range(rank) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    dims = b.row(0).shape.dims
    if axis is None or not strict:
        chosen = [a for a in chosen if type(dims[a]) is int and dims[a] == 1]
    return ops.squeeze(x, axis=shifted(tuple(chosen), rank)) if len(chosen) else x


@batching("matrix_flip")
def _(b: Batch, x: Array) -> Any:
    return ops.matrix_transpose(x) if b.rank(0) == 2 else x


@batching("pad")
def _(b: Batch, x: Array, *, widths: Any, last: bool, **attributes: Any) -> Any:
    given = tuple(widths) if last and len(widths) < b.rank(0) else ((0, 0), *widths)
    return ops.pad(x, widths=given, last=last, **attributes)


@batching("tile")
def _(b: Batch, x: Array, *, reps: Any, strict: bool) -> Any:
    rank = max(b.rank(0), len(reps))
    counts = (1,) * (rank - len(reps)) + tuple(reps)
    return ops.tile(aligned(x, rank + 1), reps=(1, *counts))


@batching("full_like")
def _(b: Batch, x: Array, *, shape: Any, dtype: Any, value: Any) -> Any:
    """Only the shape matters, which every row has."""
    if unnamed(b.outs[0].shape):
        return ops.full_like(x, dtype=dtype, value=value)
    return Same(spread(value, b.outs[0].shape.dims, b.outs[0].dtype))


@batching("shape_of")
def _(b: Batch, x: Array, *, dtype: Any) -> Any:
    return Same(ops.index(ops.shape_of(x, dtype=dtype), items=(slice(1, None),)))


@batching("size_of")
def _(b: Batch, x: Array, *, dtype: Any) -> Any:
    total: Any = 1
    for axis in range(b.rank(0)):
        total = ops.multiply(ops.size_along(x, axis=axis + 1), total)
    return Same(ops.cast(as_array(total), dtype=b.outs[0].dtype))


@batching("rank_of")
def _(b: Batch, x: Array, *, dtype: Any) -> Any:
    return Same(ops.cast(as_array(b.rank(0)), dtype=b.outs[0].dtype))


@batching("concat", "stack")
def _(b: Batch, arrays: tuple[Array, ...], *, axis: Any) -> Any:
    """What is the same for every row is repeated."""
    rows = [each_row(b, x, over) for x, over in zip(arrays, b.over[0])]
    if axis is None:
        return ops.concat(tuple([_flat(b, x) for x in rows]), axis=1)
    return b.op(tuple(rows), axis=shifted(axis, b.outs[0].ndim))


def _flat(b: Batch, x: Array) -> Array:
    return x if x.ndim == 2 else ops.reshape(x, shape=(b.size, product(x.shape.dims[1:])))


@batching("one_hot")
def _(b: Batch, indices: Array, *, classes: Any, axis: int) -> Any:
    return ops.one_hot(indices, classes=classes, axis=shifted(axis, b.outs[0].ndim))
