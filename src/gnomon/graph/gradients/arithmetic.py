"""Derivatives of functions of two or three arrays that broadcast; what was stretched is summed afterwards."""

from __future__ import annotations

import math
from typing import Any

from gnomon.graph.array import Array, Constant
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import filled, zeros_like
from gnomon.graph.gradients.registry import LINEAR, ops, partials, pullback

LN2 = math.log(2)


def _ones(out: Array) -> Array:
    return filled(out, 1.0)


@pullback("add", linear=(0, 1))
def _(g: Array, x: Array, y: Array, *, out: Array) -> Any:
    return g, g


@pullback("subtract", linear=(0, 1))
def _(g: Array, x: Array, y: Array, *, out: Array) -> Any:
    return g, lambda: ops.negative(g)


partials("multiply", lambda x, y, out: y, lambda x, y, out: x)
partials("divide", lambda x, y, out: 1.0 / y, lambda x, y, out: -out / y)
partials("addcmul", lambda x, y, z, out: _ones(out), lambda x, y, z, out: z,
         lambda x, y, z, out: y)  # fmt: skip
partials("addcdiv", lambda x, y, z, out: _ones(out), lambda x, y, z, out: 1.0 / z,
         lambda x, y, z, out: -y / ops.square(z))  # fmt: skip
partials("lerp", lambda x, y, z, out: 1.0 - z, lambda x, y, z, out: z, lambda x, y, z, out: y - x)


def _power_base(x: Array, y: Array, out: Array) -> Array:
    """y x**(y-1), and 0 where y is 0, also at x = 0."""
    if isinstance(y, Constant) and not y.ndim:
        number = y.data.item()
        return ops.power(x, number - 1) * number if number else zeros_like(x)
    zero = ops.equal(y, 0)
    return ops.where(zero, 0.0, y * ops.power(x, ops.where(zero, 1, y) - 1))  # type: ignore[no-any-return]


def _power_exponent(x: Array, y: Array, out: Array) -> Array:
    """log(x) x**y, and 0 at x = 0 where powers stay 0."""
    if x.dtype.kind == "complex" or y.dtype.kind == "complex":
        return ops.log(x) * out  # type: ignore[no-any-return]
    zero = ops.equal(x, 0)
    return ops.where(zero, 0.0, ops.log(ops.where(zero, 1, x)) * out)  # type: ignore[no-any-return]


for _name in ("power", "float_power"):
    partials(_name, _power_base, _power_exponent)


def _xlogy(x: Array, y: Array, out: Array) -> Array:
    """x / y, and 0 where x is 0."""
    zero = ops.equal(x, 0.0)
    return ops.where(zero, zeros_like(out), x / ops.where(zero, _ones(out), y))  # type: ignore[no-any-return]


partials("xlogy", lambda x, y, out: ops.log(y), _xlogy)
partials("atan2", lambda x, y, out: y / (ops.square(x) + ops.square(y)),
         lambda x, y, out: -x / (ops.square(x) + ops.square(y)))  # fmt: skip


def _share(x: Array, out: Array) -> Array:
    """x / out, and 0 where both are 0."""
    zero = ops.equal(out, 0.0)
    return ops.where(zero, zeros_like(out), x / ops.where(zero, _ones(out), out))  # type: ignore[no-any-return]


partials("hypot", lambda x, y, out: _share(x, out), lambda x, y, out: _share(y, out))
partials("logaddexp", lambda x, y, out: ops.sigmoid(x - y), lambda x, y, out: ops.sigmoid(y - x))
partials(
    "logaddexp2", lambda x, y, out: ops.sigmoid((x - y) * LN2), lambda x, y, out: ops.sigmoid((y - x) * LN2)
)
partials("copysign", lambda x, y, out: ops.copysign(_ones(out), x) * ops.copysign(_ones(out), y), None)
partials("fmod", lambda x, y, out: _ones(out), lambda x, y, out: -ops.trunc(x / y))
partials("remainder", lambda x, y, out: _ones(out), lambda x, y, out: -ops.floor(x / y))


def _at_step(x: Array, y: Array, out: Array) -> Array:
    """The second array is the value at 0."""
    return ops.where(ops.equal(x, 0.0), _ones(out), zeros_like(out))  # type: ignore[no-any-return]


partials("heaviside", lambda x, y, out: zeros_like(out), _at_step)
partials("nextafter", lambda x, y, out: _ones(out), None)
partials("ldexp", lambda x, y, out: ops.exp2(ops.cast(y, dtype=out.dtype)), lambda x, y, out: out * LN2)


def _chooser(first: str) -> tuple[Any, Any]:
    """The larger (or smaller) of a pair; a tie shares the cotangent in halves."""

    def slope(swap: bool) -> Any:
        def d(x: Array, y: Array, out: Array) -> Array:
            a, b = (y, x) if swap else (x, y)
            half = ops.where(ops.equal(a, b), filled(out, 0.5), zeros_like(out))
            taken = ops.where(getattr(ops, first)(a, b), _ones(out), half)
            return ops.where(ops.isnan(b), _ones(out), taken)  # type: ignore[no-any-return]

        return d

    return slope(False), slope(True)


for _name, _compare in (("maximum", "greater"), ("minimum", "less"), ("fmax", "greater"), ("fmin", "less")):
    partials(_name, *_chooser(_compare))


def _igamma_shape(x: Array, y: Array, out: Array) -> Array:
    return ops.igamma_by_shape(x, y)  # type: ignore[no-any-return]


partials("igamma", _igamma_shape, lambda x, y, out: ops.exp((x - 1.0) * ops.log(y) - y - ops.lgamma(x)))


@pullback("igamma_by_shape")
def _(g: Array, x: Array, y: Array, *, out: Array) -> Any:
    """By y it is the density times log(y) - digamma(x); by x the second derivative is not written."""

    def by_shape() -> Array:
        raise GradientError("the second derivative of igamma by its first argument is not written")

    def by_bound() -> Any:
        density = ops.exp((x - 1.0) * ops.log(y) - y - ops.lgamma(x))
        return g * density * (ops.log(y) - ops.digamma(x))

    return by_shape, by_bound


@pullback("clip")
def _(g: Array, x: Array, low: Array | None, high: Array | None, *, out: Array) -> Any:
    """The cotangent goes to what was taken: x within the limits (and on them), else the limit."""
    below = None if low is None else ops.less(x, low)
    above = None if high is None else ops.greater(x if low is None else ops.maximum(x, low), high)
    to_low = below if above is None or below is None else ops.logical_and(below, ops.logical_not(above))
    outside = to_low if above is None else above if to_low is None else ops.logical_or(to_low, above)
    none = zeros_like(g)
    return (
        g if outside is None else lambda: ops.where(outside, none, g),
        None if low is None else lambda: ops.where(to_low, g, none),
        None if high is None else lambda: ops.where(above, g, none),
    )


@pullback("where")
def _(g: Array, condition: Array, x: Array, y: Array, *, out: Array) -> Any:
    none = zeros_like(g)
    return None, lambda: ops.where(condition, g, none), lambda: ops.where(condition, none, g)


LINEAR["where"] = (1, 2)


@pullback("masked_fill")
def _(g: Array, x: Array, mask: Array, value: Array | None, *, out: Array) -> Any:
    none = zeros_like(g)
    return lambda: ops.where(mask, none, g), None, lambda: ops.where(mask, g, none)


@pullback("add_n")
def _(g: Array, arrays: tuple[Array, ...], *, out: Array) -> Any:
    return (tuple(g for _ in arrays),)


@pullback("prelu")
def _(g: Array, x: Array, slope: Array, *, out: Array, axis: int) -> Any:
    positive = ops.greater_equal(x, 0.0)

    def to_x() -> Any:
        return ops.where(positive, g, g * _along(slope, x, axis))

    def to_slope() -> Any:
        g_slope = ops.where(positive, zeros_like(g), g * x)
        if slope.size == 1:
            return ops.reshape(ops.sum(g_slope), shape=slope.shape.dims)
        rest = tuple(k for k in range(x.ndim) if k != axis % x.ndim)
        return ops.sum(g_slope, axis=rest) if rest else g_slope

    return to_x, to_slope


def _along(vector: Array, x: Array, axis: int) -> Array:
    """Let a vector run along an axis of x."""
    if vector.size == 1:
        return ops.reshape(vector, shape=())  # type: ignore[no-any-return]
    sizes: list[Any] = [1] * x.ndim
    sizes[axis] = vector.shape.dims[0]
    return ops.reshape(vector, shape=tuple(sizes))  # type: ignore[no-any-return]


@pullback("bias_add")
def _(g: Array, x: Array, bias: Array, *, out: Array, axis: int) -> Any:
    rest = tuple(k for k in range(g.ndim) if k != axis % g.ndim)
    return g, lambda: ops.sum(g, axis=rest) if rest else g


LINEAR["bias_add"] = (0, 1)
