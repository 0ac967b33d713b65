"""Operations that the user wrote as Python functions, called from compiled functions."""

from __future__ import annotations

import warnings
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

    # typed lists are values already, not expressions
    given = [place for place, value in enumerate(values) if not isinstance(value, list)]

    def call(*arrays: Any) -> tuple[Any, ...]:
        taken = list(values)
        for place, array in zip(given, arrays):
            taken[place] = np.array(array)
        found = carried_out(node, taken)
        return tuple([output.type.filter(value) for output, value in zip(node.outputs, found)])

    pull = pullback_of(node, values)
    each_time = not values or not node.op.do_constant_folding(node)
    found = build(
        ops.call_back,
        (tuple([as_array(values[place]) for place in given]),),
        {"function": call, "kinds": kinds, "pull": pull, "each_time": each_time},
        user_site(),
    )
    return _of_inferred_sizes(node, values, list(found))


def _of_inferred_sizes(node: Apply, values: Sequence[Any], found: Sequence[Any]) -> list[Any]:
    """Return results in the sizes that the operation's ``infer_shape`` tells, where it has one."""
    from gnomon.theano.fitting import of_sizes
    from gnomon.theano.lowering import Lowering
    from gnomon.theano.tensor.creation import sizes_of
    from gnomon.theano.tensor.variables import as_tensor_variable

    rule = getattr(node.op, "infer_shape", None)
    arrays = all(hasattr(variable.type, "broadcastable") for variable in [*node.inputs, *node.outputs])
    if rule is None or not arrays or all(out.ndim == 0 for out in node.outputs):
        return list(found)
    shapes = [tuple([variable.shape[k] for k in range(variable.ndim)]) for variable in node.inputs]
    try:
        told = rule(node, shapes)
    except Exception as error:  # as in Theano, where a shape that cannot be told is no mistake
        warnings.warn(f"infer_shape of {node.op} fails: {type(error).__name__}: {error}", stacklevel=2)
        return list(found)
    lowering = Lowering(dict(zip(node.inputs, values)))
    sized = []
    for result, output, sizes in zip(found, node.outputs, told):
        if sizes is not None and len(sizes) != output.ndim:
            raise ValueError(
                f"infer_shape of {node.op} gives {len(sizes)} sizes for an output with {output.ndim} axes"
            )
        if sizes is None or any(size is None for size in sizes):
            sized.append(result)
            continue
        wanted = [as_tensor_variable(size).astype("int64") for size in sizes]
        sized.append(of_sizes(result, sizes_of(lowering.of(wanted))))
    return sized
