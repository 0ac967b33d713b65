"""`theano.scalar`: operations on single numbers."""

# ruff: noqa: F403 (names that users import from here)

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.theano.scalar import basic, named_types, operations, types
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
    """Return the quotient of single numbers; that of integers is an integer."""
    whole = all(types.as_scalar(entry).type in named_types.discrete_types for entry in (x, y))
    return basic.int_div(x, y) if whole else basic.true_div(x, y)


def round_half_away_from_zero_vec(a: Any) -> Any:
    """Return numbers rounded to whole ones, halves away from zero."""
    return np.trunc(a + np.copysign(0.5, a))


for _value in (round_half_away_from_zero_vec, div_proxy, Composite, ComplexError, IntegerDivisionError):
    setattr(basic, _value.__name__, _value)
globals().update({name: value for name, value in vars(basic).items() if not name.startswith("__")})

if TYPE_CHECKING:  # the classes of operations, and the casts, by name

    def __getattr__(name: str) -> Any: ...
