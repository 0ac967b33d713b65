"""Images as (batch, channels, *space), and the windows that slide over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array
from gnomon.ops.windows import pad_widths, per_axis
from gnomon.shapes import Size, ceil_div, maximum

Pairs = list[tuple[Size, Size]]


def reaches(window: Sequence[Size], dilation: Any) -> list[Size]:
    """Return how far each window reaches."""
    return [d * (k - 1) + 1 for k, d in zip(window, per_axis(dilation, len(window)))]


def pad_pairs(
    space: Sequence[Size], window: Sequence[Size], stride: Any, padding: Any, dilation: Any
) -> Pairs:
    """Return the entries added before and after each spatial axis."""
    pads = pad_widths(padding, len(space))
    if not isinstance(pads, str):
        return list(pads)
    result: Pairs = []
    for size, reach, step in zip(space, reaches(window, dilation), per_axis(stride, len(space))):
        total = maximum((ceil_div(size, step) - 1) * step + reach - size, 0)
        before = reach - 1 if str(padding).lower() == "causal" else total // 2
        after = total - before
        result.append((before, maximum(after, 0)))
    return result


class Parts:
    """An array seen as (batch, channels, *space), and the way back to its own layout."""

    def __init__(self, x: Array, spatial: int, layout: str) -> None:
        self.layout = layout
        self.batched = x.ndim == spatial + 2
        self.axis = x.ndim - spatial - 1
        if layout == "last":
            x = ops.moveaxis(x, source=-1, destination=self.axis)
        self.data = x if self.batched else ops.expand_dims(x, axis=0)
        self.space: tuple[Size, ...] = self.data.shape.dims[2:]

    def back(self, data: Array) -> Array:
        """Return (batch, channels, *space) in the layout of the array."""
        if not self.batched:
            data = ops.squeeze(data, axis=0)
        return ops.moveaxis(data, source=self.axis, destination=-1) if self.layout == "last" else data
