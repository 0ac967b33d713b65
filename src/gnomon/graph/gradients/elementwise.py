"""Derivatives of functions of one array, element by element."""

from __future__ import annotations

import math
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import filled, is_complex, zeros_like
from gnomon.graph.gradients.registry import ops, partials, pullback

LN2, LN10, SQRT_PI = math.log(2), math.log(10), math.sqrt(math.pi)


def _ones(x: Array) -> Array:
    return filled(x, 1.0)


def chosen(condition: Array, then: Any, otherwise: Any) -> Any:
    """Choose element by element."""
    return ops.where(condition, then, otherwise)


def _scaled(factor: float) -> Any:
    return lambda x, out: filled(out, factor)


# exponentials and logarithms
partials("exp", lambda x, out: out)
partials("exp2", lambda x, out: out * LN2)
partials("expm1", lambda x, out: out + 1.0)
partials("log", lambda x, out: 1.0 / x)
partials("log2", lambda x, out: 1.0 / (x * LN2))
partials("log10", lambda x, out: 1.0 / (x * LN10))
partials("log1p", lambda x, out: 1.0 / (x + 1.0))
partials("logit", lambda x, out: 1.0 / (x * (1.0 - x)))

# powers; the slope of a square root at 0 is infinite, as it is
partials("square", lambda x, out: 2.0 * x)
partials("sqrt", lambda x, out: 0.5 / out)
partials("rsqrt", lambda x, out: -0.5 * out / x)
partials("cbrt", lambda x, out: out / (3.0 * x))
partials("reciprocal", lambda x, out: -ops.square(out))
partials("negative", _scaled(-1.0))
partials("positive", _scaled(1.0))
partials("degrees", _scaled(180 / math.pi))
partials("radians", _scaled(math.pi / 180))

# angles
partials("sin", lambda x, out: ops.cos(x))
partials("cos", lambda x, out: -ops.sin(x))
partials("tan", lambda x, out: 1.0 + ops.square(out))
partials("asin", lambda x, out: ops.rsqrt((1.0 - x) * (1.0 + x)))
partials("acos", lambda x, out: -ops.rsqrt((1.0 - x) * (1.0 + x)))
partials("atan", lambda x, out: 1.0 / (1.0 + ops.square(x)))
partials("sinh", lambda x, out: ops.cosh(x))
partials("cosh", lambda x, out: ops.sinh(x))
partials("tanh", lambda x, out: (1.0 - out) * (1.0 + out))
partials("asinh", lambda x, out: ops.rsqrt(1.0 + ops.square(x)))
partials("acosh", lambda x, out: ops.rsqrt(x - 1.0) * ops.rsqrt(x + 1.0))
partials("atanh", lambda x, out: 1.0 / ((1.0 - x) * (1.0 + x)))


def _sinc(x: Array, out: Array) -> Array:
    """Slope of sin(pi x) / (pi x), by its series near 0 where the quotient would cancel."""
    near = ops.less(ops.abs(x), 0.02)
    away = chosen(near, _ones(x), x)
    z = ops.square(x * math.pi)
    series = (x * (math.pi**2)) * (-1.0 / 3.0 + z * (1.0 / 30.0 + z * (-1.0 / 840.0 + z * (1.0 / 45360.0))))
    return chosen(near, series, (ops.cos(away * math.pi) - out) / away)  # type: ignore[no-any-return]


partials("sinc", _sinc)

# special functions
partials("erf", lambda x, out: (2 / SQRT_PI) * ops.exp(-ops.square(x)))
partials("erfc", lambda x, out: (-2 / SQRT_PI) * ops.exp(-ops.square(x)))
partials("erfinv", lambda x, out: (SQRT_PI / 2) * ops.exp(ops.square(out)))
partials("lgamma", lambda x, out: ops.digamma(x))
partials("gamma", lambda x, out: out * ops.digamma(x))
partials("digamma", lambda x, out: ops.polygamma(x, order=1))
partials("polygamma", lambda x, out, *, order: ops.polygamma(x, order=order + 1))
partials("i0", lambda x, out: ops.i1(x))
partials("i0e", lambda x, out: ops.i1e(x) - ops.sign(x) * out)


def _ratio(x: Array, out: Array) -> Array:
    """A Bessel function of order 1 over x, which is 1/2 at 0."""
    zero = ops.equal(x, 0.0)
    return chosen(zero, filled(x, 0.5), out / chosen(zero, _ones(x), x))  # type: ignore[no-any-return]


partials("i1", lambda x, out: ops.i0(x) - _ratio(x, out))
partials("i1e", lambda x, out: ops.i0e(x) - _ratio(x, out) - ops.sign(x) * out)

# activations
partials("sigmoid", lambda x, out: out * (1.0 - out))
partials("log_sigmoid", lambda x, out: ops.sigmoid(-x))
partials("softplus", lambda x, out, *, beta: ops.sigmoid(x * beta))
partials("softsign", lambda x, out: ops.square(1.0 / (1.0 + ops.abs(x))))
partials("tanh_shrink", lambda x, out: ops.square(ops.tanh(x)))


def _silu(x: Array, out: Array) -> Array:
    s = ops.sigmoid(x)
    return s * (1.0 + x * (1.0 - s))  # type: ignore[no-any-return]


def _mish(x: Array, out: Array) -> Array:
    t = ops.tanh(ops.softplus(x))
    return t + x * ops.sigmoid(x) * (1.0 - t) * (1.0 + t)  # type: ignore[no-any-return]


def _gelu(x: Array, out: Array, *, approximate: str) -> Array:
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * ops.square(x))
        t = ops.tanh(inner)
        slope = math.sqrt(2 / math.pi) * (1.0 + (3 * 0.044715) * ops.square(x))
        return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t) * (1.0 + t) * slope  # type: ignore[no-any-return]
    density = ops.exp(-0.5 * ops.square(x)) * (1 / math.sqrt(2 * math.pi))
    return 0.5 * ops.erfc(x * (-1 / math.sqrt(2))) + x * density  # type: ignore[no-any-return]


partials("silu", _silu)
partials("mish", _mish)
partials("gelu", _gelu)


def _where(condition: Any, otherwise: float = 0.0, then: float = 1.0) -> Any:
    """A slope that is one number where a condition holds and another elsewhere."""

    def slope(x: Array, out: Array, **attributes: Any) -> Array:
        found: Array = chosen(condition(x, **attributes), filled(x, then), filled(x, otherwise))
        return found

    return slope


def _inside(low: float, high: float) -> Any:
    return lambda x, **_: ops.logical_and(ops.greater(x, low), ops.less(x, high))


partials("relu", _where(lambda x: ops.greater(x, 0.0)))
partials("relu6", _where(_inside(0.0, 6.0)))
partials("hard_tanh", _where(lambda x, low, high: ops.logical_and(ops.greater(x, low), ops.less(x, high))))
partials("hard_sigmoid", _where(_inside(-3.0, 3.0), then=1 / 6))
partials("hard_shrink", _where(lambda x, threshold: ops.greater(ops.abs(x), threshold)))
partials("soft_shrink", _where(lambda x, threshold: ops.greater(ops.abs(x), threshold)))
partials("threshold", _where(lambda x, threshold, value: ops.greater(x, threshold)))


def _leaky(x: Array, out: Array, *, slope: float) -> Array:
    return chosen(ops.greater_equal(x, 0.0), _ones(x), filled(x, slope))  # type: ignore[no-any-return]


def _elu(x: Array, out: Array, *, alpha: float) -> Array:
    return chosen(ops.greater(x, 0.0), _ones(x), out + alpha)  # type: ignore[no-any-return]


def _celu(x: Array, out: Array, *, alpha: float) -> Array:
    return chosen(ops.greater(x, 0.0), _ones(x), out / alpha + 1.0)  # type: ignore[no-any-return]


SCALE, ALPHA = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717


def _selu(x: Array, out: Array) -> Array:
    return chosen(ops.greater(x, 0.0), filled(x, SCALE), out + SCALE * ALPHA)  # type: ignore[no-any-return]


def _hard_swish(x: Array, out: Array) -> Array:
    inner = chosen(ops.less(x, 3.0), x * (1 / 3) + 0.5, _ones(x))
    return chosen(ops.greater(x, -3.0), inner, zeros_like(x))  # type: ignore[no-any-return]


partials("leaky_relu", _leaky)
partials("elu", _elu)
partials("celu", _celu)
partials("selu", _selu)
partials("hard_swish", _hard_swish)
partials("nan_to_num", _where(lambda x, **_: ops.isfinite(x)))


# complex numbers: a gradient is the derivative by the real part plus i times that by the imaginary part
@pullback("abs")
def _(g: Array, x: Array, *, out: Array) -> Any:
    """Slope 0 at 0, as the sign has it."""
    if not is_complex(x):
        return ops.multiply(g, ops.sign(x))
    zero = ops.equal(out, 0.0)
    return ops.multiply(g / chosen(zero, _ones(out), out), x)


@pullback("angle")
def _(g: Array, x: Array, *, out: Array) -> Any:
    if not is_complex(x):
        return zeros_like(x)
    length = ops.square(ops.abs(x))
    return ops.complex(-g * ops.imag(x) / length, g * ops.real(x) / length)


@pullback("conj", linear=(0,))
def _(g: Array, x: Array, *, out: Array) -> Any:
    return ops.conj(g)


@pullback("real", linear=(0,))
def _(g: Array, x: Array, *, out: Array) -> Any:
    return ops.complex(g, zeros_like(g)) if is_complex(x) else g


@pullback("imag", linear=(0,))
def _(g: Array, x: Array, *, out: Array) -> Any:
    return ops.complex(zeros_like(g), g) if is_complex(x) else zeros_like(x)


@pullback("complex", linear=(0, 1))
def _(g: Array, x: Array, y: Array, *, out: Array) -> Any:
    return ops.real(g), ops.imag(g)


@pullback("cast", linear=(0,))
def _(g: Array, x: Array, *, out: Array, **attributes: Any) -> Any:
    return g
