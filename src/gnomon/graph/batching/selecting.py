"""Masks, segments and counts: what has a size known before the values are."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.axes import flat, shifted
from gnomon.graph.batching.helpers import aligned, each_row, positions
from gnomon.graph.batching.reasons import UNEVEN
from gnomon.graph.batching.registry import Batch, batching, ops
from gnomon.graph.errors import BatchingError
from gnomon.shapes import Size, product


def refused(b: Batch, reason: str) -> BatchingError:
    """Return the error of an operation that cannot be mapped."""
    return BatchingError(f"{b.op.name} cannot be mapped over an axis: {reason}", b.application.site)


@batching("boolean_mask")
def _(b: Batch, x: Array, mask: Array, *, axis: int) -> Any:
    """A mask that every row shares takes equally many entries of each."""
    if b.over[1]:
        raise refused(b, UNEVEN)
    return ops.boolean_mask(x, mask, axis=shifted(axis, b.rank(0)))


@batching("masked_select")
def _(b: Batch, x: Array, mask: Array) -> Any:
    if b.over[1]:
        raise refused(b, UNEVEN)
    shape = ops.logical_and(ops.isnan(b.row(0)), mask).shape.dims
    wide = ops.broadcast_to(aligned(x, len(shape) + 1), shape=(b.size, *shape))
    if not shape:
        wide, mask = ops.expand_dims(wide, axis=1), ops.reshape(mask, shape=(1,))
        shape = (1,)
    return ops.boolean_mask(wide, ops.broadcast_to(mask, shape=shape), axis=1)


@batching("compress")
def _(b: Batch, x: Array, mask: Array, *, axis: int | None) -> Any:
    if b.over[1]:
        raise refused(b, UNEVEN)
    if axis is None:
        return ops.compress(flat(b, x), mask, axis=1)
    return ops.compress(x, mask, axis=shifted(axis, b.rank(0)))


def _apart(b: Batch, places: Array, count: Size) -> Array:
    """Move the places of each row behind those of the rows before; wrong ones become -1, which is refused."""
    offset = ops.reshape(positions(b.size), shape=(b.size, *(1,) * (places.ndim - 1))) * count
    wide = ops.cast(places, dtype=offset.dtype)
    inside = ops.logical_and(ops.greater_equal(wide, 0), ops.less(wide, count))
    return ops.where(inside, wide + offset, -1)  # type: ignore[no-any-return]


@batching("bincount")
def _(b: Batch, x: Array, *, count: Size | None, least: Size) -> Any:
    """Rows count into stretches of one vector."""
    if count is None:
        raise refused(b, UNEVEN)
    found = ops.bincount(
        ops.reshape(_apart(b, x, count), shape=(b.size * b.row(0).size,)), count=count * b.size
    )
    return ops.reshape(found, shape=(b.size, count))


@batching("segment_reduce")
def _(b: Batch, x: Array, segments: Array, *, count: Size | None, mode: str) -> Any:
    """Segments that every row shares leave the rows behind them; others lie behind those of the rows before."""
    over = max(b.rank(1), 1)
    if not b.over[1]:
        moved = ops.moveaxis(x, source=0, destination=over)
        found = ops.segment_reduce(moved, segments, count=count, mode=mode)
        return ops.moveaxis(found, source=1, destination=0)
    if count is None:
        raise refused(b, UNEVEN)
    x = each_row(b, x, b.over[0])
    rest = x.shape.dims[1 + over :]
    total = b.size * product(b.row(1).shape.dims)
    places = ops.reshape(_apart(b, segments, count), shape=(total,))
    found = ops.segment_reduce(ops.reshape(x, shape=(total, *rest)), places, count=count * b.size, mode=mode)
    return ops.reshape(found, shape=(b.size, count, *rest))


@batching("searchsorted")
def _(b: Batch, places: Array, values: Array, *, side: str) -> Any:
    """Rows that differ are compared entry by entry: the place is the number of entries before; NaN is last."""
    if not b.over[0]:
        return ops.searchsorted(places, values, side=side)
    rank = b.rank(1)
    values = each_row(b, values, b.over[1])
    row = ops.reshape(places, shape=(b.size, *(1,) * rank, places.shape.dims[1]))
    values = ops.expand_dims(values, axis=rank + 1)
    before = ops.less_equal(row, values) if side == "right" else ops.less(row, values)
    if places.dtype.kind in ("float", "complex") or values.dtype.kind in ("float", "complex"):
        lost = ops.isnan(values)
        before = ops.logical_or(before, lost if side == "right" else ops.logical_and(lost, ~ops.isnan(row)))
    return ops.sum(ops.cast(before, dtype=b.outs[0].dtype), axis=rank + 1)
