"""Derivatives of pooling, and of images as columns."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.registry import LINEAR, pullback
from gnomon.ops.bodies.windows import Parts


@pullback("max_pool")
def _(g: Array, x: Array, *, out: Array, **attributes: Any) -> Any:
    """Entries that tie share the cotangent."""
    return ops.max_pool_back(g, x, out, **attributes)


@pullback("avg_pool")
def _(g: Array, x: Array, *, out: Array, window: Any, layout: str, **attributes: Any) -> Any:
    size = Parts(x, len(window), layout).space
    return ops.avg_pool_back(g, size=size, window=window, layout=layout, **attributes)


@pullback("avg_pool_back", linear=(0,))
def _(g: Array, x: Array, *, out: Array, size: Any, **attributes: Any) -> Any:
    return ops.avg_pool(g, **attributes)


LINEAR["avg_pool"] = (0,)


@pullback("max_unpool")
def _(g: Array, x: Array, indices: Array, *, out: Array, window: Any, **attributes: Any) -> Any:
    start = x.ndim - len(window)
    flat = ops.flatten(g, start=start) if len(window) > 1 else g
    places = ops.flatten(indices, start=start) if len(window) > 1 else indices
    return ops.reshape(ops.take_along_axis(flat, places, axis=start), shape=x.shape.dims), None


@pullback("unfold", linear=(0,))
def _(g: Array, x: Array, *, out: Array, window: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    size = x.shape.dims[x.ndim - len(window) :]
    return ops.fold(g, size=size, window=window, stride=stride, padding=padding, dilation=dilation)


@pullback("fold", linear=(0,))
def _(
    g: Array, x: Array, *, out: Array, size: Any, window: Any, stride: Any, padding: Any, dilation: Any
) -> Any:
    return ops.unfold(g, window=window, stride=stride, padding=padding, dilation=dilation)
