"""Bodies of activation functions."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body


@body("silu")
def silu(x: Array) -> Any:
    """The sigmoid times x."""
    return x * ops.sigmoid(x)


@body("relu6")
def relu6(x: Array) -> Any:
    """Between 0 and 6."""
    return ops.minimum(ops.maximum(x, 0.0), 6.0)


@body("softsign")
def softsign(x: Array) -> Any:
    """x over one more than its size."""
    return x / (ops.abs(x) + 1.0)


@body("log_sigmoid")
def log_sigmoid(x: Array) -> Any:
    """The logarithm of the sigmoid, without its overflow."""
    return ops.minimum(x, 0.0) - ops.log1p(ops.exp(-ops.abs(x)))


@body("tanh_shrink")
def tanh_shrink(x: Array) -> Any:
    """What tanh takes away."""
    return x - ops.tanh(x)
