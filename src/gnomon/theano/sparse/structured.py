"""Functions of the stored entries of sparse matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.theano import tensor
from gnomon.theano.sparse.arithmetic import checked
from gnomon.theano.sparse.parts import CSM, csm_properties
from gnomon.theano.tensor import nnet


def structured_monoid(tensor_op: Any) -> Callable[[Any], Any]:
    """Return a decorator that makes a function of stored entries: the function given is only its name and text."""

    def decorate(function: Any) -> Any:
        def applied(x: Any, *numbers: Any) -> Any:
            x = checked(x)
            data, indices, indptr, shape = csm_properties(x)
            return CSM(x.format)(tensor_op(data, *numbers), indices, indptr, shape)

        applied.__name__ = getattr(function, "__name__", str(tensor_op))
        applied.__doc__ = getattr(function, "__doc__", None)
        return applied

    return decorate


def _named(name: str, operation: Any, what: str) -> Any:
    def function(x: Any) -> Any: ...

    function.__name__ = name
    function.__doc__ = f"Return {what} of the stored entries; 0 stays 0."
    return structured_monoid(operation)(function)


structured_sigmoid = _named("structured_sigmoid", nnet.sigmoid, "the sigmoid")
structured_exp = _named("structured_exp", tensor.exp, "exp")
structured_log = _named("structured_log", tensor.log, "the logarithm")
structured_pow = _named("structured_pow", tensor.pow, "a power")
structured_minimum = _named("structured_minimum", tensor.minimum, "the minimum with a number")
structured_maximum = _named("structured_maximum", tensor.maximum, "the maximum with a number")
structured_add = _named("structured_add", tensor.add, "the sum with a number")
sin = _named("sin", tensor.sin, "the sine")
tan = _named("tan", tensor.tan, "the tangent")
arcsin = _named("arcsin", tensor.arcsin, "the inverse sine")
arctan = _named("arctan", tensor.arctan, "the inverse tangent")
sinh = _named("sinh", tensor.sinh, "the hyperbolic sine")
arcsinh = _named("arcsinh", tensor.arcsinh, "the inverse hyperbolic sine")
tanh = _named("tanh", tensor.tanh, "the hyperbolic tangent")
arctanh = _named("arctanh", tensor.arctanh, "the inverse hyperbolic tangent")
rint = _named("rint", tensor.round_half_to_even, "the nearest whole numbers")
sgn = _named("sgn", tensor.sgn, "the sign")
ceil = _named("ceil", tensor.ceil, "the next whole numbers above")
floor = _named("floor", tensor.floor, "the next whole numbers below")
log1p = _named("log1p", tensor.log1p, "log(1 + x)")
expm1 = _named("expm1", tensor.expm1, "exp(x) - 1")
deg2rad = _named("deg2rad", tensor.deg2rad, "degrees in radians")
rad2deg = _named("rad2deg", tensor.rad2deg, "radians in degrees")
trunc = _named("trunc", tensor.trunc, "the whole part")
sqr = _named("sqr", tensor.sqr, "the square")
sqrt = _named("sqrt", tensor.sqrt, "the square root")
conj = _named("conj", tensor.conj, "the conjugate")
