"""Operations on each element: functions of one, two or three arrays, broadcast together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.ops.broadcasting import broadcast, warn_silent_broadcast
from gnomon.ops.promotion import first, floated, promoted, real_part, to_float, to_wide_float
from gnomon.ops.record import Op, op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Dtype, Shape, dtypes


def _one(x: Array) -> Any: ...
def two_arrays(x: Array, y: Array) -> Any: ...
def _three(x: Array, y: Array, z: Array) -> Any: ...


def _unary_rule(r: Rule, x: Array) -> Shape:
    return x.shape


def binary_rule(r: Rule, x: Array, y: Array) -> Shape:
    a, b = x.shape, y.shape
    if a is b or a == b:
        return a
    if a.run is None and b.run is None and len(a.prefix) != len(b.prefix):
        warn_silent_broadcast(r, x, y)
    return broadcast(r, x, y)


def _mask_rule(r: Rule, x: Array, y: Array) -> Shape:
    """Compare a column with a row on purpose: `i >= j` over positions makes a mask."""
    return broadcast(r, x, y)


def _ternary_rule(r: Rule, x: Array, y: Array | None, z: Array | None) -> Shape:
    return broadcast(r, x, y, z)


# Functions that keep their dtype ("first"), compute in floats ("float"), give booleans, or real numbers.
UNARY: dict[str, tuple[str, str]] = {
    "abs": ("real", "Absolute value."),
    "acos": ("float", "Inverse cosine."),
    "acosh": ("float", "Inverse hyperbolic cosine."),
    "angle": ("angle", "Angle of a complex number in radians."),
    "asin": ("float", "Inverse sine."),
    "asinh": ("float", "Inverse hyperbolic sine."),
    "atan": ("float", "Inverse tangent."),
    "atanh": ("float", "Inverse hyperbolic tangent."),
    "cbrt": ("float", "Cube root."),
    "ceil": ("first", "Smallest integer that is not less, in the same dtype."),
    "celu": ("inexact", "Continuously differentiable exponential linear unit."),
    "conj": ("first", "Complex conjugate."),
    "cos": ("float", "Cosine of an angle in radians."),
    "cosh": ("float", "Hyperbolic cosine."),
    "degrees": ("float", "Convert radians to degrees."),
    "digamma": ("float", "Logarithmic derivative of the gamma function."),
    "elu": ("inexact", "Exponential linear unit."),
    "erf": ("float", "Error function."),
    "erfc": ("float", "One minus the error function."),
    "erfinv": ("float", "Inverse of the error function."),
    "exp": ("float", "e to the power of each element."),
    "exp2": ("float", "Two to the power of each element."),
    "expm1": ("float", "exp(x) - 1, exact for small x."),
    "floor": ("first", "Largest integer that is not greater, in the same dtype."),
    "gamma": ("float", "Gamma function."),
    "gelu": ("inexact", "Gaussian error linear unit."),
    "hard_shrink": ("first", "Zero between two thresholds, the identity outside."),
    "hard_sigmoid": ("inexact", "Sigmoid made of three straight pieces."),
    "hard_swish": ("inexact", "x times the hard sigmoid of x."),
    "hard_tanh": ("first", "Clip to the range from -1 to 1."),
    "i0": ("float", "Modified Bessel function of order 0."),
    "imag": ("real", "Imaginary part."),
    "invert": ("first", "Flip every bit of an integer, or negate a boolean."),
    "isfinite": ("bool", "Whether each element is neither infinite nor NaN."),
    "isinf": ("bool", "Whether each element is infinite."),
    "isnan": ("bool", "Whether each element is NaN."),
    "leaky_relu": ("inexact", "Keep positive elements, shrink negative ones."),
    "lgamma": ("float", "Logarithm of the absolute gamma function."),
    "log": ("float", "Natural logarithm."),
    "log10": ("float", "Logarithm to base 10."),
    "log1p": ("float", "log(1 + x), exact for small x."),
    "log2": ("float", "Logarithm to base 2."),
    "log_sigmoid": ("inexact", "Logarithm of the sigmoid, without overflow."),
    "logical_not": ("bool", "Whether each element is zero."),
    "logit": ("wide_float", "Inverse of the sigmoid."),
    "mish": ("inexact", "x times the hyperbolic tangent of its softplus."),
    "nan_to_num": ("first", "Replace NaN by 0 and infinities by large numbers."),
    "radians": ("float", "Convert degrees to radians."),
    "real": ("real", "Real part."),
    "reciprocal": ("whole", "One over each element."),
    "relu": ("first", "Replace negative elements by 0."),
    "relu6": ("first", "Clip to the range from 0 to 6."),
    "round": ("first", "Nearest integer, in the same dtype."),
    "rsqrt": ("float", "One over the square root."),
    "selu": ("inexact", "Scaled exponential linear unit."),
    "sigmoid": ("float", "1 / (1 + exp(-x)): squeezes numbers into the range from 0 to 1."),
    "sign": ("first", "-1, 0 or 1."),
    "signbit": ("bool", "Whether each element is negative, -0.0 included."),
    "silu": ("inexact", "x times its sigmoid (also called swish)."),
    "sin": ("float", "Sine of an angle in radians."),
    "sinc": ("wide_float", "sin(pi x) / (pi x)."),
    "sinh": ("float", "Hyperbolic sine."),
    "soft_shrink": ("inexact", "Move each element towards 0 by a threshold."),
    "softplus": ("inexact", "log(1 + exp(x)): a smooth ReLU."),
    "softsign": ("inexact", "x / (1 + |x|)."),
    "sqrt": ("float", "Square root."),
    "tan": ("float", "Tangent of an angle in radians."),
    "tanh": ("float", "Hyperbolic tangent: squeezes numbers into the range from -1 to 1."),
    "tanh_shrink": ("inexact", "x minus its hyperbolic tangent."),
    "threshold": ("first", "Replace elements that do not exceed a threshold."),
    "trunc": ("first", "Drop the fractional part, in the same dtype."),
}

BINARY: dict[str, tuple[str, str]] = {
    "atan2": ("float", "Angle of the point (y, x) in radians."),
    "bitwise_and": ("promote", "Bits set in both integers."),
    "bitwise_or": ("promote", "Bits set in either integer."),
    "bitwise_xor": ("promote", "Bits set in exactly one of the integers."),
    "complex": ("complex", "Complex numbers from real and imaginary parts."),
    "copysign": ("float", "Magnitude of the first with the sign of the second."),
    "divide": ("wide_float", "Quotient of each pair of elements; integers give floats."),
    "float_power": ("double", "Power computed in floats of double precision."),
    "fmax": ("promote", "Larger element of each pair, NaN ignored."),
    "fmin": ("promote", "Smaller element of each pair, NaN ignored."),
    "fmod": ("whole", "Remainder with the sign of the dividend."),
    "gcd": ("promote", "Greatest common divisor."),
    "heaviside": ("float", "Step function; the second array gives the value at 0."),
    "hypot": ("float", "Square root of the sum of two squares."),
    "igamma": ("float", "Regularised lower incomplete gamma function."),
    "isclose": ("bool", "Whether each pair of elements is nearly equal."),
    "lcm": ("promote", "Least common multiple."),
    "ldexp": ("first_float", "The first times two to the power of the second."),
    "left_shift": ("whole", "Shift bits to the left."),
    "logaddexp": ("float", "log(exp(x) + exp(y)) without overflow."),
    "logaddexp2": ("float", "log2(2**x + 2**y) without overflow."),
    "nextafter": ("float", "Next float from the first towards the second."),
    "power": ("whole", "The first to the power of the second."),
    "right_shift": ("whole", "Shift bits to the right."),
    "xlogy": ("float", "x log(y), and 0 where x is 0."),
}

ORDERINGS = ("greater", "greater_equal", "less", "less_equal")

COMPARISONS: dict[str, str] = {
    "equal": "Whether each pair of elements is equal.",
    "greater": "Whether the first of each pair is greater.",
    "greater_equal": "Whether the first of each pair is greater or equal.",
    "less": "Whether the first of each pair is smaller.",
    "less_equal": "Whether the first of each pair is smaller or equal.",
    "logical_and": "Whether both elements are nonzero.",
    "logical_or": "Whether either element is nonzero.",
    "logical_xor": "Whether exactly one of two elements is nonzero.",
    "not_equal": "Whether each pair of elements differs.",
}

TERNARY: dict[str, tuple[str, str]] = {
    "addcdiv": ("promote_inexact", "The first plus the quotient of the other two."),
    "addcmul": ("promote", "The first plus the product of the other two."),
    "clip": ("promote", "Limit elements to a range; either bound may be left out."),
    "lerp": ("promote", "Linear interpolation between the first two by the third."),
}


def _angle(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_float(real_part(r, arguments), r.library)


def _complex(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    parts = to_wide_float(promoted(r, arguments), r.library)
    if parts is None or (parts.bits == 16 and r.library == "torch"):
        return None
    return dtypes.complex128 if parts.bits == 64 else dtypes.complex64


def _double(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    """NumPy and PyTorch compute in float64 at least."""
    dtype = floated(r, arguments)
    if dtype is None or r.library in ("jax", "tf"):
        return dtype
    return dtypes.complex128 if dtype.kind == "complex" else dtypes.float64


def _first_float(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    """NumPy's second array holds whole numbers, which do not count."""
    return to_float(first(r, arguments), r.library) if r.library == "numpy" else floated(r, arguments)


_CALLABLES: dict[str, Any] = {
    "angle": _angle,
    "complex": _complex,
    "double": _double,
    "first_float": _first_float,
}


_EXAMPLES: dict[Callable[..., Any], str] = {_one: "array(32, 10)", two_arrays: "array(32, 1), array(10)"}


def _documented(template: Callable[..., Any], name: str, dtype: str, doc: str) -> str:
    """Return the documentation with an example: which shape arrays of known shapes give."""
    arguments = _EXAMPLES.get(template)
    if arguments is None or ">>>" in doc:
        return doc
    result = "array(32, 10, bool)" if dtype in ("bool", "compare") else "array(32, 10)"
    return f"{doc}\n\n>>> from gnomon.ops.sketch import array\n>>> {name}({arguments})\n{result}"


def declare(template: Callable[..., Any], name: str, dtype: str, doc: str, rule: Callable[..., Any]) -> Op:
    doc = _documented(template, name, dtype, doc)
    record = op(name=name, doc=doc, dtype=_CALLABLES.get(dtype, dtype), elementwise=True)(template)
    record.shape(rule)
    return record


for _name, (_dtype, _doc) in UNARY.items():
    declare(_one, _name, _dtype, _doc, _unary_rule)
for _name, (_dtype, _doc) in BINARY.items():
    declare(two_arrays, _name, _dtype, _doc, binary_rule)
for _name, _doc in COMPARISONS.items():
    declare(two_arrays, _name, "compare", _doc, _mask_rule if _name in ORDERINGS else binary_rule)


def _optional_three(x: Array, y: Array | None = None, z: Array | None = None) -> Any: ...


for _name, (_dtype, _doc) in TERNARY.items():
    declare(_optional_three if _name == "clip" else _three, _name, _dtype, _doc, _ternary_rule)


# Arithmetic that is also carried out on known contents, so that sizes computed in tensors stay known.
