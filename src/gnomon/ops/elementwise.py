"""Operations on each element: functions of one, two or three arrays, broadcast together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.ops.broadcasting import broadcast, broadcast_into, warn_silent_broadcast
from gnomon.ops.promotion import promoted, real_part, to_float
from gnomon.ops.record import Op, op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Dim, Dtype, Shape, Size, dtypes, maximum, minimum

CONTENTS_LIMIT = 64
"""Contents of more entries than this are forgotten."""


def _one(x: Array) -> Any: ...
def _two(x: Array, y: Array) -> Any: ...
def _three(x: Array, y: Array, z: Array) -> Any: ...


def _unary_rule(r: Rule, x: Array) -> Shape:
    return x.shape


def _binary_rule(r: Rule, x: Array, y: Array) -> Shape:
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
    "celu": ("first", "Continuously differentiable exponential linear unit."),
    "conj": ("first", "Complex conjugate."),
    "cos": ("float", "Cosine of an angle in radians."),
    "cosh": ("float", "Hyperbolic cosine."),
    "degrees": ("float", "Convert radians to degrees."),
    "digamma": ("float", "Logarithmic derivative of the gamma function."),
    "elu": ("first", "Exponential linear unit."),
    "erf": ("float", "Error function."),
    "erfc": ("float", "One minus the error function."),
    "erfinv": ("float", "Inverse of the error function."),
    "exp": ("float", "e to the power of each element."),
    "exp2": ("float", "Two to the power of each element."),
    "expm1": ("float", "exp(x) - 1, exact for small x."),
    "floor": ("first", "Largest integer that is not greater, in the same dtype."),
    "gamma": ("float", "Gamma function."),
    "gelu": ("first", "Gaussian error linear unit."),
    "hard_shrink": ("first", "Zero between two thresholds, the identity outside."),
    "hard_sigmoid": ("first", "Sigmoid made of three straight pieces."),
    "hard_swish": ("first", "x times the hard sigmoid of x."),
    "hard_tanh": ("first", "Clip to the range from -1 to 1."),
    "i0": ("float", "Modified Bessel function of order 0."),
    "imag": ("real", "Imaginary part."),
    "invert": ("first", "Flip every bit of an integer, or negate a boolean."),
    "isfinite": ("bool", "Whether each element is neither infinite nor NaN."),
    "isinf": ("bool", "Whether each element is infinite."),
    "isnan": ("bool", "Whether each element is NaN."),
    "leaky_relu": ("first", "Keep positive elements, shrink negative ones."),
    "lgamma": ("float", "Logarithm of the absolute gamma function."),
    "log": ("float", "Natural logarithm."),
    "log10": ("float", "Logarithm to base 10."),
    "log1p": ("float", "log(1 + x), exact for small x."),
    "log2": ("float", "Logarithm to base 2."),
    "log_sigmoid": ("first", "Logarithm of the sigmoid, without overflow."),
    "logical_not": ("bool", "Whether each element is zero."),
    "logit": ("float", "Inverse of the sigmoid."),
    "mish": ("first", "x times the hyperbolic tangent of its softplus."),
    "nan_to_num": ("first", "Replace NaN by 0 and infinities by large numbers."),
    "radians": ("float", "Convert degrees to radians."),
    "real": ("real", "Real part."),
    "reciprocal": ("first", "One over each element."),
    "relu": ("first", "Replace negative elements by 0."),
    "relu6": ("first", "Clip to the range from 0 to 6."),
    "round": ("first", "Nearest integer, in the same dtype."),
    "rsqrt": ("float", "One over the square root."),
    "selu": ("first", "Scaled exponential linear unit."),
    "sigmoid": ("float", "1 / (1 + exp(-x)): squeezes numbers into the range from 0 to 1."),
    "sign": ("first", "-1, 0 or 1."),
    "signbit": ("bool", "Whether each element is negative, -0.0 included."),
    "silu": ("first", "x times its sigmoid (also called swish)."),
    "sin": ("float", "Sine of an angle in radians."),
    "sinc": ("float", "sin(pi x) / (pi x)."),
    "sinh": ("float", "Hyperbolic sine."),
    "soft_shrink": ("first", "Move each element towards 0 by a threshold."),
    "softplus": ("first", "log(1 + exp(x)): a smooth ReLU."),
    "softsign": ("first", "x / (1 + |x|)."),
    "sqrt": ("float", "Square root."),
    "tan": ("float", "Tangent of an angle in radians."),
    "tanh": ("float", "Hyperbolic tangent: squeezes numbers into the range from -1 to 1."),
    "tanh_shrink": ("first", "x minus its hyperbolic tangent."),
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
    "divide": ("float", "Quotient of each pair of elements; integers give floats."),
    "float_power": ("float", "Power computed in floats."),
    "fmax": ("promote", "Larger element of each pair, NaN ignored."),
    "fmin": ("promote", "Smaller element of each pair, NaN ignored."),
    "fmod": ("promote", "Remainder with the sign of the dividend."),
    "gcd": ("promote", "Greatest common divisor."),
    "heaviside": ("float", "Step function; the second array gives the value at 0."),
    "hypot": ("float", "Square root of the sum of two squares."),
    "igamma": ("float", "Regularised lower incomplete gamma function."),
    "isclose": ("bool", "Whether each pair of elements is nearly equal."),
    "lcm": ("promote", "Least common multiple."),
    "ldexp": ("float", "The first times two to the power of the second."),
    "left_shift": ("promote", "Shift bits to the left."),
    "logaddexp": ("float", "log(exp(x) + exp(y)) without overflow."),
    "logaddexp2": ("float", "log2(2**x + 2**y) without overflow."),
    "nextafter": ("float", "Next float from the first towards the second."),
    "power": ("promote", "The first to the power of the second."),
    "right_shift": ("promote", "Shift bits to the right."),
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
    "addcdiv": ("promote", "The first plus the quotient of the other two."),
    "addcmul": ("promote", "The first plus the product of the other two."),
    "clip": ("promote", "Limit elements to a range; either bound may be left out."),
    "lerp": ("promote", "Linear interpolation between the first two by the third."),
}


def _angle(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_float(real_part(r, arguments), r.library)


def _complex(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    parts = promoted(r, arguments)
    if parts is None:
        return None
    return dtypes.complex128 if parts.bits == 64 else dtypes.complex64


_CALLABLES: dict[str, Any] = {"angle": _angle, "complex": _complex}


def _declare(template: Callable[..., Any], name: str, dtype: str, doc: str, rule: Callable[..., Any]) -> Op:
    record = op(name=name, doc=doc, dtype=_CALLABLES.get(dtype, dtype), elementwise=True)(template)
    record.shape(rule)
    return record


for _name, (_dtype, _doc) in UNARY.items():
    _declare(_one, _name, _dtype, _doc, _unary_rule)
for _name, (_dtype, _doc) in BINARY.items():
    _declare(_two, _name, _dtype, _doc, _binary_rule)
for _name, _doc in COMPARISONS.items():
    _declare(_two, _name, "compare", _doc, _mask_rule if _name in ORDERINGS else _binary_rule)


def _optional_three(x: Array, y: Array | None = None, z: Array | None = None) -> Any: ...


for _name, (_dtype, _doc) in TERNARY.items():
    _declare(_optional_three if _name == "clip" else _three, _name, _dtype, _doc, _ternary_rule)


# Arithmetic that is also carried out on known contents, so that sizes computed in tensors stay known.


def zip_contents(
    shape: Shape, x: Array, y: Array, function: Callable[[Size, Size], Size | None]
) -> tuple[Size | None, ...] | None:
    """Apply a function to the contents of two arrays that broadcast; None where it is not known."""
    a, b = x.contents, y.contents
    if a is None or b is None:
        return None
    if len(a) != len(b):
        if len(a) == 1:
            a = a * len(b)
        elif len(b) == 1:
            b = b * len(a)
        else:
            return None
    elif x.shape != y.shape and len(a) != 1:
        return None
    return tuple(function(m, n) if type(m) in _SIZES and type(n) in _SIZES else None for m, n in zip(a, b))  # type: ignore[arg-type]


_SIZES = (int, Dim)


def _floor_divide(a: Size, b: Size) -> Size | None:
    return a // b if type(b) is int and b != 0 else None


def _remainder(a: Size, b: Size) -> Size | None:
    return a % b if type(b) is int and b != 0 else None


_ARITHMETIC: dict[str, tuple[Callable[[Size, Size], Size | None], str]] = {
    "add": (lambda a, b: a + b, "Sum of each pair of elements."),
    "subtract": (lambda a, b: a - b, "Difference of each pair of elements."),
    "multiply": (lambda a, b: a * b, "Product of each pair of elements."),
    "floor_divide": (_floor_divide, "Quotient of each pair of elements, rounded down."),
    "remainder": (_remainder, "Remainder of each pair of elements, with the sign of the divisor."),
    "maximum": (maximum, "Larger element of each pair."),
    "minimum": (minimum, "Smaller element of each pair."),
}


def _arithmetic_rule(function: Callable[[Size, Size], Size | None]) -> Callable[..., Shape | Out]:
    def rule(r: Rule, x: Array, y: Array) -> Shape | Out:
        shape = _binary_rule(r, x, y)
        if x.contents is None or y.contents is None:
            return shape
        return Out(shape, None, zip_contents(shape, x, y, function))

    return rule


for _name, (_function, _doc) in _ARITHMETIC.items():
    _declare(_two, _name, "promote", _doc, _arithmetic_rule(_function))


@op(elementwise=True, dtype="first")
def negative(x: Array) -> Any:
    """Each element with the opposite sign."""


@negative.shape
def _(r: Rule, x: Array) -> Shape | Out:
    if x.contents is None:
        return x.shape
    return Out(x.shape, None, tuple(-c if type(c) in _SIZES else None for c in x.contents))  # type: ignore[operator]


@op(elementwise=True, dtype="first")
def square(x: Array) -> Any:
    """Each element times itself."""


@square.shape
def _(r: Rule, x: Array) -> Shape:
    return x.shape


@op(elementwise=True, dtype="first")
def positive(x: Array) -> Any:
    """The array itself, as a new value: also dropout, noise, `stop_gradient` and the like."""


@positive.shape
def _(r: Rule, x: Array) -> Out:
    return Out(x.shape, x.dtype, x.contents)


_WHOLE = ("bool", "int", "uint")


@op(elementwise=True)
def cast(x: Array, *, dtype: Dtype | None) -> Any:
    """Convert the elements to a dtype; None is a dtype that is not known.

    >>> from gnomon.ops.sketch import array
    >>> cast(array(2, 3), dtype=dtypes.int32)
    array(2, 3, int32)
    """


@cast.shape
def _(r: Rule, x: Array, *, dtype: Dtype | None) -> Out:
    whole = dtype is None or dtype.kind in _WHOLE
    return Out(x.shape, dtype, x.contents if whole else None)


def _cast_dtype(r: Rule, arguments: tuple[Any, ...], attributes: Any) -> Dtype | None:
    return None


cast.dtype = _cast_dtype


@op(elementwise=True, dtype="first")
def prelu(x: Array, slope: Array, *, axis: int = 1) -> Any:
    """Keep positive elements and multiply negative ones by a learned slope, one or one per channel.

    ``x``: any shape; ``slope``: () or (1,) or (channels,), counted along ``axis`` of x.
    """


@prelu.shape
def _(r: Rule, x: Array, slope: Array, *, axis: int) -> Shape:
    if slope.shape.rank == 1 and slope.shape.dims[0] != 1:
        channels = x.shape.axis(axis)
        if channels is not None:
            r.equal(
                channels,
                slope.shape.dims[0],
                "channels",
                "{op}: axis {axis} of {x} is {got}, but there are {want} slopes",
                blame=x,
                x=x,
                axis=axis,
                got=channels,
                want=slope.shape.dims[0],
            )
    return x.shape


@op(dtype="promote")
def where(condition: Array, x: Array, y: Array) -> Any:
    """Take elements from ``x`` where the condition holds and from ``y`` elsewhere; all three broadcast.

    >>> from gnomon.ops.sketch import array
    >>> where(array(2, 1), array(3), array(2, 3))
    array(2, 3)
    """


@where.shape
def _(r: Rule, condition: Array, x: Array, y: Array) -> Shape:
    return broadcast(r, condition, x, y)


def _where_dtype(r: Rule, arguments: tuple[Any, ...], attributes: Any) -> Dtype | None:
    return promoted(r, arguments[1:])


where.dtype = _where_dtype


@op(dtype="first")
def masked_fill(x: Array, mask: Array, value: Array | None = None) -> Any:
    """Replace elements where a boolean mask is true; the mask broadcasts to the array and the array to it."""


@masked_fill.shape
def _(r: Rule, x: Array, mask: Array, value: Array | None) -> Shape:
    return broadcast(r, x, mask)


@op(dtype="first")
def update(x: Array, value: Array) -> Any:
    """Store into an existing array (``x += value``, ``x[...] = value``): the value must fit into x.

    >>> from gnomon.ops.sketch import array
    >>> update(array(2, 3), array(3))
    array(2, 3)
    """


@update.shape
def _(r: Rule, x: Array, value: Array) -> Shape:
    broadcast_into(r, value, x.shape, x)
    return x.shape


@op(dtype="bool")
def array_equal(x: Array, y: Array) -> Any:
    """Whether two arrays have the same shape and elements: one boolean, never an error."""


@array_equal.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    return Shape()


@op(dtype="bool")
def allclose(x: Array, y: Array) -> Any:
    """Whether all elements of two arrays, broadcast together, are nearly equal: one boolean."""


@allclose.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    broadcast(r, x, y)
    return Shape()


@op()
def broadcast_arrays(arrays: tuple[Array, ...]) -> Any:
    """All arrays stretched to their common shape: as many results as arrays."""


@broadcast_arrays.shape
def _(r: Rule, arrays: tuple[Array, ...]) -> tuple[Out, ...]:
    shape = broadcast(r, *arrays)
    return tuple(Out(shape, x.dtype) for x in arrays)
