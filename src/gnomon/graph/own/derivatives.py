"""Derivatives that the user gives for an operation, in the form that the table's rules have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import FLOATS, zeros_like
from gnomon.shapes import Facts

if TYPE_CHECKING:
    from gnomon.graph.own.record import OwnOp


def pullback_of(op: OwnOp, rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return a pullback as reverse mode calls it: cotangents that are not there are zeros."""
    sees_out = _sees_out(rule)

    def pull(g: Any, *arrays: Any, out: Any, **attributes: Any) -> tuple[Any, ...]:
        if isinstance(out, tuple):
            g = tuple([zeros_like(one) if c is None else c for c, one in zip(g, out)])
        more = {"out": out} if sees_out else {}
        found = _listed(rule(g, *arrays, **more, **attributes))
        if len(found) != len(arrays):
            raise GradientError(
                f"the gradient of {op.name} gives {len(found)} results for its {len(arrays)} arrays"
            )
        return tuple([_fitting(op, c, x, name) for c, x, name in zip(found, arrays, op.names)])

    return pull


def _fitting(op: OwnOp, cotangent: Any, x: Array, name: str) -> Array | None:
    """Return a cotangent as an array; one of an elementwise operation may be as large as the result."""
    if cotangent is None or x.dtype.kind not in FLOATS:
        return None
    found = as_array(cotangent)
    if not found.ndim and x.ndim:
        return found
    wrong = found.ndim != x.ndim or any(
        Facts().equal(a, b).is_no for a, b in zip(found.shape.dims, x.shape.dims)
    )
    if wrong and "elementwise" not in op.facts:
        raise GradientError(f"the gradient of {op.name} gives {found.shape} for {name}, which is {x.shape}")
    return found


def pushforward_of(op: OwnOp, rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return a pushforward as forward mode calls it: tangents that are not there are zeros."""

    def push(tangents: tuple[Any, ...], *arrays: Any, out: Any, **attributes: Any) -> Any:
        given = [zeros_like(x) if t is None else t for t, x in zip(tangents, arrays)]
        found = _listed(rule(tuple(given), *arrays, **attributes))
        listed = [None if t is None else as_array(t) for t in found]
        return listed[0] if len(listed) == 1 else tuple(listed)

    return push


def _listed(found: Any) -> Sequence[Any]:
    return found if isinstance(found, (tuple, list)) else (found,)


def _sees_out(rule: Callable[..., Any]) -> bool:
    try:
        return "out" in signature(rule).parameters
    except (TypeError, ValueError):
        return False
