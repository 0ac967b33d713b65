"""exp, expm1, exp2 and what follows from them: tanh, sigmoid, sinh, cosh."""

from __future__ import annotations

from gnomon.compile.formulas.layout import LAYOUTS, nearest, power_of_two, scaled
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE = dtypes.float32

LOG2_E = 1.4426950408889634
LN2 = {
    SINGLE: (0.693359375, -2.12194440e-4),
    dtypes.float64: (0.693147180369123816490, 1.90821492927058770002e-10),
}
"""log(2) in two parts, the first with few bits."""

REST = {
    SINGLE: (0.5, 0.16666576666119928, 0.04166655421298415, 0.008363232883682618, 0.0013926250831497611),
    dtypes.float64: (
        0.5000000000000001,
        0.16666666666666669,
        0.041666666666623824,
        0.008333333333330039,
        0.0013888888917367081,
        0.00019841269863171557,
        2.4801521057868204e-05,
        2.7557268276905696e-06,
        2.7620201591031547e-07,
        2.5100472505694996e-08,
    ),
}
"""(exp(r) - 1 - r) / r**2 for abs(r) <= log(2) / 2."""

LARGEST = {SINGLE: 89.0, dtypes.float64: 710.0}
"""The exponential is infinite from here on."""
SMALLEST = {SINGLE: -104.0, dtypes.float64: -746.0}
"""The exponential is 0 from here down."""


def reduced(x: Term) -> tuple[Term, Term]:
    """x as r + n * log(2), with n the nearest integer: r and n."""
    whole, n = nearest(x, LOG2_E)
    high, low = LN2[x.dtype]
    return whole.fma(-low, whole.fma(-high, x)), n


def near_zero(r: Term) -> Term:
    """exp(r) - 1 for abs(r) <= log(2) / 2."""
    return (r * r).fma(r.polynomial(REST[r.dtype]), r)


def exponential(x: Term) -> Term:
    """exp(x)."""
    r, n = reduced(x.limited(SMALLEST[x.dtype], LARGEST[x.dtype]))
    return scaled(near_zero(r) + 1.0, n)


def minus_one(x: Term) -> tuple[Term, Term]:
    """exp(x) - 1 divided by 2, and 2 ** (n - 1); x must not be large."""
    r, n = reduced(x)
    small = near_zero(r)
    half = power_of_two(n - 1, x.dtype)
    return half.fma(small, half - 0.5), half


def is_tiny(x: Term, negative_power: int) -> Term:
    return abs(x) < 2.0**-negative_power


@formula("exp")
def _exp(x: Term) -> Term:
    return exponential(x)


@formula("expm1")
def _expm1(x: Term) -> Term:
    low = -18.0 if x.dtype is SINGLE else -38.0
    half, _ = minus_one(x.limited(low, LARGEST[x.dtype]))
    return is_tiny(x, 25 if x.dtype is SINGLE else 54).where(x, half + half)


@formula("exp2")
def _exp2(x: Term) -> Term:
    layout = LAYOUTS[x.dtype]
    limited = x.limited(-150.0 if x.dtype is SINGLE else -1076.0, layout.bias + 1.0)
    whole, n = nearest(limited, 1.0)
    rest = limited - whole
    high, low = LN2[x.dtype]
    r = rest.fma(low, rest * high)
    return scaled(near_zero(r) + 1.0, n)


@formula("tanh")
def _tanh(x: Term) -> Term:
    limit = 10.0 if x.dtype is SINGLE else 20.0
    size = abs(x)
    half, _ = minus_one((size + size).limited(0.0, 2.0 * limit))
    result = (half / (half + 1.0)).call("copysign", x)
    return is_tiny(x, 13 if x.dtype is SINGLE else 28).where(x, result)


@formula("sigmoid")
def _sigmoid(x: Term) -> Term:
    small = exponential(-abs(x))
    top = (x < 0.0).where(small, 1.0)
    return top / (small + 1.0)


@formula("sinh")
def _sinh(x: Term) -> Term:
    size = abs(x)
    half, _ = minus_one(size.limited(0.0, LARGEST[x.dtype] - 2.0))
    small = half + half / (half + half + 1.0)
    r, n = reduced(size.limited(0.0, LARGEST[x.dtype] + 1.0))
    large = scaled(near_zero(r) + 1.0, n - 1)
    result = (size > LARGEST[x.dtype] - 3.0).where(large, small).call("copysign", x)
    return is_tiny(x, 13 if x.dtype is SINGLE else 28).where(x, result)


@formula("cosh")
def _cosh(x: Term) -> Term:
    r, n = reduced(abs(x).limited(0.0, LARGEST[x.dtype] + 1.0))
    half = scaled(near_zero(r) + 1.0, n - 1)
    return half + 0.25 / half
