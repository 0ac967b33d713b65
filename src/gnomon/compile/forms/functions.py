"""Functions of complex numbers over their parts, as C99's Annex G and NumPy have them."""

from __future__ import annotations

from typing import Any

import gnomon.ops
from gnomon.compile.forms.parts import Parts
from gnomon.ops.bodies.helpers import filled, zeros_like
from gnomon.shapes import dtypes

ops: Any = gnomon.ops

INFINITY, NAN = float("inf"), float("nan")
LARGE = {dtypes.float32: (80.0, 20.0), dtypes.float64: (700.0, 100.0)}
"""From where on exp is near its limit, and what is taken off then."""


def _number(like: Any, value: float) -> Any:
    return filled(like, value)


def _unbounded(x: Any) -> Any:
    return ops.logical_not(ops.isfinite(x))


def scaled(a: Parts, factor: float) -> Parts:
    """A number times a real constant."""
    return Parts(a.re * factor, a.im * factor)


def times(a: Parts, b: Parts) -> Parts:
    """A product."""
    return Parts(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)


def quotient(a: Parts, b: Parts) -> Parts:
    """A quotient by Smith's method: scaled by the larger part of the divisor."""
    wide = ops.greater_equal(ops.abs(b.re), ops.abs(b.im))
    nothing = ops.logical_and(ops.equal(b.re, 0.0), ops.equal(b.im, 0.0))
    ratio = ops.where(wide, b.im, b.re) / ops.where(wide, b.re, b.im)
    scale = 1.0 / (ops.where(wide, b.re, b.im) + ops.where(wide, b.im, b.re) * ratio)
    first, second = ops.where(wide, a.re, a.im), ops.where(wide, a.im, a.re)
    re = (first + second * ratio) * scale
    turned = (second - first * ratio) * scale
    im = ops.where(wide, turned, -turned)
    size = ops.abs(b.re)
    return Parts(ops.where(nothing, a.re / size, re), ops.where(nothing, a.im / size, im))


def reciprocal(a: Parts) -> Parts:
    """One over a number, by Smith's method."""
    wide = ops.less_equal(ops.abs(a.im), ops.abs(a.re))
    ratio = ops.where(wide, a.im, a.re) / ops.where(wide, a.re, a.im)
    size = ops.where(wide, a.re, a.im) + ops.where(wide, a.im, a.re) * ratio
    return Parts(ops.where(wide, 1.0 / size, ratio / size), ops.where(wide, -ratio / size, -1.0 / size))


def power(a: Parts, exponent: int) -> Parts:
    """A power by squaring."""
    rest, found = abs(exponent), None
    while rest:
        if rest % 2:
            found = a if found is None else times(found, a)
        rest //= 2
        a = times(a, a) if rest else a
    assert found is not None
    return found if exponent > 0 else reciprocal(found)


def any_power(a: Parts, b: Parts) -> Parts:
    """A power by logarithms; 0 to a positive power is 0, anything to the power of 0 is 1."""
    usual = exp(times(b, log(a)))
    nothing = ops.logical_and(ops.equal(a.re, 0.0), ops.equal(a.im, 0.0))
    real = ops.equal(b.im, 0.0)
    at_zero = ops.where(
        ops.logical_and(real, ops.greater(b.re, 0.0)), zeros_like(usual.re), _number(usual.re, NAN)
    )
    none = ops.logical_and(real, ops.equal(b.re, 0.0))
    re, im = (ops.where(nothing, at_zero, part) for part in usual)
    return Parts(ops.where(none, _number(re, 1.0), re), ops.where(none, zeros_like(im), im))


def sign(a: Parts) -> Parts:
    """A number over its length; 0 for 0, and the direction of one infinite part."""
    size = ops.hypot(a.re, a.im)
    endless = [ops.isinf(part) for part in a]
    both = ops.logical_and(*endless)
    found = []
    for part, own, other in zip(a, endless, endless[::-1]):
        usual = ops.where(ops.equal(size, 0.0), zeros_like(part), part / size)
        along = ops.where(own, ops.copysign(_number(part, 1.0), part), usual)
        across = ops.where(other, zeros_like(part), along)
        found.append(ops.where(both, _number(part, NAN), across))
    return Parts(*found)


def exp(a: Parts) -> Parts:
    """The exponential; on the real axis it has no imaginary part."""
    limit, less = LARGE[a.re.dtype]
    large = ops.logical_and(ops.greater(a.re, limit), ops.isfinite(a.re))
    size = ops.exp(ops.where(large, a.re - less, a.re))
    factor = ops.where(large, _number(a.re, 2.718281828459045**less), _number(a.re, 1.0))
    bounded = ops.isfinite(a.im)
    re, im = size * ops.cos(a.im) * factor, size * ops.sin(a.im) * factor
    real = ops.equal(a.im, 0.0)
    re = ops.where(real, size * factor, re)
    im = ops.where(real, a.im, im)
    low = ops.logical_and(ops.equal(a.re, -INFINITY), ops.logical_not(bounded))
    high = ops.logical_and(ops.equal(a.re, INFINITY), ops.logical_not(bounded))
    re = ops.where(low, zeros_like(re), ops.where(high, _number(re, INFINITY), re))
    return Parts(re, ops.where(low, zeros_like(im), im))


def expm1(a: Parts) -> Parts:
    """The exponential less 1, exact near 0; of zeros the real part is 0, not -0."""
    half = ops.sin(a.im * 0.5)
    less = 0.0 - 2.0 * half * half
    near = Parts(ops.expm1(a.re) * ops.cos(a.im) + less, ops.exp(a.re) * ops.sin(a.im))
    far = exp(a)
    finite = ops.logical_and(ops.isfinite(a.re), ops.isfinite(a.im))
    return Parts(ops.where(finite, near.re, far.re - 1.0), ops.where(finite, near.im, far.im))


def log(a: Parts) -> Parts:
    """Logarithm of the length, and the angle; exact near 1, and where squares would be too large or small."""
    sizes = [ops.abs(part) for part in a]
    large, small = ops.maximum(*sizes), ops.minimum(*sizes)
    tiny, huge = (1e-30, 1e30) if a.re.dtype is dtypes.float32 else (1e-290, 1e290)
    up, down = ops.less(large, tiny), ops.greater(large, huge)
    power_, shift = (60.0, 41.58883083359672) if a.re.dtype is dtypes.float32 else (500.0, 346.57359027997264)
    factor = ops.where(
        up, _number(large, 2.0**power_), ops.where(down, _number(large, 2.0**-power_), _number(large, 1.0))
    )
    back = ops.where(up, _number(large, -shift), ops.where(down, _number(large, shift), zeros_like(large)))
    usual = ops.log(ops.hypot(large * factor, small * factor)) + back
    near = ops.logical_and(ops.greater(large, 0.5), ops.less(large, 2.0))
    close = 0.5 * ops.log1p((large - 1.0) * (large + 1.0) + small * small)
    endless = ops.logical_or(ops.isinf(a.re), ops.isinf(a.im))
    re = ops.where(endless, _number(large, INFINITY), ops.where(near, close, usual))
    return Parts(re, ops.atan2(a.im, a.re))


def log1p(a: Parts) -> Parts:
    """Logarithm of one more, as NumPy computes it."""
    more = a.re + 1.0
    return Parts(ops.log(ops.hypot(more, a.im)), ops.atan2(a.im, more))


def sqrt(a: Parts) -> Parts:
    """The square root with a positive real part."""
    x, y = a
    double = x.dtype is dtypes.float64
    top = ops.maximum(ops.abs(x), ops.abs(y))
    large, small = ops.greater(top, 1e300 if double else 1e37), ops.less(top, 1e-300 if double else 1e-36)
    one = _number(x, 1.0)
    scale = ops.where(large, one * 0.0625, ops.where(small, one * 2.0**100 if double else one * 2.0**40, one))
    back = ops.where(large, one * 4.0, ops.where(small, one * 2.0**-50 if double else one * 2.0**-20, one))
    u, v = x * scale, y * scale
    root = ops.sqrt((ops.abs(u) + ops.hypot(u, v)) * 0.5)
    right = ops.greater_equal(x, 0.0)
    re = ops.where(right, root, ops.abs(v) / (2.0 * root)) * back
    im = ops.where(right, v / (2.0 * root), ops.copysign(root, v)) * back
    none = ops.logical_and(ops.equal(x, 0.0), ops.equal(y, 0.0))
    re, im = ops.where(none, zeros_like(x), re), ops.where(none, y, im)
    endless = ops.isinf(x)
    left = ops.logical_and(endless, ops.less(x, 0.0))
    nothing = y - y
    re = ops.where(endless, ops.where(left, ops.abs(nothing), x), re)
    im = ops.where(endless, ops.where(left, ops.copysign(ops.abs(x), y), ops.copysign(nothing, y)), im)
    missing = ops.isnan(x)
    re, im = ops.where(missing, x, re), ops.where(missing, _number(y, NAN), im)
    over = ops.isinf(y)
    return Parts(ops.where(over, _number(x, INFINITY), re), ops.where(over, y, im))


def sinh(a: Parts) -> Parts:
    """Hyperbolic sine; on the real axis it has no imaginary part."""
    real = ops.equal(a.im, 0.0)
    re = ops.sinh(a.re) * ops.where(real, _number(a.re, 1.0), ops.cos(a.im))
    ends = ops.logical_or(ops.equal(a.re, 0.0), ops.isinf(a.re))
    re = ops.where(ops.logical_and(ends, _unbounded(a.im)), a.re, re)
    return Parts(re, ops.where(real, a.im, ops.cosh(a.re) * ops.sin(a.im)))


def cosh(a: Parts) -> Parts:
    """Hyperbolic cosine; on both axes it is real."""
    real = ops.logical_or(ops.equal(a.im, 0.0), ops.equal(a.re, 0.0))
    sides = ops.copysign(_number(a.re, 1.0), a.re) * ops.copysign(_number(a.im, 1.0), a.im)
    im = ops.where(real, zeros_like(a.re) * sides, ops.sinh(a.re) * ops.sin(a.im))
    turn = ops.where(ops.equal(a.im, 0.0), _number(a.re, 1.0), ops.cos(a.im))
    lost = ops.logical_and(ops.isinf(a.re), _unbounded(a.im))
    return Parts(ops.where(lost, _number(a.re, INFINITY), ops.cosh(a.re) * turn), im)


def tanh(a: Parts) -> Parts:
    """Hyperbolic tangent by Kahan's formula, without overflow."""
    far = ops.greater(ops.abs(a.re), 22.0)
    t = ops.tan(a.im)
    beta = 1.0 + t * t
    s = ops.sinh(ops.where(far, zeros_like(a.re), a.re))
    rho = ops.sqrt(1.0 + s * s)
    below = 1.0 + beta * s * s
    little = 4.0 * ops.sin(a.im) * ops.cos(a.im) * ops.exp(-2.0 * ops.abs(a.re))
    real = ops.equal(a.im, 0.0)
    side = ops.copysign(_number(a.re, 1.0), a.re)
    re = ops.where(real, ops.tanh(a.re), ops.where(far, side, beta * rho * s / below))
    im = ops.where(real, a.im, ops.where(far, little, t / below))
    lost, endless = _unbounded(a.im), ops.isinf(a.re)
    kept = ops.where(endless, side, ops.where(ops.equal(a.re, 0.0), a.re, _number(re, NAN)))
    return Parts(ops.where(lost, kept, re), ops.where(ops.logical_and(lost, endless), zeros_like(im), im))


def _turned(function: Any, a: Parts) -> Parts:
    """``-i f(i a)`` for an odd function."""
    value = function(Parts(-a.im, a.re))
    return Parts(value.im, -value.re)


def sin(a: Parts) -> Parts:
    """Sine, by the hyperbolic one."""
    return _turned(sinh, a)


def tan(a: Parts) -> Parts:
    """Tangent, by the hyperbolic one."""
    return _turned(tanh, a)


def cos(a: Parts) -> Parts:
    """Cosine, by the hyperbolic one."""
    return cosh(Parts(-a.im, a.re))
