"""Functions of each element: NumPy's universal functions and their methods (`reduce`, `outer`, `at` ...)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import Ratio, SequenceValue, Tensor, dtypes, forget_entries, function, symbol
from gnomon.models.numpy.support import as_array, finished, made, reduced, unknown_tensor, words

_SAME = (
    "cbrt ceil conj cos cosh degrees exp exp2 expm1 floor isfinite isinf isnan log log10 log1p log2"
    " logical_not negative positive radians reciprocal sign signbit sin sinh sqrt square tan tanh trunc"
)
_UNARY = {name: name for name in _SAME.split()} | {
    "absolute": "abs",
    "abs": "abs",
    "fabs": "abs",
    "arccos": "acos",
    "acos": "acos",
    "arccosh": "acosh",
    "acosh": "acosh",
    "arcsin": "asin",
    "asin": "asin",
    "arcsinh": "asinh",
    "asinh": "asinh",
    "arctan": "atan",
    "atan": "atan",
    "arctanh": "atanh",
    "atanh": "atanh",
    "bitwise_not": "invert",
    "bitwise_invert": "invert",
    "invert": "invert",
    "conjugate": "conj",
    "deg2rad": "radians",
    "rad2deg": "degrees",
    "rint": "round",
}
_BINARY = {
    name: name
    for name in words(
        "add subtract multiply divide floor_divide remainder fmod power float_power maximum minimum fmax "
        "fmin hypot copysign nextafter heaviside ldexp logaddexp logaddexp2 gcd lcm bitwise_and "
        "bitwise_or bitwise_xor equal not_equal less less_equal greater greater_equal logical_and "
        "logical_or logical_xor left_shift right_shift"
    )
} | {
    "true_divide": "divide",
    "mod": "remainder",
    "pow": "power",
    "arctan2": "atan2",
    "atan2": "atan2",
    "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift",
}
_EXACT: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "log2": math.log2,
    "log10": math.log10,
    "ceil": math.ceil,
    "floor": math.floor,
    "round": round,
    "trunc": math.trunc,
    "abs": abs,
    "square": lambda x: x * x,
}
_FLOATING = ("sqrt", "log2", "log10")


def exact_scalar(name: str, x: Any) -> Any:
    """Return the exact whole result of a function of one known number, None where there is none."""
    function_of = _EXACT.get(name)
    if function_of is None:
        return None
    if type(x) is Ratio:
        quotient = -(-x.size // x.divisor) if name == "ceil" else x.size // x.divisor
        return quotient if name in ("ceil", "floor", "trunc") else None
    if type(x) is Tensor and x.shape.rank == 0 and x.contents is not None and type(x.contents[0]) is int:
        x = x.contents[0]
    if type(x) not in (int, float):
        return None
    try:
        value = function_of(x)
    except (ValueError, OverflowError):
        return None
    if type(value) is float and not value.is_integer():
        return None
    return int(value)


def unary(name: str, x: Any) -> Any:
    """Apply an operation of one array; a single known number keeps a known whole result."""
    exact = exact_scalar(name, x)
    result = ops.TABLE[name](0.0 if type(x) is Ratio else x)
    if exact is not None:
        result.contents = (exact,)
    return result


def _declare_unary(name: str, operation: str) -> None:
    floats = name in ("rint", "fabs")

    @function(f"numpy.{name}")
    def model(
        x: Any,
        /,
        out: Any = None,
        *,
        where: Any = True,
        casting: Any = "same_kind",
        order: Any = "K",
        dtype: Any = None,
        subok: Any = True,
        signature: Any = None,
    ) -> Any:
        result = unary(operation, x)
        if floats and result.dtype is not None and result.dtype.kind in ("bool", "int", "uint"):
            result = ops.sqrt(x)  # the same dtype rule: integers become floats
        return finished(result, dtype, out)

    model.__name__ = name


def _declare_binary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(f"numpy.{name}")
    def model(
        x1: Any,
        x2: Any,
        /,
        out: Any = None,
        *,
        where: Any = True,
        casting: Any = "same_kind",
        order: Any = "K",
        dtype: Any = None,
        subok: Any = True,
        signature: Any = None,
    ) -> Any:
        result = apply(x1, x2)
        if name == "float_power" and result.dtype is dtypes.float32:
            result = ops.cast(result, dtype=dtypes.float64)
        return finished(result, dtype, out)

    @function(f"numpy.{name}.reduce")
    def reduce(
        array: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        result = reduced(_REDUCING.get(operation, ops.max), array, axis, keepdims)
        if operation in _COMPARING:
            result = ops.cast(result, dtype=dtypes.bool)
        return finished(result, dtype, out)

    @function(f"numpy.{name}.accumulate")
    def accumulate(array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
        if type(axis) is not int:
            return ops.unknown_like(array)
        return finished(
            (ops.cumsum if operation in ("add", "multiply") else ops.cummax)(array, axis=axis), dtype, out
        )

    @function(f"numpy.{name}.outer")
    def outer(a: Any, b: Any, /, **options: Any) -> Any:
        first, second = ops.positive(a), ops.positive(b)
        if first.shape.rank is None or second.shape.rank is None:
            return unknown_tensor()
        stretched = ops.expand_dims(
            first, axis=tuple(range(first.shape.rank, first.shape.rank + second.shape.rank))
        )
        return apply(stretched, ops.expand_dims(second, axis=tuple(range(first.shape.rank))))

    @function(f"numpy.{name}.at", tensor=False)
    def at(a: Any, indices: Any, b: Any = None, /) -> Any:
        return None

    @function(f"numpy.{name}.reduceat")
    def reduceat(array: Any, indices: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
        x, places = as_array(array), as_array(indices)
        count = places.shape.axis(0) if places.shape.rank == 1 else None
        if type(axis) is not int or x.shape.rank is None or not -x.shape.rank <= axis < x.shape.rank:
            return unknown_tensor()
        shape = x.shape.with_axis(axis, symbol() if count is None else count)
        return finished(made(shape, None), dtype, out)

    model.__name__ = name


_REDUCING = {
    "add": ops.sum,
    "multiply": ops.prod,
    "logical_and": ops.all,
    "logical_or": ops.any,
}
_COMPARING = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_xor")

for _name, _operation in _UNARY.items():
    _declare_unary(_name, _operation)
for _name, _operation in _BINARY.items():
    _declare_binary(_name, _operation)


@function("numpy.divmod")
def divmod_(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> Any:
    return ops.floor_divide(x1, x2), ops.remainder(x1, x2)


@function("numpy.modf")
def modf(x: Any, /, out: Any = None, **options: Any) -> Any:
    result = ops.sqrt(x)
    return result, result


@function("numpy.frexp")
def frexp(x: Any, /, out: Any = None, **options: Any) -> Any:
    result = ops.sqrt(x)
    return result, ops.cast(result, dtype=dtypes.int32)


# -- functions of each element that are no universal functions --------------------------------------------


@function("numpy.clip")
def clip(
    a: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,
    max: Any = None,
    **options: Any,
) -> Any:
    return finished(ops.clip(a, min if a_min is None else a_min, max if a_max is None else a_max), None, out)


@function("numpy.round", "numpy.around", "numpy.round_")
def round_(a: Any, decimals: Any = 0, out: Any = None) -> Any:
    return finished(unary("round", a) if decimals == 0 else ops.round(a), None, out)


@function("numpy.fix")
def fix(x: Any, out: Any = None) -> Any:
    return finished(unary("trunc", x), None, out)


@function("numpy.real")
def real(val: Any) -> Any:
    return ops.real(val)


@function("numpy.imag")
def imag(val: Any) -> Any:
    return ops.imag(val)


@function("numpy.angle")
def angle(z: Any, deg: Any = False) -> Any:
    return ops.angle(z)


@function("numpy.real_if_close")
def real_if_close(a: Any, tol: Any = 100) -> Any:
    return ops.cast(a, dtype=None)


@function("numpy.sinc")
def sinc(x: Any) -> Any:
    return ops.sinc(x)


@function("numpy.i0")
def i0(x: Any) -> Any:
    return ops.i0(x)


@function("numpy.nan_to_num")
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    return ops.nan_to_num(x)


@function("numpy.unwrap")
def unwrap(p: Any, discont: Any = None, axis: Any = -1, *, period: Any = 6.283185307179586) -> Any:
    return ops.sqrt(p)


@function("numpy.isclose")
def isclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False) -> Any:
    return ops.isclose(a, b)


@function("numpy.allclose")
def allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False) -> Any:
    return ops.allclose(a, b)


@function("numpy.array_equal")
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> Any:
    return ops.array_equal(a1, a2)


@function("numpy.array_equiv")
def array_equiv(a1: Any, a2: Any) -> Any:
    return ops.array_equal(a1, a2)


@function("numpy.isreal", "numpy.iscomplex", "numpy.isneginf", "numpy.isposinf", "numpy.isnat")
def isreal(x: Any, out: Any = None) -> Any:
    return ops.isnan(x)


@function("numpy.where")
def where(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    if x is None and y is None:
        found = ops.where_nonzero(condition)
        return found if type(found) is tuple else SequenceValue(found)
    return ops.where(condition, x, y)


@function("numpy.select")
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    if type(condlist) is not list or type(choicelist) is not list:
        return unknown_tensor()
    result: Any = default
    for condition, value in zip(condlist, choicelist):
        result = ops.where(condition, value, result)
    return result


@function("numpy.piecewise")
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    return ops.positive(x)


@function("numpy.place", "numpy.put", "numpy.putmask", "numpy.copyto", "numpy.fill_diagonal", tensor=False)
def place(*arguments: Any, **options: Any) -> Any:
    for array in (*arguments[:1], options.get("dst"), options.get("a"), options.get("arr")):
        forget_entries(array)
