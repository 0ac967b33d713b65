"""Inverse trigonometric and hyperbolic functions; those of float32 go through float64."""

from __future__ import annotations

import math
from collections.abc import Callable

from gnomon.compile.formulas.exponential import is_tiny
from gnomon.compile.formulas.logarithm import log_of_sum, logarithm
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64

ATAN = (
    -0.3333333333333333,
    0.19999999999999804,
    -0.14285714285659806,
    0.11111111105153429,
    -0.09090908753400499,
    0.07692296372129964,
    -0.06666424833613552,
    0.05878928398517232,
    -0.052304498567092406,
    0.04551573086664191,
    -0.034570044186095536,
    0.016285183029865667,
)
"""(atan(x) / x - 1) / x**2 as a polynomial of x**2, for abs(x) <= tan(pi / 8)."""
ASIN = (
    0.16666666666666669,
    0.07499999999998425,
    0.04464285714637338,
    0.030381944137085216,
    0.022372173002005596,
    0.017352391265909227,
    0.013971235301124539,
    0.011478952690257387,
    0.010324318288744113,
    0.00545087818772055,
    0.017419357964884856,
    -0.014881409392818066,
    0.02877844261259304,
)
"""(asin(x) / x - 1) / x**2 as a polynomial of x**2, for abs(x) <= 1/2."""
TURN = (3.141592653589793, 1.2246467991473532e-16)
"""Pi as the sum of two float64."""

Function = Callable[[Term], Term]


def _both(name: str) -> Callable[[Function], Function]:
    """Register a formula in float64 for both dtypes."""

    def register(function: Function) -> Function:
        def double(x: Term) -> Term:
            return function(x)

        def single(x: Term) -> Term:
            return function(x.cast(DOUBLE)).cast(SINGLE)

        formula(name, DOUBLE)(double)
        formula(name, SINGLE)(single)
        return function

    return register


@_both("atan")
def _atan(x: Term) -> Term:
    size = abs(x)
    large, middle = size > 2.414213562373095, size > 0.41421356237309503
    top = large.where(-1.0, middle.where(size - 1.0, size))
    bottom = large.where(size, middle.where(size + 1.0, 1.0))
    t = top / bottom
    z = t * t
    part = (t * z).fma(z.polynomial(ATAN), t)
    zero = x.const(0.0)
    high = large.where(TURN[0] / 2, middle.where(TURN[0] / 4, zero))
    low = large.where(TURN[1] / 2, middle.where(TURN[1] / 4, zero))
    return (high + (part + low)).call("copysign", x)


def _quotient_angle(y: Term, x: Term) -> tuple[Term, Term]:
    """atan2; zeros, infinities and NaN are rare."""
    angle = _atan(abs(y) / abs(x))
    result = (x < 0.0).where(TURN[0] - (angle - TURN[1]), angle)
    usual = (abs(x) > 0.0) & (abs(x) < math.inf) & (abs(y) > 0.0) & (abs(y) < math.inf)
    return result.call("copysign", y), usual.call("logical_not")


@formula("atan2", DOUBLE)
def _atan2_double(y: Term, x: Term) -> tuple[Term, Term]:
    return _quotient_angle(y, x)


@formula("atan2", SINGLE)
def _atan2_single(y: Term, x: Term) -> tuple[Term, Term]:
    result, rare = _quotient_angle(y.cast(DOUBLE), x.cast(DOUBLE))
    return result.cast(SINGLE), rare


def _arc(x: Term) -> tuple[Term, Term, Term]:
    """The arc sine of a small number, whether x is small itself, and else: half the angle left to a quarter turn."""
    size = abs(x)
    small = size <= 0.5
    square = small.where(x * x, (1.0 - size) * 0.5)
    base = small.where(x, square.call("sqrt"))
    change = base * square * square.polynomial(ASIN)
    return base, change, small


@_both("asin")
def _asin(x: Term) -> Term:
    base, change, small = _arc(x)
    half = base + change
    large = (TURN[0] / 2) - ((half + half) - TURN[1] / 2)
    return is_tiny(x, 27).where(x, small.where(half, large.call("copysign", x)))


@_both("acos")
def _acos(x: Term) -> Term:
    base, change, small = _arc(x)
    half = base + change
    near = half + half
    far = TURN[0] - (near - TURN[1])
    middle = (TURN[0] / 2) - (base - (TURN[1] / 2 - change))
    return small.where(middle, (x < 0.0).where(far, near))


@_both("asinh")
def _asinh(x: Term) -> Term:
    size = abs(x)
    square = size * size
    small = log_of_sum(size + square / ((square + 1.0).call("sqrt") + 1.0))
    large = logarithm(size) + math.log(2)
    return (size > 1e9).where(large, small).call("copysign", x)


@_both("acosh")
def _acosh(x: Term) -> Term:
    t = x - 1.0
    small = log_of_sum(t + t.fma(t, t + t).call("sqrt"))
    result = (x > 1e9).where(logarithm(x) + math.log(2), small)
    return (x < 1.0).where(math.nan, result)


@_both("atanh")
def _atanh(x: Term) -> Term:
    size = abs(x)
    return (log_of_sum((size + size) / (1.0 - size)) * 0.5).call("copysign", x)
