"""Arithmetic of complex numbers as arithmetic of their parts, with NumPy's special values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms import functions
from gnomon.compile.forms.parts import REAL, Parts, as_dtype, joined, parts, real_of
from gnomon.compile.forms.registry import also, form
from gnomon.graph.array import Array, Constant
from gnomon.ops.bodies.helpers import zeros_like
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.graph.array import Application

ops: Any = gnomon.ops


def _any_complex(*arrays: Any) -> bool:
    return any(array is not None and array.dtype.kind == "complex" for array in arrays)


# -- parts ---------------------------------------------------------------------------------------------------


@also("real", "imag")
def part(application: Application, z: Array) -> Any:
    """What the number is made of, if it is made here."""
    if z.dtype not in REAL or z.application is None or z.application.op.name != "complex":
        return None
    value = parts(z, REAL[z.dtype])
    return value.re if application.op.name == "real" else value.im


@also("complex")
def same_parts(application: Application, re: Array, im: Array) -> Any:
    """Parts of one dtype and shape."""
    (out,) = application.outputs
    dtype = REAL.get(out.dtype)
    if dtype is None:
        return None
    shape = (
        re.shape if re.shape == im.shape else out.shape
    )  # alike, they need no name that the result has for it
    whole = [x if x.shape == shape else ops.broadcast_to(x, shape=shape.dims) for x in (re, im)]
    if whole[0].dtype is dtype and whole[1].dtype is dtype:
        return None if whole[0] is re and whole[1] is im else ops.complex(*whole)
    return ops.complex(*[as_dtype(x, dtype) for x in whole])


@also("cast")
def cast(application: Application, z: Array, *, dtype: Any) -> Any:
    """To another precision, from a real number, to the real part, or to whether it is not 0."""
    (out,) = application.outputs
    if not _any_complex(z, out):
        return None
    if out.dtype in REAL:
        return joined(parts(z, REAL[out.dtype])) if out.dtype is not z.dtype else z
    if z.dtype not in REAL:
        return None
    value = parts(z, REAL[z.dtype])
    if out.dtype is dtypes.bool:
        return ops.logical_or(ops.not_equal(value.re, 0.0), ops.not_equal(value.im, 0.0))
    return as_dtype(value.re, out.dtype)


@form("real", "conj", "imag")
def of_real(application: Application, x: Array) -> Any:
    """Real numbers are their own real parts."""
    if x.dtype is not application.outputs[0].dtype:
        return None
    return zeros_like(x) if application.op.name == "imag" else x


# -- arithmetic ----------------------------------------------------------------------------------------------

ARITHMETIC: dict[str, Callable[..., Parts | None]] = {
    "add": lambda a, b: Parts(a.re + b.re, a.im + b.im),
    "subtract": lambda a, b: Parts(a.re - b.re, a.im - b.im),
    "multiply": functions.times,
    "divide": functions.quotient,
    "negative": lambda a: Parts(-a.re, -a.im),
    "conj": lambda a: Parts(a.re, -a.im),
    "square": lambda a: Parts(a.re * a.re - a.im * a.im, a.re * a.im + a.im * a.re),
    "reciprocal": functions.reciprocal,
    "exp": functions.exp,
    "expm1": functions.expm1,
    "log": functions.log,
    "log1p": functions.log1p,
    "log2": lambda a: functions.scaled(functions.log(a), 1.4426950408889634),
    "log10": lambda a: functions.scaled(functions.log(a), 0.4342944819032518),
    "sqrt": functions.sqrt,
    "sin": functions.sin,
    "cos": functions.cos,
    "sinh": functions.sinh,
    "cosh": functions.cosh,
    "tan": functions.tan,
    "tanh": functions.tanh,
    "sign": functions.sign,
    "positive": lambda a: a,
    "stop_gradient": lambda a: a,
}
"""Functions of parts that give parts."""


@also(*ARITHMETIC)
def arithmetic(application: Application, *arrays: Array, **attributes: Any) -> Any:
    """Compute with the parts."""
    dtype = REAL.get(application.outputs[0].dtype)
    if dtype is None or attributes or any(array is None for array in arrays):
        return None
    return joined(ARITHMETIC[application.op.name](*[parts(array, dtype) for array in arrays]))  # type: ignore[arg-type]


@also("power")
def power(application: Application, a: Array, b: Array) -> Any:
    """Whole constant exponents by multiplication, others by logarithms."""
    dtype = REAL.get(application.outputs[0].dtype)
    if dtype is None:
        return None
    if isinstance(b, Constant) and not b.ndim:
        exponent = complex(b.data)
        if 0 < abs(exponent.real) < 100 and exponent == int(exponent.real):
            return joined(functions.power(parts(a, dtype), int(exponent.real)))
    return joined(functions.any_power(parts(a, dtype), parts(b, dtype)))


@also("cumsum")
def running(application: Application, z: Array, **attributes: Any) -> Any:
    """Add up both parts."""
    dtype = REAL.get(application.outputs[0].dtype)
    if dtype is None:
        return None
    return ops.complex(*[application.op(part_, **attributes) for part_ in parts(z, dtype)])


@also("where")
def where(application: Application, condition: Array, a: Array, b: Array) -> Any:
    """Choose both parts."""
    dtype = REAL.get(application.outputs[0].dtype)
    if dtype is None:
        return None
    if condition.dtype.kind == "complex":
        condition = ops.cast(condition, dtype=dtypes.bool)
    pairs = zip(parts(a, dtype), parts(b, dtype))
    return ops.complex(*[ops.where(condition, one, other) for one, other in pairs])


@also("broadcast_to")
def broadcast_to(application: Application, z: Array, **attributes: Any) -> Any:
    """Stretch both parts."""
    dtype = REAL.get(z.dtype)
    if dtype is None:
        return None
    return ops.complex(*[ops.broadcast_to(part_, **attributes) for part_ in parts(z, dtype)])


@also("sum")
def total(application: Application, z: Array, *, axis: Any, keepdims: bool) -> Any:
    """Add up both parts."""
    dtype = REAL.get(application.outputs[0].dtype)
    if dtype is None:
        return None
    return ops.complex(*[ops.sum(part_, axis=axis, keepdims=keepdims) for part_ in parts(z, dtype)])


# -- real answers --------------------------------------------------------------------------------------------


@also("abs", "angle", "isnan", "isinf", "isfinite")
def measure(application: Application, z: Array, **attributes: Any) -> Any:
    """Length, angle, and questions that one part answers, or both."""
    dtype = REAL.get(z.dtype)
    if dtype is None or attributes:
        return None
    value, name = parts(z, dtype), application.op.name
    if name == "abs":
        return ops.hypot(*value)
    if name == "angle":
        return ops.atan2(value.im, value.re)
    together = ops.logical_and if name == "isfinite" else ops.logical_or
    return together(application.op(value.re), application.op(value.im))


@also("equal", "not_equal", "logical_and", "logical_or", "logical_xor", "logical_not")
def compare(application: Application, *arrays: Array) -> Any:
    """Compare both parts, or ask whether they are 0."""
    if not _any_complex(*arrays):
        return None
    name = application.op.name
    if name.startswith("logical"):
        return application.op(*[ops.cast(array, dtype=dtypes.bool) for array in arrays])
    dtype = real_of(*arrays)
    one, other = (parts(array, dtype) for array in arrays)  # type: ignore[arg-type]
    together = ops.logical_and if name == "equal" else ops.logical_or
    return together(application.op(one.re, other.re), application.op(one.im, other.im))
