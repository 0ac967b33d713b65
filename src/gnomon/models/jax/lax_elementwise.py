"""``jax.lax``: functions of each entry; both arrays of a pair need the same number of axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Tensor,
    function,
)
from gnomon.models.jax.support import (
    as_array,
    as_jax,
    dtype_of,
    tensor_of,
    under,
    unknown_tensor,
    words,
)

_UNARY = {
    "abs": "abs",
    "neg": "negative",
    "sign": "sign",
    "floor": "floor",
    "ceil": "ceil",
    "is_finite": "isfinite",
    "exp": "exp",
    "exp2": "exp2",
    "expm1": "expm1",
    "log": "log",
    "log1p": "log1p",
    "tanh": "tanh",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "asin": "asin",
    "acos": "acos",
    "atan": "atan",
    "sinh": "sinh",
    "cosh": "cosh",
    "asinh": "asinh",
    "acosh": "acosh",
    "atanh": "atanh",
    "sqrt": "sqrt",
    "rsqrt": "rsqrt",
    "cbrt": "cbrt",
    "square": "square",
    "logistic": "sigmoid",
    "erf": "erf",
    "erfc": "erfc",
    "erf_inv": "erfinv",
    "lgamma": "lgamma",
    "digamma": "digamma",
    "real": "real",
    "imag": "imag",
    "conj": "conj",
    "reciprocal": "reciprocal",
    "bitwise_not": "invert",
}


_ACCURATE = words("cbrt cos exp exp2 expm1 log log1p logistic rsqrt sin sqrt tan tanh")
"""Functions that take how exact they are to be."""


def _unary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    def model(x: Any) -> Any:
        return as_jax(apply(tensor_of(as_array(x))))

    def accurate(x: Any, *, accuracy: Any = None) -> Any:
        return model(x)

    model.__name__ = accurate.__name__ = name
    function(f"jax.lax.{name}")(accurate if name in _ACCURATE else model)


for _name, _operation in _UNARY.items():
    _unary(_name, _operation)

_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "rem": "fmod",
    "max": "maximum",
    "min": "minimum",
    "pow": "power",
    "atan2": "atan2",
    "nextafter": "nextafter",
    "complex": "complex",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "shift_left": "left_shift",
    "shift_right_logical": "right_shift",
    "shift_right_arithmetic": "right_shift",
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}


def _binary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    def model(x: Any, y: Any) -> Any:
        a, b = as_array(x), as_array(y)
        if a.shape.rank and b.shape.rank and a.shape.rank != b.shape.rank:
            ops.same_shape(a, b)
        result = as_jax(apply(a, b))
        if operation == "divide" and type(result) is Tensor:
            result = ops.cast(result, dtype=a.dtype if a.dtype is b.dtype else None)
        return result

    def neighbours(x1: Any, x2: Any) -> Any:
        return model(x1, x2)

    def product(x: Any, y: Any, *, out_dtype: Any = None) -> Any:
        return model(x, y) if out_dtype is None else unknown_tensor()

    forms: dict[str, Callable[..., Any]] = {"nextafter": neighbours, "mul": product}
    made = forms.get(name, model)
    made.__name__ = name
    function(f"jax.lax.{name}")(made)


for _name, _operation in _BINARY.items():
    _binary(_name, _operation)


@function(
    *under(
        "jax.lax",
        "betainc igamma igammac igamma_grad_a polygamma zeta random_gamma_grad regularized_incomplete_beta mulhi",
    ),
)
def of_several(*arrays: Any) -> Any:
    """A number for each entry of arrays of one shape."""
    given = [as_array(array) for array in arrays]
    ranked = [array for array in given if array.shape.rank != 0]  # numbers go with every shape
    result = (ranked or given or [unknown_tensor()])[0]
    for other in ranked[1:]:
        if result.shape.rank is not None and other.shape.rank not in (None, result.shape.rank):
            ops.same_shape(result, other)
        result = as_jax(ops.maximum(result, other))
    return ops.positive(result)


@function("jax.lax.bessel_i0e", "jax.lax.bessel_i1e")
def bessel(x: Any) -> Any:
    """A number for each entry."""
    return ops.positive(as_array(x))


@function("jax.lax.integer_pow")
def integer_pow(x: Any, y: Any) -> Any:
    """A whole power."""
    return ops.positive(as_array(x))


@function("jax.lax.round", "jax.lax.population_count", "jax.lax.clz", "jax.lax.reduce_precision")
def round_(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """A number for each entry."""
    return ops.positive(as_array(x))


@function("jax.lax.clamp")
def clamp(min: Any, x: Any, max: Any) -> Any:
    """Entries between limits."""
    return ops.positive(as_array(x))


@function("jax.lax.select")
def select(pred: Any, on_true: Any, on_false: Any) -> Any:
    """Entries of one array or another of the same shape."""
    return select_n(pred, on_true, on_false)


@function("jax.lax.select_n")
def select_n(which: Any, *cases: Any) -> Any:
    """Entries of one of several arrays of the same shape."""
    arrays = [as_array(case) for case in cases]
    for other in arrays[1:]:
        ops.same_shape(arrays[0], other)
    return ops.positive(arrays[0]) if arrays else UNKNOWN


@function("jax.lax.convert_element_type")
def convert_element_type(operand: Any, new_dtype: Any) -> Any:
    """The array with another dtype."""
    return ops.cast(as_array(operand), dtype=dtype_of(new_dtype))


@function("jax.lax.bitcast_convert_type")
def bitcast_convert_type(operand: Any, new_dtype: Any) -> Any:
    """The same bits as another dtype."""
    x, dtype = as_array(operand), dtype_of(new_dtype)
    if dtype is not None and x.dtype is not None and dtype.bits == x.dtype.bits:
        return ops.cast(x, dtype=dtype)
    return unknown_tensor(dtype)
