"""tf.layers: functions that make their weights by themselves, and the layer objects behind them."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Modelled, Shape, Tensor, modelled, symbol
from gnomon.models.tensorflow.common import activated, array, made, tf_function, whole
from gnomon.models.tensorflow.pooling import pooling
from gnomon.models.tensorflow.reductions import axes
from gnomon.models.tensorflow.sliding import layout_of, paddings, unknown_image, windows


def weight(shape: tuple[Any, ...], like: Tensor) -> Tensor:
    """Return the weight of a layer, of the dtype of its input."""
    return made(Shape(shape), like.dtype)


def width_of(x: Tensor, axis: int) -> Any:
    """Return the number of features of an input, fresh where it is unknown."""
    size = x.shape.axis(axis)
    return symbol(lower=1) if size is None else size


def dense(inputs: Any, units: Any, activation: Any = None) -> Any:
    """Multiply the last axis by a matrix that fits it."""
    x = array(inputs)
    kernel = weight((width_of(x, -1), whole(units)), x)
    return activated(activation, ops.linear(x, kernel, weight_layout="in_out"))


def flattened(inputs: Any) -> Any:
    """Merge all axes but the first."""
    x = array(inputs)
    return ops.expand_dims(x, axis=-1) if x.shape.rank == 1 else ops.flatten(x, start=1)


def convolved(
    inputs: Any,
    filters: Any,
    kernel_size: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilation_rate: Any,
    activation: Any,
    spatial: int,
) -> Any:
    """Convolve with a kernel that fits the channels."""
    x = array(inputs)
    layout = layout_of(data_format)
    if layout is None:
        return made(Shape.unknown(), x.dtype)
    outputs = whole(filters)
    widths = paddings(padding, spatial, layout)
    if widths is None:
        return activated(activation, unknown_image(x, outputs, spatial, layout))
    channels = width_of(x, -1 if layout == "last" else 1)
    kernel = weight((*windows(kernel_size, spatial, layout), channels, outputs), x)
    result = ops.conv(
        x,
        kernel,
        stride=windows(strides, spatial, layout),
        padding=widths,
        dilation=windows(dilation_rate, spatial, layout),
        layout=layout,
        kernel_layout="last",
        spatial=spatial,
    )
    return activated(activation, result)


def transposed(
    inputs: Any,
    filters: Any,
    kernel_size: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    activation: Any,
    spatial: int,
) -> Any:
    """Spread with a kernel that fits the channels."""
    x = array(inputs)
    layout = layout_of(data_format)
    if layout is None:
        return made(Shape.unknown(), x.dtype)
    outputs = whole(filters)
    widths = paddings(padding, spatial, layout)
    if widths is None:
        return activated(activation, unknown_image(x, outputs, spatial, layout))
    channels = width_of(x, -1 if layout == "last" else 1)
    kernel = weight((*windows(kernel_size, spatial, layout), outputs, channels), x)
    result = ops.conv_transpose(
        x,
        kernel,
        stride=windows(strides, spatial, layout),
        padding=widths,
        layout=layout,
        kernel_layout="last",
        spatial=spatial,
    )
    return activated(activation, result)


def pooled(inputs: Any, pool_size: Any, strides: Any, padding: Any, data_format: Any, spatial: int) -> Any:
    """Pool windows of a size."""
    return pooling(ops.max_pool, inputs, pool_size, strides, padding, data_format, spatial)


@tf_function("layers.dense", "contrib.layers.dense_free")
def _dense(
    inputs: Any, units: Any, activation: Any = None, use_bias: Any = True, *args: Any, **kwargs: Any
) -> Any:
    return dense(inputs, units, activation)


@tf_function("layers.flatten", "contrib.layers.flatten", "contrib.slim.flatten")
def _flatten(inputs: Any, *args: Any, **kwargs: Any) -> Any:
    return flattened(inputs)


@tf_function("layers.dropout", "layers.batch_normalization", "layers.batch_norm_free")
def _same(inputs: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(array(inputs))


@tf_function("layers.batch_normalization", "layers.BatchNormalization_free")
def _batch_normalization(inputs: Any, axis: Any = -1, *args: Any, **kwargs: Any) -> Any:
    place = axes(axis)
    return ops.batch_norm(array(inputs), axis=place) if type(place) is int else ops.positive(array(inputs))


def _convolution(spatial: int) -> Any:
    def model(
        inputs: Any,
        filters: Any,
        kernel_size: Any,
        strides: Any = 1,
        padding: Any = "valid",
        data_format: Any = "channels_last",
        dilation_rate: Any = 1,
        activation: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        return convolved(
            inputs, filters, kernel_size, strides, padding, data_format, dilation_rate, activation, spatial
        )

    return model


def _transposed(spatial: int) -> Any:
    def model(
        inputs: Any,
        filters: Any,
        kernel_size: Any,
        strides: Any = 1,
        padding: Any = "valid",
        data_format: Any = "channels_last",
        activation: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        return transposed(inputs, filters, kernel_size, strides, padding, data_format, activation, spatial)

    return model


def _pooling(spatial: int) -> Any:
    def model(
        inputs: Any,
        pool_size: Any,
        strides: Any,
        padding: Any = "valid",
        data_format: Any = "channels_last",
        name: Any = None,
    ) -> Any:
        return pooled(inputs, pool_size, strides, padding, data_format, spatial)

    return model


for _count in (1, 2, 3):
    tf_function(f"layers.conv{_count}d")(_convolution(_count))
    tf_function(f"layers.max_pooling{_count}d", f"layers.average_pooling{_count}d")(_pooling(_count))
for _count in (2, 3):
    tf_function(f"layers.conv{_count}d_transpose")(_transposed(_count))


@tf_function("layers.separable_conv2d")
def _separable(
    inputs: Any,
    filters: Any,
    kernel_size: Any,
    strides: Any = 1,
    padding: Any = "valid",
    data_format: Any = "channels_last",
    dilation_rate: Any = 1,
    depth_multiplier: Any = 1,
    activation: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    return convolved(
        inputs, filters, kernel_size, strides, padding, data_format, dilation_rate, activation, 2
    )


class Layer(Modelled):
    """A layer object: its weights fit its first input and are kept."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.kernel: Tensor | None = None

    @property
    def trainable_weights(self) -> Any:
        """The weights."""
        return () if self.kernel is None else (self.kernel,)

    weights = variables = trainable_variables = trainable_weights

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Apply the layer."""
        return self(inputs)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.unknown_like(array(inputs))

    def fitted(self, shape: tuple[Any, ...], like: Tensor) -> Tensor:
        """Return the weight, made for the first input."""
        if self.kernel is None:
            self.kernel = weight(shape, like)
        return self.kernel


@modelled("tensorflow.layers.Dense")
class Dense(Layer):
    """tf.layers.Dense."""

    def __init__(
        self, units: Any, activation: Any = None, use_bias: Any = True, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__()
        self.units, self.activation = units, activation

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        x = array(inputs)
        kernel = self.fitted((width_of(x, -1), whole(self.units)), x)
        return activated(self.activation, ops.linear(x, kernel, weight_layout="in_out"))


@modelled("tensorflow.layers.Flatten")
class Flatten(Layer):
    """tf.layers.Flatten."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return flattened(inputs)


@modelled("tensorflow.layers.Dropout", "tensorflow.layers.BatchNormalization")
class Same(Layer):
    """A layer that keeps the shape."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.positive(array(inputs))


class _Conv(Layer):
    spatial = 2

    def __init__(
        self,
        filters: Any,
        kernel_size: Any,
        strides: Any = 1,
        padding: Any = "valid",
        data_format: Any = "channels_last",
        dilation_rate: Any = 1,
        activation: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.settings = (filters, kernel_size, strides, padding, data_format, dilation_rate, activation)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return convolved(inputs, *self.settings, self.spatial)


class _ConvTranspose(_Conv):
    def __init__(
        self,
        filters: Any,
        kernel_size: Any,
        strides: Any = 1,
        padding: Any = "valid",
        data_format: Any = "channels_last",
        activation: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(filters, kernel_size, strides, padding, data_format, 1, activation)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        filters, kernel_size, strides, padding, data_format, _, activation = self.settings
        return transposed(
            inputs, filters, kernel_size, strides, padding, data_format, activation, self.spatial
        )


class _Pool(Layer):
    spatial = 2

    def __init__(
        self,
        pool_size: Any,
        strides: Any,
        padding: Any = "valid",
        data_format: Any = "channels_last",
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.settings = (pool_size, strides, padding, data_format)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return pooled(inputs, *self.settings, self.spatial)


for _count in (1, 2, 3):
    modelled(f"tensorflow.layers.Conv{_count}D")(type(f"Conv{_count}D", (_Conv,), {"spatial": _count}))
    for _kind in ("MaxPooling", "AveragePooling"):
        modelled(f"tensorflow.layers.{_kind}{_count}D")(
            type(f"{_kind}{_count}D", (_Pool,), {"spatial": _count})
        )
for _count in (2, 3):
    modelled(f"tensorflow.layers.Conv{_count}DTranspose")(
        type(f"Conv{_count}DTranspose", (_ConvTranspose,), {"spatial": _count})
    )
