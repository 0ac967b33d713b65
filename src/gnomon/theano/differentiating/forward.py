"""`Rop`: how outputs change with inputs, along Theano's graph."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.differentiating.pullbacks import Pushforward, is_array
from gnomon.theano.differentiating.reverse import DisconnectedInputError, connection_pattern
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.testing_values import compute_test_values
from gnomon.theano.gof.utils import MethodNotDefined
from gnomon.theano.gof.walking import io_toposort


def Rop(
    f: Any, wrt: Any, eval_points: Any, disconnected_outputs: str = "raise", return_disconnected: str = "zero"
) -> Any:
    """Return the product of the derivatives of ``f`` by ``wrt`` with ``eval_points``."""
    from gnomon.theano.tensor.creation import zeros_like
    from gnomon.theano.tensor.variables import as_tensor_variable

    variables = list(wrt) if isinstance(wrt, (list, tuple)) else [wrt]
    points = list(eval_points) if isinstance(eval_points, (list, tuple)) else [eval_points]
    if len(variables) != len(points):
        raise ValueError(f"{len(points)} eval_points are given for {len(variables)} variables")
    moved: dict[Any, Any] = {}
    for place, (variable, point) in enumerate(zip(variables, points)):
        point = as_tensor_variable(point) if is_array(variable) else point
        if is_array(variable) and point.ndim != variable.ndim:
            raise ValueError(
                f"eval_points[{place}] has {point.ndim} dimensions, but wrt[{place}] has {variable.ndim}"
            )
        moved[variable] = point
    outs = list(f) if isinstance(f, (list, tuple)) else [f]
    for node in io_toposort(variables, outs):
        _move(node, moved)
    found: list[Any] = []
    for out in outs:
        tangent = moved.get(out)
        if tangent is None:
            message = (
                "Rop method was asked to compute the gradient with respect to a variable that is not part of the "
                f"computational graph of the output, or is used only by a non-differentiable operator: {out}"
            )
            if disconnected_outputs == "raise":
                raise DisconnectedInputError(message)
            if disconnected_outputs == "warn":
                warnings.warn(message, stacklevel=2)
            tangent = zeros_like(out) if return_disconnected.lower() == "zero" else None
        elif tangent not in points:
            tangent.tag.derivative_of = (
                out  # what it depends on may be given, though a linear function needs no values
            )
        found.append(tangent)
    if isinstance(f, tuple):
        return tuple(found)
    return found if isinstance(f, list) else found[0]


def _move(node: Apply, moved: dict[Any, Any]) -> None:
    places = tuple([k for k, variable in enumerate(node.inputs) if variable in moved])
    if not places:
        return
    pattern = connection_pattern(node)
    if not any(pattern[place][k] for place in places for k in range(len(node.outputs))):
        return
    tangents = [moved.get(variable) for variable in node.inputs]
    own = getattr(type(node.op), "R_op", None)
    try:
        found = node.op.R_op(list(node.inputs), tangents) if own is not None else None
    except MethodNotDefined:
        found = None
    if found is None:
        applied = Pushforward(node.op, places).make_node(*node.inputs, *[tangents[k] for k in places])
        compute_test_values(applied)
        found = applied.outputs
    for output, tangent in zip(node.outputs, found):
        if tangent is not None:
            moved.setdefault(output, tangent)
