"""Gradients of random numbers by the parameters of their distributions."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import unbroadcast
from gnomon.graph.gradients.registry import pullback


@pullback("random_gamma")
def _(g: Array, key: Array, x: Array, *, out: Array, shape: Any, stream: int = 0) -> Any:
    """The number stays the same quantile while the parameter changes: the implicit derivative."""
    log_density = (x - 1.0) * ops.log(out) - out - ops.lgamma(x)
    slope = -ops.igamma_by_shape(x, out) * ops.exp(-log_density)
    return None, unbroadcast(ops.cast(g * slope, dtype=x.dtype), x.shape)
