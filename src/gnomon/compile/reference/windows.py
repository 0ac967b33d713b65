"""Windows that slide over spatial axes: layouts, padding and views shared by convolution and pooling."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.ops.windows import pad_widths, per_axis


class Images:
    """An array seen as (batch, channels, *space), and the way back to its own layout."""

    def __init__(self, x: Any, spatial: int, layout: str) -> None:
        self.layout = layout
        self.lead = x.shape[: x.ndim - spatial - 1]
        if layout == "last":
            x = np.moveaxis(x, -1, x.ndim - 1 - spatial)
        self.data = x.reshape((-1 if x.size else _count(self.lead), *x.shape[len(self.lead) :]))

    def back(self, data: Any) -> Any:
        """Return results (batch, channels, *space) in the layout of the array."""
        data = data.reshape(self.lead + data.shape[1:])
        return np.moveaxis(data, len(self.lead), -1) if self.layout == "last" else data


def _count(lead: tuple[int, ...]) -> int:
    total = 1
    for size in lead:
        total *= size
    return total


def kernel_first(weight: Any, layout: str) -> Any:
    """Return a kernel as (out, in, *window), or (in, out, *window) of a transposed convolution."""
    return weight if layout == "first" else np.moveaxis(weight, (-1, -2), (0, 1))


def extents(window: Any, dilation: Any) -> list[int]:
    """Return how far each window reaches."""
    return [d * (k - 1) + 1 for k, d in zip(window, per_axis(dilation, len(window)))]


def widths(space: Any, window: Any, stride: Any, padding: Any, dilation: Any) -> list[tuple[int, int]]:
    """Return the entries added before and after each spatial axis."""
    pads: Any = pad_widths(padding, len(space))
    if pads != "same":
        return list(pads)
    result = []
    for size, reach, step in zip(space, extents(window, dilation), per_axis(stride, len(space))):
        total: Any = max((-(-size // step) - 1) * step + reach - size, 0)
        before = reach - 1 if padding.lower() == "causal" else total // 2
        result.append((before, max(total - before, 0)))
    return result


def padded(x: Any, pads: Any, value: Any = 0) -> Any:
    """Return (batch, channels, *space) with entries added around space; negative ones crop."""
    cut = [slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(x.shape[2:], pads)]
    grown = [(0, 0), (0, 0), *((max(a, 0), max(b, 0)) for a, b in pads)]
    return np.pad(x[(slice(None), slice(None), *cut)], grown, constant_values=value)


def views(x: Any, window: Any, stride: Any, dilation: Any) -> Any:
    """Return the windows of (batch, channels, *space) as (batch, channels, *counts, *window)."""
    count = len(window)
    reach = extents(window, dilation)
    axes = tuple(range(2, 2 + count))
    seen = np.lib.stride_tricks.sliding_window_view(x, reach, axes)
    steps = [slice(None, None, s) for s in per_axis(stride, count)]
    spread = [slice(None, None, d) for d in per_axis(dilation, count)]
    return seen[(slice(None), slice(None), *steps, *spread)]
