"""tf.nn: pooling."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, dtypes, items
from gnomon.models.tensorflow.common import (
    array,
    made,
    tf_function,
)
from gnomon.models.tensorflow.sliding import (
    layout_of,
    paddings,
    pools_across,
    spatial_axes,
    unknown_image,
    windows,
)


def pooling(
    operation: Any, value: Any, window: Any, strides: Any, padding: Any, data_format: Any, spatial: int
) -> Any:
    """Pool an image by windows."""
    image = array(value)
    layout = layout_of(data_format)
    if layout is None:
        return made(Shape.unknown(), image.dtype)
    widths = paddings(padding, spatial, layout)
    across = pools_across(image, window, strides, layout) if spatial == 2 else None
    if across is not None:
        return across
    if widths is None:
        channels = image.shape.axis(-1 if layout == "last" else 1)
        return unknown_image(image, channels, spatial, layout)
    size = windows(window, spatial, layout)
    return operation(
        image,
        window=size,
        stride=size if strides is None else windows(strides, spatial, layout),
        padding=widths,
        layout=layout,
    )


def _pool_of_any_rank(operation: Any) -> Any:
    """Return the model of a pooling over the axes of the image."""

    def pool(
        value: Any = None,
        ksize: Any = None,
        strides: Any = None,
        padding: Any = None,
        data_format: Any = "NHWC",
        name: Any = None,
        input: Any = None,
    ) -> Any:
        image = input if value is None else value
        axes = spatial_axes(image, ksize, strides)
        return pooling(operation, image, ksize, strides, padding, data_format, axes)

    return pool


def _pool_of_pictures(operation: Any) -> Any:
    """Return the model of a pooling of TensorFlow 1, over two axes."""

    def pool(
        value: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NHWC",
        name: Any = None,
        input: Any = None,
    ) -> Any:
        return pooling(operation, input if value is None else value, ksize, strides, padding, data_format, 2)

    return pool


for _name, _operation in (("max_pool", ops.max_pool), ("avg_pool", ops.avg_pool)):
    tf_function(f"nn.{_name}")(_pool_of_any_rank(_operation))
    tf_function(f"compat.v1.nn.{_name}")(_pool_of_pictures(_operation))


@tf_function("nn.max_pool2d")
def _max_pool2d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NHWC", name: Any = None
) -> Any:
    return pooling(ops.max_pool, input, ksize, strides, padding, data_format, 2)


@tf_function("nn.avg_pool2d")
def _avg_pool2d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NHWC", name: Any = None
) -> Any:
    return pooling(ops.avg_pool, input, ksize, strides, padding, data_format, 2)


@tf_function("nn.max_pool1d", "nn.avg_pool1d")
def _pool1d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NWC", name: Any = None
) -> Any:
    return pooling(ops.max_pool, input, ksize, strides, padding, data_format, 1)


@tf_function("nn.max_pool3d", "nn.avg_pool3d")
def _pool3d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NDHWC", name: Any = None
) -> Any:
    return pooling(ops.max_pool, input, ksize, strides, padding, data_format, 3)


@tf_function("nn.max_pool_with_argmax")
def _max_pool_with_argmax(input: Any, ksize: Any, strides: Any, padding: Any, **kwargs: Any) -> Any:
    pooled = pooling(ops.max_pool, input, ksize, strides, padding, kwargs.get("data_format", "NHWC"), 2)
    return pooled, ops.cast(pooled, dtype=dtypes.int64)


@tf_function("nn.pool")
def _pool(
    input: Any,
    window_shape: Any,
    pooling_type: Any,
    padding: Any = "VALID",
    dilation_rate: Any = None,
    strides: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    window = items(window_shape)
    if window is None or dilation_rate is not None or dilations is not None or type(padding) is not str:
        return made(Shape.unknown(), array(input).dtype)
    return pooling(
        ops.max_pool, input, window, 1 if strides is None else strides, padding, data_format, len(window)
    )
