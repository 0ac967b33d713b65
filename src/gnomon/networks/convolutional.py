"""Layers over space: convolutions in one to three dimensions and pooling, channels on axis 1 or last."""

from __future__ import annotations

from math import prod
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError, ShapeError
from gnomon.graph.namespace import nn
from gnomon.graph.sites import user_site
from gnomon.networks import checks, initialisers
from gnomon.networks.dense import Activation
from gnomon.networks.module import Module

Sizes = int | tuple[int, ...]


class Conv(Module):
    """Convolution over as many dimensions as the input has: (batch, channels, ...) to (batch, filters, ...).

    ``window`` is a number or one for each dimension; ``padding`` a number, one for each, pairs, "same" or "valid".
    With ``layout="last"`` the channels are last.

    >>> import gnomon as gn
    >>> x = gn.symbol("x", shape=("batch", 3, 32, 32), dtype="float32")
    >>> gn.nn.Conv(16, 5, stride=2, padding=2)(x).shape
    (batch, 16, 16, 16)
    """

    def __init__(
        self,
        filters: int,
        window: Sizes,
        *,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        layout: str = "first",
        activation: Activation = None,
        bias: bool = True,
        initial: Any = initialisers.glorot_uniform,
        initial_bias: Any = initialisers.zeros,
    ) -> None:
        self.filters = checks.count(type(self).__name__, "filters", filters)
        self.window = window
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.groups = groups
        self.layout = layout
        self.activation = checks.activation(type(self).__name__, activation)
        self.with_bias = bias
        self.initial = initial
        self.initial_bias = initial_bias

    def forward(self, x: Any) -> Any:
        """Return the activation of the convolution."""
        x, window, channels = self._opened(x)
        pair = (self.filters, channels // self.groups)
        weight = self._weight(x, pair, window, fans=(pair[1], self.filters // self.groups))
        found = nn.conv(x, weight, self._bias(x), padding=self.padding, **self._settings())
        return found if self.activation is None else self.activation(found)

    def _opened(self, x: Any) -> tuple[Array, tuple[int, ...], int]:
        """Return input, window and count of channels, which has to be known."""
        x = self.floats(x)
        if not 3 <= x.ndim <= 5:
            form = "(batch, channels, ...)" if self.layout == "first" else "(batch, ..., channels)"
            raise ShapeError(
                f"{self.label}: x must be {form} with one to three axes of space, got {x.shape}", user_site()
            )
        window = (self.window,) * (x.ndim - 2) if isinstance(self.window, int) else tuple(self.window)
        if len(window) != x.ndim - 2:
            raise ShapeError(
                f"{self.label}: window has {len(window)} sizes, but x {x.shape} has {x.ndim - 2} axes of space",
                user_site(),
            )
        channels = self._known("weight", x.shape.dims[1 if self.layout == "first" else -1], x.shape.dims)
        for name, count in (("channels of x", channels), ("filters", self.filters)):
            if count % self.groups:
                raise ArgumentError(
                    f"{self.label}: the {count} {name} do not split into {self.groups} groups", user_site()
                )
        return x, window, channels

    def _weight(
        self, x: Array, pair: tuple[int, int], window: tuple[int, ...], fans: tuple[int, int]
    ) -> Array:
        shape = (*pair, *window) if self.layout == "first" else (*window, pair[1], pair[0])
        reach = prod(window)
        return self.parameter("weight", shape, self.initial, x.dtype, fans=(fans[0] * reach, fans[1] * reach))

    def _bias(self, x: Array) -> Array | None:
        return self.parameter("bias", (self.filters,), self.initial_bias, x.dtype) if self.with_bias else None

    def _settings(self) -> dict[str, Any]:
        return {
            "stride": self.stride, "dilation": self.dilation, "groups": self.groups, "layout": self.layout
        }  # fmt: skip


class ConvTranspose(Conv):
    """Transposed convolution: makes (batch, channels, ...) larger by ``stride``.

    >>> import gnomon as gn
    >>> x = gn.symbol("x", shape=("batch", 16, 8, 8), dtype="float32")
    >>> gn.nn.ConvTranspose(3, 4, stride=2, padding=1)(x).shape
    (batch, 3, 16, 16)
    """

    def __init__(self, filters: int, window: Sizes, *, output_padding: Any = 0, **settings: Any) -> None:
        super().__init__(filters, window, **settings)
        self.output_padding = output_padding

    def forward(self, x: Any) -> Any:
        """Return the activation of the transposed convolution."""
        x, window, channels = self._opened(x)
        pair = (channels, self.filters // self.groups)
        weight = self._weight(x, pair, window, fans=(channels // self.groups, pair[1]))
        found = nn.conv_transpose(
            x,
            weight,
            self._bias(x),
            padding=self.padding,
            output_padding=self.output_padding,
            **self._settings(),
        )
        return found if self.activation is None else self.activation(found)


class MaxPool(Module):
    """The largest element of each window; ``stride`` is the window unless given."""

    def __init__(self, window: Sizes, *, stride: Any = None, padding: Any = 0, layout: str = "first") -> None:
        self.window = window
        self.stride = stride
        self.padding = padding
        self.layout = layout

    def forward(self, x: Any) -> Any:
        """Return the maxima."""
        return nn.max_pool(x, self.window, stride=self.stride, padding=self.padding, layout=self.layout)


class AvgPool(MaxPool):
    """The average of each window; ``stride`` is the window unless given."""

    def forward(self, x: Any) -> Any:
        """Return the averages."""
        return nn.avg_pool(x, self.window, stride=self.stride, padding=self.padding, layout=self.layout)


class GlobalPool(Module):
    """The average (or with ``how="max"`` the maximum) of each channel over space: (batch, channels)."""

    def __init__(self, how: str = "mean", *, layout: str = "first") -> None:
        if how not in ("mean", "max"):
            raise ArgumentError(f"GlobalPool: how must be 'mean' or 'max', got {how!r}", user_site())
        self.how = how
        self.layout = layout

    def forward(self, x: Any) -> Any:
        """Return (batch, channels)."""
        axes = tuple(range(2, x.ndim)) if self.layout == "first" else tuple(range(1, x.ndim - 1))
        return ops.mean(x, axis=axes) if self.how == "mean" else ops.max(x, axis=axes)


class Flatten(Module):
    """All axes but the batch's as one: (batch, 3, 4) to (batch, 12)."""

    def forward(self, x: Any) -> Any:
        """Return (batch, size)."""
        dims = x.shape.dims
        return ops.reshape(x, shape=(dims[0], prod(dims[1:])))
