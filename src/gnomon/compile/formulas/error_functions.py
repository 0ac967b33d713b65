"""erf and erfc."""

from __future__ import annotations

from gnomon.compile.formulas.exponential import is_tiny, near_zero, reduced
from gnomon.compile.formulas.layout import scaled
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64

CENTRE = {
    SINGLE: (
        0.12837916584006187,
        -0.3761262659768305,
        0.11283593800597223,
        -0.026854168335587104,
        0.005188994224217016,
        -0.0008015956189706265,
        7.872582762234845e-05,
    ),
    DOUBLE: (
        0.1283791670955126,
        -0.3761263890318375,
        0.11283791670954876,
        -0.02686617064507627,
        0.005223977624812638,
        -0.0008548326980509413,
        0.00012055331099279798,
        -1.4925594957596026e-05,
        1.6460995338195411e-06,
        -1.6350256278696497e-07,
        1.4659383821340068e-08,
        -1.1371291831047954e-09,
        5.954471583153482e-11,
    ),
}
"""erf(x) / x - 1 as a polynomial of x**2, for abs(x) <= 1."""

TAIL = {
    SINGLE: (
        1.2769783810769386,
        -0.09276381638424534,
        -0.16603033008811915,
        0.1640507584533086,
        -0.05422150530816429,
        -0.008026362562350495,
        0.008734154359052506,
        0.0012242452037302635,
        -0.0014916839768650604,
        -0.0003222079782568966,
        0.00024075359782633053,
    ),
    DOUBLE: (
        1.2769783815525286,
        -0.09276382658574606,
        -0.1660303976152891,
        0.1640512800334518,
        -0.054220000992068515,
        -0.008034015082941246,
        0.008722653877109071,
        0.0012713389783627238,
        -0.001456813979446669,
        -0.00045434098961997724,
        0.00020636765232727404,
        0.00015104031307875803,
        -1.5135698580730112e-06,
        -3.6427685331578165e-05,
        -1.3472889139599896e-05,
        3.71602447854852e-06,
        5.156198548182419e-06,
        1.5274044414206305e-06,
        -5.581832573994376e-07,
        -9.476845352517416e-07,
        -4.070254332642137e-07,
        3.3267697381897997e-07,
        2.0213635185352641e-07,
        -1.0747099901137209e-07,
    ),
}
"""(1 + 2 * x) * exp(x**2) * erfc(x) as a polynomial of (x - 2) / (x + 2), for x >= 1/2."""

LIMIT = 1.1283791670955126
"""What that goes to at infinity: the results are computed as this and a small change."""

LAST = {SINGLE: 10.5, DOUBLE: 28.0}
"""erfc is 0 from here on."""


def _centre(x: Term) -> Term:
    """erf(x) for abs(x) <= 1."""
    return x.fma((x * x).polynomial(CENTRE[x.dtype]), x)


def _tail(size: Term) -> Term:
    """erfc of a number of at least 1/2."""
    x = size.limited(0.5, LAST[size.dtype])
    square = x * x
    r, n = reduced(-square)
    power = scaled(near_zero(r - x.fma(x, -square)) + 1.0, n)
    bottom = x + x + 1.0
    missing = (x + x) - (bottom - 1.0)
    scale = LIMIT / bottom
    first, *others = TAIL[x.dtype]
    change = ((x - 2.0) / (x + 2.0)).polynomial((first / LIMIT - 1.0, *[each / LIMIT for each in others]))
    change = (missing * -(1 / LIMIT)).fma(scale, change)
    base = power * scale
    return base.fma(change, base)


@formula("erf")
def _erf(x: Term) -> Term:
    size = abs(x)
    result = (size <= 1.0).where(_centre(size), 1.0 - _tail(size)).call("copysign", x)
    return is_tiny(x, 100).where(x.fma(CENTRE[x.dtype][0], x), result)


@formula("erfc", SINGLE)
def _erfc_single(x: Term) -> Term:
    return _complement(x.cast(DOUBLE)).cast(SINGLE)


@formula("erfc", DOUBLE)
def _erfc_double(x: Term) -> Term:
    return _complement(x)


def _complement(x: Term) -> Term:
    """erfc(x)."""
    size = abs(x)
    tail = _tail(size)
    outer = (x < 0.0).where(2.0 - tail, tail)
    return (size <= 0.5).where(1.0 - _centre(x), outer)
