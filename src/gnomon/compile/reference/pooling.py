"""Pooling by sliding windows, by regions and over all space; and images cut into columns."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.compile.reference.windows import Images, extents, padded, views, widths
from gnomon.ops.windows import per_axis


def _pads(x: Any, window: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool) -> Any:
    """Return padding, and padding with what a last window needs that hangs over."""
    plain = widths(x.shape[2:], window, stride, padding, dilation)
    if not ceil_mode or isinstance(padding, str):
        return plain, plain
    hanging = []
    for n, (a, b), reach, step in zip(
        x.shape[2:], plain, extents(window, dilation), per_axis(stride, len(window))
    ):
        count = -(-(n + a + b - reach) // step) + 1
        if (count - 1) * step >= n + a:
            count -= 1
        hanging.append((a, max(b, (count - 1) * step + reach - n - a)))
    return plain, hanging


def _pool(combine: Any) -> Any:
    def pool(
        x: Any,
        *,
        window: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        ceil_mode: bool = False,
        layout: str = "first",
        unbatched: bool = False,
        **values: Any,
    ) -> Any:
        window = tuple(window)
        steps = window if stride is None else stride
        images = Images(x, len(window), layout)
        plain, hanging = _pads(images.data, window, steps, padding, dilation, ceil_mode)

        def seen(data: Any, pads: Any, value: Any = 0, beyond: Any = None) -> Any:
            rest = [(h[0] - p[0], h[1] - p[1]) for h, p in zip(hanging, pads)]
            data = padded(padded(data, pads, value), rest, value if beyond is None else beyond)
            return views(data, window, steps, dilation)

        inner = tuple(range(-len(window), 0))
        named = isinstance(padding, str)
        return images.back(combine(images.data, seen, plain, inner, named, **values))

    return pool


def lowest(dtype: Any) -> Any:
    """Return what no entry is below."""
    if dtype.kind == "b":
        return False
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def _largest(x: Any, seen: Any, pads: Any, inner: Any, named: bool) -> Any:
    return np.max(seen(x, pads, lowest(x.dtype)), axis=inner)


def _average(x: Any, seen: Any, pads: Any, inner: Any, named: bool, *, count_padding: bool = True) -> Any:
    ones = np.ones_like(x, np.float64)
    if count_padding and not named:
        counts = np.sum(seen(ones, pads, 1.0, 0.0), axis=inner)
    else:
        counts = np.sum(seen(ones, pads), axis=inner)
    return np.sum(seen(x, pads), axis=inner, dtype=np.result_type(x.dtype, np.float32)) / counts


def _powers(x: Any, seen: Any, pads: Any, inner: Any, named: bool, *, p: float = 2.0) -> Any:
    return np.sum(seen(x, pads) ** p, axis=inner) ** (1 / p)


def _spread(g: Any, wide: Any, share: Any, window: Any, stride: Any, dilation: Any) -> Any:
    """Add to each entry what windows give it: ``share(entries)`` of each window for each of its places."""
    count = len(window)
    result = np.zeros(wide.shape, g.dtype)
    for place in np.ndindex(tuple(window)):
        at = tuple(
            slice(k * d, k * d + (c - 1) * s + 1, s)
            for k, d, c, s in zip(place, per_axis(dilation, count), g.shape[2:], per_axis(stride, count))
        )
        result[(..., *at)] += share(wide[(..., *at)])
    return result


@reference("max_pool_back")
def max_pool_back(
    g: Any,
    x: Any,
    out: Any,
    *,
    window: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    layout: str = "first",
    unbatched: bool = False,
) -> Any:
    """Give a cotangent to the largest entries of each window, in equal shares."""
    steps = tuple(window) if stride is None else stride
    images, tops = Images(x, len(window), layout), Images(out, len(window), layout).data
    cotangent = Images(g, len(window), layout).data
    _, pads = _pads(images.data, window, steps, padding, dilation, ceil_mode)
    wide = padded(images.data, pads, lowest(x.dtype))
    if not cotangent.size:
        return np.zeros_like(x)
    count = np.sum(views(wide, tuple(window), steps, dilation) == tops[(..., *[None] * len(window))],
                   axis=tuple(range(-len(window), 0)))  # fmt: skip
    part = cotangent / np.maximum(count, 1).astype(cotangent.dtype)
    zero = np.zeros((), g.dtype)
    result = _spread(
        cotangent, wide, lambda seen: np.where(seen == tops, part, zero), window, steps, dilation
    )
    return images.back(padded(result, [(-a, -b) for a, b in pads]))


@reference("avg_pool_back")
def avg_pool_back(
    g: Any,
    *,
    size: Any,
    window: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    layout: str = "first",
    unbatched: bool = False,
    count_padding: bool = True,
) -> Any:
    """Give each entry of a window an equal part of a cotangent."""
    steps = tuple(window) if stride is None else stride
    images = Images(g, len(window), layout)
    ones = np.ones((1, 1, *size), g.dtype)
    plain, pads = _pads(ones, window, steps, padding, dilation, ceil_mode)
    rest = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(plain, pads)]
    counted = 1 if count_padding and not isinstance(padding, str) else 0
    inner = tuple(range(-len(window), 0))
    counts = np.sum(
        views(padded(padded(ones, plain, counted), rest), tuple(window), steps, dilation), axis=inner
    )
    part = images.data / counts
    wide = np.zeros((*part.shape[:2], *padded(ones, pads).shape[2:]), g.dtype)
    if part.size:
        wide = _spread(part, wide, lambda seen: part, window, steps, dilation)
    return images.back(padded(wide, [(-a, -b) for a, b in pads]))


reference("max_pool")(_pool(_largest))
reference("avg_pool")(_pool(_average))
reference("lp_pool")(_pool(_powers))


def _adaptive(combine: Any) -> Any:
    def pool(x: Any, *, size: Any, layout: str = "first", unbatched: bool = False) -> Any:
        images = Images(x, len(size), layout)
        data = images.data
        for axis, want in enumerate(size, 2):
            if want is None:
                continue
            n = data.shape[axis]
            parts = [
                combine(np.take(data, np.arange(i * n // want, -(-(i + 1) * n // want)), axis), axis)
                for i in range(want)
            ]
            data = np.stack(parts, axis)
        return images.back(data)

    return pool


def _exact_average(x: Any, *, size: Any, layout: str = "first", unbatched: bool = False) -> Any:
    wide = x if x.dtype.kind in "fc" else x.astype(np.float64)
    return _adaptive(lambda part, axis: np.mean(part, axis))(wide, size=size, layout=layout)


reference("adaptive_avg_pool")(_exact_average)
reference("adaptive_max_pool")(_adaptive(lambda part, axis: np.max(part, axis)))


def _global(combine: Any) -> Any:
    def pool(x: Any, *, spatial: int, layout: str = "last", keepdims: bool = False) -> Any:
        axes = tuple(range(2, 2 + spatial)) if layout == "first" else tuple(range(1, 1 + spatial))
        return combine(x, axis=axes, keepdims=keepdims)

    return pool


reference("global_avg_pool")(_global(np.mean))
reference("global_max_pool")(_global(np.max))


@reference("max_unpool")
def max_unpool(
    x: Any, indices: Any, *, window: Any, stride: Any = None, padding: Any = 0, size: Any = None
) -> Any:
    """Put entries back to their places, counted in the flattened space of each channel."""
    count = len(window)
    space = x.shape[-count:]
    if size is not None:
        target = tuple(size)[-count:]
    else:
        steps = tuple(window) if stride is None else per_axis(stride, count)
        pads: Any = per_axis(padding, count)
        target = tuple((n - 1) * s - 2 * p + k for n, s, p, k in zip(space, steps, pads, window))
    lead = x.shape[: x.ndim - count]
    result = np.zeros((*lead, int(np.prod(target))), x.dtype)
    np.put_along_axis(result, indices.reshape((*lead, -1)), x.reshape((*lead, -1)), -1)
    return result.reshape((*lead, *target))


@reference("unfold")
def unfold(x: Any, *, window: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1) -> Any:
    """Windows as columns: channels times window rows, one column for each place."""
    count = len(window)
    images = Images(x, count, "first")
    pads = widths(images.data.shape[2:], window, stride, padding, dilation)
    seen = views(padded(images.data, pads), tuple(window), stride, dilation)
    counts, rows = seen.shape[2 : 2 + count], x.shape[-count - 1] * int(np.prod(window))
    order = (0, 1, *range(2 + count, 2 + 2 * count), *range(2, 2 + count))
    return seen.transpose(order).reshape((*images.lead, rows, int(np.prod(counts))))


@reference("fold")
def fold(x: Any, *, size: Any, window: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1) -> Any:
    """Add columns into images where `unfold` took them from."""
    count = len(size)
    pads: Any = widths(size, window, stride, padding, dilation)
    steps, spread, reach = per_axis(stride, count), per_axis(dilation, count), extents(window, dilation)
    counts = [(n + a + b - r) // s + 1 for n, (a, b), r, s in zip(size, pads, reach, steps)]
    lead, channels = x.shape[:-2], x.shape[-2] // int(np.prod(window))
    batch = int(np.prod(lead))
    columns = x.reshape((batch, channels, *window, *counts))
    result = np.zeros((batch, channels, *(n + a + b for n, (a, b) in zip(size, pads))), x.dtype)
    for place in np.ndindex(tuple(window)):
        at = [slice(k * d, k * d + (c - 1) * s + 1, s) for k, d, c, s in zip(place, spread, counts, steps)]
        result[(slice(None), slice(None), *at)] += columns[(slice(None), slice(None), *place)]
    result = padded(result, [(-a, -b) for a, b in pads])
    return result.reshape((*lead, channels, *size))


@reference("extract_patches")
def extract_patches(x: Any, *, window: Any, stride: Any, padding: Any = "valid") -> Any:
    """Patches with the window before the channels in the last axis (TensorFlow)."""
    count = len(window)
    images = Images(x, count, "last")
    pads = widths(images.data.shape[2:], window, stride, padding, 1)
    seen = views(padded(images.data, pads), tuple(window), stride, 1)
    counts = seen.shape[2 : 2 + count]
    order = (0, *range(2, 2 + 2 * count), 1)
    return seen.transpose(order).reshape((*images.lead, *counts, x.shape[-1] * int(np.prod(window))))
