"""Functions of each element: arithmetic, comparison, bits, rounding, exponentials."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.dtypes import converted
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference, references

references(
    {
        "abs": np.abs,
        "acos": np.arccos,
        "acosh": np.arccosh,
        "add": np.add,
        "angle": np.angle,
        "asin": np.arcsin,
        "asinh": np.arcsinh,
        "atan": np.arctan,
        "atan2": np.arctan2,
        "atanh": np.arctanh,
        "bitwise_and": np.bitwise_and,
        "bitwise_or": np.bitwise_or,
        "bitwise_xor": np.bitwise_xor,
        "cbrt": np.cbrt,
        "ceil": np.ceil,
        "conj": np.conj,
        "copysign": np.copysign,
        "cos": np.cos,
        "cosh": np.cosh,
        "degrees": np.degrees,
        "divide": np.true_divide,
        "equal": np.equal,
        "exp": np.exp,
        "exp2": np.exp2,
        "float_power": np.float_power,
        "floor": np.floor,
        "fmax": np.fmax,
        "fmin": np.fmin,
        "gcd": np.gcd,
        "greater": np.greater,
        "greater_equal": np.greater_equal,
        "heaviside": np.heaviside,
        "hypot": np.hypot,
        "imag": np.imag,
        "invert": np.invert,
        "isfinite": np.isfinite,
        "isinf": np.isinf,
        "isnan": np.isnan,
        "lcm": np.lcm,
        "less": np.less,
        "less_equal": np.less_equal,
        "log": np.log,
        "log10": np.log10,
        "log1p": np.log1p,
        "log2": np.log2,
        "logaddexp": np.logaddexp,
        "logaddexp2": np.logaddexp2,
        "logical_and": np.logical_and,
        "logical_not": np.logical_not,
        "logical_or": np.logical_or,
        "logical_xor": np.logical_xor,
        "maximum": np.maximum,
        "minimum": np.minimum,
        "multiply": np.multiply,
        "negative": np.negative,
        "nextafter": np.nextafter,
        "not_equal": np.not_equal,
        "radians": np.radians,
        "real": np.real,
        "sign": np.sign,
        "signbit": np.signbit,
        "sin": np.sin,
        "sinc": np.sinc,
        "sinh": np.sinh,
        "sqrt": np.sqrt,
        "square": np.square,
        "subtract": np.subtract,
        "tan": np.tan,
        "tanh": np.tanh,
        "trunc": np.trunc,
    }
)


def whole(*arrays: Any) -> bool:
    """Say whether all arrays hold integers or booleans."""
    return all(np.asarray(x).dtype.kind in "iub" for x in arrays)


@reference("positive")
def positive(x: Any) -> Any:
    return x.copy()


@reference("cast")
def cast(x: Any, *, dtype: Any) -> Any:
    return x if dtype is None else converted(x, dtype)


@reference("complex")
def complex_(x: Any, y: Any) -> Any:
    dtype = np.complex64 if np.result_type(x, y) == np.float32 else np.complex128
    result = np.empty(np.broadcast_shapes(x.shape, y.shape), dtype)
    result.real = x
    result.imag = y
    return result


def _guarded(function: Any) -> Any:
    """Divide integers so that division by zero gives 0."""

    def divide(x: Any, y: Any) -> Any:
        if not whole(x, y):
            return function(x, y)
        zero = np.equal(y, 0)
        return np.where(zero, 0, function(x, np.where(zero, np.ones_like(y), y)))

    return divide


references(
    {
        "floor_divide": _guarded(np.floor_divide),
        "remainder": _guarded(np.remainder),
        "fmod": _guarded(np.fmod),
    }
)


@reference("reciprocal")
def reciprocal(x: Any) -> Any:
    """One over each element; of integers only 1 and -1 leave something."""
    if whole(x):
        return np.where(np.abs(x.astype(np.int64)) == 1, x, 0)
    return np.reciprocal(x)


@reference("rsqrt")
def rsqrt(x: Any) -> Any:
    return 1 / np.sqrt(x)


@reference("power")
def power(x: Any, y: Any) -> Any:
    """Powers; integers with negative exponents are rounded towards zero, and 0 for a base of 0."""
    if not whole(x, y) or not np.any(np.less(y, 0)):
        return np.power(x, y)
    dtype = np.result_type(x, y)
    base, exponent = np.broadcast_arrays(x.astype(dtype), y.astype(dtype))
    odd = np.where(exponent % 2 == 0, 1, base)
    small = np.where(base == 1, 1, np.where(base == -1, odd, 0))
    return np.where(exponent < 0, small, np.power(base, np.maximum(exponent, 0)))


def _shifting(function: Any) -> Any:
    """Shift by amounts outside of the word as if by very many places."""

    def shift(x: Any, y: Any) -> Any:
        dtype = np.result_type(x, y)
        dtype = np.dtype("int8") if dtype.kind == "b" else dtype
        bits = np.iinfo(dtype).bits
        amount = np.asarray(y)
        outside = (amount < 0) | (amount >= bits)
        inner = function(x.astype(dtype), np.where(outside, 0, amount).astype(dtype))
        if function is np.left_shift:
            return np.where(outside, 0, inner)
        return np.where(outside, np.where(np.less(x, 0), -1, 0), inner)

    return shift


references({"left_shift": _shifting(np.left_shift), "right_shift": _shifting(np.right_shift)})


@reference("xlogy")
def xlogy(x: Any, y: Any) -> Any:
    return np.where((x == 0) & ~np.isnan(y), 0.0, x * np.log(y))


@reference("addcdiv")
def addcdiv(x: Any, y: Any, z: Any) -> Any:
    return x + y / z


@reference("addcmul")
def addcmul(x: Any, y: Any, z: Any) -> Any:
    return x + y * z


@reference("lerp")
def lerp(x: Any, y: Any, z: Any) -> Any:
    return x + z * (y - x)


@reference("clip")
def clip(x: Any, y: Any = None, z: Any = None) -> Any:
    if y is not None:
        x = np.maximum(x, y)
    if z is not None:
        x = np.minimum(x, z)
    return x


@reference("round")
def round_(x: Any, *, decimals: int = 0) -> Any:
    return np.round(x, decimals)


@reference("nan_to_num")
def nan_to_num(x: Any, *, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    return np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


@reference("ldexp")
def ldexp(x: Any, y: Any) -> Any:
    if not whole(y):
        return x * np.exp2(y)
    exponents = np.minimum(y, 9999) if y.dtype == np.uint64 else y  # larger ones overflow all the same
    return np.ldexp(x, exponents.astype(np.int64))


@reference("expm1")
def expm1(x: Any) -> Any:
    """NumPy's function is off for complex infinities, NaN and zeros."""
    result = np.expm1(x)
    if x.dtype.kind != "c":
        return result
    odd = ~np.isfinite(x) | (x == 0)
    return np.where(odd, np.exp(x) - 1, result)
