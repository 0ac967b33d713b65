"""Elementwise operations of users, whose scalar operations compute in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.op import Op, PureOp
from gnomon.theano.gof.utils import from_return_values
from gnomon.theano.gof.walking import io_toposort
from gnomon.theano.scalar.types import get_scalar_type


def called_each(scalar_op: Any, node: Apply, values: Sequence[Any]) -> list[Any]:
    """Return expressions of what a scalar operation gives for each element.

    Its ``impl`` is called once with the expressions if that tells what it computes, else with each element at each run.
    """
    from gnomon import ops

    traced = _traced(scalar_op, node, values)
    if traced is not None:
        return traced
    kinds = tuple([(output.type.dtype, output.type.broadcastable) for output in node.outputs])
    dtypes = [output.type.dtype for output in node.outputs]

    def call(*arrays: Any) -> tuple[Any, ...]:
        if hasattr(scalar_op, "of_arrays"):
            return (np.asarray(scalar_op.of_arrays(*arrays)).astype(dtypes[0]),)
        spread = np.broadcast_arrays(*arrays)
        found = [np.empty(spread[0].shape, dtype) for dtype in dtypes]
        for place in np.ndindex(spread[0].shape):
            numbers = from_return_values(scalar_op.impl(*[array[place] for array in spread]))
            for array, number in zip(found, numbers):
                array[place] = number
        return tuple(found)

    pull = _pull(node) if has_own_gradient(scalar_op) else None
    return list(ops.call_back(tuple(values), function=call, kinds=kinds, pull=pull and pull(values)))


def _traced(scalar_op: Any, node: Apply, values: Sequence[Any]) -> list[Any] | None:
    """Return what ``impl`` gives for whole expressions, None where it needs numbers.

    Only where the class gives C code too: then it computes and does nothing else, so that it may be called once.
    """
    import gnomon as gn
    from gnomon import ops

    if type(scalar_op).c_code is Op.c_code or hasattr(scalar_op, "of_arrays"):
        return None
    spread = gn.broadcast_arrays(*values) if len(values) > 1 else list(values)
    try:
        found = list(from_return_values(scalar_op.impl(*spread)))
    except Exception:  # whatever the user's function does with what is no number
        return None
    fitting = len(found) == len(node.outputs) and all(isinstance(value, gn.Array) for value in found)
    if not fitting or any(value.shape.dims != spread[0].shape.dims for value in found):
        return None
    found = [gn.astype(value, getattr(gn, out.type.dtype)) for value, out in zip(found, node.outputs)]
    if not has_own_gradient(scalar_op):
        return found
    given: Any = ops.custom_gradient(tuple(found), tuple(values), pull=_pull(node)(values))
    return list(given)


def _pull(node: Apply) -> Any:
    from gnomon.theano.differentiating.pullbacks import pullback_of

    return lambda values: pullback_of(node, values)


def has_own_gradient(scalar_op: Any) -> bool:
    """Whether the user wrote the gradient of a scalar operation."""
    if scalar_op.lower is not None:
        return False
    kind = type(scalar_op)
    return hasattr(kind, "grad") or kind.L_op is not PureOp.L_op


def own_gradient(
    op: Any, inputs: Sequence[Any], outputs: Sequence[Any], output_grads: Sequence[Any]
) -> list[Any]:
    """Return the gradients that a scalar operation gives, as elementwise operations."""
    from gnomon.theano.differentiating.reverse import DisconnectedType
    from gnomon.theano.tensor.creation import zeros_like

    numbers = [get_scalar_type(entry.type.dtype)() for entry in inputs]
    results = op.scalar_op(*numbers, return_list=True)
    grads = [
        zeros_like(out) if isinstance(g.type, DisconnectedType) else g
        for g, out in zip(output_grads, outputs)
    ]
    slopes = [get_scalar_type(g.type.dtype)() for g in grads]
    found = op.scalar_op.L_op(numbers, results, slopes)
    given = dict(zip([*numbers, *slopes], [*inputs, *grads]))
    given.update(dict(zip(results, outputs)))
    spread = elementwise_of(found, given)
    return [summed(g, entry) for g, entry in zip(spread, inputs)]


def elementwise_of(numbers: Sequence[Any], given: dict[Any, Any]) -> list[Any]:
    """Return expressions of single numbers as elementwise expressions of arrays."""
    from gnomon.theano.tensor.elemwise import Elemwise
    from gnomon.theano.tensor.variables import constant

    known = dict(given)
    for node in io_toposort(known, [n for n in numbers if hasattr(n, "owner")]):
        entries = [
            known[v] if v in known else constant(v.data, dtype=v.type.dtype) if isinstance(v, Constant) else v
            for v in node.inputs
        ]
        made = Elemwise(node.op)(*entries, return_list=True)
        known.update(dict(zip(node.outputs, made)))
    return [
        known[n] if n in known else constant(n.data, dtype=n.type.dtype) if isinstance(n, Constant) else n
        for n in numbers
    ]


def summed(g: Any, entry: Any) -> Any:
    """Return a gradient summed over the axes along which an input was repeated."""
    from gnomon.theano.tensor.creation import fill
    from gnomon.theano.tensor.statistics import sum as total

    if not hasattr(g.type, "broadcastable"):
        return g
    if g.ndim < entry.ndim:
        return fill(entry, g)
    axes = [k for k in range(g.ndim) if entry.type.broadcastable[k] and not g.type.broadcastable[k]]
    return total(g, axis=axes, keepdims=True, dtype=g.dtype) if axes else g
