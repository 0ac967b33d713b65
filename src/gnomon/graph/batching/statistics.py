"""Histograms and interpolation, written for one row in operations that are mapped."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.registry import body, ops
from gnomon.graph.gradients.helpers import iota, part, spread, whole_size
from gnomon.shapes import Size, dtypes


@body("histogram")
def histogram(x: Array, edges: Array | None, *, bins: Size | None) -> Any:
    """Count what lies before each limit; the last limit belongs to the last interval."""
    row = ops.reshape(x, shape=(x.size,))
    if edges is None:
        edges = _limits(row, bins)
    column, limits = ops.expand_dims(row, axis=1), ops.expand_dims(edges, axis=0)
    count = part(limits, 1, None, -1)
    before = ops.sum(ops.cast(ops.less(column, count), dtype=dtypes.int64), axis=0)
    whole = ops.sum(ops.cast(ops.less_equal(row, part(edges, 0, -1, None)), dtype=dtypes.int64), axis=0)
    marks = ops.concat((before, ops.reshape(whole, shape=(1,))), axis=0)
    return ops.diff(marks, axis=0), edges


def _limits(row: Array, bins: Any) -> Array:
    """Return limits at equal distances from the smallest to the largest entry."""
    floats = row if row.dtype.kind == "float" else ops.cast(row, dtype=dtypes.float64)
    if row.size == 0:
        low, high = spread(0.0, (), floats.dtype), spread(1.0, (), floats.dtype)
    else:
        low, high = ops.min(floats), ops.max(floats)
    alone = ops.equal(low, high)
    low, high = ops.where(alone, low - 0.5, low), ops.where(alone, high + 0.5, high)
    numbers = iota(spread(0.0, (bins + 1,), floats.dtype), 0)
    steps = ops.cast(numbers, dtype=floats.dtype) * ((high - low) / bins) + low
    return ops.where(ops.equal(numbers, bins), high, steps)  # type: ignore[no-any-return]


@body("interpolate")
def interpolate(x: Array, positions: Array, values: Array) -> Any:
    """Take the line through the neighbours of each place; the ends go on as they are."""
    x, positions, values = (ops.cast(v, dtype=dtypes.float64) for v in (x, positions, values))
    last = whole_size(positions, 0) - 1
    first, final = part(positions, 0, None, 1), part(positions, 0, -1, None)
    place = ops.searchsorted(positions, x, side="right") - 1
    low = ops.maximum(ops.minimum(place, last - 1), 0)
    high = ops.minimum(low + 1, last)
    left, right = (ops.pick(positions, (at,), axis=0) for at in (low, high))
    down, up = (ops.pick(values, (at,), axis=0) for at in (low, high))
    slope = (up - down) / ops.where(ops.equal(left, right), 1.0, right - left)
    line = slope * (x - left) + down
    line = ops.where(ops.isnan(line), slope * (x - right) + up, line)
    line = ops.where(ops.logical_and(ops.isnan(line), ops.equal(down, up)), down, line)
    beyond = ops.greater_equal(x, ops.reshape(final, shape=()))
    before = ops.less(x, ops.reshape(first, shape=()))
    line = ops.where(beyond, ops.reshape(part(values, 0, -1, None), shape=()), line)
    return ops.where(before, ops.reshape(part(values, 0, None, 1), shape=()), line)
