"""Convolution layers and their transposes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import count, flag, host, items, modelled, repeated, size, symbol, text
from gnomon.models.torch.common import default_float, dtype_or
from gnomon.models.torch.images import as_images
from gnomon.models.torch.layers.dense import with_bias
from gnomon.models.torch.layers.module import Module


def kernel(
    inputs: Any, outputs: Any, window: tuple[Any, ...], groups: Any, dtype: Any, transposed: bool = False
) -> Any:
    """Return the weight of a convolution."""
    made = ops.conv_kernel(
        inputs=inputs, outputs=outputs, window=window, groups=groups, transposed=transposed
    )
    made.dtype = dtype_or(dtype, None if host.cold else default_float())
    made.role = f"in_channels is {inputs}"
    made.attributes = {"is_parameter": True, "requires_grad": True}
    return made


def padding_of(padding: Any, spatial: int) -> Any:
    """Return a padding argument: "same", "valid", or one number for each spatial axis."""
    name = text(padding)
    return name if name is not None else repeated(padding, spatial)


class Convolution(Module):
    """A convolution over ``spatial`` axes."""

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
        bias: Any = True,
        padding_mode: Any = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        spatial = self.spatial
        self.in_channels, self.out_channels, self.groups = (
            count(in_channels),
            count(out_channels),
            count(groups),
        )
        self.kernel_size = repeated(kernel_size, spatial)
        self.stride, self.dilation = repeated(stride, spatial), repeated(dilation, spatial)
        self.padding = padding_of(padding, spatial)
        self.padding_mode = padding_mode
        self.weight = kernel(self.in_channels, self.out_channels, self.kernel_size, self.groups, dtype)
        self.bias = with_bias(bias, self.out_channels, dtype=dtype)

    def forward(self, input: Any) -> Any:
        """Apply the layer."""
        return ops.conv(
            as_images(input, self.in_channels, self.spatial),
            self.weight,
            self.bias,
            stride=self.stride,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
            spatial=self.spatial,
            unbatched=True,
        )

    def reset_parameters(self) -> None:
        """Draw new weights."""

    def _conv_forward(self, input: Any, weight: Any, bias: Any) -> Any:
        return ops.conv(
            as_images(input, self.in_channels, self.spatial),
            weight,
            bias,
            stride=self.stride,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
            spatial=self.spatial,
            unbatched=True,
        )


class TransposedConvolution(Module):
    """The transpose of a convolution over ``spatial`` axes: sizes grow."""

    spatial = 2

    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: Any = 1,
        bias: Any = True,
        dilation: Any = 1,
        padding_mode: Any = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        spatial = self.spatial
        self.in_channels, self.out_channels, self.groups = (
            count(in_channels),
            count(out_channels),
            count(groups),
        )
        self.kernel_size = repeated(kernel_size, spatial)
        self.stride, self.dilation = repeated(stride, spatial), repeated(dilation, spatial)
        self.padding, self.output_padding = repeated(padding, spatial), repeated(output_padding, spatial)
        self.weight = kernel(
            self.in_channels, self.out_channels, self.kernel_size, self.groups, dtype, transposed=True
        )
        self.bias = with_bias(bias, self.out_channels, dtype=dtype)

    def forward(self, input: Any, output_size: Any = None) -> Any:
        """Apply the layer; ``output_size`` chooses among the sizes that are possible."""
        wanted = items(output_size)
        extra = self.output_padding
        if output_size is not None:
            extra = tuple(symbol() for _ in range(self.spatial))
        result = ops.conv_transpose(
            as_images(input, self.in_channels, self.spatial),
            self.weight,
            self.bias,
            stride=self.stride,
            padding=self.padding,
            output_padding=extra,
            dilation=self.dilation,
            groups=self.groups,
            spatial=self.spatial,
            unbatched=True,
        )
        if wanted is None or len(wanted) < self.spatial:
            return result
        from gnomon.models.torch.functional import with_space

        return with_space(result, tuple(map(size, wanted[-self.spatial :])))


for _count in (1, 2, 3):
    _form = {"spatial": _count, "__doc__": f"Convolution over {_count} spatial axes."}
    modelled(
        f"torch.nn.Conv{_count}d", f"torch.nn.modules.conv.Conv{_count}d", f"torch.nn.modules.Conv{_count}d"
    )(type(f"Conv{_count}d", (Convolution,), _form))
    modelled(f"torch.nn.ConvTranspose{_count}d", f"torch.nn.modules.conv.ConvTranspose{_count}d")(
        type(f"ConvTranspose{_count}d", (TransposedConvolution,), _form)
    )


class LazyConvolution(Module):
    """A convolution that learns its input channels from the first call."""

    spatial = 2

    def __init__(self, out_channels: Any, kernel_size: Any, *settings: Any, **named: Any) -> None:
        self.given = (out_channels, kernel_size, *settings)
        self.named = tuple(named.items())
        self.inner: Any = None

    def forward(self, input: Any) -> Any:
        """Apply the layer."""
        if self.inner is None:
            place = -1 - self.spatial
            channels = getattr(getattr(input, "shape", None), "axis", lambda _: None)(place)
            kind = {1: Conv1d, 2: Conv2d, 3: Conv3d}[self.spatial]
            self.inner = kind(symbol() if channels is None else channels, *self.given, **dict(self.named))
        return self.inner.forward(input)


Conv1d, Conv2d, Conv3d = (
    type(f"Conv{_count}d", (Convolution,), {"spatial": _count, "library_name": f"torch.nn.Conv{_count}d"})
    for _count in (1, 2, 3)
)
for _count in (1, 2, 3):
    modelled(f"torch.nn.LazyConv{_count}d")(
        type(f"LazyConv{_count}d", (LazyConvolution,), {"spatial": _count})
    )


@modelled("torch.nn.Unfold", "torch.nn.modules.fold.Unfold")
class Unfold(Module):
    """Cut images into blocks: (batch, channels * block, blocks)."""

    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> None:
        self.settings = (kernel_size, dilation, padding, stride)

    def forward(self, input: Any) -> Any:
        """Cut into blocks."""
        from gnomon.models.torch.functional import unfold

        return unfold(input, *self.settings)


@modelled("torch.nn.Fold", "torch.nn.modules.fold.Fold")
class Fold(Module):
    """Put blocks back together into images."""

    def __init__(
        self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
    ) -> None:
        self.settings = (output_size, kernel_size, dilation, padding, stride)

    def forward(self, input: Any) -> Any:
        """Put blocks together."""
        from gnomon.models.torch.functional import fold

        return fold(input, *self.settings)


_ = flag
