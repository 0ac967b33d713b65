"""Values as sums of two float64, where one is not exact enough."""

from __future__ import annotations

from gnomon.compile.formulas.exponential import LN2
from gnomon.compile.formulas.layout import as_float
from gnomon.compile.formulas.logarithm import split
from gnomon.compile.formulas.terms import Term
from gnomon.shapes import dtypes

DOUBLE = dtypes.float64

TWO_THIRDS = (0.6666666666666666, 3.700743415417189e-17)
SERIES = (
    0.40000000000000024,
    0.28571428571338386,
    0.2222222227115619,
    0.18181808238755748,
    0.1538557543667697,
    0.1328593615878165,
    0.12913880605099742,
)
"""(log((1 + s) / (1 - s)) - 2 * s - 2/3 * s**3) / s**5 as a polynomial of s**2."""


def product(a: Term, b: Term) -> tuple[Term, Term]:
    """A product and what rounding took from it."""
    high = a * b
    return high, a.fma(b, -high)


def two_sum(a: Term, b: Term) -> tuple[Term, Term]:
    """A sum and what rounding took from it."""
    high = a + b
    back = high - a
    return high, (a - (high - back)) + (b - back)


def long_logarithm(x: Term) -> tuple[Term, Term]:
    """log(x) as the sum of two float64."""
    f, e = split(x)
    whole = as_float(e, DOUBLE)
    bottom = f + 2.0
    missing = f - (bottom - 2.0)
    s = f / bottom
    s_low = ((-s).fma(bottom, f) - s * missing) / bottom
    z, z_low = product(s, s)
    z_low = (s + s).fma(s_low, z_low)
    cube, cube_low = product(s, z)
    cube_low = s.fma(z_low, s_low.fma(z, cube_low))
    high, low = TWO_THIRDS
    third = cube * high
    third_low = cube.fma(high, -third) + (cube * low + cube_low * high)
    rest = cube * z * z.polynomial(SERIES)
    total, lost = two_sum(whole * LN2[DOUBLE][0], s + s)
    total, more = two_sum(total, third)
    small = (third_low + rest) + (s_low + s_low) + whole * LN2[DOUBLE][1]
    return two_sum(total, (lost + more) + small)
