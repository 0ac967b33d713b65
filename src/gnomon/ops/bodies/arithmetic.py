"""Bodies of elementwise operations over simpler arithmetic."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body


@body("rsqrt")
def rsqrt(x: Array) -> Any:
    """One over the root."""
    return 1.0 / ops.sqrt(x)


@body("logaddexp")
def logaddexp(x: Array, y: Array) -> Any:
    """The larger, and what the other adds to it; equal infinities have no distance."""
    top = ops.maximum(x, y)
    gap = ops.where(ops.equal(x, y), 0.0, -ops.abs(x - y))
    return top + ops.log1p(ops.exp(gap))


@body("lerp")
def lerp(x: Array, y: Array, weight: Array) -> Any:
    """A part of the way from x to y."""
    return x + weight * (y - x)
