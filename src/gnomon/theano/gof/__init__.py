"""Graphs, operations, and types: Theano's foundation under its names."""

from gnomon.theano.gof import fg, graph, op, toolbox, type, utils
from gnomon.theano.gof.cop import COp
from gnomon.theano.gof.enums import EnumList, EnumType
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
    WrapLinker,
    WrapLinkerMany,
)
from gnomon.theano.gof.op import Op, OpenMPOp, PureOp
from gnomon.theano.gof.optdb import DB, EquilibriumDB, Query, SequenceDB
from gnomon.theano.gof.params_type import Params, ParamsType
from gnomon.theano.gof.rewriting import (
    EquilibriumOptimizer,
    FromFunctionOptimizer,
    LocalOptimizer,
    MergeOptimizer,
    OpRemove,
    OpSub,
    Optimizer,
    PatternSub,
    SeqOptimizer,
    TopoOptimizer,
    local_optimizer,
    optimizer,
)
from gnomon.theano.gof.type import Generic, SingletonType, Type, generic
from gnomon.theano.gof.utils import MethodNotDefined, hashtype, object2

__all__ = [
    "DB",
    "Apply",
    "CLinker",
    "COp",
    "CachedConstantError",
    "Constant",
    "DualLinker",
    "EnumList",
    "EnumType",
    "EquilibriumDB",
    "EquilibriumOptimizer",
    "FromFunctionOptimizer",
    "FunctionGraph",
    "Generic",
    "InconsistencyError",
    "Linker",
    "LocalLinker",
    "LocalOptimizer",
    "MergeOptimizer",
    "MethodNotDefined",
    "MissingInputError",
    "Op",
    "OpRemove",
    "OpSub",
    "OpWiseCLinker",
    "OpenMPOp",
    "Optimizer",
    "Params",
    "ParamsType",
    "PatternSub",
    "PerformLinker",
    "PureOp",
    "Query",
    "SeqOptimizer",
    "SequenceDB",
    "SingletonType",
    "TopoOptimizer",
    "Type",
    "VM_Linker",
    "Variable",
    "WrapLinker",
    "WrapLinkerMany",
    "fg",
    "generic",
    "graph",
    "hashtype",
    "local_optimizer",
    "object2",
    "op",
    "optimizer",
    "toolbox",
    "type",
    "utils",
    "view_roots",
]
