"""Convolution over any number of spatial axes, and its transpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.ops.slicing import at_least_zero
from gnomon.ops.windows import Layout, Padding, PerAxis, pad_widths, per_axis, require_positive, window_counts
from gnomon.shapes import Divides, Equal, Shape, Size, ceil_div, maximum


@op(dtype="none")
def conv_kernel(
    *,
    inputs: Size,
    outputs: Size,
    window: Sequence[Size],
    groups: Size = 1,
    layout: str = "first",
    transposed: bool = False,
) -> Any:
    """The kernel of a convolution from ``inputs`` to ``outputs`` channels; both must split into ``groups``.

    Layout "first": (outputs, inputs / groups, *window), transposed (inputs, outputs / groups, *window);
    "last": (*window, inputs / groups, outputs), transposed (*window, outputs / groups, inputs).
    """


@conv_kernel.shape
def _(
    r: Rule,
    *,
    inputs: Size,
    outputs: Size,
    window: Sequence[Size],
    groups: Size,
    layout: str,
    transposed: bool,
) -> Shape:
    if groups != 1:
        for size, what in ((inputs, "input"), (outputs, "output")):
            r.require(
                Divides(groups, size),
                "groups",
                "{op}: {size} {what} channels do not split into {groups} groups",
                size=size,
                what=what,
                groups=groups,
            )
    if transposed:
        pair = (inputs, outputs if groups == 1 else outputs // groups)
    else:
        pair = (outputs, inputs if groups == 1 else inputs // groups)
    return Shape((*pair, *window)) if layout == "first" else Shape((*window, pair[1], pair[0]))


@op(dtype="match", linear_in=("x", "weight"))
def conv(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    stride: PerAxis = 1,
    padding: Padding = 0,
    dilation: PerAxis = 1,
    groups: Size | None = 1,
    layout: str = "first",
    kernel_layout: str | None = None,
    spatial: int | None = None,
    unbatched: bool = False,
) -> Any:
    """Slide a kernel over the spatial axes and sum over channels and window.

    ``layout`` "first": x (batch, channels, *space), kernel (out, in / groups, *window);
    "last": x (batch, *space, channels), kernel (*window, in / groups, out); ``kernel_layout`` is that of the
    kernel alone. Size of each result: (size + padding - dilation * (window - 1) - 1) // stride + 1, or with
    padding "same" ceil(size / stride). ``groups=None`` reads them off the shapes (TensorFlow). ``unbatched``
    allows x without batch.

    >>> from gnomon.ops.sketch import array
    >>> conv(array(32, 3, 28, 28), array(16, 3, 5, 5), stride=2, padding=2)
    array(32, 16, 14, 14)
    """


@conv.shape
def _(
    r: Rule,
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    stride: PerAxis,
    padding: Padding,
    dilation: PerAxis,
    groups: Size | None,
    layout: str,
    kernel_layout: str | None,
    spatial: int | None,
    unbatched: bool,
) -> Shape:
    count = _spatial(x, weight, spatial)
    if count is None:
        return Shape.unknown()
    image = Layout(r, x, count, layout, unbatched)
    window, outputs, inputs = _read_kernel(r, weight, count, kernel_layout or layout)
    check_channels(r, x, weight, image.channels, inputs, groups)
    if groups is None and type(image.channels) is int and type(inputs) is int and 0 < inputs < image.channels:
        r.require(
            Divides(image.channels // inputs, outputs),
            "channels",
            "{op}: {x} is {x.shape} with {got} channels, but the kernel takes {want}",
            blame=x,
            x=x,
            got=image.channels,
            want=inputs,
        )
    if groups is not None and groups != 1:
        r.require(
            Divides(groups, outputs),
            "groups",
            "{op}: {outputs} output channels do not split into {groups} groups",
            blame=weight,
            outputs=outputs,
            groups=groups,
        )
    check_bias(r, bias, outputs)
    if r.library == "torch" and image.channels == 0 and groups == 1 and type(outputs) is int:
        outputs = 0  # PyTorch makes nothing of nothing
    space = window_counts(r, x, image.space, window, stride, padding, dilation)
    return image.write(outputs, space, layout)


def _spatial(x: Array, weight: Array, spatial: int | None) -> int | None:
    """Return the number of spatial axes, which the kernel shows best."""
    if spatial is not None:
        return spatial
    if weight.shape.rank is not None:
        return weight.shape.rank - 2
    return None if x.shape.rank is None else x.shape.rank - 2


def _read_kernel(r: Rule, weight: Array, spatial: int, layout: str) -> tuple[tuple[Size, ...], Size, Size]:
    """Return the window and the sizes of the two channel axes (out and in, in PyTorch's order)."""
    if weight.shape.rank is None:
        sizes = tuple(r.fresh() for _ in range(spatial + 2))
        return sizes[2:], sizes[0], sizes[1]
    dims = weight.shape.dims
    if len(dims) != spatial + 2:
        r.refute(
            "rank",
            "{op}: the kernel {w} is {w.shape}, but {want} axes are needed",
            blame=weight,
            w=weight,
            want=spatial + 2,
        )
    if layout == "first":
        return dims[2:], dims[0], dims[1]
    return dims[:-2], dims[-1], dims[-2]


def check_channels(r: Rule, x: Array, weight: Array, got: Size, inputs: Size, groups: Size | None) -> None:
    """Require that x has the channels that the kernel sums over."""
    if (groups is None or groups == 1) and (got is inputs or got == inputs):
        return
    message = "{op}: {x} is {x.shape} with {got} channels, but the kernel takes {want}"
    if groups is None:
        help = channel_cure(r, x, got, inputs, weight.shape.rank)
        r.require(
            Divides(inputs, got), "channels", message, blame=x, help=help, x=x, w=weight, got=got, want=inputs
        )
        return
    want = inputs if groups == 1 else inputs * groups
    help = channel_cure(r, x, got, want, weight.shape.rank)
    r.require(Equal(got, want), "channels", message, blame=x, help=help, x=x, w=weight, got=got, want=want)


def channel_cure(r: Rule, x: Array, got: Size, want: Size, batched: int | None) -> str:
    """Return what would help: the channels may stand on the other side of the picture.

    ``batched`` is the number of axes of a batch.
    """
    dims = x.shape.dims if x.shape.rank is not None else ()
    rank = len(dims)
    front = 0 if batched is not None and rank < batched else 1
    space = range(front, rank)
    if rank - front >= 2 and want == dims[-1] and got == dims[front]:
        return _reordered(r, "first", (*range(front), rank - 1, *space[:-1]))
    if rank - front >= 2 and want == dims[front] and got == dims[-1]:
        return _reordered(r, "last", (*range(front), *space[1:], front))
    return f"a kernel made for {got} channels would fit"


def _reordered(r: Rule, side: str, order: tuple[int, ...]) -> str:
    """Return how to bring the channels to the side where the layer expects them."""
    axes = ", ".join(map(str, order))
    how = {"torch": f"{{x}}.permute({axes})", "tf": f"tf.transpose({{x}}, [{axes}])"}
    return f"the layer expects channels {side}: {how.get(r.library, f'{{x}}.transpose({axes})')}"


def check_bias(r: Rule, bias: Array | None, outputs: Size) -> None:
    """Require one bias for each output channel."""
    if bias is not None and bias.shape.rank == 1:
        r.equal(
            bias.shape.dims[0],
            outputs,
            "channels",
            "{op}: {bias} has {size} entries for {outputs} output channels",
            blame=bias,
            bias=bias,
            size=bias.shape.dims[0],
            outputs=outputs,
        )


@op(dtype="match", linear_in=("x", "weight"))
def depthwise_conv(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    stride: PerAxis = 1,
    padding: Padding = "valid",
    dilation: PerAxis = 1,
    layout: str = "last",
) -> Any:
    """Convolve each channel on its own: kernel (*window, channels, multiplier) -> channels * multiplier.

    >>> from gnomon.ops.sketch import array
    >>> depthwise_conv(array(2, 5, 6, 3), array(2, 2, 3, 2))
    array(2, 4, 5, 6)
    """


@depthwise_conv.shape
def _(
    r: Rule,
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    stride: PerAxis,
    padding: Padding,
    dilation: PerAxis,
    layout: str,
) -> Shape:
    count = _spatial(x, weight, None)
    if count is None:
        return Shape.unknown()
    image = Layout(r, x, count, layout, False)
    window, multiplier, inputs = _read_kernel(r, weight, count, "last")
    check_channels(r, x, weight, image.channels, inputs, 1)
    outputs = inputs * multiplier
    check_bias(r, bias, outputs)
    space = window_counts(r, x, image.space, window, stride, padding, dilation)
    return image.write(outputs, space, layout)


@op(dtype="match", linear_in=("x", "weight"))
def conv_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    stride: PerAxis = 1,
    padding: Padding = 0,
    output_padding: PerAxis | None = None,
    dilation: PerAxis = 1,
    groups: Size = 1,
    layout: str = "first",
    kernel_layout: str | None = None,
    output: Sequence[Size] | None = None,
    spatial: int | None = None,
    unbatched: bool = False,
) -> Any:
    """Transposed convolution: spread each entry over a window, so that sizes grow by the stride.

    Kernel "first": (in, out / groups, *window); "last": (*window, out / groups, in). Size of each result:
    (size - 1) * stride - padding + dilation * (window - 1) + output_padding + 1; with padding "same"
    size * stride, with "valid" size * stride + max(window - stride, 0) (Keras). ``output`` gives the spatial
    sizes (TensorFlow).

    >>> from gnomon.ops.sketch import array
    >>> conv_transpose(array(32, 16, 7, 7), array(16, 8, 4, 4), stride=2, padding=1)
    array(32, 8, 14, 14)
    """


@conv_transpose.shape
def _(
    r: Rule,
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    stride: PerAxis,
    padding: Padding,
    output_padding: PerAxis | None,
    dilation: PerAxis,
    groups: Size,
    layout: str,
    kernel_layout: str | None,
    output: Sequence[Size] | None,
    spatial: int | None,
    unbatched: bool,
) -> Shape:
    count = _spatial(x, weight, spatial)
    if count is None:
        return Shape.unknown()
    image = Layout(r, x, count, layout, unbatched)
    window, inputs, part = _read_kernel(r, weight, count, kernel_layout or layout)
    check_channels(r, x, weight, image.channels, inputs, 1)
    outputs = part if groups == 1 else part * groups
    check_bias(r, bias, outputs)
    strides, spread = per_axis(stride, count), per_axis(dilation, count)
    require_positive(r, "stride", strides)
    require_positive(r, "dilation", spread)
    extents = [k if d == 1 else d * (k - 1) + 1 for k, d in zip(window, spread)]
    if output is not None:
        _check_output(r, x, image.space, tuple(output), extents, strides, padding)
        return image.write(outputs, tuple(output), layout)
    extra = None if output_padding is None else per_axis(output_padding, count)
    filled = not any(type(n) is int and n == 0 for n in (*image.lead, image.channels, *image.space, outputs))
    if r.library == "torch" and extra is not None and filled:  # anything goes where nothing comes out
        _check_extra(r, extra, strides, spread)
    space = _grown(r, x, image.space, extents, strides, padding, extra)
    return image.write(outputs, space, layout)


def _check_extra(
    r: Rule, extra: tuple[Size, ...], strides: tuple[Size, ...], dilations: tuple[Size, ...]
) -> None:
    """PyTorch: entries added at the end belong to a started step."""
    for more, stride, dilation in zip(extra, strides, dilations):
        if type(more) is type(stride) is type(dilation) is int and more >= max(stride, dilation):
            r.fail(
                "window-size",
                "{op}: output_padding of {more}, but it must be below the stride of {stride} or the dilation of "
                "{dilation}",
                more=more,
                stride=stride,
                dilation=dilation,
            )


def _grown(
    r: Rule,
    x: Array,
    space: tuple[Size, ...],
    extents: list[Size],
    strides: tuple[Size, ...],
    padding: Padding,
    extra: tuple[Size, ...] | None,
) -> list[Size]:
    result: list[Size] = []
    named = isinstance(padding, str)
    pads = pad_widths(padding, len(space))
    for k, (size, extent, stride) in enumerate(zip(space, extents, strides)):
        if named and extra is None:
            rest: Size = 0 if pads == "same" else maximum(extent - stride, 0)
            result.append(size * stride + rest)
            continue
        cut: Size = 2 * (extent // 2) if isinstance(pads, str) else pads[k][0] + pads[k][1]
        grown = (size - 1) * stride + extent - cut + (0 if extra is None else extra[k])
        if type(grown) is int and grown < 0:
            r.fail(
                "window-size",
                "{op}: {x} is {x.shape}: padding cuts the {size} entries of a spatial axis down to {grown}",
                blame=x,
                x=x,
                size=size,
                grown=grown,
            )
            grown = r.fresh()
        result.append(grown if type(grown) is int else at_least_zero(r, grown))
    return result


def _check_output(
    r: Rule,
    x: Array,
    space: tuple[Size, ...],
    output: tuple[Size, ...],
    extents: list[Size],
    strides: tuple[Size, ...],
    padding: Padding,
) -> None:
    """Require that convolving the stated output gives back the sizes of x."""
    pads = pad_widths(padding, len(space))
    for k, (size, target, extent, stride) in enumerate(zip(space, output, extents, strides)):
        if type(stride) is int and stride < 1:
            continue
        if isinstance(pads, str):
            back = ceil_div(target, stride)
        else:
            back = (target + pads[k][0] + pads[k][1] - extent) // stride + 1
        r.require(
            Equal(size, back),
            "window-size",
            "{op}: {x} is {x.shape}: an output of {target} belongs to an input of {back}, not {size}",
            blame=x,
            x=x,
            size=size,
            target=target,
            back=back,
        )
