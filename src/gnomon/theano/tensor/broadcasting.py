"""What is known about axes of size 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.variables import as_tensor_variable


class Rebroadcast(GnomonOp):
    """An array whose axes are said to broadcast, or not: pairs of an axis and a truth value."""

    view_map = {0: [0]}

    def __init__(self, *axes: Any) -> None:
        pairs = [(int(axis), bool(one)) for axis, one in axes]
        self.axis = dict(sorted(pairs))

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if self.axis and x.ndim <= max(self.axis):
            raise ValueError("Trying to rebroadcast non-existent dimension")
        pattern = [self.axis.get(axis, one) for axis, one in enumerate(x.type.broadcastable)]
        return Apply(self, [x], [x.type.clone(broadcastable=pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rebroadcast) and self.axis == other.axis

    def __hash__(self) -> int:
        return hash((Rebroadcast, tuple(self.axis.items())))

    def __str__(self) -> str:
        pairs = ",".join([f"({axis},{int(one)})" for axis, one in self.axis.items()])
        return f"Rebroadcast{{{pairs}}}"


def _said(x: Any, axes: Sequence[int], one: bool) -> Any:
    x = as_tensor_variable(x)
    if all(axis < x.ndim and x.broadcastable[axis] == one for axis in axes):
        return x
    return Rebroadcast(*[(axis, one) for axis in axes])(x)


def addbroadcast(x: Any, *axes: int) -> Any:
    """Return an array whose axes ``axes`` broadcast; their sizes must be 1."""
    return _said(x, axes, True)


def unbroadcast(x: Any, *axes: int) -> Any:
    """Return an array whose axes ``axes`` do not broadcast."""
    return _said(x, axes, False)


def patternbroadcast(x: Any, broadcastable: Sequence[bool]) -> Any:
    """Return an array whose axes broadcast as a pattern says."""
    x = as_tensor_variable(x)
    if tuple(broadcastable) == x.broadcastable:
        return x
    return Rebroadcast(*enumerate(broadcastable))(x)
