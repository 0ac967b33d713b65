"""Bodies of what is computed from samples and tables."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import (
    adjoint,
    count_along,
    filled,
    known_sizes,
    part,
    positions,
    spread,
    table,
    whole_size,
)
from gnomon.ops.bodies.registry import Array, Inexpressible, body
from gnomon.shapes import Size, dtypes


@body("covariance")
def covariance(x: Array, y: Array | None, *, rows: bool, correlation: bool = False) -> Any:
    """Average products of distances from the means, over one sample less than there are."""

    def variables(v: Array) -> Array:
        v = ops.atleast(v, rank=2)
        return ops.matrix_transpose(v) if not rows and v.shape.dims[0] != 1 else v

    lone = x.ndim < 2 and y is None
    samples = variables(x) if y is None else ops.concat((variables(x), variables(y)), axis=0)
    far = samples - ops.mean(samples, axis=1, keepdims=True)
    found = ops.matmul(far, adjoint(far)) / (count_along(samples, (1,), far.dtype) - 1.0)
    if correlation:
        scale = ops.sqrt(ops.real(ops.diagonal(found)))
        found = found / (ops.expand_dims(scale, axis=0) * ops.expand_dims(scale, axis=1))
    return ops.reshape(found, shape=()) if lone else found


@body("polynomial_fit")
def polynomial_fit(x: Array, y: Array, *, degree: int) -> Any:
    """Least squares over scaled powers."""
    powers = [filled(x, 1.0)]
    for _ in range(degree):
        powers.insert(0, powers[0] * x)
    columns = ops.stack(tuple(powers), axis=1)
    scale = ops.sqrt(ops.sum(ops.square(columns), axis=0))
    scale = ops.where(ops.equal(scale, 0), 1.0, scale)
    found = ops.lstsq(columns / scale, y)[0]
    return found / (scale if y.ndim == 1 else ops.expand_dims(scale, axis=1))


def _upper(x: Array, size: int) -> tuple[Array, Array]:
    """Return the rows and the columns of the entries above the diagonal."""
    pairs = [(row, column) for row in range(size) for column in range(row + 1, size)]
    first, second = ([pair[k] for pair in pairs] for k in (0, 1))
    return table(x, first, dtypes.int64), table(x, second, dtypes.int64)


@body("square_form")
def square_form(x: Array) -> Any:
    """Pairs as a symmetric matrix, or the upper triangle as a vector."""
    (count,) = known_sizes(x.shape.dims[:1])
    if not count:
        raise Inexpressible("a pair at least")
    if x.ndim == 2:
        return ops.pick(x, _upper(x, count))
    size = (1 + math.isqrt(1 + 8 * count)) // 2
    first, second = _upper(x, size)
    board = ops.put(spread(x, 0.0, (size, size), x.dtype), x, (first, second))
    return ops.put(board, x, (second, first))


@body("merge")
def merge(arrays: tuple[Array, ...], *, mode: str = "add") -> Any:
    """Combine entry by entry; axes go in after the batch where ranks differ."""
    rank = max(x.ndim for x in arrays)
    wide = []
    for x in arrays:
        dims = x.shape.dims
        missing = rank - x.ndim
        wide.append(
            ops.reshape(x, shape=(*dims[:1], *(1,) * missing, *dims[1:])) if missing and x.ndim else x
        )
    combine = {
        "add": ops.add,
        "mean": ops.add,
        "multiply": ops.multiply,
        "min": ops.minimum,
        "max": ops.maximum,
    }
    total = wide[0]
    for x in wide[1:]:
        total = combine[mode](total, x)
    return total / float(len(arrays)) if mode == "mean" else total


@body("histogram", code=False)
def histogram(x: Array, edges: Array | None, *, bins: Size | None) -> Any:
    """Count what lies before each limit; the last limit belongs to the last interval."""
    row = ops.reshape(x, shape=(x.size,))
    limits = _limits(row, bins) if edges is None else edges
    starts = ops.expand_dims(part(limits, 0, None, -1), axis=0)
    before = ops.sum(ops.cast(ops.less(ops.expand_dims(row, axis=1), starts), dtype=dtypes.int64), axis=0)
    whole = ops.sum(ops.cast(ops.less_equal(row, part(limits, 0, -1, None)), dtype=dtypes.int64), axis=0)
    marks = ops.concat((before, ops.reshape(whole, shape=(1,))), axis=0)
    return ops.diff(marks, axis=0), limits


def _limits(row: Array, bins: Any) -> Array:
    """Return limits at equal distances from the smallest to the largest entry."""
    floats = row if row.dtype.kind == "float" else ops.cast(row, dtype=dtypes.float64)
    if row.size == 0:
        low, high = table(row, 0.0, floats.dtype), table(row, 1.0, floats.dtype)
    else:
        low, high = ops.min(floats), ops.max(floats)
    alone = ops.equal(low, high)
    low, high = ops.where(alone, low - 0.5, low), ops.where(alone, high + 0.5, high)
    numbers = positions(row, bins + 1)
    steps = ops.cast(numbers, dtype=floats.dtype) * ((high - low) / bins) + low
    return ops.where(ops.equal(numbers, bins), high, steps)


@body("interpolate")
def interpolate(x: Array, positions: Array, values: Array) -> Any:
    """Take the line through the neighbours of each place; beyond the ends their values go on."""
    x, positions, values = (ops.cast(v, dtype=dtypes.float64) for v in (x, positions, values))
    last = whole_size(positions, 0) - 1
    after = ops.searchsorted(positions, x, side="right") - 1
    low = ops.maximum(ops.minimum(after, last - 1), 0)
    high = ops.minimum(low + 1, last)
    left, right = (ops.pick(positions, (at,), axis=0) for at in (low, high))
    down, up = (ops.pick(values, (at,), axis=0) for at in (low, high))
    slope = (up - down) / ops.where(ops.equal(left, right), 1.0, right - left)
    line = slope * (x - left) + down
    line = ops.where(ops.isnan(line), slope * (x - right) + up, line)
    line = ops.where(ops.logical_and(ops.isnan(line), ops.equal(down, up)), down, line)
    for beyond, end in ((ops.greater_equal, slice(-1, None)), (ops.less, slice(None, 1))):
        limit, value = (ops.reshape(part(v, 0, end.start, end.stop), shape=()) for v in (positions, values))
        line = ops.where(beyond(x, limit), value, line)
    return line
