"""Convolution layers over one, two or three spatial axes, channels last unless told otherwise."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import Shape, Size, Tensor, Unknown, is_unknown, modelled, repeated, size, symbol
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.options import activate, layout, old_options, over_leading, padding, wants_positive

_OLD = {
    "nb_filter": "filters",
    "filter_length": "kernel_size",
    "border_mode": "padding",
    "subsample": "strides",
    "subsample_length": "strides",
    "dim_ordering": "data_format",
    "atrous_rate": "dilation_rate",
}


class Convolution(Layer):
    """What all convolution layers share: window, strides, padding, layout."""

    spatial: ClassVar[int] = 2
    numbers = True
    kernel: Any = None
    bias: Any = None
    depth_multiplier: Size = 1

    def configure(self, kernel_size: Any, options: dict[str, Any]) -> None:
        """Take the options of every convolution."""
        self.start(options)
        count = self.spatial
        self.window = repeated(kernel_size, count)
        self.strides = repeated(options.get("strides", 1), count)
        self.padding = padding(options.get("padding", "valid"))
        self.layout = layout(options.get("data_format"))
        self.dilation = repeated(options.get("dilation_rate", 1), count)
        groups = options.get("groups", 1)
        self.groups = size(groups or 1)  # Keras 2 takes 0 for 1
        self.activation = options.get("activation")
        self.depth_multiplier = size(options.get("depth_multiplier", 1))

    def channels_of(self, inputs: Any) -> Size:
        """Return the number of channels of an input shape, fresh if unknown."""
        if type(inputs) is Shape and self.layout is not None:
            if self.layout == "last":
                found = inputs.axis(-1)
            else:
                found = None if inputs.rank is None else inputs.axis(-self.spatial - 1)
            if found is not None:
                return found
        return symbol(lower=1)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.layout is None or self.padding is None or self.padding == "full" or self.kernel is None:
            return ops.unknown_like(x)
        return activate(over_leading(x, self.spatial + 2, self.convolve), self.activation)

    def convolve(self, x: Any) -> Any:
        """Apply the convolution to a batch of images."""
        return ops.conv(
            x,
            self.kernel,
            None,
            stride=self.strides,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
            layout=self.layout,
            kernel_layout="last",
            spatial=self.spatial,
        )


def _ordered(names: tuple[str, ...], args: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
    return {**dict(zip(names, args)), **old_options(options, **_OLD)}


_ORDER = ("strides", "padding", "data_format", "dilation_rate", "groups", "activation", "use_bias")
_TRANSPOSE_ORDER = (
    "strides",
    "padding",
    "output_padding",
    "data_format",
    "dilation_rate",
    "activation",
    "use_bias",
)


class _Full(Convolution):
    """A convolution that sums over all channels."""

    order: ClassVar[tuple[str, ...]] = _ORDER
    transposed: ClassVar[bool] = False

    def __init__(self, filters: Any = None, kernel_size: Any = None, *args: Any, **kwargs: Any) -> None:
        options = _ordered(self.order, args, kwargs)
        if kernel_size is None:
            kernel_size = options.pop("kernel_size", None)
            kernel_size = self.rows_and_columns(options) if kernel_size is None else kernel_size
        elif self.spatial == 2 and args and type(kernel_size) is int and type(args[0]) is int:
            kernel_size = self.three_numbers(kernel_size, args, kwargs, options)
        self.configure(kernel_size, options)
        self.filters = size(options.get("filters", filters))
        wants_positive("filters", self.filters)
        extra = options.get("output_padding")
        self.output_padding = None if extra is None else repeated(extra, self.spatial)

    @staticmethod
    def rows_and_columns(options: dict[str, Any]) -> Any:
        """Return the window that Keras 1 was given as ``nb_row`` and ``nb_col``."""
        return (options.get("nb_row"), options.get("nb_col")) if "nb_row" in options else None

    @staticmethod
    def three_numbers(
        first: int, args: tuple[Any, ...], given: dict[str, Any], options: dict[str, Any]
    ) -> Any:
        """Read `Convolution2D(32, 3, 3)`: rows and columns in Keras 1, window and stride since."""
        second = args[0]
        if any(
            name in given for name in ("border_mode", "subsample", "init", "dim_ordering", "W_regularizer")
        ):
            options["strides"] = given.get("subsample", 1)
            return (first, second)
        options["strides"] = 1 if second == 1 else symbol(domain=frozenset((1, second)))
        return (first, first) if second in (1, first) else (first, symbol(domain=frozenset((first, second))))

    def build_from(self, inputs: Any) -> None:
        channels = self.channels_of(inputs)
        kernel = ops.conv_kernel(
            inputs=channels,
            outputs=self.filters,
            window=self.window,
            groups=self.groups,
            layout="last",
            transposed=self.transposed,
        )
        self.kernel = self.weight(kernel.shape, role=f"built on inputs with {channels} channels")
        self.bias = self.weight((self.filters,))
        self.weights_known = (self.kernel, self.bias)


@modelled("keras.layers.Conv1D", "keras.layers.Convolution1D", "keras.layers.AtrousConvolution1D")
class Conv1D(_Full):
    """Convolution over sequences: (batch, length, channels)."""

    spatial = 1


@modelled("keras.layers.Conv2D", "keras.layers.Convolution2D", "keras.layers.AtrousConvolution2D")
class Conv2D(_Full):
    """Convolution over images: (batch, height, width, channels)."""


@modelled("keras.layers.Conv3D", "keras.layers.Convolution3D")
class Conv3D(_Full):
    """Convolution over volumes."""

    spatial = 3


class _Transposed(_Full):
    order = _TRANSPOSE_ORDER
    transposed = True

    def convolve(self, x: Any) -> Any:
        return ops.conv_transpose(
            x,
            self.kernel,
            None,
            stride=self.strides,
            padding=self.padding,
            output_padding=self.output_padding,
            dilation=self.dilation,
            layout=self.layout,
            kernel_layout="last",
            spatial=self.spatial,
        )


@modelled("keras.layers.Conv1DTranspose", "keras.layers.Convolution1DTranspose")
class Conv1DTranspose(_Transposed):
    """Transposed convolution over sequences."""

    spatial = 1


@modelled("keras.layers.Conv2DTranspose", "keras.layers.Convolution2DTranspose")
class Conv2DTranspose(_Transposed):
    """Transposed convolution over images."""


@modelled("keras.layers.Deconvolution2D", "keras.layers.Deconvolution3D")
class Deconvolution(Convolution):
    """Transposed convolution of Keras 1, whose output shape was an argument."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.unknown_like(x)


@modelled("keras.layers.Conv3DTranspose", "keras.layers.Convolution3DTranspose")
class Conv3DTranspose(_Transposed):
    """Transposed convolution over volumes."""

    spatial = 3


class _Depthwise(Convolution):
    """A convolution of each channel on its own."""

    def __init__(self, kernel_size: Any = None, *args: Any, **kwargs: Any) -> None:
        names = (
            "strides",
            "padding",
            "depth_multiplier",
            "data_format",
            "dilation_rate",
            "activation",
            "use_bias",
        )
        options = _ordered(names, args, kwargs)
        self.configure(options.get("kernel_size", kernel_size), options)

    def build_from(self, inputs: Any) -> None:
        channels = self.channels_of(inputs)
        self.kernel = self.weight(
            (*self.window, channels, self.depth_multiplier), role=f"built on inputs with {channels} channels"
        )
        self.bias = self.weight((channels * self.depth_multiplier,))
        self.weights_known = (self.kernel, self.bias)

    def convolve(self, x: Any) -> Any:
        return ops.depthwise_conv(
            x,
            self.kernel,
            None,
            stride=self.strides,
            padding=self.padding,
            dilation=self.dilation,
            layout=self.layout,
        )


@modelled("keras.layers.DepthwiseConv1D")
class DepthwiseConv1D(_Depthwise):
    """Convolution of each channel of sequences."""

    spatial = 1


@modelled("keras.layers.DepthwiseConv2D")
class DepthwiseConv2D(_Depthwise):
    """Convolution of each channel of images."""


class _Separable(_Depthwise):
    """A convolution of each channel, then a mixture of the channels."""

    pointwise: Any = None

    def __init__(self, filters: Any = None, kernel_size: Any = None, *args: Any, **kwargs: Any) -> None:
        names = (
            "strides",
            "padding",
            "data_format",
            "dilation_rate",
            "depth_multiplier",
            "activation",
            "use_bias",
        )
        options = _ordered(names, args, kwargs)
        self.configure(options.get("kernel_size", kernel_size), options)
        self.filters = size(options.get("filters", filters))

    def build_from(self, inputs: Any) -> None:
        super().build_from(inputs)
        channels = self.kernel.shape.dims[-2] * self.depth_multiplier
        self.pointwise = self.weight((*(1,) * self.spatial, channels, self.filters))
        self.weights_known = (self.kernel, self.pointwise, self.weight((self.filters,)))

    def convolve(self, x: Any) -> Any:
        inner = super().convolve(x)
        return ops.conv(
            inner, self.pointwise, None, layout=self.layout, kernel_layout="last", spatial=self.spatial
        )


@modelled("keras.layers.SeparableConv1D", "keras.layers.SeparableConvolution1D")
class SeparableConv1D(_Separable):
    """Separable convolution over sequences."""

    spatial = 1


@modelled("keras.layers.SeparableConv2D", "keras.layers.SeparableConvolution2D")
class SeparableConv2D(_Separable):
    """Separable convolution over images."""


class _LocallyConnected(_Full):
    """A convolution whose kernel differs from place to place (Keras 2)."""


@modelled("keras.layers.LocallyConnected1D")
class LocallyConnected1D(_LocallyConnected):
    """Unshared convolution over sequences."""

    spatial = 1


@modelled("keras.layers.LocallyConnected2D")
class LocallyConnected2D(_LocallyConnected):
    """Unshared convolution over images."""


class _ConvLSTM(Layer):
    """An LSTM whose products are convolutions: (batch, time, *space, channels)."""

    spatial: ClassVar[int] = 2

    def __init__(self, filters: Any, kernel_size: Any, *args: Any, **kwargs: Any) -> None:
        options = _ordered(("strides", "padding", "data_format", "dilation_rate", "activation"), args, kwargs)
        self.start(options)
        self.filters = size(filters)
        self.window = repeated(kernel_size, self.spatial)
        self.strides = repeated(options.get("strides", 1), self.spatial)
        self.padding = padding(options.get("padding", "valid"))
        self.layout = layout(options.get("data_format"))
        self.dilation = repeated(options.get("dilation_rate", 1), self.spatial)
        self.sequences = options.get("return_sequences", False)
        self.states = options.get("return_state", False)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.padding is None or self.layout is None or is_unknown(self.sequences):
            return Unknown()
        if type(x) is not Tensor or x.shape.rank is None:
            return Unknown()
        from gnomon.models.keras.options import wants_rank

        if not wants_rank(
            x, self.spatial + 3, axes="(batch, time, " + "space, " * self.spatial + "channels)"
        ):
            return Unknown()
        step = ops.index(x, items=(slice(None), 0))
        channels = step.shape.axis(-1 if self.layout == "last" else 1)
        kernel = ops.conv_kernel(inputs=channels, outputs=self.filters, window=self.window, layout="last")
        weight = self.weight(kernel.shape)
        result = ops.conv(
            step,
            weight,
            None,
            stride=self.strides,
            padding=self.padding,
            dilation=self.dilation,
            layout=self.layout,
            kernel_layout="last",
            spatial=self.spatial,
        )
        output = result
        if self.sequences:
            output = ops.repeat(ops.expand_dims(result, axis=1), repeats=x.shape.dims[1], axis=1)
        return (output, result, ops.positive(result)) if self.states is True else output


@modelled("keras.layers.ConvLSTM1D")
class ConvLSTM1D(_ConvLSTM):
    """Convolutional LSTM over sequences of sequences."""

    spatial = 1


@modelled("keras.layers.ConvLSTM2D")
class ConvLSTM2D(_ConvLSTM):
    """Convolutional LSTM over sequences of images."""


@modelled("keras.layers.ConvLSTM3D")
class ConvLSTM3D(_ConvLSTM):
    """Convolutional LSTM over sequences of volumes."""

    spatial = 3
