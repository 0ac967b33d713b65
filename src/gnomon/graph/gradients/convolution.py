"""Derivatives of convolutions: transposed convolutions by the images, and convolutions by the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import conj
from gnomon.graph.gradients.registry import pullback
from gnomon.ops.bodies.windows import Pairs, Parts, pad_pairs, reaches
from gnomon.ops.windows import pad_widths, per_axis
from gnomon.shapes import Size, maximum


def kernel_first(weight: Array, layout: str) -> Array:
    """Return a kernel with its two channel axes first."""
    return weight if layout == "first" else ops.moveaxis(weight, source=(-1, -2), destination=(0, 1))


def kernel_back(weight: Array, layout: str) -> Array:
    """Return a kernel in its own layout."""
    return weight if layout == "first" else ops.moveaxis(weight, source=(0, 1), destination=(-1, -2))


def weight_gradient(
    image: Array, g: Array, window: Sequence[Size], stride: Any, pads: Pairs, dilation: Any, groups: Size
) -> Array:
    """Return the cotangent of a kernel (out, in / groups, *window): the image convolved with the cotangent.

    Batch and channels change places, and so do stride and dilation.
    """
    n, channels, *space = image.shape.dims
    spatial = tuple(range(3, 3 + len(space)))
    rows = ops.reshape(image, shape=(n, groups, channels // groups, *space))
    rows = ops.reshape(
        ops.transpose(rows, axes=(2, 1, 0, *spatial)), shape=(channels // groups, groups * n, *space)
    )
    found = ops.conv(
        conj(rows),
        ops.swapaxes(g, first=0, second=1),
        stride=dilation,
        padding=pads,
        dilation=stride,
        groups=groups,
    )
    for k, size in enumerate(window, 2):
        if found.shape.dims[k] != size:
            found = ops.narrow(found, axis=k, start=0, length=size)
    return ops.swapaxes(found, first=0, second=1)  # type: ignore[no-any-return]


def _to_bias(g: Array, bias: Array, channel_axis: int) -> Array:
    if not bias.ndim:
        return ops.sum(g)  # type: ignore[no-any-return]
    behind = tuple(range(channel_axis + 1, g.ndim))
    if behind:
        g = ops.sum(g, axis=behind)
    return ops.sum(g, axis=tuple(range(channel_axis))) if channel_axis else g


@pullback("conv")
def _(
    g: Array,
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    out: Array,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
    layout: str,
    kernel_layout: str | None,
    spatial: int | None,
    unbatched: bool,
) -> Any:
    count = weight.ndim - 2 if spatial is None else spatial
    image, cotangent = Parts(x, count, layout), Parts(g, count, layout)
    kernels = kernel_layout or layout
    kernel = kernel_first(weight, kernels)
    window = kernel.shape.dims[2:]
    pads = pad_pairs(image.space, window, stride, padding, dilation)
    if groups is None:
        groups = image.data.shape.dims[1] // kernel.shape.dims[1]

    def to_x() -> Any:
        found = ops.conv_transpose(
            cotangent.data,
            conj(kernel),
            stride=stride,
            padding=pads,
            dilation=dilation,
            groups=groups,
            output=image.space,
        )
        return image.back(found)

    def to_weight() -> Any:
        found = weight_gradient(image.data, cotangent.data, window, stride, pads, dilation, groups)
        return kernel_back(found, kernels)

    channel = g.ndim - 1 if layout == "last" else cotangent.axis
    return to_x, to_weight, None if bias is None else lambda: _to_bias(g, bias, channel)


def _cuts(
    space: Sequence[Size],
    output: Sequence[Size],
    window: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    extra: Any,
    given: bool,
) -> Pairs:
    """Return what a transposed convolution cuts before and after; negative where it fills up."""
    count = len(space)
    steps, extents = per_axis(stride, count), reaches(window, dilation)
    named = isinstance(padding, str)
    pads: Any = pad_widths(padding, count)
    same = pads == "same"
    result: Pairs = []
    for k, (n, s, r, size) in enumerate(zip(space, steps, extents, output)):
        full = (n - 1) * s + r
        if given:
            before = maximum(full - size, 0) // 2 if same else pads[k][0]
        elif named and extra is None:
            before = maximum(r - s, 0) // 2 if same else 0
        else:
            before = r // 2 if same else pads[k][0]
        result.append((before, full - before - size))
    return result


@pullback("conv_transpose")
def _(
    g: Array,
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    out: Array,
    stride: Any,
    padding: Any,
    output_padding: Any,
    dilation: Any,
    groups: Any,
    layout: str,
    kernel_layout: str | None,
    output: Any,
    spatial: int | None,
    unbatched: bool,
) -> Any:
    count = weight.ndim - 2 if spatial is None else spatial
    image, cotangent = Parts(x, count, layout), Parts(g, count, layout)
    kernels = kernel_layout or layout
    kernel = kernel_first(weight, kernels)
    window = kernel.shape.dims[2:]
    pads = _cuts(
        image.space, cotangent.space, window, stride, padding, dilation, output_padding, output is not None
    )

    def to_x() -> Any:
        found = ops.conv(
            cotangent.data, conj(kernel), stride=stride, padding=pads, dilation=dilation, groups=groups
        )
        return image.back(found)

    def to_weight() -> Any:
        found = weight_gradient(cotangent.data, image.data, window, stride, pads, dilation, groups)
        return kernel_back(found, kernels)

    channel = g.ndim - 1 if layout == "last" else cotangent.axis
    return to_x, to_weight, None if bias is None else lambda: _to_bias(g, bias, channel)
