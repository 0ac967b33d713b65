"""``math``: exact on numbers; rounding keeps quotients of sizes exact."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from gnomon.models.api import Dim, Ratio, Tensor, constant, function, symbol, unknown_of
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import giving
from gnomon.shapes import ceil_div, product

for _name in ("pi", "e", "tau", "inf", "nan"):
    constant(f"math.{_name}", getattr(math, _name))
    constant(f"cmath.{_name}", getattr(math, _name))

_FLOATS = (
    "sqrt exp expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh"
    " acosh atanh pow hypot degrees radians fabs fmod erf erfc gamma lgamma copysign ldexp cbrt"
    " exp2"
)
_INTEGERS = "factorial gcd lcm comb perm isqrt"
_ANSWERS = "isnan isinf isfinite isclose"


def _exact(name: str, kind: str) -> Callable[..., Any]:
    real = getattr(math, name, None)
    unknown = symbol if kind == "int" else lambda: unknown_of(kind)

    def model(*arguments: Any, **keywords: Any) -> Any:
        if real is None or keywords or not all(type(value) in (int, float, bool) for value in arguments):
            return unknown()
        if name in ("factorial", "comb", "perm") and arguments and abs(arguments[0]) > 1_000:
            return unknown()
        try:
            return real(*arguments)
        except (ValueError, OverflowError, TypeError, ZeroDivisionError):
            return unknown()

    return model


for _names, _kind in ((_FLOATS, "float"), (_INTEGERS, "int"), (_ANSWERS, "bool")):
    for _name in _names.split():
        function(f"math.{_name}", tensor=False)(_exact(_name, _kind))


def _rounding(name: str) -> Callable[[Any], Any]:
    real = getattr(math, name)

    def model(x: Any) -> Any:
        kind = type(x)
        if kind in (int, bool, float):
            try:
                return real(x)
            except (ValueError, OverflowError):
                return symbol(lower=None)
        if kind is Dim:
            return x
        if kind is Ratio:
            return ceil_div(x.size, x.divisor) if name == "ceil" else x.size // x.divisor
        if (
            kind is Tensor
            and x.contents is not None
            and len(x.contents) == 1
            and type(x.contents[0]) in (int, Dim)
        ):
            return x.contents[0]
        return symbol(lower=None)

    return model


for _name in ("ceil", "floor", "trunc"):
    function(f"math.{_name}", tensor=False)(_rounding(_name))


@function("math.prod", tensor=False)
def prod(iterable: Any, /, *, start: Any = 1) -> Any:
    """The product of sizes is exact, also where they are symbolic."""
    items = elements(iterable)
    if items is not None and all(type(item) in (int, Dim, bool) for item in (*items, start)):
        return product([start, *items])
    if items is not None and all(type(item) in (int, float, bool) for item in (*items, start)):
        return math.prod(items, start=start)
    return unknown_of("float") if items is None else symbol(lower=None)


@function(
    "math.fsum", "statistics.mean", "statistics.fmean", "statistics.median", "statistics.stdev", tensor=False
)
def fsum(seq: Any, *rest: Any) -> Any:
    """A float of unknown value."""
    return unknown_of("float")


giving("float", "math", "dist frexp modf remainder sumprod nextafter ulp")
giving("float", "statistics", "pstdev variance pvariance mode median_low median_high harmonic_mean")
