"""Where windows lie: the geometry of convolutions and pooling, axis by axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.ops.windows import pad_widths, per_axis
from gnomon.shapes import Size, ceil_div, maximum, minimum

if TYPE_CHECKING:
    from gnomon.graph.array import Application


class Axis(NamedTuple):
    """A spatial axis. Window ``o`` has at ``k`` the entry of ``o * stride + k * dilation - before``.

    ``spread``: entries of the image lie so far apart, with zeros between (as a transposed convolution sees it).
    ``bare``: all windows are inside of the image.
    """

    size: Size
    out: Size
    window: Size
    stride: int
    dilation: int
    before: Size
    spread: int = 1
    bare: bool = False

    @property
    def reach(self) -> Size:
        """How far a window reaches."""
        return self.dilation * (self.window - 1) + 1

    @property
    def wide(self) -> Size:
        """The size of the axis with the border that windows see."""
        return (self.out - 1) * self.stride + self.reach

    @property
    def first(self) -> Size:
        """The first entry of the image that windows see."""
        return maximum(ceil_div(0 - self.before, self.spread), 0)

    @property
    def seen(self) -> Size:
        """How many entries of the image windows see."""
        last = (self.wide - 1 - self.before) // self.spread + 1
        return maximum(minimum(self.size, last) - self.first, 0)


def settings_of(application: Application) -> dict[str, Any]:
    """Return the attributes of an application, with the defaults of its operation."""
    return {**(application.op.defaults or {}), **(application.op.values or {}), **application.attributes}


def counts_of(space: Sequence[Size], window: Sequence[Size], attributes: dict[str, Any]) -> list[Size]:
    """Return how many windows fit along each axis."""
    count = len(space)
    pads: Any = pad_widths(attributes["padding"], count)
    strides, dilations = per_axis(attributes["stride"], count), per_axis(attributes["dilation"], count)
    if isinstance(pads, str):
        return [ceil_div(size, stride) for size, stride in zip(space, strides)]
    return [
        (size + before + after - dilation * (taps - 1) - 1) // stride + 1
        for size, taps, stride, dilation, (before, after) in zip(space, window, strides, dilations, pads)
    ]


def axes_of(
    space: Sequence[Size], out: Sequence[Size], window: Sequence[Size], attributes: dict[str, Any]
) -> list[Axis] | None:
    """Return the axes of windows that slide over an image; None where a step is no number."""
    count = len(space)
    strides = per_axis(attributes["stride"], count)
    dilations = per_axis(attributes["dilation"], count)
    padding = attributes["padding"]
    pads: Any = pad_widths(padding, count)
    found = []
    for k in range(count):
        stride, dilation = strides[k], dilations[k]
        if type(stride) is not int or type(dilation) is not int or stride < 1 or dilation < 1:
            return None
        if isinstance(pads, str):
            reach = dilation * (window[k] - 1) + 1
            total = maximum((out[k] - 1) * stride + reach - space[k], 0)
            before = reach - 1 if str(padding).lower() == "causal" else total // 2
            found.append(Axis(space[k], out[k], window[k], stride, dilation, before))
        else:
            bare = all(type(pad) is int and pad == 0 for pad in pads[k])
            found.append(Axis(space[k], out[k], window[k], stride, dilation, pads[k][0], 1, bare))
    return found


def axes_back(
    space: Sequence[Size], out: Sequence[Size], window: Sequence[Size], attributes: dict[str, Any]
) -> list[Axis] | None:
    """Return the axes of a transposed convolution: windows over a spread image; the kernel is read backwards."""
    count = len(space)
    strides = per_axis(attributes["stride"], count)
    dilations = per_axis(attributes["dilation"], count)
    padding, extra, output = attributes["padding"], attributes["output_padding"], attributes["output"]
    pads: Any = pad_widths(padding, count)
    same = pads == "same"
    found = []
    for k in range(count):
        stride, dilation = strides[k], dilations[k]
        if type(stride) is not int or type(dilation) is not int or stride < 1 or dilation < 1:
            return None
        reach = dilation * (window[k] - 1) + 1
        if output is not None:
            total = maximum((space[k] - 1) * stride + reach - output[k], 0)
            cut = total // 2 if same else pads[k][0]
        elif isinstance(padding, str) and extra is None:
            cut = maximum(reach - stride, 0) // 2 if same else 0
        else:
            cut = reach // 2 if same else pads[k][0]
        found.append(Axis(space[k], out[k], window[k], 1, dilation, reach - 1 - cut, stride))
    return found
