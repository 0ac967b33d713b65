"""`theano.compile`: functions, shared variables, modes."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.compile import function as _function
from gnomon.theano.compile import function_module, io, mode, sharedvalue
from gnomon.theano.compile.function import UnusedInputError, function
from gnomon.theano.compile.io import In, Out, Param, SymbolicInput, SymbolicOutput
from gnomon.theano.compile.mode import (
    FAST_COMPILE,
    FAST_RUN,
    Mode,
    get_default_mode,
    get_mode,
    predefined_linkers,
    predefined_modes,
    predefined_optimizers,
    register_linker,
    register_mode,
    register_optimizer,
)
from gnomon.theano.compile.running import Function
from gnomon.theano.compile.sharedvalue import SharedVariable, generic_constructor, shared, shared_constructor
from gnomon.theano.tensor.shapes import Shape, Shape_i, SpecifyShape, specify_shape
