"""`theano.scalar`: operations on single numbers."""

# ruff: noqa: F403 (names that users import from here)

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.gof.null_type import grad_not_implemented as grad_not_implemented
from gnomon.theano.gof.null_type import grad_undefined as grad_undefined
from gnomon.theano.scalar import basic, named_types, operations, special, types
from gnomon.theano.scalar.basic import *
from gnomon.theano.scalar.composite import Composite
from gnomon.theano.scalar.errors import ComplexError, IntegerDivisionError
from gnomon.theano.scalar.named_types import *
from gnomon.theano.scalar.operations import *
from gnomon.theano.scalar.special import *
from gnomon.theano.scalar.types import *

for _module in (types, named_types, operations):
    for _name, _value in list(vars(_module).items()):
        if not _name.startswith("__") and not hasattr(basic, _name):
            setattr(basic, _name, _value)


def div_proxy(x: Any, y: Any) -> Any:
    """Return the quotient of single numbers; that of integers is as ``config.int_division`` says."""
    whole = [types.as_scalar(entry).type in named_types.discrete_types for entry in (x, y)]
    return int_or_true_div(*whole)(x, y)


def int_or_true_div(x_discrete: Any, y_discrete: Any) -> Any:
    """Return the division that ``x / y`` is, for integers or not: for two integers as ``config.int_division`` says."""
    if not (x_discrete and y_discrete) or config.int_division == "floatX":
        return basic.true_div
    if config.int_division == "raise":
        raise IntegerDivisionError(
            "config.int_division is 'raise': write x // y for a whole quotient, or make one of the integers a float"
        )
    return basic.int_div


def as_common_dtype(*vars: Any) -> Any:
    """Return variables in the dtype that they have in common."""
    dtype = types.upcast(*[entry.dtype for entry in vars])
    return [entry.astype(dtype) for entry in vars]


def mod_check(x: Any, y: Any) -> Any:
    """Return a remainder; there is none of complex numbers."""
    if any(types.as_scalar(entry).type in named_types.complex_types for entry in (x, y)):
        raise ComplexError("there is no remainder of complex numbers")
    return basic.mod(x, y)


def round_half_away_from_zero_vec(a: Any) -> Any:
    """Return numbers rounded to whole ones, halves away from zero."""
    return np.trunc(a + np.copysign(0.5, a))


for _value in (
    round_half_away_from_zero_vec,
    div_proxy,
    int_or_true_div,
    as_common_dtype,
    mod_check,
    Composite,
    ComplexError,
    IntegerDivisionError,
):
    setattr(basic, _value.__name__, _value)
globals().update({name: value for name, value in vars(basic).items() if not name.startswith("__")})
for _op in (
    special.j0,
    special.j1,
    special.jv,
    special.iv,
    special.chi2sf,
    special.gammaincc,
    special.erfcx,
    special.erfcinv,
):
    globals()[type(_op).__name__] = type(_op)

if TYPE_CHECKING:  # the classes of operations, and the casts, by name

    def __getattr__(name: str) -> Any: ...
