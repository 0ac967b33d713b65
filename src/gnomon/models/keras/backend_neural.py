"""`keras.backend`: convolution, pooling, padding and losses of Keras 2."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Tensor, Unknown, function, repeated
from gnomon.models.keras import losses, ops_neural
from gnomon.models.keras.options import layout, pair_per_axis
from gnomon.models.keras.promoting import tensor, unified


@function("keras.backend.conv1d", "keras.backend.conv2d", "keras.backend.conv3d")
def conv(
    x: Any,
    kernel: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = 1,
    **kwargs: Any,
) -> Any:
    """Convolution."""
    return ops_neural.conv(x, kernel, strides, padding, data_format, dilation_rate)


@function("keras.backend.depthwise_conv2d")
def depthwise_conv2d(
    x: Any,
    depthwise_kernel: Any,
    strides: Any = (1, 1),
    padding: Any = "valid",
    data_format: Any = None,
    dilation_rate: Any = (1, 1),
) -> Any:
    """Convolution of each channel."""
    return ops_neural.depthwise_conv(x, depthwise_kernel, strides, padding, data_format, dilation_rate)


@function("keras.backend.pool2d", "keras.backend.pool3d")
def pool(
    x: Any,
    pool_size: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = None,
    pool_mode: Any = "max",
) -> Any:
    """Pooling, with a step of 1 unless told otherwise."""
    return ops_neural.pool(x, pool_size, strides, padding, data_format)


@function(
    "keras.backend.spatial_2d_padding", "keras.backend.temporal_padding", "keras.backend.spatial_3d_padding"
)
def spatial_padding(x: Any, padding: Any = 1, data_format: Any = None) -> Any:
    """Zeros around the spatial axes."""
    given = tensor(x)
    arranged = layout(data_format)
    if type(given) is not Tensor or given.shape.rank is None or arranged is None:
        return Unknown()
    return ops.pad_space(given, widths=pair_per_axis(padding, given.shape.rank - 2), layout=arranged)


@function("keras.backend.resize_images")
def resize_images(
    x: Any, height_factor: Any, width_factor: Any, data_format: Any, interpolation: Any = "nearest"
) -> Any:
    """Images enlarged by whole factors."""
    arranged = layout(data_format)
    if arranged is None:
        return Unknown()
    return ops.upsample(tensor(x), factors=repeated((height_factor, width_factor), 2), layout=arranged)


for _name in ("categorical_crossentropy", "sparse_categorical_crossentropy"):

    def _declare(name: str) -> None:
        @function(f"keras.backend.{name}")
        def crossentropy(target: Any, output: Any, *args: Any, **kwargs: Any) -> Any:
            return losses.compare(name, target, output, "none")

    _declare(_name)


@function("keras.backend.binary_crossentropy", "keras.backend.binary_focal_crossentropy")
def binary_crossentropy(target: Any, output: Any, *args: Any, **kwargs: Any) -> Any:
    """Cross-entropy of each element."""
    return ops.multiply(*unified(target, output))


@function("keras.backend.map_fn", "keras.backend.foldl", "keras.backend.foldr", "keras.backend.rnn")
def mapped(*args: Any, **kwargs: Any) -> Any:
    """Loops over rows are not followed."""
    return Unknown()


for _name in (
    "ctc_batch_cost",
    "ctc_decode",
    "ctc_label_dense_to_sparse",
    "resize_volumes",
    "conv2d_transpose",
):

    @function(f"keras.backend.{_name}")
    def _not_followed(*args: Any, **kwargs: Any) -> Any:
        return Unknown()


for _name in ("get_session", "get_graph", "result_type", "standardize_dtype"):

    @function(f"keras.backend.{_name}", tensor=False)
    def _not_a_tensor(*args: Any, **kwargs: Any) -> Any:
        return Unknown()
