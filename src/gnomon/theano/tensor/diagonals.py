"""Diagonals of arrays."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class ExtractDiag(GnomonOp):
    """The entries of a diagonal of two axes."""

    __props__ = ("offset", "axis1", "axis2", "view")

    def __init__(self, offset: int = 0, axis1: int = 0, axis2: int = 1, view: bool = False) -> None:
        self.offset, self.axis1, self.axis2, self.view = offset, axis1, axis2, view

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if x.ndim < 2:
            raise ValueError("ExtractDiag needs an input with 2 or more dimensions", x)
        return Apply(self, [x], [TensorType(x.dtype, (False,) * (x.ndim - 1))()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.diagonal(x, offset=self.offset, axis1=self.axis1, axis2=self.axis2)


class AllocDiag(GnomonOp):
    """A matrix, or matrices, with given diagonals."""

    __props__ = ("offset", "axis1", "axis2")

    def __init__(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> None:
        self.offset, self.axis1, self.axis2 = offset, axis1, axis2

    def make_node(self, diag: Any) -> Apply:
        diag = as_tensor_variable(diag)
        if diag.type.ndim < 1:
            raise ValueError("AllocDiag needs an input with 1 or more dimensions", diag.type)
        return Apply(self, [diag], [TensorType(diag.dtype, (False,) * (diag.ndim + 1))()])

    def lower(self, node: Apply, diag: Any) -> Any:
        from gnomon import ops

        found = ops.diag_embed(diag, offset=self.offset)
        last = (found.ndim - 2, found.ndim - 1)
        axes = (self.axis1 % found.ndim, self.axis2 % found.ndim)
        return found if axes == last else gn.moveaxis(found, last, axes)


extract_diag = ExtractDiag()
alloc_diag = AllocDiag()


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the entries of a diagonal."""
    return ExtractDiag(offset, axis1, axis2)(a)


def diag(v: Any, k: int = 0) -> Any:
    """Return the matrix of a diagonal, or the diagonal of a matrix."""
    v = as_tensor_variable(v)
    if v.ndim == 1:
        return AllocDiag(k)(v)
    if v.ndim >= 2:
        return diagonal(v, offset=k)
    raise ValueError("Number of dimensions of `v` must be greater than one.")
