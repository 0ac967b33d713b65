"""Operations that the user wrote as Python functions, called from compiled functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.theano.c_code.running import c_code_of
from gnomon.theano.gof.graph import Apply, NoParams
from gnomon.theano.gof.op import PureOp


def carried_out(node: Apply, values: Sequence[Any]) -> list[Any]:
    """Return what an application gives for NumPy arrays (and other Python values)."""
    from gnomon.theano.lowering import lowered, lowering_of

    arrays = all(hasattr(variable.type, "fitted") for variable in [*node.inputs, *node.outputs])
    if lowering_of(node.op) is not None and (arrays or type(node.op).perform is PureOp.perform):
        given = [variable.type.lower_constant(value) for variable, value in zip(node.inputs, values)]
        return [
            output.type.raised(value) if hasattr(output.type, "raised") else value
            for output, value in zip(node.outputs, lowered(node, given))
        ]
    if type(node.op).make_thunk is not PureOp.make_thunk:
        return _by_thunk(node, values)
    carried = c_code_of(node)
    if carried is not None:
        return carried(values, [None] * len(node.outputs))
    storage: list[list[Any]] = [[None] for _ in node.outputs]
    parameters = node.run_params()
    extra = () if parameters is NoParams else (parameters,)
    node.op.perform(node, list(values), storage, *extra)
    return [cell[0] for cell in storage]


def _by_thunk(node: Apply, values: Sequence[Any]) -> list[Any]:
    """Return what the operation's own thunk leaves in the storage of its outputs."""
    storage = {variable: [value] for variable, value in zip(node.inputs, values)}
    storage |= {output: [None] for output in node.outputs}
    computed = {variable: [variable not in node.outputs] for variable in storage}
    node.op.make_thunk(node, storage, computed, [])()
    return [storage[output][0] for output in node.outputs]


def called_back(node: Apply, values: Sequence[Any]) -> list[Any]:
    """Return expressions of what ``perform`` gives when the compiled function runs."""
    from gnomon import ops
    from gnomon.graph.constants import as_array
    from gnomon.graph.sites import user_site
    from gnomon.graph.world import build
    from gnomon.theano.differentiating.pullbacks import pullback_of

    kinds = tuple([(output.type.dtype, output.type.broadcastable) for output in node.outputs])

    def call(*arrays: Any) -> tuple[Any, ...]:
        found = carried_out(node, [np.array(array) for array in arrays])
        return tuple([output.type.filter(value) for output, value in zip(node.outputs, found)])

    pull = pullback_of(node, values)
    each_time = not values or not node.op.do_constant_folding(node)
    return list(
        build(
            ops.call_back,
            (tuple([as_array(value) for value in values]),),
            {"function": call, "kinds": kinds, "pull": pull, "each_time": each_time},
            user_site(),
        )
    )
