"""Rewrites of graphs under the names that programs use, and what tells of them."""

from __future__ import annotations

from typing import Any

from gnomon.theano.configuration import config
from gnomon.theano.gof import graph, op
from gnomon.theano.gof.fg import FunctionGraph, InconsistencyError
from gnomon.theano.gof.navigating import (
    EquilibriumOptimizer,
    LocalOptGroup,
    NavigatorOptimizer,
    OpKeyOptimizer,
    TopoOptimizer,
    check_chain,
)
from gnomon.theano.gof.optdb import DB, EquilibriumDB, LocalGroupDB, ProxyDB, Query, SequenceDB, TopoDB
from gnomon.theano.gof.patterns import OpRemove, OpSub, PatternSub
from gnomon.theano.gof.rewriting import (
    FromFunctionOptimizer,
    LocalOptimizer,
    MergeOptimizer,
    Optimizer,
    SeqOptimizer,
    inplace_optimizer,
    local_optimizer,
    optimizer,
)
from gnomon.theano.gof.simplifying import pre_constant_merge
from gnomon.theano.gof.traces import copy_stack_trace, inherit_stack_trace

FromFunctionLocalOptimizer = LocalOptimizer


def out2in(*local_opts: Any, **options: Any) -> Any:
    """Return rewrites of applications, tried on each from the outputs to the inputs."""
    return _tried("out_to_in", local_opts)


def in2out(*local_opts: Any, **options: Any) -> Any:
    """Return rewrites of applications, tried on each from the inputs to the outputs."""
    return _tried("in_to_out", local_opts)


def _tried(order: str, local_opts: Any) -> Any:
    made = [TopoOptimizer(rewrite, order) for rewrite in local_opts]
    return made[0] if len(made) == 1 else SeqOptimizer(made)


def check_stack_trace(f_or_fgraph: Any, ops_to_check: Any = "last", bug_print: str = "raise") -> bool:
    """Whether the applications of a function say where the user's program made them."""
    graph = f_or_fgraph.maker.fgraph if hasattr(f_or_fgraph, "maker") else f_or_fgraph
    nodes = graph.toposort()
    if ops_to_check == "last":
        nodes = [out.owner for out in graph.outputs if out.owner is not None]
    elif ops_to_check != "all":
        wanted = ops_to_check if isinstance(ops_to_check, (list, tuple)) else [ops_to_check]
        nodes = [node for node in nodes if any(node.op == op or type(node.op) is op for op in wanted)]
    return all(getattr(node.tag, "trace", None) for node in nodes)


__all__ = [
    "DB",
    "EquilibriumDB",
    "EquilibriumOptimizer",
    "FromFunctionLocalOptimizer",
    "FromFunctionOptimizer",
    "FunctionGraph",
    "InconsistencyError",
    "LocalGroupDB",
    "LocalOptGroup",
    "LocalOptimizer",
    "MergeOptimizer",
    "NavigatorOptimizer",
    "OpKeyOptimizer",
    "OpRemove",
    "OpSub",
    "Optimizer",
    "PatternSub",
    "ProxyDB",
    "Query",
    "SeqOptimizer",
    "SequenceDB",
    "TopoDB",
    "TopoOptimizer",
    "check_chain",
    "check_stack_trace",
    "config",
    "copy_stack_trace",
    "graph",
    "in2out",
    "inherit_stack_trace",
    "inplace_optimizer",
    "local_optimizer",
    "op",
    "optimizer",
    "out2in",
    "pre_constant_merge",
]
