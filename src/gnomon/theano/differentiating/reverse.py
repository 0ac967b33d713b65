"""`grad`: cotangents travel from a cost back to the variables asked for, along Theano's graph."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gnomon.theano.configuration import config
from gnomon.theano.differentiating.pullbacks import gradient_type, is_array
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.null_type import NullType, NullTypeGradError
from gnomon.theano.gof.type import Type
from gnomon.theano.gof.walking import io_toposort


class DisconnectedInputError(ValueError):
    """A gradient by a variable that the cost does not depend on."""


class DisconnectedType(Type):
    """The type of gradients by what the cost does not depend on."""

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        raise AssertionError("a disconnected gradient has no value")

    def fiter_variable(self, other: Any) -> Any:
        """Refuse any value."""
        raise AssertionError("a disconnected gradient has no value")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __str__(self) -> str:
        return "DisconnectedType"


disconnected_type = DisconnectedType()


def connection_pattern(node: Apply) -> list[list[bool]]:
    """Return, for each input of an application, whether each output depends on it as gradients see it."""
    if hasattr(node.op, "connection_pattern"):
        found: list[list[bool]] = node.op.connection_pattern(node)
        return found
    return [[True for _ in node.outputs] for _ in node.inputs]


def grad(
    cost: Any,
    wrt: Any,
    consider_constant: Iterable[Any] | None = None,
    disconnected_inputs: str = "raise",
    add_names: bool = True,
    known_grads: Mapping[Any, Any] | None = None,
    return_disconnected: str = "zero",
    null_gradients: str = "raise",
) -> Any:
    """Return the gradients of a scalar cost by a variable, or by each of a list of variables.

    ``known_grads`` gives cotangents of variables inside the graph. ``disconnected_inputs`` ("raise", "warn", "ignore")
    says what happens where the cost does not depend on a variable, and ``return_disconnected`` ("zero", "none",
    "Disconnected") what it gets.
    """
    if cost is None and not known_grads:
        raise AssertionError("grad needs a cost, or known_grads")
    if cost is not None:
        _check_cost(cost)
    many = isinstance(wrt, (list, tuple))
    listed = list(wrt) if many else [wrt]
    for variable in listed:
        if not isinstance(variable, Variable):
            raise TypeError(f"Expected Variable, got {variable} of type {type(variable)}")
    starts = _starts(cost, known_grads)
    found = pulled_back(starts, listed, set(consider_constant or ()), cost, add_names)
    results = [
        _concluded(variable, found.get(variable), disconnected_inputs, return_disconnected, null_gradients)
        for variable in listed
    ]
    if isinstance(wrt, tuple):
        return tuple(results)
    return results if many else results[0]


def _check_cost(cost: Any) -> None:
    if isinstance(cost.type, NullType):
        raise ValueError(f"Can't differentiate a NaN cost. cost is NaN because {cost.type.why_null}")
    if cost.ndim != 0:
        raise TypeError("cost must be a scalar.")


def _starts(cost: Any, known: Mapping[Any, Any] | None) -> dict[Any, Any]:
    from gnomon.theano.tensor.creation import ones_like
    from gnomon.theano.tensor.variables import as_tensor_variable

    starts: dict[Any, Any] = {}
    for variable, value in (known or {}).items():
        if not hasattr(value, "type"):
            value = as_tensor_variable(value)
        if not isinstance(value.type, DisconnectedType):
            starts[variable] = value
    if cost is not None and cost not in (known or {}):
        starts[cost] = ones_like(cost, dtype=gradient_type(cost.type).dtype)
    return starts


def _reached(starts: Iterable[Any], wrt: Sequence[Any], stop: set[Any]) -> tuple[list[Apply], set[Any]]:
    """Return the applications that costs need, and the variables through which they depend on ``wrt``."""
    order = io_toposort(stop, list(starts))
    active = {variable for variable in wrt if variable not in stop} | {v for v in wrt if v in stop}
    for node in order:
        pattern = connection_pattern(node)
        for k, output in enumerate(node.outputs):
            if any(v in active and pattern[j][k] for j, v in enumerate(node.inputs)):
                active.add(output)
    return order, active


def pulled_back(
    starts: dict[Any, Any], wrt: Sequence[Any], constant: set[Any], cost: Any = None, names: bool = False
) -> dict[Any, Any]:
    """Return the cotangent of each variable between costs and ``wrt``."""
    order, active = _reached(starts, wrt, constant)
    gathered: dict[Any, Any] = {v: g for v, g in starts.items() if v in active}
    for node in reversed(order):
        outs = [gathered.get(output) for output in node.outputs]
        if all(g is None for g in outs) or not any(v in active for v in node.inputs):
            continue
        pattern = connection_pattern(node)
        for place, g in enumerate(_step(node, outs)):
            variable = node.inputs[place]
            if variable not in active or (variable in constant and variable not in wrt):
                continue
            if g is None or isinstance(g.type, DisconnectedType) or not any(pattern[place]):
                continue
            if variable in starts and variable is not cost:
                continue
            _add(gathered, variable, g)
    if names and cost is not None and cost.name is not None:
        for variable, g in gathered.items():
            if variable.name is not None and g.name is None:
                g.name = f"(d{cost.name}/d{variable.name})"
    return gathered


def _add(gathered: dict[Any, Any], variable: Any, g: Any) -> None:
    known = gathered.get(variable)
    if known is None:
        gathered[variable] = g
    elif isinstance(known.type, NullType) or isinstance(g.type, NullType):
        gathered[variable] = known if isinstance(known.type, NullType) else g
    else:
        gathered[variable] = known + g


def _step(node: Apply, outs: list[Any]) -> list[Any]:
    """Return the cotangents of an application's inputs."""
    from gnomon.theano.tensor.creation import zeros_like

    for g in outs:
        if g is not None and isinstance(g.type, NullType):
            return [g if is_array(variable) else None for variable in node.inputs]
    given = []
    for output, g in zip(node.outputs, outs):
        if g is None:
            given.append(disconnected_type())
        elif is_array(output) and g.dtype != gradient_type(output.type).dtype:
            given.append(g.astype(gradient_type(output.type).dtype))
        else:
            given.append(g)
    if all(is_array(out) and out.dtype[:3] in ("int", "uin", "boo") for out in node.outputs):
        return [
            zeros_like(v, dtype=gradient_type(v.type).dtype) if is_array(v) else disconnected_type()
            for v in node.inputs
        ]
    found = node.op.L_op(list(node.inputs), list(node.outputs), given)
    if not isinstance(found, (list, tuple)):
        raise TypeError(f"{node.op}.grad returned {type(found).__name__}, expected a list of variables")
    if len(found) != len(node.inputs):
        raise ValueError(
            f"{node.op} returned the wrong number of gradient terms: {len(found)} for {len(node.inputs)} inputs"
        )
    return [_checked(node, place, g) for place, g in enumerate(found)]


def _checked(node: Apply, place: int, g: Any) -> Any:
    """Return a gradient that fits its input."""
    variable = node.inputs[place]
    if g is None:
        raise TypeError(
            f"{node.op}.grad returned None for input {place}; return DisconnectedType()(), grad_undefined or zeros_like"
        )
    if not isinstance(g, Variable):
        from gnomon.theano.tensor.variables import as_tensor_variable

        g = as_tensor_variable(g)
    if isinstance(g.type, (DisconnectedType, NullType)) or not is_array(variable) or not is_array(g):
        return g
    if g.ndim != variable.ndim:
        raise ValueError(
            f"{node.op}.grad returned a term with {g.ndim} dimensions, but {variable.ndim} are required."
        )
    wanted = gradient_type(variable.type).dtype
    return g.astype(wanted) if g.dtype != wanted and not wanted.startswith("complex") else g


def _concluded(variable: Any, g: Any, on_missing: str, as_what: str, on_null: str) -> Any:
    """Return the gradient by a variable, or what stands for a missing one."""
    from gnomon.theano.tensor.creation import zeros_like

    if g is None:
        message = (
            "grad method was asked to compute the gradient with respect to a variable that is not part of the "
            f"computational graph of the cost, or is used only by a non-differentiable operator: {variable}"
        )
        if on_missing == "raise":
            raise DisconnectedInputError(message)
        if on_missing == "warn":
            warnings.warn(message, stacklevel=4)
        elif on_missing != "ignore":
            raise ValueError("disconnected_inputs must be 'ignore', 'warn' or 'raise'")
        if as_what.lower() == "none":
            return None
        if as_what.lower() == "disconnected":
            return disconnected_type()
        return zeros_like(variable, dtype=gradient_type(variable.type).dtype)
    if isinstance(g.type, NullType):
        if on_null == "raise":
            raise NullTypeGradError(f"grad encountered a NaN. {g.type.why_null}")
        if on_null != "return":
            raise ValueError("null_gradients must be 'raise' or 'return'")
    return g


def Lop(
    f: Any, wrt: Any, eval_points: Any, consider_constant: Any = None, disconnected_inputs: str = "raise"
) -> Any:
    """Return the product of ``eval_points`` with the derivatives of ``f`` by ``wrt``."""
    outs = list(f) if isinstance(f, (list, tuple)) else [f]
    points = list(eval_points) if isinstance(eval_points, (list, tuple)) else [eval_points]
    from gnomon.theano.tensor.variables import as_tensor_variable

    starts: dict[Any, Any] = {}
    for out, point in zip(outs, points):
        _add(starts, out, as_tensor_variable(point))
    return grad(
        None,
        wrt,
        consider_constant=consider_constant,
        disconnected_inputs=disconnected_inputs,
        known_grads=starts,
    )


def subgraph_grad(
    wrt: Sequence[Any], end: Sequence[Any], start: Any = None, cost: Any = None, details: bool = False
) -> Any:
    """Return gradients by ``wrt`` and by ``end``, from a cost or from known gradients ``start``; ``end`` stops them."""
    if cost is None and start is None:
        raise AssertionError("subgraph_grad needs a cost or known gradients")
    starts = dict(start or {})
    if cost is not None:
        for variable, g in _starts(cost, None).items():
            _add(starts, variable, g)
    listed = [*end, *wrt]
    found = pulled_back(starts, listed, set(end))
    results = [_concluded(v, found.get(v), "ignore", "zero", "raise") for v in listed]
    ends, wrts = results[: len(end)], results[len(end) :]
    return (wrts, ends, None, None) if details else (wrts, ends)


__all__ = [
    "DisconnectedInputError",
    "DisconnectedType",
    "config",
    "connection_pattern",
    "disconnected_type",
    "grad",
]
