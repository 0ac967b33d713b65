"""Graphs, operations, and types: Theano's foundation under its names."""

from gnomon.theano.gof import fg, graph, op, type, utils
from gnomon.theano.gof.fg import CachedConstantError, FunctionGraph, InconsistencyError, MissingInputError
from gnomon.theano.gof.graph import Apply, Constant, Variable, view_roots
from gnomon.theano.gof.op import Op, OpenMPOp, PureOp
from gnomon.theano.gof.type import Generic, SingletonType, Type, generic
from gnomon.theano.gof.utils import MethodNotDefined, hashtype, object2

__all__ = [
    "Apply",
    "CachedConstantError",
    "Constant",
    "FunctionGraph",
    "Generic",
    "InconsistencyError",
    "MethodNotDefined",
    "MissingInputError",
    "Op",
    "OpenMPOp",
    "PureOp",
    "SingletonType",
    "Type",
    "Variable",
    "fg",
    "generic",
    "graph",
    "hashtype",
    "object2",
    "op",
    "type",
    "utils",
    "view_roots",
]
