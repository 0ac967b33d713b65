"""log, log1p, log2, log10."""

from __future__ import annotations

import math

from gnomon.compile.formulas.exponential import LN2, is_tiny
from gnomon.compile.formulas.layout import LAYOUTS, as_float, power_of_two
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE = dtypes.float32

ROOT_HALF = {SINGLE: 0x3F3504F3, dtypes.float64: 0x3FE6A09E667F3BCD}
"""The bits of the square root of one half."""

SERIES = {
    SINGLE: (
        3.3333331174e-1,
        -2.4999993993e-1,
        2.0000714765e-1,
        -1.6668057665e-1,
        1.4249322787e-1,
        -1.2420140846e-1,
        1.1676998740e-1,
        -1.1514610310e-1,
        7.0376836292e-2,
    ),
    dtypes.float64: (
        6.666666666666735130e-01,
        3.999999999940941908e-01,
        2.857142874366239149e-01,
        2.222219843214978396e-01,
        1.818357216161805012e-01,
        1.531383769920937332e-01,
        1.479819860511658591e-01,
    ),
}
"""In float32: (log(1 + f) - f + f**2 / 2) / f**3. In float64: that of log((1 + s) / (1 - s)), of s**2."""


def split(x: Term) -> tuple[Term, Term]:
    """A positive normal x as (1 + f) * 2**e, with 1 + f from the root of one half to that of two: f and e."""
    layout = LAYOUTS[x.dtype]
    bits = x.call("bits")
    e = (bits - ROOT_HALF[x.dtype]) >> layout.fraction
    return (bits - (e << layout.fraction)).call("from_bits") - 1.0, e


def of_parts(f: Term, whole: Term) -> Term:
    """log((1 + f) * 2**whole)."""
    high, low = LN2[f.dtype]
    square = f * f
    if f.dtype is SINGLE:
        tail = f.polynomial(SERIES[SINGLE]) * f * square
        tail = square.fma(-0.5, whole.fma(low, tail))
        return whole.fma(high, f + tail)
    s = f / (f + 2.0)
    series = s * s * (s * s).polynomial(SERIES[f.dtype])
    half = square * 0.5
    tail = whole.fma(low, s * (half + series))
    return whole.fma(high, f - (half - tail))


def logarithm(x: Term) -> Term:
    """log(x)."""
    layout = LAYOUTS[x.dtype]
    denormal = x < layout.tiny
    f, e = split(denormal.where(x * 2.0**layout.fraction, x))
    whole = as_float(e, x.dtype)
    return special(x, of_parts(f, denormal.where(whole - float(layout.fraction), whole)))


def special(x: Term, result: Term) -> Term:
    """The logarithm at and below 0, at infinity, and of NaN."""
    result = x.equals(0.0).where(-math.inf, result)
    result = (x < 0.0).where(math.nan, result)
    return (x < math.inf).where(result, x)


@formula("log")
def _log(x: Term) -> Term:
    return logarithm(x)


def log_of_sum(x: Term) -> Term:
    """log(1 + x)."""
    u = x + 1.0
    error = x - (u - 1.0)
    f, e = split(u)
    unit = power_of_two((-e).call("maximum", -LAYOUTS[x.dtype].bias + 1), x.dtype)
    f = error.fma(unit, f)
    result = special(u, of_parts(f, as_float(e, x.dtype)))
    return is_tiny(x, 26 if x.dtype is SINGLE else 54).where(x, result)


@formula("log1p")
def _log1p(x: Term) -> Term:
    return log_of_sum(x)


def _in_base(x: Term, factor: float) -> Term:
    """Through float64 for float32; a multiple of the natural logarithm."""
    return logarithm(x.cast(dtypes.float64)) * factor


@formula("log2", SINGLE)
def _log2_single(x: Term) -> Term:
    return _in_base(x, 1 / math.log(2)).cast(SINGLE)


@formula("log10", SINGLE)
def _log10_single(x: Term) -> Term:
    return _in_base(x, 1 / math.log(10)).cast(SINGLE)
