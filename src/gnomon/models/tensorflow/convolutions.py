"""tf.nn: convolutions, transposed and separable ones."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, host
from gnomon.models.tensorflow.common import (
    alike,
    array,
    made,
    older_than,
    settled_by,
    sizes,
    tf_function,
)
from gnomon.models.tensorflow.sliding import (
    layout_of,
    over_batches,
    paddings,
    slides_inside,
    unknown_image,
    windows,
)


def _warn_of_groups(x: Any, kernel: Any, channels: Any, taken: Any) -> None:
    """A kernel for a fraction of the channels is refused by old versions and quietly makes groups in new ones."""
    if type(channels) is int and type(taken) is int and 1 < taken < channels and channels % taken == 0:
        if not older_than(1, 13):
            host.warn(
                "channels",
                "{op}: {x} has {channels} channels, but the kernel takes {taken}: TensorFlow 1 refuses this, "
                "TensorFlow 2 convolves {groups} groups of channels apart",
                blame=x,
                help="a kernel of shape (*window, {channels}, filters) sums over all channels",
                x=x,
                channels=channels,
                taken=taken,
                groups=channels // taken,
            )


def convolution(
    x: Any, kernel: Any, strides: Any, padding: Any, data_format: Any, dilations: Any, spatial: int | None
) -> Any:
    """Slide a kernel (*window, in, out) over an image."""
    image, weight = map(array, alike(x, kernel))
    layout = layout_of(data_format)
    count = spatial
    if count is None:
        count = weight.shape.rank - 2 if weight.shape.rank is not None else None
    if layout is None or count is None or count < 1:
        return made(Shape.unknown(), image.dtype)
    widths = paddings(padding, count, layout)
    steps = slides_inside(image, {"strides": strides, "dilations": dilations}, layout, count)
    if widths is None or not steps:
        return unknown_image(image, weight.shape.axis(-1), count, layout)
    if layout == "last":
        _warn_of_groups(x, kernel, image.shape.axis(-1), weight.shape.axis(-2))
    options = {
        "stride": windows(strides, count, layout),
        "padding": widths,
        "dilation": windows(dilations, count, layout),
        "groups": 1 if older_than(1, 13) else None,
        "layout": layout,
        "kernel_layout": "last",
        "spatial": count,
    }
    if older_than(2, 0):
        return ops.conv(image, weight, **options)
    return over_batches(image, count + 2, lambda batch: ops.conv(batch, weight, **options))


@tf_function("nn.conv2d", "python.ops.nn_ops.conv2d")
def _conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = True,
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: Any = None,
    filters: Any = None,
) -> Any:
    if type(use_cudnn_on_gpu) is str:
        data_format = use_cudnn_on_gpu
    return convolution(
        input, filters if filter is None else filter, strides, padding, data_format, dilations, 2
    )


@tf_function("nn.conv1d")
def _conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = None,
    data_format: Any = None,
    name: Any = None,
    input: Any = None,
    dilations: Any = None,
) -> Any:
    if type(use_cudnn_on_gpu) is str:
        data_format = use_cudnn_on_gpu
    return convolution(input if value is None else value, filters, stride, padding, data_format, dilations, 1)


@tf_function("nn.conv3d")
def _conv3d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: Any = None,
    filters: Any = None,
) -> Any:
    return convolution(
        input, filters if filter is None else filter, strides, padding, data_format, dilations, 3
    )


@tf_function("nn.convolution")
def _convolution(
    input: Any,
    filter: Any = None,
    padding: Any = "VALID",
    strides: Any = None,
    dilation_rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    if type(padding) is not str and type(strides) is str:
        padding, strides = strides, padding
    spread = dilations if dilation_rate is None else dilation_rate
    return convolution(
        input, filters if filter is None else filter, strides, padding, data_format, spread, None
    )


@tf_function("nn.atrous_conv2d")
def _atrous(value: Any, filters: Any, rate: Any, padding: Any, name: Any = None) -> Any:
    return convolution(value, filters, 1, padding, "NHWC", rate, 2)


@tf_function("nn.depthwise_conv2d", "nn.depthwise_conv2d_native")
def _depthwise(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    image, weight = map(array, alike(input, filter))
    layout = layout_of(data_format)
    widths = None if layout is None else paddings(padding, 2, layout)
    if layout is None or widths is None:
        return made(Shape.unknown(), image.dtype)
    if not slides_inside(image, {"strides": strides, "dilations": dilations}, layout, 2):
        return unknown_image(image, None, 2, layout)
    steps, spread = windows(strides, 2, layout), windows(dilations if rate is None else rate, 2, layout)
    if steps != (1, 1) and spread != (1, 1):
        return unknown_image(
            image, None, 2, layout
        )  # spread windows are taken out of pieces that it skips in
    return ops.depthwise_conv(image, weight, stride=steps, padding=widths, dilation=spread, layout=layout)


@tf_function("nn.separable_conv2d")
def _separable(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    deep = _depthwise(input, depthwise_filter, strides, padding, rate, None, data_format, dilations)
    return convolution(deep, pointwise_filter, 1, "VALID", data_format, None, 2)


def _transposed(
    value: Any, kernel: Any, output_shape: Any, strides: Any, padding: Any, data_format: Any, spatial: int
) -> Any:
    image, weight = map(array, alike(value, kernel))
    layout = layout_of(data_format)
    goal = sizes(output_shape)
    if layout is None:
        return made(Shape.unknown(), image.dtype)
    widths = paddings(padding, spatial, layout)
    if widths is None or goal.rank != spatial + 2:
        channels = weight.shape.axis(-2)
        return unknown_image(image, channels, spatial, layout)
    space = goal.dims[1:-1] if layout == "last" else goal.dims[2:]
    result = ops.conv_transpose(
        image,
        weight,
        stride=windows(strides, spatial, layout),
        padding=widths,
        layout=layout,
        kernel_layout="last",
        output=space,
        spatial=spatial,
    )
    return settled_by(result, goal)


def _transposed_convolution(spatial: int, usual_format: str) -> Any:
    def model(
        value: Any = None,
        filter: Any = None,
        output_shape: Any = None,
        strides: Any = None,
        padding: Any = "SAME",
        data_format: Any = usual_format,
        name: Any = None,
        input: Any = None,
        filters: Any = None,
        dilations: Any = None,
    ) -> Any:
        image = input if value is None else value
        kernel = filters if filter is None else filter
        return _transposed(image, kernel, output_shape, strides, padding, data_format, spatial)

    return model


tf_function("nn.conv2d_transpose")(_transposed_convolution(2, "NHWC"))
tf_function("nn.conv3d_transpose")(_transposed_convolution(3, "NDHWC"))


@tf_function("nn.conv1d_transpose", "contrib.nn.conv1d_transpose")
def _conv1d_transpose(
    input: Any = None,
    filters: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: Any = "NWC",
    dilations: Any = None,
    name: Any = None,
    value: Any = None,
    filter: Any = None,
    stride: Any = None,
) -> Any:
    image = value if input is None else input
    kernel = filter if filters is None else filters
    return _transposed(
        image, kernel, output_shape, stride if strides is None else strides, padding, data_format, 1
    )
