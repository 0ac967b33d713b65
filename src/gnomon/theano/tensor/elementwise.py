"""Elementwise functions of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.scalar import basic as scalar
from gnomon.theano.scalar import special
from gnomon.theano.scalar.errors import ComplexError
from gnomon.theano.tensor.elemwise import Elemwise
from gnomon.theano.tensor.variables import as_tensor_variable

_NUMPYS = {
    "abs_": "abs",
    "neg": "negative",
    "sgn": "sign",
    "inv": "reciprocal",
    "sqr": "square",
    "true_div": "true_divide",
    "int_div": "floor_divide",
    "sub": "subtract",
    "mul": "multiply",
    "pow": "power",
    "eq": "equal",
    "neq": "not_equal",
    "lt": "less",
    "gt": "greater",
    "le": "less_equal",
    "ge": "greater_equal",
}


def _made(name: str, scalar_op: Any) -> Elemwise:
    numpys = _NUMPYS.get(name, name)
    return Elemwise(
        scalar_op, name=f"Elemwise{{{scalar_op},no_inplace}}", nfunc_spec=(numpys, scalar_op.nin, 1)
    )


lt = _made("lt", scalar.lt)
gt = _made("gt", scalar.gt)
le = _made("le", scalar.le)
ge = _made("ge", scalar.ge)
eq = _made("eq", scalar.eq)
neq = _made("neq", scalar.neq)
switch = where = _made("switch", scalar.switch)
and_ = _made("and_", scalar.and_)
or_ = _made("or_", scalar.or_)
xor = _made("xor", scalar.xor)
invert = _made("invert", scalar.invert)
maximum = _made("maximum", scalar.maximum)
minimum = _made("minimum", scalar.minimum)
add = _made("add", scalar.add)
sub = _made("sub", scalar.sub)
mul = _made("mul", scalar.mul)
true_div = _made("true_div", scalar.true_div)
int_div = floor_div = _made("int_div", scalar.int_div)
mod = _made("mod", scalar.mod)
pow = _made("pow", scalar.pow)
clip = _made("clip", scalar.clip)
second = _made("second", scalar.second)
identity = _made("identity", scalar.identity)
neg = _made("neg", scalar.neg)
inv = _made("inv", scalar.inv)
sgn = _made("sgn", scalar.sgn)
ceil = _made("ceil", scalar.ceil)
floor = _made("floor", scalar.floor)
trunc = _made("trunc", scalar.trunc)
round_half_to_even = _made("round_half_to_even", scalar.round_half_to_even)
round_half_away_from_zero = _made("round_half_away_from_zero", scalar.round_half_away_from_zero)
log = _made("log", scalar.log)
log2 = _made("log2", scalar.log2)
log10 = _made("log10", scalar.log10)
log1p = _made("log1p", scalar.log1p)
exp = _made("exp", scalar.exp)
exp2 = _made("exp2", scalar.exp2)
expm1 = _made("expm1", scalar.expm1)
sqr = _made("sqr", scalar.sqr)
sqrt = _made("sqrt", scalar.sqrt)
deg2rad = _made("deg2rad", scalar.deg2rad)
rad2deg = _made("rad2deg", scalar.rad2deg)
cos = _made("cos", scalar.cos)
arccos = _made("arccos", scalar.arccos)
sin = _made("sin", scalar.sin)
arcsin = _made("arcsin", scalar.arcsin)
tan = _made("tan", scalar.tan)
arctan = _made("arctan", scalar.arctan)
arctan2 = _made("arctan2", scalar.arctan2)
cosh = _made("cosh", scalar.cosh)
arccosh = _made("arccosh", scalar.arccosh)
sinh = _made("sinh", scalar.sinh)
arcsinh = _made("arcsinh", scalar.arcsinh)
tanh = _made("tanh", scalar.tanh)
arctanh = _made("arctanh", scalar.arctanh)
real = _made("real", scalar.real)
imag = _made("imag", scalar.imag)
angle = _made("angle", scalar.angle)
conj = _made("conj", scalar.conj)
complex = _made("complex", scalar.complex)
complex_from_polar = _made("complex_from_polar", scalar.complex_from_polar)
erf = _made("erf", special.erf)
erfc = _made("erfc", special.erfc)
erfcx = _made("erfcx", special.erfcx)
erfinv = _made("erfinv", special.erfinv)
erfcinv = _made("erfcinv", special.erfcinv)
gamma = _made("gamma", special.gamma)
gammaln = _made("gammaln", special.gammaln)
psi = _made("psi", special.psi)
tri_gamma = _made("tri_gamma", special.tri_gamma)
chi2sf = _made("chi2sf", special.chi2sf)
gammainc = _made("gammainc", special.gammainc)
gammaincc = _made("gammaincc", special.gammaincc)
gammau = _made("gammau", special.gammau)
gammal = _made("gammal", special.gammal)
j0 = _made("j0", special.j0)
j1 = _made("j1", special.j1)
jv = _made("jv", special.jv)
i0 = _made("i0", special.i0)
i1 = _made("i1", special.i1)
iv = _made("iv", special.iv)
abs_ = _abs = _made("abs_", scalar.abs_)
_isnan = _made("isnan", scalar.isnan)
_isinf = _made("isinf", scalar.isinf)
tensor_copy = Elemwise(scalar.identity)


def isnan(a: Any) -> Any:
    """Whether numbers are NaN."""
    a = as_tensor_variable(a)
    return _isnan(a) if _floats(a) else _all_false(a)


def isinf(a: Any) -> Any:
    """Whether numbers are infinite."""
    a = as_tensor_variable(a)
    return _isinf(a) if _floats(a) else _all_false(a)


def _all_false(a: Any) -> Any:
    """Return False for each element of an array."""
    from gnomon.theano.tensor.creation import alloc

    return alloc(np.asarray(False), *[a.shape[axis] for axis in range(a.ndim)])


_CASTS = {dtype: Elemwise(op, name=f"Elemwise{{Cast{{{dtype}}}}}") for dtype, op in scalar.CASTS.items()}


def cast(x: Any, dtype: str) -> Any:
    """Return an array in another dtype."""
    wanted = str(config.floatX if dtype == "floatX" else _name_of(dtype))
    x = as_tensor_variable(x)
    if x.type.dtype == wanted:
        return x
    if x.type.dtype.startswith("complex") and not wanted.startswith("complex"):
        raise TypeError(
            "Casting from complex to real is ambiguous: consider real(), imag(), angle() or abs()"
        )
    if wanted not in _CASTS:
        raise TypeError(f"{dtype} is no dtype that arrays may have")
    return _CASTS[wanted](x)


def _name_of(dtype: Any) -> str:
    import numpy as np

    return dtype if isinstance(dtype, str) and dtype in _CASTS else str(np.dtype(dtype))


def mod_check(x: Any, y: Any) -> Any:
    """Return the remainder, after a check of dtypes."""
    x, y = as_tensor_variable(x), as_tensor_variable(y)
    if "complex" in x.dtype or "complex" in y.dtype:
        raise ComplexError("Theano does not support the mod operator (%) on complex numbers.")
    return mod(x, y)


def div_proxy(x: Any, y: Any) -> Any:
    """Return the quotient; that of integers is an integer."""
    return int_div(x, y) if _whole(x) and _whole(y) else true_div(x, y)


def _whole(x: Any) -> bool:
    return str(as_tensor_variable(x).dtype).startswith(("int", "uint", "bool"))


def divmod(x: Any, y: Any) -> tuple[Any, Any]:
    """Return the whole quotient and the remainder."""
    return int_div(x, y), mod_check(x, y)


def round(a: Any, mode: str | None = None) -> Any:
    """Return the nearest whole numbers."""
    mode = mode or "half_to_even"
    if mode == "half_away_from_zero":
        return round_half_away_from_zero(a)
    if mode == "half_to_even":
        return round_half_to_even(a)
    raise Exception(f"round mode {mode} is not implemented.")


def iround(a: Any, mode: str | None = None) -> Any:
    """Return the nearest whole numbers as int64."""
    return cast(round(a, mode), "int64")


def isclose(a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    """Whether numbers are equal but for rounding."""
    a, b = as_tensor_variable(a), as_tensor_variable(b)
    close = le(abs_(a - b), atol + rtol * abs_(b))
    infinite = or_(isinf(a), isinf(b)) if _floats(a, b) else None
    same = eq(a, b)
    if infinite is None:
        return or_(close, same)
    found = or_(and_(close, invert(infinite)), same)
    if equal_nan:
        found = or_(found, and_(isnan(a), isnan(b)))
    return found


def _floats(*arrays: Any) -> bool:
    return any(array.dtype.startswith(("float", "complex")) for array in arrays)


def allclose(a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    """Whether all numbers are equal but for rounding."""
    return isclose(a, b, rtol, atol, equal_nan).all()


def largest(*arguments: Any) -> Any:
    """Return the greatest of arrays, elementwise."""
    return _of_many(gt, "max", arguments)


def smallest(*arguments: Any) -> Any:
    """Return the least of arrays, elementwise."""
    return _of_many(lt, "min", arguments)


def _of_many(compare: Any, reduce: str, arguments: Any) -> Any:
    if len(arguments) == 2:
        a, b = arguments
        return switch(compare(a, b), a, b)
    from gnomon.theano.tensor.joining import stack

    return getattr(stack(list(arguments)), reduce)(axis=0)
