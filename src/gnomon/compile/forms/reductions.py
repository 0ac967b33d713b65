"""Reductions that need less than their bodies do, by what they reduce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.registry import form
from gnomon.ops.bodies.helpers import places

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array

ops: Any = gnomon.ops


@form("logsumexp")
def logsumexp(application: Application, x: Array, *, axis: Any, keepdims: bool) -> Any:
    """What is shifted by its maximum already, as one writes it by hand, has no other one to look for."""
    axes = places(axis, x.ndim)
    if not axes or not _is_shifted(x, axes):
        return None
    return ops.log(ops.sum(ops.exp(x), axis=axes, keepdims=keepdims))


def _is_shifted(x: Array, axes: tuple[int, ...]) -> bool:
    """Whether an array is another one less the maximum of that over these axes."""
    made = x.application
    if made is None or made.op is not ops.subtract:
        return False
    source, shift = made.arrays()
    peak = shift.application
    if peak is None or peak.op is not ops.max or peak.inputs[0] is not source:
        return False
    given = {"axis": None, "keepdims": False, **peak.attributes}
    return bool(given["keepdims"]) and places(given["axis"], source.ndim) == axes and shift.ndim == x.ndim
