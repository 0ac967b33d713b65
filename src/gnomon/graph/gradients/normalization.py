"""Derivatives of probabilities."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.registry import pullback
from gnomon.ops.bodies.helpers import places


@pullback("softmax")
def _(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    if not x.ndim:
        return g * 0.0
    weighted = g * out
    return weighted - out * ops.sum(weighted, axis=places(axis, x.ndim), keepdims=True)


@pullback("log_softmax")
def _(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    if not x.ndim:
        return g * 0.0
    return g - ops.exp(out) * ops.sum(g, axis=places(axis, x.ndim), keepdims=True)
