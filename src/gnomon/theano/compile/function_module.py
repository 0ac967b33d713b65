"""`theano.compile.function_module`: functions under their old module's name."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.compile.function import AliasedMemoryError, UnusedInputError, function
from gnomon.theano.compile.io import In, Out, SymbolicInput, SymbolicOutput
from gnomon.theano.compile.running import Function, Maker

FunctionMaker = Maker
orig_function = function
