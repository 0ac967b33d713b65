"""Bodies of pooling and of images as columns: windows of the axes, reduced or rearranged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import filled, known_sizes, lowest, part
from gnomon.ops.bodies.registry import Array, body
from gnomon.ops.bodies.windows import Pairs, Parts, pad_pairs, reaches
from gnomon.ops.windows import per_axis
from gnomon.shapes import Size, ceil_div, maximum


def windows_of(x: Array, window: Sequence[Size], stride: Any, dilation: Any) -> Array:
    """Return the windows of (batch, channels, *space) as (batch, channels, *counts, *window)."""
    count = len(window)
    spreads = per_axis(dilation, count)
    for k, (reach, step, spread) in enumerate(
        zip(reaches(window, dilation), per_axis(stride, count), spreads)
    ):
        x = ops.sliding_windows(x, axis=2 + k, size=reach, step=step)
        if spread != 1:
            x = part(x, x.ndim - 1, None, None, spread)
    return x


def with_border(x: Array, pads: Pairs, value: float = 0.0) -> Array:
    """Add entries around the space of (batch, channels, *space)."""
    if all(a == 0 and b == 0 for a, b in pads):
        return x
    return ops.pad(x, widths=((0, 0), (0, 0), *pads), value=value)


def _hanging(space: Sequence[Size], window: Any, stride: Any, pads: Pairs, dilation: Any) -> Pairs:
    """Return what a last window needs that hangs over the end."""
    result: Pairs = []
    for n, (a, b), reach, step in zip(space, pads, reaches(window, dilation), per_axis(stride, len(space))):
        count = ceil_div(n + a + b - reach, step) + 1
        if type(count) is int and type(n) is int and type(a) is int and type(step) is int:
            if (count - 1) * step >= n + a:
                count -= 1
        result.append((0, maximum((count - 1) * step + reach - n - a - b, 0)))
    return result


class Pool:
    """What is common to the ways of pooling."""

    def __init__(
        self, x: Array, window: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, layout: str
    ) -> None:
        self.window = tuple(window)
        self.steps = self.window if stride is None else stride
        self.dilation = dilation
        self.images = Parts(x, len(self.window), layout)
        space = self.images.space
        self.pads = pad_pairs(space, self.window, self.steps, padding, dilation)
        self.named = isinstance(padding, str)
        plain = ceil_mode and not self.named
        self.rest: Pairs = [(0, 0) for _ in space]
        if plain:
            self.rest = _hanging(space, self.window, self.steps, self.pads, dilation)
        self.inner = tuple(range(-len(self.window), 0))

    def seen(self, x: Array, value: float = 0.0, beyond: float | None = None) -> Array:
        """Return the windows, borders filled with a value."""
        wide = with_border(x, self.pads, value)
        wide = with_border(wide, self.rest, value if beyond is None else beyond)
        return windows_of(wide, self.window, self.steps, self.dilation)

    def unseen(self, shares: Array) -> Array:
        """Add what belongs to windows to the entries that they were taken from."""
        count = len(self.window)
        spreads, steps = per_axis(self.dilation, count), per_axis(self.steps, count)
        extents = reaches(self.window, self.dilation)
        for k in reversed(range(count)):
            if spreads[k] != 1:  # put zeros between
                wide = ops.expand_dims(shares, axis=shares.ndim)
                wide = ops.pad(wide, widths=((0, 0),) * shares.ndim + ((0, spreads[k] - 1),))
                shares = ops.narrow(
                    ops.flatten(wide, start=shares.ndim - 1),
                    axis=shares.ndim - 1,
                    start=0,
                    length=extents[k],
                )
            (before, after), (_, rest) = self.pads[k], self.rest[k]
            length = self.images.space[k] + before + after + rest
            shares = ops.overlap_add(shares, axis=2 + k, length=length, step=steps[k])
        for k, (before, after) in enumerate(self.pads, 2):
            if (type(before) is int and before < 0) or (type(after) is int and after < 0):
                lost = [max(-w, 0) if type(w) is int else 0 for w in (before, after)]
                shares = ops.pad(shares, widths=((0, 0),) * k + (tuple(lost),) + ((0, 0),) * (count + 1 - k))
                before = maximum(before, 0)
            shares = ops.narrow(shares, axis=k, start=before, length=self.images.space[k - 2])
        return shares


@body("max_pool", code=False)
def max_pool(
    x: Array,
    *,
    window: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
) -> Any:
    """The largest of each window; entries that tie share the cotangent."""
    pool = Pool(x, window, stride, padding, dilation, ceil_mode, layout)
    seen = pool.seen(pool.images.data, lowest(x.dtype))
    return pool.images.back(ops.max(seen, axis=pool.inner))


@body("max_pool_back", code=False)
def max_pool_back(
    g: Array,
    x: Array,
    out: Array,
    *,
    window: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
) -> Any:
    """The cotangent over the number of largest entries, added where these are."""
    pool = Pool(x, window, stride, padding, dilation, ceil_mode, layout)
    seen = pool.seen(pool.images.data, lowest(x.dtype))
    top, cotangent = (
        ops.expand_dims(Parts(a, len(pool.window), layout).data, axis=pool.inner) for a in (out, g)
    )
    hits = ops.equal(seen, top)
    count = ops.sum(ops.cast(hits, dtype=g.dtype), axis=pool.inner, keepdims=True)
    shares = ops.where(hits, cotangent / ops.maximum(count, 1.0), 0.0)
    return pool.images.back(pool.unseen(shares))


@body("avg_pool", code=False)
def avg_pool(
    x: Array,
    *,
    window: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
    count_padding: bool,
) -> Any:
    """The sum of each window over the number of its entries."""
    pool = Pool(x, window, stride, padding, dilation, ceil_mode, layout)
    data = pool.images.data
    ones = filled(data, 1.0)
    border = 1.0 if count_padding and not pool.named else 0.0
    counts = ops.sum(pool.seen(ones, border, 0.0), axis=pool.inner)
    return pool.images.back(ops.sum(pool.seen(data), axis=pool.inner) / counts)


@body("lp_pool", code=False)
def lp_pool(
    x: Array,
    *,
    window: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
    p: float = 2.0,
) -> Any:
    """The root of the sum of powers."""
    pool = Pool(x, window, stride, padding, dilation, ceil_mode, layout)
    powers = ops.power(pool.seen(pool.images.data), p)
    return pool.images.back(ops.power(ops.sum(powers, axis=pool.inner), 1.0 / p))


def _adaptive(x: Array, size: Any, layout: str, reduce: Any) -> Any:
    images = Parts(x, len(size), layout)
    data = images.data
    for axis, want in enumerate(size, 2):
        if want is None:
            continue
        n, want = known_sizes((data.shape.dims[axis], want))
        parts = []
        for k in range(want):
            start, stop = k * n // want, -(-(k + 1) * n // want)
            parts.append(reduce(ops.narrow(data, axis=axis, start=start, length=stop - start), axis=axis))
        data = ops.stack(tuple(parts), axis=axis)
    return images.back(data)


@body("adaptive_avg_pool", code=False)
def adaptive_avg_pool(x: Array, *, size: Any, layout: str, unbatched: bool) -> Any:
    """Average each region."""
    return _adaptive(x, size, layout, ops.mean)


@body("adaptive_max_pool", code=False)
def adaptive_max_pool(x: Array, *, size: Any, layout: str, unbatched: bool) -> Any:
    """Take the largest of each region."""
    return _adaptive(x, size, layout, ops.max)


def _space(spatial: int, layout: str) -> tuple[int, ...]:
    start = 2 if layout == "first" else 1
    return tuple(range(start, start + spatial))


@body("global_avg_pool")
def global_avg_pool(x: Array, *, spatial: int, layout: str, keepdims: bool) -> Any:
    """Average over space."""
    return ops.mean(x, axis=_space(spatial, layout), keepdims=keepdims)


@body("global_max_pool")
def global_max_pool(x: Array, *, spatial: int, layout: str, keepdims: bool) -> Any:
    """Take the largest over space."""
    return ops.max(x, axis=_space(spatial, layout), keepdims=keepdims)


@body("extract_patches", code=False)
def extract_patches(x: Array, *, window: Any, stride: Any, padding: Any) -> Any:
    """Windows with the channels last, flattened."""
    count = len(window)
    images = Parts(x, count, "last")
    pads = pad_pairs(images.space, window, stride, padding, 1)
    seen = windows_of(with_border(images.data, pads), tuple(window), stride, 1)
    order = (0, *range(2, 2 + 2 * count), 1)
    seen = ops.flatten(ops.transpose(seen, axes=order), start=1 + count)
    return seen if images.batched else ops.squeeze(seen, axis=0)
