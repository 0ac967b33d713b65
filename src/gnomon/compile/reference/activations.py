"""Activation functions, computed in float64 as their formulas say."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.compile.reference.special import erfc

ALPHA, SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def wide(x: Any) -> Any:
    """Return an array in float64, complex numbers in complex128."""
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


@reference("sigmoid")
def sigmoid(x: Any) -> Any:
    x = wide(x)
    small = np.exp(-np.abs(x))
    return (
        np.where(x >= 0, 1 / (1 + small), small / (1 + small))
        if x.dtype.kind == "f"
        else 1 / (1 + np.exp(-x))
    )


@reference("log_sigmoid")
def log_sigmoid(x: Any) -> Any:
    return -softplus(-wide(x))


@reference("softplus")
def softplus(x: Any, *, beta: float = 1.0) -> Any:
    return np.logaddexp(0, beta * wide(x)) / beta


@reference("relu")
def relu(x: Any) -> Any:
    return np.maximum(x, np.zeros((), x.dtype))


@reference("relu6")
def relu6(x: Any) -> Any:
    return np.clip(wide(x), 0, 6)


@reference("hard_tanh")
def hard_tanh(x: Any, *, low: float = -1.0, high: float = 1.0) -> Any:
    return np.clip(wide(x), low, high)


@reference("leaky_relu")
def leaky_relu(x: Any, *, slope: float = 0.01) -> Any:
    x = wide(x)
    return np.where(x >= 0, x, slope * x)


@reference("elu")
def elu(x: Any, *, alpha: float = 1.0) -> Any:
    x = wide(x)
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


@reference("celu")
def celu(x: Any, *, alpha: float = 1.0) -> Any:
    x = wide(x)
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))


@reference("selu")
def selu(x: Any) -> Any:
    return SCALE * elu(x, alpha=ALPHA)


@reference("gelu")
def gelu(x: Any, *, approximate: str = "none") -> Any:
    x = wide(x)
    if approximate == "tanh":
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * erfc(-x / math.sqrt(2))


@reference("silu")
def silu(x: Any) -> Any:
    return wide(x) * sigmoid(x)


@reference("mish")
def mish(x: Any) -> Any:
    return wide(x) * np.tanh(softplus(x))


@reference("softsign")
def softsign(x: Any) -> Any:
    x = wide(x)
    return x / (1 + np.abs(x))


@reference("hard_sigmoid")
def hard_sigmoid(x: Any) -> Any:
    return np.clip(wide(x) / 6 + 0.5, 0, 1)


@reference("hard_swish")
def hard_swish(x: Any) -> Any:
    return wide(x) * hard_sigmoid(x)


@reference("hard_shrink")
def hard_shrink(x: Any, *, threshold: float = 0.5) -> Any:
    x = wide(x)
    return np.where(np.abs(x) > threshold, x, np.where(np.isnan(x), x, 0))


@reference("soft_shrink")
def soft_shrink(x: Any, *, threshold: float = 0.5) -> Any:
    x = wide(x)
    return np.sign(x) * np.maximum(np.abs(x) - threshold, 0)


@reference("tanh_shrink")
def tanh_shrink(x: Any) -> Any:
    x = wide(x)
    return x - np.tanh(x)


@reference("threshold")
def threshold_(x: Any, *, threshold: float = 0.0, value: float = 0.0) -> Any:
    return np.where(np.less_equal(x, threshold), np.asarray(value).astype(x.dtype), x)


@reference("logit")
def logit(x: Any) -> Any:
    x = wide(x)
    return np.log(x) - np.log1p(-x)


@reference("prelu")
def prelu(x: Any, slope: Any, *, axis: int) -> Any:
    if slope.ndim == 1 and slope.size != 1 and x.ndim:
        shape = [1] * x.ndim
        shape[axis] = slope.size
        slope = slope.reshape(shape)
    elif slope.size == 1:
        slope = slope.reshape(())
    return np.where(x >= 0, x, slope * x)
