"""What scalar functions mean, over NumPy arrays whose dtypes agree. Warnings are the caller's to silence."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.compile.evaluation import by_formula
from gnomon.graph.philox import multiply_high, philox32, philox64

Meaning = Callable[..., Any]


def _minimum(a: Any, b: Any) -> Any:
    """The smaller; the second if it is NaN, else the first if that is, and the first of equals."""
    return np.where((b < a) | (b != b), b, a)


def _maximum(a: Any, b: Any) -> Any:
    """The larger; the second if it is NaN, else the first if that is, and the first of equals."""
    return np.where((b > a) | (b != b), b, a)


def _fma_single(a: Any, b: Any, c: Any) -> Any:
    """Exact product in float64, sum rounded to odd there: rounding to float32 is then right."""
    product = a.astype(np.float64) * b.astype(np.float64)
    addend = np.asarray(c, np.float64)
    total = np.asarray(product + addend)
    back = total - product
    rest = (product - (total - back)) + (addend - back)
    bits = total.view(np.int64)
    inexact = np.isfinite(total) & (rest != 0) & (bits & 1 == 0)
    towards = np.where((rest > 0) == (total > 0), 1, -1)
    odd = np.where(inexact, bits + towards, bits).view(np.float64)
    return odd.astype(np.float32)


def _fma_exact(a: float, b: float, c: float) -> float:
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        return (
            float(np.float64(a) * np.float64(b) + np.float64(c))
            if not math.isinf(c)
            else _fma_infinite(a, b, c)
        )
    from fractions import Fraction

    total = Fraction(a) * Fraction(b) + Fraction(c)
    if total == 0:
        exact_zero = Fraction(a) * Fraction(b) == 0
        sign = math.copysign(1.0, a) * math.copysign(1.0, b)
        return math.copysign(0.0, sign) + c if exact_zero else 0.0
    try:
        return float(total)
    except OverflowError:
        return math.inf if total > 0 else -math.inf


def _fma_infinite(a: float, b: float, c: float) -> float:
    """The addend is infinite: a finite product, however large, does not matter."""
    if math.isfinite(a) and math.isfinite(b):
        return c
    return float(np.float64(a) * np.float64(b) + np.float64(c))


_fma_double = np.frompyfunc(_fma_exact, 3, 1)


def _fma(a: Any, b: Any, c: Any) -> Any:
    if np.result_type(a) == np.float32:
        return _fma_single(*np.broadcast_arrays(a, b, c))
    return np.asarray(_fma_double(a, b, c), np.float64)


def _shift_left(a: Any, b: Any) -> Any:
    width = a.dtype.itemsize * 8
    fits = (b >= 0) & (b < width)
    return np.where(fits, np.left_shift(a, np.where(fits, b, 0).astype(a.dtype)), 0).astype(a.dtype)


def _shift_right(a: Any, b: Any) -> Any:
    width = a.dtype.itemsize * 8
    fits = (b >= 0) & (b < width)
    return np.right_shift(a, np.where(fits, b, width - 1).astype(a.dtype)) * np.where(
        fits | (a < 0), 1, 0
    ).astype(a.dtype)


def _floor_divide(a: Any, b: Any) -> Any:
    if a.dtype.kind == "f":
        return np.floor_divide(a, b)
    return np.where(b == 0, 0, np.floor_divide(a, np.where(b == 0, 1, b).astype(a.dtype))).astype(a.dtype)


def _remainder(a: Any, b: Any) -> Any:
    if a.dtype.kind == "f":
        return np.remainder(a, b)
    return np.where(b == 0, 0, np.remainder(a, np.where(b == 0, 1, b).astype(a.dtype))).astype(a.dtype)


def _bits(a: Any) -> Any:
    return np.asarray(a).view(np.int32 if a.dtype == np.float32 else np.int64)


def _from_bits(a: Any) -> Any:
    return np.asarray(a).view(np.float32 if a.dtype == np.int32 else np.float64)


def _sign(a: Any) -> Any:
    """-1, 0 (never -0) or 1; NaN stays."""
    return np.where(a > 0, 1, np.where(a < 0, -1, a + a.dtype.type(0))).astype(a.dtype)


def _sigmoid(a: Any) -> Any:
    small = np.exp(-np.abs(a))
    one = a.dtype.type(1)
    return np.where(a < 0, small, one) / (one + small)


def _by_python(function: Callable[[float], float]) -> Meaning:
    """A function of Python's floats over arrays."""
    whole = np.frompyfunc(function, 1, 1)
    return lambda a: np.asarray(whole(np.asarray(a, np.float64)), np.float64).astype(a.dtype)


def _lgamma(a: float) -> float:
    if a == -math.inf or (a <= 0 and a == math.floor(a)):
        return math.inf
    try:
        return math.lgamma(a)
    except OverflowError:
        return math.inf


def _digamma(a: float) -> float:
    if a == 0:
        return math.copysign(math.inf, -a)
    if math.isnan(a) or a == -math.inf or (a < 0 and a == math.floor(a)):
        return math.nan
    if a == math.inf:
        return a
    if a < 0:
        fraction = a - round(a)
        return _digamma(1 - a) - math.pi / math.tan(math.pi * fraction)
    result = 0.0
    while a < 12:
        result -= 1 / a
        a += 1
    square = 1 / (a * a)
    series = 1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square * (1 / 132))))
    return result + math.log(a) - 0.5 / a - square * series


MEANINGS: dict[str, Meaning] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "minimum": _minimum,
    "maximum": _maximum,
    "negative": np.negative,
    "abs": np.abs,
    "copysign": np.copysign,
    "sqrt": np.sqrt,
    "floor": np.floor,
    "ceil": np.ceil,
    "round": np.rint,
    "trunc": np.trunc,
    "fma": _fma,
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
    "isnan": np.isnan,
    "isinf": np.isinf,
    "isfinite": np.isfinite,
    "signbit": np.signbit,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
    "logical_not": np.logical_not,
    "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor,
    "invert": np.invert,
    "left_shift": _shift_left,
    "right_shift": _shift_right,
    "select": np.where,
    "bits": _bits,
    "from_bits": _from_bits,
    "sign": _sign,
    "floor_divide": _floor_divide,
    "remainder": _remainder,
    "fmod": np.fmod,
    "nextafter": np.nextafter,
    "exp": np.exp,
    "expm1": np.expm1,
    "exp2": np.exp2,
    "log": np.log,
    "log1p": np.log1p,
    "log2": np.log2,
    "log10": np.log10,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "sigmoid": _sigmoid,
    "erf": _by_python(math.erf),
    "erfc": _by_python(math.erfc),
    "lgamma": _by_python(_lgamma),
    "digamma": _by_python(_digamma),
    "cbrt": np.cbrt,
    "power": np.power,
    "atan2": np.arctan2,
    "hypot": np.hypot,
    "philox32": philox32,
    "philox64": philox64,
    "multiply_high": multiply_high,
    "uniform_of_bits": by_formula("uniform_of_bits"),
    "normal_of_bits": by_formula("normal_of_bits"),
    "gamma_variate": by_formula("gamma_variate"),
    "poisson_variate": by_formula("poisson_variate"),
    "binomial_variate": by_formula("binomial_variate"),
    "vonmises_variate": by_formula("vonmises_variate"),
    "zipf_variate": by_formula("zipf_variate"),
    "hypergeometric_variate": by_formula("hypergeometric_variate"),
}
