"""sin, cos and tan; angles too large for the reduction are left to the system's functions."""

from __future__ import annotations

import math

from gnomon.compile.formulas.layout import nearest
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64

HALF_PI = {
    SINGLE: (1.570796251296997, 7.549790126404332e-08, -1.7151245100058819e-15),
    DOUBLE: (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33),
}
"""A quarter turn in three parts, each what the ones before lack; the second is positive, or zeros would lose their signs."""
SINE = {
    SINGLE: (-0.16666664656312208, 0.00833274710466453, -0.0001958763909873762),
    DOUBLE: (
        -0.16666666666666666,
        0.008333333333330936,
        -0.00019841269836740532,
        2.7557316093198404e-06,
        -2.5051129896450185e-08,
        1.5917988979397435e-10,
    ),
}
COSINE = {
    SINGLE: (0.04166666465348879, -0.001388830186756237, 2.454768977246003e-05),
    DOUBLE: (
        0.041666666666666664,
        -0.0013888888888887389,
        2.48015872987544e-05,
        -2.755731726587808e-07,
        2.087614504941318e-09,
        -1.138254464534925e-11,
    ),
}
LARGE = {SINGLE: 1.0e4, DOUBLE: 1.0e8}
"""Larger angles are rare and left to the system's functions."""


def parts(x: Term) -> tuple[Term, Term, Term, Term]:
    """Sine and cosine of the angle that is left beyond quarter turns, how many these are, and where x is large.

    The sine is what the angle is less something, so that it keeps the sign of a zero.
    """
    rare = (abs(x) <= LARGE[x.dtype]).call("logical_not")
    whole, n = nearest(x, 2 / math.pi)
    first, second, third = HALF_PI[x.dtype]
    high = whole.fma(-first, x)
    part = whole * second
    r = high - part
    over = part - (high - r)  # exactly what r has too much: high is a multiple of the last bit of part
    over = over + whole.fma(third, whole.fma(second, -part))
    z = r * r
    sine = r - (r * z).fma(z.polynomial(tuple([-c for c in SINE[x.dtype]])), over)
    half = z * 0.5
    top = 1.0 - half
    rest = (z * z).fma(z.polynomial(COSINE[x.dtype]), (1.0 - top) - half)
    cosine = top + (rest + r * over)
    return sine, cosine, n, rare


def _is_odd(n: Term) -> Term:
    return (n & 1).equals(1)


def _is_half(n: Term) -> Term:
    """Whether so many quarter turns end in the lower half of the circle."""
    return (n & 2).equals(2)


def _negated_where(condition: Term, x: Term) -> Term:
    return condition.where(-x, x)


@formula("sin")
def _sin(x: Term) -> tuple[Term, Term]:
    sine, cosine, n, rare = parts(x)
    return _negated_where(_is_half(n), _is_odd(n).where(cosine, sine)), rare


@formula("cos")
def _cos(x: Term) -> tuple[Term, Term]:
    sine, cosine, n, rare = parts(x)
    return _negated_where(_is_half(n + 1), _is_odd(n).where(sine, cosine)), rare


@formula("tan")
def _tan(x: Term) -> tuple[Term, Term]:
    sine, cosine, n, rare = parts(x)
    odd = _is_odd(n)
    return odd.where(-cosine, sine) / odd.where(sine, cosine), rare
