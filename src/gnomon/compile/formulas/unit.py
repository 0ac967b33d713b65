"""Random bits as uniform and normal numbers, by steps that round in one way everywhere: no fused products.

The normal numbers are quantiles by Wichura's rational functions (AS 241, 1988). The last bit is the sign, the others
are a distance from 0 in units of half a probability: from the middle and from the tail each with full precision.
"""

from __future__ import annotations

from gnomon.compile.formulas.exponential import LN2
from gnomon.compile.formulas.layout import as_float
from gnomon.compile.formulas.logarithm import split
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64
FLOATS = {dtypes.uint32: SINGLE, dtypes.uint64: DOUBLE}

Ratio = tuple[tuple[float, ...], tuple[float, ...]]
"""A rational function: coefficients of numerator and denominator, the lowest first."""

MIDDLE: dict[object, Ratio] = {
    SINGLE: (
        (3.3871327179, 50.434271938, 159.29113202, 59.109374720),
        (1.0, 17.895169469, 78.757757664, 67.187563600),
    ),
    DOUBLE: (
        (
            3.387132872796366608,
            133.14166789178437745,
            1971.5909503065514427,
            13731.693765509461125,
            45921.953931549871457,
            67265.770927008700853,
            33430.575583588128105,
            2509.0809287301226727,
        ),
        (
            1.0,
            42.313330701600911252,
            687.18700749205790830,
            5394.1960214247511077,
            21213.794301586595867,
            39307.895800092710610,
            28729.085735721942674,
            5226.4952788528545610,
        ),
    ),
}
"""Of 0.180625 - q * q, for a distance q of at most 0.425 from the middle; times q."""

OUTER: dict[object, Ratio] = {
    SINGLE: (
        (1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103),
        (1.0, 0.73700164250, 0.12021132975),
    ),
    DOUBLE: (
        (
            1.42343711074968357734,
            4.63033784615654529590,
            5.76949722146069140550,
            3.64784832476320460504,
            1.27045825245236838258,
            0.241780725177450611770,
            0.0227238449892691845833,
            7.74545014278341407640e-4,
        ),
        (
            1.0,
            2.05319162663775882187,
            1.67638483018380384940,
            0.689767334985100004550,
            0.148103976427480074590,
            0.0151986665636164571966,
            5.47593808499534494600e-4,
            1.05075007164441684324e-9,
        ),
    ),
}
"""Of r - 1.6, for a root r of minus the logarithm of the tail's probability that is at most 5."""

FAR: Ratio = (
    (
        6.65790464350110377720,
        5.46378491116411436990,
        1.78482653991729133580,
        0.296560571828504891230,
        0.0265321895265761230930,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ),
    (
        1.0,
        0.599832206555887937690,
        0.136929880922735805310,
        0.0148753612908506148525,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ),
)
"""Of r - 5, beyond; float32 has no such tails."""

LOGARITHM = {
    SINGLE: (0.66666662693, 0.40000972152, 0.28498786688, 0.24279078841),
    DOUBLE: (
        6.666666666666735130e-01,
        3.999999999940941908e-01,
        2.857142874366239149e-01,
        2.222219843214978396e-01,
        1.818357216161805012e-01,
        1.531383769920937332e-01,
        1.479819860511658591e-01,
    ),
}
"""(log((1 + s) / (1 - s)) - 2 s) / s**3, of s**2."""


def _polynomial(x: Term, coefficients: tuple[float, ...]) -> Term:
    """The polynomial with these coefficients, by pairs; products and sums are rounded one by one."""
    return _of_terms(x, [x.const(number) for number in coefficients])


def _of_terms(x: Term, coefficients: list[Term]) -> Term:
    """The polynomial with coefficients that may differ from element to element."""
    current = coefficients
    power = x
    while len(current) > 1:
        pairs = [current[k + 1] * power + current[k] for k in range(0, len(current) - 1, 2)]
        current = pairs + current[len(pairs) * 2 :]
        if len(current) > 1:
            power = power * power
    return current[0]


def minus_logarithm(x: Term) -> Term:
    """-log(x) of a normal number, without fused products."""
    f, e = split(x)
    whole = as_float(e, x.dtype)
    high, low = LN2[x.dtype]
    s = f / (f + 2.0)
    square = s * s
    half = f * f * 0.5
    rest = square * _polynomial(square, LOGARITHM[x.dtype])
    return ((half - (s * (half + rest) + whole * low)) - f) - whole * high


def _float(word: Term) -> Term:
    """The middle of the interval that a number of all bits but one stands for, as a part of one half."""
    dtype = FLOATS[word.dtype]
    return (word.cast(dtype) + 0.5) * 2.0**-word.dtype.bits


@formula("normal_of_bits", *FLOATS)
def _normal(x: Term) -> Term:
    return normal(x)


def normal(x: Term) -> Term:
    """A normally distributed number of random bits."""
    dtype = FLOATS[x.dtype]
    size = x >> 1
    tail, q = _float(size), _float(size.call("bitwise_xor", 2 ** (x.dtype.bits - 1) - 1))
    r = 0.180625 - q * q
    top, bottom = (_polynomial(r, part) for part in MIDDLE[dtype])
    root = minus_logarithm(tail).call("sqrt")
    if dtype is DOUBLE:
        far = root > 5.0
        beyond = root - far.where(root.const(5.0), 1.6)
        outer_top, outer_bottom = (
            _of_terms(beyond, [far.where(beyond.const(f), o) for f, o in zip(farther, part)])
            for farther, part in zip(FAR, OUTER[dtype])
        )
    else:
        outer_top, outer_bottom = (_polynomial(root - 1.6, part) for part in OUTER[dtype])
    middle = q <= 0.425
    result = middle.where(top * q, outer_top) / middle.where(bottom, outer_bottom)
    return (x & 1).equals(0).where(result, -result)


@formula("uniform_of_bits", *FLOATS)
def _uniform(x: Term) -> Term:
    return uniform(x)


def uniform(x: Term) -> Term:
    """A number from 0 to below 1 of random bits."""
    dtype = FLOATS[x.dtype]
    digits = 24 if dtype is SINGLE else 53
    return (x >> (x.dtype.bits - digits)).cast(dtype) * 2.0**-digits
