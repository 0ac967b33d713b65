"""Convolution over any number of spatial axes, its transpose, and signals in one or more dimensions."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.compile.reference.windows import Images, extents, kernel_first, padded, views, widths
from gnomon.ops.windows import pad_widths, per_axis


@reference("conv")
def conv(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: Any = 1,
    layout: str = "first",
    kernel_layout: Any = None,
    spatial: Any = None,
    unbatched: bool = False,
) -> Any:
    count = weight.ndim - 2 if spatial is None else spatial
    images = Images(x, count, layout)
    kernel = kernel_first(weight, kernel_layout or layout)
    if groups is None:
        groups = images.data.shape[1] // kernel.shape[1] if kernel.shape[1] else 1
    return _biased(
        images.back(_convolved(images.data, kernel, stride, padding, dilation, groups)), bias, layout, count
    )


def _convolved(x: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    window = kernel.shape[2:]
    pads = widths(x.shape[2:], window, stride, padding, dilation)
    seen = views(padded(x, pads), window, stride, dilation)
    counts = seen.shape[2 : 2 + len(window)]
    batch, outputs, inputs = x.shape[0], kernel.shape[0], kernel.shape[1]
    seen = seen.reshape((batch, groups, inputs, *counts, *window))
    parts = kernel.reshape((groups, outputs // groups, inputs, *window))
    space = list(range(10, 10 + len(window)))
    inner = list(range(20, 20 + len(window)))
    result = np.einsum(seen, [0, 1, 2, *space, *inner], parts, [1, 3, 2, *inner], [0, 1, 3, *space])
    return result.reshape((batch, outputs, *counts))


def _biased(result: Any, bias: Any, layout: str, spatial: int) -> Any:
    if bias is None:
        return result
    return result + (bias if layout == "last" or not bias.ndim else bias.reshape((-1,) + (1,) * spatial))


@reference("depthwise_conv")
def depthwise_conv(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = "valid",
    dilation: Any = 1,
    layout: str = "last",
) -> Any:
    count = weight.ndim - 2
    images = Images(x, count, layout)
    kernel = np.moveaxis(weight, (-2, -1), (0, 1))
    channels, multiplier = kernel.shape[:2]
    kernel = kernel.reshape((channels * multiplier, 1, *kernel.shape[2:]))
    result = _convolved(images.data, kernel, stride, padding, dilation, channels)
    return _biased(images.back(result), bias, layout, count)


@reference("conv_transpose")
def conv_transpose(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = None,
    dilation: Any = 1,
    groups: int = 1,
    layout: str = "first",
    kernel_layout: Any = None,
    output: Any = None,
    spatial: Any = None,
    unbatched: bool = False,
) -> Any:
    """Add each entry times the kernel to a window of the result, then cut what the padding stands for."""
    count = weight.ndim - 2 if spatial is None else spatial
    images = Images(x, count, layout)
    data = images.data
    kernel = kernel_first(weight, kernel_layout or layout)
    window = kernel.shape[2:]
    steps, spread, reach = per_axis(stride, count), per_axis(dilation, count), extents(window, dilation)
    data = data.reshape(
        (data.shape[0], groups, -1 if data.size else data.shape[1] // groups, *data.shape[2:])
    )
    parts = kernel.reshape((groups, kernel.shape[0] // groups, *kernel.shape[1:]))
    space = list(range(10, 10 + count))
    dtype = np.result_type(x, weight)
    full = [max((n - 1) * s + r, 0) for n, s, r in zip(data.shape[3:], steps, reach)]
    result = np.zeros((data.shape[0], groups * kernel.shape[1], *full), dtype)
    for place in np.ndindex(window):
        one = parts[(slice(None), slice(None), slice(None), *place)]
        term = np.einsum(data, [0, 1, 2, *space], one, [1, 2, 3], [0, 1, 3, *space])
        term = term.reshape((data.shape[0], -1 if term.size else result.shape[1], *data.shape[3:]))
        at = [
            slice(k * d, k * d + (n - 1) * s + 1, s)
            for k, d, n, s in zip(place, spread, data.shape[3:], steps)
        ]
        if term.size:
            result[(slice(None), slice(None), *at)] += term
    result = _cut(result, data.shape[3:], steps, reach, padding, output_padding, output)
    return _biased(images.back(result), bias, layout, count)


def _cut(result: Any, space: Any, steps: Any, reach: Any, padding: Any, extra: Any, output: Any) -> Any:
    """Cut what padding stands for before the result, and cut or fill up behind to the size that is due."""
    count = len(space)
    named = isinstance(padding, str)
    pads: Any = pad_widths(padding, count)
    same = pads == "same"
    more = None if extra is None else per_axis(extra, count)
    target: list[tuple[int, int]] = []
    for k, (n, s, r) in enumerate(zip(space, steps, reach)):
        if output is not None:
            total = max((n - 1) * s + r - output[k], 0)
            target.append((total // 2 if same else pads[k][0], output[k]))
        elif named and more is None:
            rest = 0 if same else max(r - s, 0)
            target.append((max(r - s, 0) // 2 if same else 0, n * s + rest))
        else:
            before, after = (r // 2, r // 2) if same else pads[k]
            target.append((before, (n - 1) * s + r - before - after + (0 if more is None else more[k])))
    fill = [(max(-a, 0), max(size + a - full, 0)) for (a, size), full in zip(target, result.shape[2:])]
    longer = padded(result, fill)
    return longer[(..., *[slice(max(a, 0), max(a, 0) + size) for a, size in target])]


@reference("convolve")
def convolve(a: Any, v: Any, *, mode: str = "full") -> Any:
    return np.convolve(np.atleast_1d(a), np.atleast_1d(v), mode)


@reference("convolve_many")
def convolve_many(a: Any, v: Any, *, mode: str = "full", rank: Any = None) -> Any:
    """Convolve along all axes; "same" is the middle of the shape of the first."""
    full = tuple(m + n - 1 for m, n in zip(a.shape, v.shape))
    result = np.zeros(full, np.result_type(a, v))
    for place in np.ndindex(v.shape):
        result[tuple(slice(k, k + n) for k, n in zip(place, a.shape))] += a * v[place]
    if mode == "full":
        return result
    sizes = a.shape if mode == "same" else tuple(abs(m - n) + 1 for m, n in zip(a.shape, v.shape))
    starts = [(whole - size) // 2 for whole, size in zip(full, sizes)]
    return result[tuple(slice(start, start + size) for start, size in zip(starts, sizes))]
