"""Functions of each element: arithmetic, comparison, bits, rounding, exponentials, angles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.ranges import useful_bound
from gnomon.graph.sites import user_site

Unary = Callable[[Any], Array]
Binary = Callable[[Any, Any], Array]


def unary(name: str, op: Any = None, module: str = __name__) -> Unary:
    """Return the function of one array that an operation is."""
    record = op if op is not None else ops.TABLE[name]

    def function(x: Any, /) -> Array:
        return record(x if isinstance(x, Array) else take.array(name, "x", x))  # type: ignore[no-any-return]

    return cast("Unary", named(function, name, record.doc, module))


def binary(name: str, op: Any = None, module: str = __name__) -> Binary:
    """Return the function of two arrays that an operation is; one of them may be a Python number."""
    record = op if op is not None else ops.TABLE[name]

    def function(x1: Any, x2: Any, /) -> Array:
        if not isinstance(x1, Array):
            x1 = take.array(name, "x1", x1)
        if not isinstance(x2, Array):
            x2 = take.array(name, "x2", x2)
        return record(x1, x2)  # type: ignore[no-any-return]

    return cast("Binary", named(function, name, record.doc, module))


def named(function: Any, name: str, doc: str, module: str) -> Any:
    """Give a made function its name, so that it prints and pickles."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc.partition(">>>")[0].strip()
    function.__module__ = module
    return function


abs = unary("abs")
acos = unary("acos")
acosh = unary("acosh")
asin = unary("asin")
asinh = unary("asinh")
atan = unary("atan")
atanh = unary("atanh")
bitwise_invert = unary("bitwise_invert", ops.invert)
ceil = unary("ceil")
conj = unary("conj")
cos = unary("cos")
cosh = unary("cosh")
exp = unary("exp")
expm1 = unary("expm1")
floor = unary("floor")
imag = unary("imag")
isfinite = unary("isfinite")
isinf = unary("isinf")
isnan = unary("isnan")
log = unary("log")
log10 = unary("log10")
log1p = unary("log1p")
log2 = unary("log2")
logical_not = unary("logical_not")
negative = unary("negative")
positive = unary("positive")
real = unary("real")
reciprocal = unary("reciprocal")
sign = unary("sign")
signbit = unary("signbit")
sin = unary("sin")
sinh = unary("sinh")
sqrt = unary("sqrt")
square = unary("square")
tan = unary("tan")
tanh = unary("tanh")
trunc = unary("trunc")

add = binary("add")
atan2 = binary("atan2")
bitwise_and = binary("bitwise_and")
bitwise_left_shift = binary("bitwise_left_shift", ops.left_shift)
bitwise_or = binary("bitwise_or")
bitwise_right_shift = binary("bitwise_right_shift", ops.right_shift)
bitwise_xor = binary("bitwise_xor")
copysign = binary("copysign")
divide = binary("divide")
equal = binary("equal")
floor_divide = binary("floor_divide")
greater = binary("greater")
greater_equal = binary("greater_equal")
hypot = binary("hypot")
less = binary("less")
less_equal = binary("less_equal")
logaddexp = binary("logaddexp")
logical_and = binary("logical_and")
logical_or = binary("logical_or")
logical_xor = binary("logical_xor")
maximum = binary("maximum")
minimum = binary("minimum")
multiply = binary("multiply")
nextafter = binary("nextafter")
not_equal = binary("not_equal")
pow = binary("pow", ops.power)
remainder = binary("remainder")
subtract = binary("subtract")


def round(x: Any, /, decimals: int = 0) -> Array:
    """The nearest number with some decimals in the same dtype, halves to even."""
    more = {"decimals": take.integer("round", "decimals", decimals)} if decimals else {}
    return ops.round(take.array("round", "x", x), **more)  # type: ignore[no-any-return]


def clip(x: Any, /, min: Any = None, max: Any = None) -> Array:
    """The elements limited to a range; either bound may be left out."""
    x = take.array("clip", "x", x)
    if min is None and max is None:
        return ops.positive(x)  # type: ignore[no-any-return]
    if x.dtype.kind == "complex":
        raise ArgumentError("clip: complex numbers have no order", user_site())
    low = None if min is None else useful_bound(x, take.array("clip", "min", min), lower=True)
    high = None if max is None else useful_bound(x, take.array("clip", "max", max), lower=False)
    if low is None and high is None:
        return ops.positive(x)  # type: ignore[no-any-return]
    return ops.clip(x, low, high)  # type: ignore[no-any-return]


__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]
