"""Bodies of resizing and of sampling at fractional places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product as combinations
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import known_sizes, positions, table, zeros_like
from gnomon.ops.bodies.registry import Array, body
from gnomon.ops.windows import per_axis
from gnomon.shapes import Size, dtypes


def _stretched(x: Array, axis: int, size: Size, method: str) -> Array:
    """Resize one axis: "nearest" takes entries, "linear" mixes neighbours."""
    n, size = known_sizes((x.shape.dims[axis], size))

    def taken(at: list[int]) -> Array:
        return ops.take(x, table(x, at, dtypes.int64), axis=axis)

    if method == "nearest":
        return taken([min(k * n // size, n - 1) for k in range(size)])
    exact = [min(max((k + 0.5) * n / size - 0.5, 0.0), n - 1.0) for k in range(size)]
    low = [math.floor(at) for at in exact]
    share = table(x, [a - b for a, b in zip(exact, low)], x.dtype)
    share = ops.reshape(share, shape=(size,) + (1,) * (x.ndim - 1 - axis))
    low_part, high_part = taken(low), taken([min(at + 1, n - 1) for at in low])
    return low_part * (1.0 - share) + high_part * share


def _resized(x: Array, axes: Sequence[int], sizes: Sequence[Size], method: str) -> Array:
    for axis, size in zip(axes, sizes):
        if x.shape.dims[axis] != size:
            x = _stretched(x, axis, size, method)
    return x


@body("resample")
def resample(
    x: Array, *, size: Any, factor: Any, layout: str, spatial: int | None, method: str = "nearest"
) -> Any:
    """Resize the spatial axes one after another."""
    count = x.ndim - 2 if spatial is None else spatial
    start = 1 if layout == "last" else 2
    axes = range(start, start + count)
    if size is not None:
        return _resized(x, axes, per_axis(size, count), method)
    factors = factor if isinstance(factor, (tuple, list)) else (1 if factor is None else factor,) * count
    sizes = known_sizes([x.shape.dims[a] for a in axes])
    return _resized(x, axes, [math.floor(n * f) for n, f in zip(sizes, factors)], method)


@body("resize")
def resize(x: Array, *, size: Any, layout: str = "last", method: str = "linear") -> Any:
    """Resize height and width."""
    first = x.ndim - (3 if layout == "last" else 2)
    return _resized(x, (first, first + 1), size, method)


@body("resized_to")
def resized_to(x: Array, *, shape: Any, method: str = "linear") -> Any:
    """Resize all axes."""
    return _resized(x, range(x.ndim), tuple(shape.dims if hasattr(shape, "dims") else shape), method)


@body("upsample")
def upsample(x: Array, *, factors: Sequence[Size], layout: str) -> Any:
    """Repeat along each spatial axis."""
    for axis, factor in enumerate(factors, 1 if layout == "last" else 2):
        x = ops.repeat(x, repeats=factor, axis=axis)
    return x


@body("pad_space")
def pad_space(x: Array, *, widths: Any, layout: str) -> Any:
    """Pad the spatial axes."""
    pairs = tuple(tuple(pair) for pair in widths)
    lead = x.ndim - len(pairs) - 1
    whole = ((0, 0),) * lead + ((*pairs, (0, 0)) if layout == "last" else ((0, 0), *pairs))
    return ops.pad(x, widths=whole)


@body("channels_first")
def channels_first(x: Array) -> Any:
    """Move the channels, or add one."""
    return ops.expand_dims(x, axis=0) if x.ndim == 2 else ops.moveaxis(x, source=-1, destination=0)


@body("grid_sample")
def grid_sample(x: Array, grid: Array) -> Any:
    """Mix the neighbours of each place; outside there are zeros."""
    space = known_sizes(x.shape.dims[2:])
    count = len(space)
    exact = [
        ((ops.select_at(grid, axis=grid.ndim - 1, position=count - 1 - k) + 1.0) * float(n) - 1.0) * 0.5
        for k, n in enumerate(space)
    ]
    low = [ops.floor(v) for v in exact]
    share = [v - w for v, w in zip(exact, low)]
    batch = ops.reshape(positions(x, x.shape.dims[0]), shape=(x.shape.dims[0], *(1,) * count))
    rows = ops.moveaxis(x, source=1, destination=-1)
    total: Any = None
    for corner in combinations((0, 1), repeat=count):
        at = [ops.cast(low[k], dtype=dtypes.int64) + c for k, c in enumerate(corner)]
        weight: Any = None
        inside: Any = None
        for k, (c, p, n) in enumerate(zip(corner, at, space)):
            factor = share[k] if c else 1.0 - share[k]
            weight = factor if weight is None else weight * factor
            within = ops.logical_and(ops.greater_equal(p, 0), ops.less(p, n))
            inside = within if inside is None else ops.logical_and(inside, within)
        safe = [ops.minimum(ops.maximum(p, 0), n - 1) for p, n in zip(at, space)]
        entries = ops.pick(rows, (batch, *safe), axis=0)
        weight = ops.where(inside, weight, zeros_like(weight))
        term = entries * ops.expand_dims(weight, axis=-1)
        total = term if total is None else total + term
    return ops.moveaxis(total, source=-1, destination=1)


@body("affine_grid")
def affine_grid(theta: Array, *, size: Sequence[Size]) -> Any:
    """Transform the places of a regular grid."""
    space = known_sizes(tuple(size)[2:])
    axes = [[(2 * k + 1) / n - 1 for k in range(n)] for n in space]
    entries = [[*reversed(at), 1.0] for at in combinations(*axes)]
    base = ops.reshape(table(theta, entries, theta.dtype), shape=(*space, len(space) + 1))
    found = ops.tensordot(theta, base, axes=((2,), (base.ndim - 1,)))
    return ops.moveaxis(found, source=1, destination=-1)
