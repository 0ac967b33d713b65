"""`theano.scalar`: operations on single numbers."""

# ruff: noqa: F403 (names that users import from here)

from typing import TYPE_CHECKING, Any

from gnomon.theano.scalar import basic
from gnomon.theano.scalar.basic import *
from gnomon.theano.scalar.named_types import *
from gnomon.theano.scalar.operations import *
from gnomon.theano.scalar.special import *
from gnomon.theano.scalar.types import *

globals().update({name: value for name, value in vars(basic).items() if not name.startswith("__")})

if TYPE_CHECKING:  # the classes of operations, and the casts, by name

    def __getattr__(name: str) -> Any: ...
