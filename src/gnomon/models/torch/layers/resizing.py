"""Layers that pad, resize and rearrange images."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import items, modelled, repeated, size
from gnomon.models.torch.functional import pad_widths, resized
from gnomon.models.torch.layers.module import Module


class Padding(Module):
    """Add entries around the spatial axes."""

    spatial = 2
    reflects = False

    def __init__(self, padding: Any, value: Any = 0.0) -> None:
        self.padding = padding

    def forward(self, input: Any) -> Any:
        """Pad."""
        if items(self.padding) is not None:
            widths = pad_widths(self.padding)
        else:
            widths = tuple((n, n) for n in repeated(self.padding, self.spatial))
        if widths is None:
            return ops.unknown_like(input)
        return ops.pad(input, widths=widths, last=True, reflect=self.reflects)


for _count in (1, 2, 3):
    for _name in ("ConstantPad", "ReflectionPad", "ReplicationPad", "ZeroPad", "CircularPad"):
        _form = {"spatial": _count, "reflects": _name == "ReflectionPad", "__doc__": Padding.__doc__}
        modelled(f"torch.nn.{_name}{_count}d", f"torch.nn.modules.padding.{_name}{_count}d")(
            type(f"{_name}{_count}d", (Padding,), _form)
        )


@modelled("torch.nn.Upsample", "torch.nn.modules.upsampling.Upsample")
class Upsample(Module):
    """Resize images to a size or by a factor."""

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: Any = "nearest",
        align_corners: Any = None,
        recompute_scale_factor: Any = None,
    ) -> None:
        self.size, self.scale_factor = size, scale_factor

    def forward(self, input: Any) -> Any:
        """Resize."""
        return resized(input, self.size, self.scale_factor)


for _name in ("UpsamplingNearest2d", "UpsamplingBilinear2d"):
    modelled(f"torch.nn.{_name}")(type(_name, (Upsample,), {}))


@modelled("torch.nn.PixelShuffle", "torch.nn.modules.pixelshuffle.PixelShuffle")
class PixelShuffle(Module):
    """Channels become space."""

    def __init__(self, upscale_factor: Any) -> None:
        self.upscale_factor = size(upscale_factor)

    def forward(self, input: Any) -> Any:
        """Rearrange."""
        return ops.pixel_shuffle(input, block=self.upscale_factor)


@modelled("torch.nn.PixelUnshuffle", "torch.nn.modules.pixelshuffle.PixelUnshuffle")
class PixelUnshuffle(Module):
    """Space becomes channels."""

    def __init__(self, downscale_factor: Any) -> None:
        self.downscale_factor = size(downscale_factor)

    def forward(self, input: Any) -> Any:
        """Rearrange."""
        return ops.pixel_unshuffle(input, block=self.downscale_factor)


@modelled("torch.nn.ChannelShuffle", "torch.nn.modules.channelshuffle.ChannelShuffle")
class ChannelShuffle(Module):
    """Exchange channels among groups."""

    def __init__(self, groups: Any) -> None:
        self.groups = groups

    def forward(self, input: Any) -> Any:
        """Rearrange."""
        return ops.positive(input)
