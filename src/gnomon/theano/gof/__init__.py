"""Graphs, operations, and types: Theano's foundation under its names."""

from gnomon.theano.gof import fg, graph, op, type, utils
from gnomon.theano.gof.fg import CachedConstantError, FunctionGraph, InconsistencyError, MissingInputError
from gnomon.theano.gof.graph import Apply, Constant, Variable, view_roots
from gnomon.theano.gof.link import (
    CLinker,
    DualLinker,
    Linker,
    LocalLinker,
    OpWiseCLinker,
    PerformLinker,
    VM_Linker,
)
from gnomon.theano.gof.op import Op, OpenMPOp, PureOp
from gnomon.theano.gof.opt import LocalOptimizer, local_optimizer
from gnomon.theano.gof.type import Generic, SingletonType, Type, generic
from gnomon.theano.gof.utils import MethodNotDefined, hashtype, object2

__all__ = [
    "Apply",
    "CLinker",
    "CachedConstantError",
    "Constant",
    "DualLinker",
    "FunctionGraph",
    "Generic",
    "InconsistencyError",
    "Linker",
    "LocalLinker",
    "LocalOptimizer",
    "MethodNotDefined",
    "MissingInputError",
    "Op",
    "OpWiseCLinker",
    "OpenMPOp",
    "PerformLinker",
    "PureOp",
    "SingletonType",
    "Type",
    "VM_Linker",
    "Variable",
    "fg",
    "generic",
    "graph",
    "hashtype",
    "local_optimizer",
    "object2",
    "op",
    "type",
    "utils",
    "view_roots",
]
