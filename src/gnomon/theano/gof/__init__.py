"""Graphs, operations, and types: Theano's foundation under its names."""

from gnomon.theano.gof import fg, graph, link, op, toolbox, type, utils
from gnomon.theano.gof.cop import COp
from gnomon.theano.gof.enums import CEnumType, EnumList, EnumType
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
from gnomon.theano.gof.opt import (
    EquilibriumOptimizer,
    FromFunctionOptimizer,
    LocalOptGroup,
    LocalOptimizer,
    MergeOptimizer,
    NavigatorOptimizer,
    OpKeyOptimizer,
    OpRemove,
    OpSub,
    Optimizer,
    PatternSub,
    SeqOptimizer,
    TopoOptimizer,
    inplace_optimizer,
    local_optimizer,
    optimizer,
)
from gnomon.theano.gof.optdb import DB, EquilibriumDB, LocalGroupDB, ProxyDB, Query, SequenceDB
from gnomon.theano.gof.params_type import Params, ParamsType
from gnomon.theano.gof.toolbox import (
    Bookkeeper,
    Feature,
    History,
    NodeFinder,
    NoOutputFromInplace,
    PrintListener,
    ReplacementDidntRemovedError,
    ReplaceValidate,
    Validator,
)
from gnomon.theano.gof.type import Generic, SingletonType, Type, generic
from gnomon.theano.gof.utils import MethodNotDefined, hashtype, object2


def __getattr__(name: str) -> object:
    if name == "Container":
        return link.Container
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "DB",
    "Apply",
    "Bookkeeper",
    "CEnumType",
    "CLinker",
    "COp",
    "CachedConstantError",
    "Constant",
    "DualLinker",
    "EnumList",
    "EnumType",
    "EquilibriumDB",
    "EquilibriumOptimizer",
    "Feature",
    "FromFunctionOptimizer",
    "FunctionGraph",
    "Generic",
    "History",
    "InconsistencyError",
    "Linker",
    "LocalGroupDB",
    "LocalLinker",
    "LocalOptGroup",
    "LocalOptimizer",
    "MergeOptimizer",
    "MethodNotDefined",
    "MissingInputError",
    "NavigatorOptimizer",
    "NoOutputFromInplace",
    "NodeFinder",
    "Op",
    "OpKeyOptimizer",
    "OpRemove",
    "OpSub",
    "OpWiseCLinker",
    "OpenMPOp",
    "Optimizer",
    "Params",
    "ParamsType",
    "PatternSub",
    "PerformLinker",
    "PrintListener",
    "ProxyDB",
    "PureOp",
    "Query",
    "ReplaceValidate",
    "ReplacementDidntRemovedError",
    "SeqOptimizer",
    "SequenceDB",
    "SingletonType",
    "TopoOptimizer",
    "Type",
    "VM_Linker",
    "Validator",
    "Variable",
    "WrapLinker",
    "WrapLinkerMany",
    "fg",
    "generic",
    "graph",
    "hashtype",
    "inplace_optimizer",
    "link",
    "local_optimizer",
    "object2",
    "op",
    "optimizer",
    "toolbox",
    "type",
    "utils",
    "view_roots",
]
