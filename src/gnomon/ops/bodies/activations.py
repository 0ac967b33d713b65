"""Bodies of activation functions."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import along, between, inexact
from gnomon.ops.bodies.registry import Array, body

ALPHA, SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


@body("silu")
def silu(x: Array) -> Any:
    """The sigmoid times x."""
    return x * ops.sigmoid(x)


@body("relu6")
def relu6(x: Array) -> Any:
    """Between 0 and 6."""
    return between(x, 0.0, 6.0)


@body("hard_tanh")
def hard_tanh(x: Array, *, low: float, high: float) -> Any:
    """Between two numbers."""
    return between(x, low, high)


@body("hard_sigmoid")
def hard_sigmoid(x: Array) -> Any:
    """A line from 0 at -3 to 1 at 3."""
    return between(x / 6.0 + 0.5, 0.0, 1.0)


@body("hard_swish")
def hard_swish(x: Array) -> Any:
    """The hard sigmoid times x."""
    return x * ops.hard_sigmoid(x)


@body("softsign")
def softsign(x: Array) -> Any:
    """x over one more than its size."""
    return x / (ops.abs(x) + 1.0)


@body("softplus")
def softplus(x: Array, *, beta: float) -> Any:
    """The logarithm of one more than the exponential, without its overflow."""
    wide = x * beta
    result = ops.maximum(wide, 0.0) + ops.log1p(ops.exp(-ops.abs(wide)))
    return result if beta == 1 else result / beta


@body("log_sigmoid")
def log_sigmoid(x: Array) -> Any:
    """The logarithm of the sigmoid, without its overflow."""
    x = inexact(x)
    return ops.minimum(x, 0.0) - ops.log1p(ops.exp(-ops.abs(x)))


@body("mish")
def mish(x: Array) -> Any:
    """The hyperbolic tangent of softplus times x."""
    return x * ops.tanh(ops.softplus(x))


def _exponential(x: Array, alpha: float, scale: float = 1.0) -> Array:
    """x where it is positive, else ``alpha * (exp(x / scale) - 1)``."""
    low = ops.minimum(x, 0.0)
    return ops.where(ops.greater(x, 0), x, ops.expm1(low if scale == 1 else low / scale) * alpha)


@body("elu")
def elu(x: Array, *, alpha: float) -> Any:
    """An exponential below 0."""
    return _exponential(x, alpha)


@body("celu")
def celu(x: Array, *, alpha: float) -> Any:
    """An exponential below 0, stretched so that the slope has no jump."""
    return _exponential(x, alpha, alpha)


@body("selu")
def selu(x: Array) -> Any:
    """An exponential below 0 that keeps mean and variance of what goes through many layers."""
    return _exponential(x, ALPHA) * SCALE


@body("gelu")
def gelu(x: Array, *, approximate: str) -> Any:
    """x times the probability that a normal number is smaller."""
    if approximate == "tanh":
        return x * 0.5 * (ops.tanh((x + x * x * x * 0.044715) * math.sqrt(2 / math.pi)) + 1.0)
    return x * 0.5 * ops.erfc(x * -math.sqrt(0.5))


@body("leaky_relu")
def leaky_relu(x: Array, *, slope: float) -> Any:
    """A small slope below 0."""
    return ops.where(ops.greater_equal(x, 0), x, x * slope)


@body("prelu")
def prelu(x: Array, slope: Array, *, axis: int) -> Any:
    """A learned slope below 0."""
    if slope.ndim == 1 and slope.shape.dims[0] != 1 and x.ndim:
        slope = along(slope, x.ndim, axis)
    elif slope.ndim:
        slope = ops.reshape(slope, shape=())
    return ops.where(ops.greater_equal(x, 0), x, slope * x)


@body("threshold")
def threshold_(x: Array, *, threshold: float, value: float) -> Any:
    """Another value at the threshold and below."""
    return ops.where(ops.less_equal(x, threshold), value, x)


@body("hard_shrink")
def hard_shrink(x: Array, *, threshold: float) -> Any:
    """0 where the size is small; NaN stays."""
    return ops.where(ops.less_equal(ops.abs(x), threshold), 0.0, x)


@body("soft_shrink")
def soft_shrink(x: Array, *, threshold: float) -> Any:
    """Smaller in size."""
    x = inexact(x)
    return ops.sign(x) * ops.maximum(ops.abs(x) - threshold, 0.0)


@body("tanh_shrink")
def tanh_shrink(x: Array) -> Any:
    """What tanh takes away."""
    return x - ops.tanh(x)


@body("logit")
def logit(x: Array) -> Any:
    """The logarithm of the odds."""
    wide = inexact(x)
    return ops.log(wide) - ops.log1p(-wide)
