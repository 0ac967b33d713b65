"""Pooling, other convolutions and whole networks of Haiku."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, function, is_unknown, items, modelled, symbol
from gnomon.models.api import size as as_size
from gnomon.models.jax.convolution import reduce_window
from gnomon.models.jax.flax.layers import Windowed
from gnomon.models.jax.haiku.layers import Layer, last_size
from gnomon.models.jax.support import as_array, made, unknown_tensor


@function("haiku.max_pool", "haiku.avg_pool")
def pool(value: Any, window_shape: Any, strides: Any, padding: Any, channel_axis: Any = -1) -> Any:
    """Windows become one entry each; a number stands for all axes but the batch and the channels."""
    x = as_array(value)
    window, steps = (_per_axis(x.shape, sizes, channel_axis) for sizes in (window_shape, strides))
    if window is None or steps is None:
        return ops.unknown_like(x)
    return reduce_window(x, None, None, window, steps, padding)


def _per_axis(shape: Shape, sizes: Any, channel_axis: Any) -> tuple[Any, ...] | None:
    rank, entries = shape.rank, items(sizes)
    if rank is None or is_unknown(channel_axis):
        return None
    if entries is not None:
        return (1,) * (rank - len(entries)) + tuple(map(as_size, entries)) if len(entries) <= rank else None
    channel = None if channel_axis is None else channel_axis % rank if rank else None
    return tuple(1 if axis in (0, channel) else as_size(sizes) for axis in range(rank))


class Pool(Layer):
    """Base of pooling."""

    library_name = "haiku.Pool"

    def __init__(
        self, window_shape: Any, strides: Any, padding: Any, channel_axis: Any = -1, name: Any = None
    ) -> None:
        self.join(name)
        self.options = (window_shape, strides, padding, channel_axis)

    def __call__(self, value: Any) -> Any:
        return pool(value, *self.options)


@modelled("haiku.MaxPool")
class MaxPool(Pool):
    """The largest entry of each window."""


@modelled("haiku.AvgPool")
class AvgPool(Pool):
    """The mean of each window."""


class Transposed(Windowed):
    """Base of transposed convolutions of (batch, *space, channels)."""

    library_name = "haiku.ConvNDTranspose"
    spatial = 2

    def __init__(
        self,
        output_channels: Any,
        kernel_shape: Any,
        stride: Any = 1,
        output_shape: Any = None,
        padding: Any = "SAME",
        with_bias: Any = True,
        w_init: Any = None,
        b_init: Any = None,
        data_format: Any = None,
        mask: Any = None,
        name: Any = None,
    ) -> None:
        self.join(name)
        self.features = as_size(output_channels)
        known = items(kernel_shape)
        window = [kernel_shape] * self.spatial if known is None else known
        self.prepare_window(window, stride, padding, 1)
        self.plain = (
            data_format in (None, "NHWC", "NWC", "NDHWC", "channels_last")
            and output_shape is None
            and mask is None
            and not is_unknown(kernel_shape)
            and type(self.padding) is str
        )

    def __call__(self, inputs: Any, *, precision: Any = None) -> Any:
        x, lead = self.framed(as_array(inputs))
        if self.window is None or not self.plain or x.shape.rank not in (None, self.spatial + 2):
            return self.unframed(ops.unknown_like(x), lead)
        kernel = made(Shape((*self.window, self.features, last_size(x))))
        result = ops.conv_transpose(
            x, kernel, stride=self.strides, padding=self.padding, layout="last", spatial=self.spatial
        )
        return self.unframed(result, lead)


for _spatial in (1, 2, 3):
    modelled(f"haiku.Conv{_spatial}DTranspose")(
        type(
            f"Conv{_spatial}DTranspose",
            (Transposed,),
            {"__doc__": Transposed.__doc__, "__module__": __name__, "spatial": _spatial},
        )
    )


class Depthwise(Windowed):
    """Base of convolutions of each channel by itself."""

    library_name = "haiku.DepthwiseConvND"
    spatial = 2

    def __init__(
        self,
        channel_multiplier: Any,
        kernel_shape: Any,
        stride: Any = 1,
        padding: Any = "SAME",
        *arguments: Any,
        data_format: Any = None,
        rate: Any = 1,
        name: Any = None,
        **options: Any,
    ) -> None:
        self.join(name)
        self.multiplier = as_size(channel_multiplier)
        known = items(kernel_shape)
        window = [kernel_shape] * self.spatial if known is None else known
        self.prepare_window(window, stride, padding, rate)
        self.plain = (
            data_format in (None, "NHWC", "NWC", "NDHWC") and not arguments and not is_unknown(kernel_shape)
        )

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        if self.window is None or self.padding is None or not self.plain or x.shape.rank is None:
            return ops.unknown_like(x)
        return ops.depthwise_conv(
            x,
            made(Shape((*self.window, last_size(x), self.multiplier))),
            stride=self.strides,
            padding=self.padding,
            dilation=self.dilation,
            layout="last",
        )


for _spatial in (1, 2, 3):
    modelled(*([f"haiku.DepthwiseConv{_spatial}D"] + ["haiku.SeparableDepthwiseConv2D"] * (_spatial == 2)))(
        type(
            f"DepthwiseConv{_spatial}D",
            (Depthwise,),
            {"__doc__": Depthwise.__doc__, "__module__": __name__, "spatial": _spatial},
        )
    )


class Network(Layer):
    """Base of networks that give one number for each class."""

    library_name = "haiku.nets.Network"

    def __init__(self, num_classes: Any, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.num_classes = as_size(num_classes)

    def __call__(self, inputs: Any, is_training: Any = None, test_local_stats: Any = False) -> Any:
        x = as_array(inputs)
        batch = x.shape.axis(0) if x.shape.min_rank else None
        if x.shape.rank not in (None, 4):
            return unknown_tensor()
        return made(Shape((symbol() if batch is None else batch, self.num_classes)))


for _depth in (18, 34, 50, 101, 152, 200):
    modelled(f"haiku.nets.ResNet{_depth}")(
        type(f"ResNet{_depth}", (Network,), {"__doc__": Network.__doc__, "__module__": __name__})
    )


@modelled("haiku.nets.ResNet")
class ResNet(Network):
    """A network of blocks with shortcuts."""

    def __init__(
        self, blocks_per_group: Any, num_classes: Any, *arguments: Any, name: Any = None, **keywords: Any
    ) -> None:
        super().__init__(num_classes, name=name)


@modelled("haiku.nets.MobileNetV1")
class MobileNetV1(Network):
    """A network of convolutions by channel."""

    def __init__(
        self,
        strides: Any = None,
        channels: Any = None,
        num_classes: Any = 1000,
        use_bn: Any = True,
        name: Any = None,
    ) -> None:
        super().__init__(num_classes, name=name)
