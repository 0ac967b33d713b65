"""Convolutions and pooling of Equinox: (channels, *space) without a batch."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Modelled, TakesAnything, dtypes, is_unknown, modelled, repeated
from gnomon.models.api import size as as_size
from gnomon.models.jax.convolution import padding_of
from gnomon.models.jax.support import as_array, unknown_tensor


class Convolution(Modelled):
    """Base of convolutions."""

    library_name = "equinox.nn.Conv"
    spatial = 2

    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: Any = 1,
        use_bias: Any = True,
        *arguments: Any,
        **keywords: Any,
    ) -> None:
        self.weight = self.kernel = ops.conv_kernel(
            inputs=as_size(in_channels),
            outputs=as_size(out_channels),
            window=repeated(kernel_size, self.spatial),
            groups=as_size(groups),
        )
        self.weight.dtype = dtypes.float32
        self.stride = repeated(stride, self.spatial)
        self.dilation = repeated(dilation, self.spatial)
        self.padding = padding_of(padding, self.spatial)
        self.groups = as_size(groups)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if self.padding is None or array.shape.rank is None:
            return unknown_tensor()
        if array.shape.rank != self.spatial + 1:
            return ops.conv(array, self.kernel, spatial=self.spatial, unbatched=True)
        result = ops.conv(
            ops.expand_dims(array, axis=0),
            self.kernel,
            stride=self.stride,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
            spatial=self.spatial,
        )
        return ops.squeeze(result, axis=0)


class Transposed(Modelled):
    """Base of transposed convolutions."""

    library_name = "equinox.nn.ConvTranspose"
    spatial = 2

    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        output_padding: Any = 0,
        padding: Any = 0,
        dilation: Any = 1,
        groups: Any = 1,
        *arguments: Any,
        **keywords: Any,
    ) -> None:
        count = self.spatial
        self.weight = ops.conv_kernel(
            inputs=as_size(in_channels),
            outputs=as_size(out_channels),
            window=repeated(kernel_size, count),
            groups=as_size(groups),
            transposed=True,
        )
        self.weight.dtype = dtypes.float32
        self.stride, self.dilation = repeated(stride, count), repeated(dilation, count)
        self.extra = repeated(output_padding, count)
        self.padding = 0 if padding == "VALID" else padding_of(padding, count)
        self.groups = as_size(groups)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if self.padding is None or type(self.padding) is str or array.shape.rank is None:
            return ops.unknown_like(array) if array.shape.rank is not None else unknown_tensor()
        framed = ops.expand_dims(array, axis=0) if array.shape.rank == self.spatial + 1 else array
        result = ops.conv_transpose(
            framed,
            self.weight,
            stride=self.stride,
            padding=self.padding,
            output_padding=self.extra,
            dilation=self.dilation,
            groups=self.groups,
            spatial=self.spatial,
            unbatched=framed is array,
        )
        return result if framed is array else ops.squeeze(result, axis=0)


class Pool(Modelled):
    """Base of pooling."""

    library_name = "equinox.nn.Pool"
    spatial = 2

    def __init__(
        self, kernel_size: Any, stride: Any = 1, padding: Any = 0, use_ceil: Any = False, **keywords: Any
    ) -> None:
        self.window = repeated(kernel_size, self.spatial)
        self.stride = repeated(stride, self.spatial)
        self.padding = padding_of(padding, self.spatial)
        self.plain = use_ceil is False and not is_unknown(kernel_size)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if not self.plain or self.padding is None or array.shape.rank is None:
            return ops.unknown_like(array) if array.shape.rank is not None else unknown_tensor()
        framed = ops.expand_dims(array, axis=0) if array.shape.rank == self.spatial + 1 else array
        result = ops.max_pool(
            framed, window=self.window, stride=self.stride, padding=self.padding, unbatched=framed is array
        )
        return result if framed is array else ops.squeeze(result, axis=0)


class Adaptive(Modelled):
    """Base of pooling to a given size."""

    library_name = "equinox.nn.AdaptivePool"
    spatial = 2

    def __init__(self, target_shape: Any, *arguments: Any, **keywords: Any) -> None:
        self.known = not is_unknown(target_shape)
        self.size = repeated(target_shape, self.spatial)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if not self.known or array.shape.rank is None:
            return unknown_tensor()
        if array.shape.rank != self.spatial + 1:
            return ops.adaptive_avg_pool(array, size=self.size, unbatched=True)
        return ops.squeeze(ops.adaptive_avg_pool(ops.expand_dims(array, axis=0), size=self.size), axis=0)


_KINDS = {
    "Conv{}d": (Convolution, "Convolution"),
    "ConvTranspose{}d": (Transposed, "Transposed convolution"),
    "MaxPool{}d": (Pool, "The largest entry of each window"),
    "AvgPool{}d": (Pool, "The mean of each window"),
    "AdaptiveAvgPool{}d": (Adaptive, "The mean of each part"),
    "AdaptiveMaxPool{}d": (Adaptive, "The largest entry of each part"),
}
for _pattern, (_base, _text) in _KINDS.items():
    for _spatial in (1, 2, 3):
        _name = _pattern.format(_spatial)
        modelled(f"equinox.nn.{_name}")(
            type(
                _name,
                (_base,),
                {"__doc__": f"{_text} over {_spatial} axes.", "__module__": __name__, "spatial": _spatial},
            )
        )


@modelled("equinox.nn.Pool")
class Unfollowed(TakesAnything):
    """A layer that folds windows by any function."""

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        return ops.unknown_like(array) if array.shape.rank is not None else unknown_tensor()


@modelled("equinox.nn.Conv")
class Conv(Convolution):
    """Convolution over any number of axes."""

    def __init__(self, num_spatial_dims: Any, *arguments: Any, **keywords: Any) -> None:
        self.spatial = num_spatial_dims
        super().__init__(*arguments, **keywords)


@modelled("equinox.nn.ConvTranspose")
class ConvTranspose(Transposed):
    """Transposed convolution over any number of axes."""

    def __init__(
        self,
        num_spatial_dims: Any,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        *arguments: Any,
        **keywords: Any,
    ) -> None:
        self.spatial = num_spatial_dims
        first = (in_channels, out_channels, kernel_size, stride, output_padding, padding)
        super().__init__(*first, *arguments, **keywords)


@modelled("equinox.nn.AdaptivePool")
class AdaptivePool(Adaptive):
    """Pooling of any number of axes to a given size."""

    def __init__(self, target_shape: Any, num_spatial_dims: Any, operation: Any) -> None:
        self.spatial = num_spatial_dims
        super().__init__(target_shape)
