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


def _said(x: Any, axes: Sequence[tuple[int, bool]]) -> Any:
    """Return an array whose axes are said to broadcast or not: where nothing changes it is the array itself."""
    x = as_tensor_variable(x)
    if any(axis >= x.ndim for axis, _ in axes):
        raise ValueError("Trying to rebroadcast non-existent dimension")
    said = dict(axes)
    while x.owner is not None and isinstance(x.owner.op, Rebroadcast):
        said = {**x.owner.op.axis, **said}
        x = x.owner.inputs[0]
    changes = [(axis, one) for axis, one in said.items() if x.broadcastable[axis] != one]
    return Rebroadcast(*changes)(x) if changes else x


def addbroadcast(x: Any, *axes: int) -> Any:
    """Return an array whose axes ``axes`` broadcast; their sizes must be 1."""
    return _said(x, [(axis, True) for axis in axes])


def unbroadcast(x: Any, *axes: int) -> Any:
    """Return an array whose axes ``axes`` do not broadcast."""
    return _said(x, [(axis, False) for axis in axes])


def patternbroadcast(x: Any, broadcastable: Sequence[bool]) -> Any:
    """Return an array whose axes broadcast as a pattern says."""
    return _said(x, list(enumerate(broadcastable)))
