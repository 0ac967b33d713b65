"""What loops are described with."""

from __future__ import annotations

from typing import Any

from gnomon.theano.compile.copies import clone
from gnomon.theano.gof.comparing import equal_computations
from gnomon.theano.scan_module.graph_tools import (
    DEPRECATED_ARG,
    expand_empty,
    forced_replace,
    get_updates_and_outputs,
    hash_listsDictsTuples,
    infer_shape,
    isNaN_or_Inf_or_None,
    reconstruct_graph,
    safe_new,
    traverse,
)
from gnomon.theano.scan_module.mapping import map_variables


class until:
    """The condition that ends a loop, as its function returns it."""

    def __init__(self, condition: Any) -> None:
        from gnomon.theano.tensor.variables import as_tensor_variable

        self.condition = as_tensor_variable(condition)
        if self.condition.ndim:
            raise AssertionError("the condition of until is a single truth value")


__all__ = [
    "DEPRECATED_ARG",
    "clone",
    "equal_computations",
    "expand_empty",
    "forced_replace",
    "get_updates_and_outputs",
    "hash_listsDictsTuples",
    "infer_shape",
    "isNaN_or_Inf_or_None",
    "map_variables",
    "reconstruct_graph",
    "safe_new",
    "traverse",
    "until",
]
