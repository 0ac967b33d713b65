"""Axes of size 1: they move without anything being moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.registry import form
from gnomon.graph.array import Array

if TYPE_CHECKING:
    from gnomon.graph.array import Application

ops: Any = gnomon.ops


def is_one(size: Any) -> bool:
    """Say whether a size is known to be 1."""
    return type(size) is int and size == 1


@form("transpose", "matrix_transpose")
def transpose(application: Application, x: Array, *, axes: Any = None) -> Any:
    """A transpose that moves only axes of size 1 is another shape of the same memory."""
    rank = x.ndim
    if application.op.name == "matrix_transpose":
        axes = (*range(rank - 2), rank - 1, rank - 2)
    order = range(rank)[::-1] if axes is None else [int(axis) % rank for axis in axes]
    long = [k for k in order if not is_one(x.shape.dims[k])]
    if long != sorted(long):
        return None
    return ops.reshape(x, shape=tuple([x.shape.dims[k] for k in order]))
