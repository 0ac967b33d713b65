"""Powers with any exponent."""

from __future__ import annotations

import math

from gnomon.compile.formulas.exponential import near_zero, reduced
from gnomon.compile.formulas.layout import LAYOUTS, scaled
from gnomon.compile.formulas.logarithm import logarithm, special
from gnomon.compile.formulas.long import long_logarithm, product
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64


def _of_sign(x: Term, y: Term, size: Term, rare: Term) -> tuple[Term, Term]:
    """The power of abs(x) with the sign that a negative x gives; at 0 for positive y."""
    even = (y * 0.5).call("floor") * 2.0
    is_even = even.equals(y)
    whole = y.call("floor").equals(y)
    result = x.equals(0.0).where(size.const(0.0), size)
    negative = x.call("signbit")
    signed = is_even.where(result, -result)
    other = (x < 0.0).where(math.nan, result)
    return negative.where(whole.where(signed, other), result), rare


def _is_rare(x: Term, y: Term, exponent: Term, limit: float) -> Term:
    """Neither a normal number with a normal power, nor 0 with a positive exponent."""
    size = abs(x)
    usual = (size >= LAYOUTS[x.dtype].tiny) & (size < math.inf) & (abs(exponent) < limit)
    easy = x.equals(0.0) & (y > 0.0)
    return ((usual | easy) & (abs(y) < math.inf)).call("logical_not")


@formula("power", SINGLE)
def _power_single(x: Term, y: Term) -> tuple[Term, Term]:
    exponent = y.cast(DOUBLE) * logarithm(abs(x).cast(DOUBLE))
    r, n = reduced(exponent.limited(-200.0, 200.0))
    size = scaled(near_zero(r) + 1.0, n).cast(SINGLE)
    return _of_sign(x, y, size, _is_rare(x, y, exponent.cast(SINGLE), 200.0))


@formula("power", DOUBLE)
def _power_double(x: Term, y: Term) -> tuple[Term, Term]:
    high, low = long_logarithm(abs(x))
    exponent, lost = product(y, high)
    lost = y.fma(low, lost)
    r, n = reduced(exponent.limited(-800.0, 800.0))
    small = near_zero(r)
    size = scaled((small + lost.fma(small, lost)) + 1.0, n)
    return _of_sign(x, y, size, _is_rare(x, y, exponent, 708.0))


def _in_base(x: Term, high: float, low: float) -> Term:
    """The logarithm times a factor, which is the sum of two float64."""
    layout = LAYOUTS[DOUBLE]
    denormal = x < layout.tiny
    first, second = long_logarithm(denormal.where(x * 2.0**layout.fraction, x))
    total, lost = product(first, first.const(high))
    lost = lost + (first * low + second * high)
    drop = layout.fraction * math.log(2) * high
    whole = denormal.where(total - drop, total)
    return special(x, whole + lost)


@formula("log2", DOUBLE)
def _log2(x: Term) -> Term:
    return _in_base(x, 1.4426950408889634, 2.0355273740931033e-17)


@formula("log10", DOUBLE)
def _log10(x: Term) -> Term:
    return _in_base(x, 0.4342944819032518, 1.098319650216765e-17)
