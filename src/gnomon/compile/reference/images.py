"""Resizing images, blocks between channels and space, sampling at fractional places."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.compile.reference.windows import Images, padded
from gnomon.ops.windows import per_axis


def _stretched(x: Any, axis: int, size: int, method: str) -> Any:
    """Resize one axis: "nearest" takes entries, "linear" mixes neighbours (centres of entries aligned)."""
    n = x.shape[axis]
    if method == "nearest":
        return np.take(x, np.minimum(np.arange(size) * n // max(size, 1), n - 1), axis)
    places = np.clip((np.arange(size) + 0.5) * n / max(size, 1) - 0.5, 0, n - 1)
    low = np.floor(places).astype(np.int64)
    high = np.minimum(low + 1, n - 1)
    weight = (places - low).reshape((-1,) + (1,) * (x.ndim - 1 - axis % x.ndim))
    return np.take(x, low, axis) * (1 - weight) + np.take(x, high, axis) * weight


def _resized(x: Any, axes: Any, sizes: Any, method: str) -> Any:
    for axis, size in zip(axes, sizes):
        if x.shape[axis] != size:
            x = _stretched(x, axis, size, method)
    return x


@reference("resample")
def resample(
    x: Any,
    *,
    size: Any = None,
    factor: Any = None,
    layout: str = "first",
    spatial: Any = None,
    method: str = "nearest",
) -> Any:
    count = x.ndim - 2 if spatial is None else spatial
    start = 1 if layout == "last" else 2
    axes = range(start, start + count)
    if size is not None:
        return _resized(x, axes, per_axis(size, count), method)
    factors = factor if isinstance(factor, (tuple, list)) else (1 if factor is None else factor,) * count
    return _resized(x, axes, [math.floor(x.shape[a] * f) for a, f in zip(axes, factors)], method)


@reference("resize")
def resize(x: Any, *, size: Any, layout: str = "last", method: str = "linear") -> Any:
    first = x.ndim - (3 if layout == "last" else 2)
    return _resized(x, (first, first + 1), size, method)


@reference("resized_to")
def resized_to(x: Any, *, shape: Any, method: str = "linear") -> Any:
    return _resized(x, range(x.ndim), shape, method)


@reference("upsample")
def upsample(x: Any, *, factors: Any, layout: str = "last") -> Any:
    for axis, factor in enumerate(factors, 1 if layout == "last" else 2):
        x = np.repeat(x, factor, axis)
    return x


@reference("pad_space")
def pad_space(x: Any, *, widths: Any, layout: str = "last") -> Any:
    images = Images(x, len(widths), layout)
    return images.back(padded(images.data, [tuple(pair) for pair in widths]))


def _to_space(channels_outside: bool) -> Any:
    def spread(x: Any, *, block: int, layout: str = "first", spatial: int = 2) -> Any:
        images = Images(x, spatial, layout)
        batch, channels, *space = images.data.shape
        rest = channels // block**spatial
        inner = (block,) * spatial
        split = (batch, rest, *inner, *space) if channels_outside else (batch, *inner, rest, *space)
        at, first = (1, 2) if channels_outside else (1 + spatial, 1)
        order = [0, at]
        for k in range(spatial):
            order += [2 + spatial + k, first + k]
        result = images.data.reshape(split).transpose(order)
        return images.back(result.reshape((batch, rest, *(n * block for n in space))))

    return spread


def _to_channels(channels_outside: bool) -> Any:
    def gathered(x: Any, *, block: int, layout: str = "first", spatial: int = 2) -> Any:
        images = Images(x, spatial, layout)
        batch, channels, *space = images.data.shape
        split = [batch, channels]
        for n in space:
            split += [n // block, block]
        outer = [2 + 2 * k for k in range(spatial)]
        inner = [3 + 2 * k for k in range(spatial)]
        order = [0, 1, *inner, *outer] if channels_outside else [0, *inner, 1, *outer]
        result = images.data.reshape(split).transpose(order)
        return images.back(result.reshape((batch, channels * block**spatial, *(n // block for n in space))))

    return gathered


reference("pixel_shuffle")(_to_space(True))
reference("depth_to_space")(_to_space(False))
reference("pixel_unshuffle")(_to_channels(True))
reference("space_to_depth")(_to_channels(False))


@reference("channels_first")
def channels_first(x: Any) -> Any:
    return x[None] if x.ndim == 2 else np.moveaxis(x, -1, 0)


@reference("grid_sample")
def grid_sample(x: Any, grid: Any) -> Any:
    """Mix the neighbours of each place; -1 and 1 are the outer edges, and outside there are zeros."""
    space = x.shape[2:]
    count = len(space)
    places = np.stack([((grid[..., count - 1 - k] + 1) * n - 1) / 2 for k, n in enumerate(space)])
    low = np.floor(places).astype(np.int64)
    part = places - low
    result = np.zeros((*x.shape[:2], *grid.shape[1:-1]), np.result_type(x, grid, np.float32))
    batch = np.arange(x.shape[0]).reshape((-1,) + (1,) * count)
    for corner in np.ndindex((2,) * count):
        at = [low[k] + c for k, c in enumerate(corner)]
        weight = np.prod([part[k] if c else 1 - part[k] for k, c in enumerate(corner)], axis=0)
        inside = np.all([(p >= 0) & (p < n) for p, n in zip(at, space)], axis=0)
        safe = [np.clip(p, 0, n - 1) for p, n in zip(at, space)]
        entries = np.moveaxis(x, 1, -1)[(batch, *safe)]
        result += np.moveaxis(entries * np.where(inside, weight, 0)[..., None], -1, 1)
    return result


@reference("affine_grid")
def affine_grid(theta: Any, *, size: Any) -> Any:
    """Places of the entries of transformed images, between -1 and 1 at the outer edges."""
    space = tuple(size)[2:]
    axes = [(2 * np.arange(n) + 1) / n - 1 for n in space]
    grid = np.meshgrid(*axes, indexing="ij")[::-1]
    base = np.stack([*grid, np.ones(space)], -1)
    return np.einsum("...k,bjk->b...j", base, theta)
