"""Sums, diagonals, and matrices made tidy or put beside each other."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.scalar.types import upcast
from gnomon.theano.sparse.arithmetic import checked
from gnomon.theano.sparse.parts import SparseFromDense, sp_ones_like
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.sparse.variables import as_sparse_variable
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class SpSum(Op):
    """The sum of a matrix along an axis, or of all; a sparse gradient has the matrix's own places alone."""

    __props__ = ("axis",)

    def __init__(self, axis: int | None = None, sparse_grad: bool = True) -> None:
        if axis not in (None, 0, 1):
            raise ValueError(f"Illegal value for self.axis: {axis}")
        self.axis, self.structured = axis, sparse_grad

    def make_node(self, x: Any) -> Apply:
        x = checked(x)
        dtype = x.type.dtype
        if dtype.startswith(("int", "uint", "bool")):
            dtype = "uint64" if dtype.startswith("uint") else "int64"
        return Apply(self, [x], [TensorType(dtype, () if self.axis is None else (False,))()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x.astype(node.outputs[0].type.dtype).sum(self.axis)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.tensor.creation import alloc

        (x,), (g,) = inputs, output_grads
        if self.axis is not None:
            g = g.dimshuffle("x", 0) if self.axis == 0 else g.dimshuffle(0, "x")
        wide = alloc(g, x.shape[0], x.shape[1])
        return [sp_ones_like(x) * wide if self.structured else SparseFromDense(x.format)(wide)]

    def __str__(self) -> str:
        return f"SpSum{{axis={self.axis}}}"


def sp_sum(x: Any, axis: int | None = None, sparse_grad: bool = False) -> Any:
    """Return the sum of a sparse matrix along an axis, or of all."""
    return SpSum(axis, sparse_grad)(x)


class Diag(Op):
    """The diagonal of a square matrix."""

    __props__ = ()

    def make_node(self, x: Any) -> Apply:
        x = as_sparse_variable(x)
        return Apply(self, [x], [TensorType(x.dtype, (False,))()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.sparse.diagonal(x)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [square_diagonal(output_grads[0])]


class SquareDiagonal(Op):
    """The square matrix with a vector on its diagonal."""

    __props__ = ()

    def make_node(self, diag: Any) -> Apply:
        diag = as_tensor_variable(diag)
        if diag.type.ndim != 1:
            raise TypeError("data argument must be a vector", diag.type)
        return Apply(self, [diag], [SparseType("csc", diag.dtype)()])

    def lower(self, node: Apply, values: Any) -> Any:
        return gn.sparse.diag(values, "csc")

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [diag(output_grads[0])]


class _Tidy(Op):
    """The same matrix, stored otherwise."""

    __props__ = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        self.inplace = inplace

    def make_node(self, x: Any) -> Apply:
        x = as_sparse_variable(x)
        return Apply(self, [x], [x.type()])

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [output_grads[0]]


class EnsureSortedIndices(_Tidy):
    """The matrix with the entries of each row (column, in CSC) in order."""

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.sparse.sorted_indices(x)


class Remove0(_Tidy):
    """The matrix without stored zeros."""

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.sparse.clean(x)


diag, square_diagonal = Diag(), SquareDiagonal()
ensure_sorted_indices, remove0 = EnsureSortedIndices(), Remove0()


def clean(x: Any) -> Any:
    """Return a matrix without stored zeros, whose entries are in order."""
    return ensure_sorted_indices(remove0(x))


class HStack(Op):
    """Matrices side by side, in a format and dtype."""

    __props__ = ("format", "dtype")
    axis = 1

    def __init__(self, format: str | None = None, dtype: str | None = None) -> None:
        self.format = "csc" if format is None else format
        if dtype is None:
            raise ValueError("The output dtype must be specified.")
        self.dtype = str(dtype)

    def make_node(self, *blocks: Any) -> Apply:
        if not blocks:
            raise ValueError("Cannot join an empty list of sparses.")
        listed = [checked(block) for block in blocks]
        return Apply(self, listed, [SparseType(self.format, self.dtype)()])

    def lower(self, node: Apply, *blocks: Any) -> Any:
        stack = gn.sparse.hstack if self.axis == 1 else gn.sparse.vstack
        return stack([block.astype(self.dtype) for block in blocks], self.format)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.parts import Cast
        from gnomon.theano.tensor.creation import zeros_like

        (g,) = output_grads
        start: Any = 0
        found = []
        for block in inputs:
            stop = start + block.shape[self.axis]
            if block.dtype.startswith(("int", "uint", "bool")):
                found.append(zeros_like(block))
            else:
                part = g[:, start:stop] if self.axis == 1 else g[start:stop]
                whole = part if part.format == block.format else SparseFromDense(block.format)(part.toarray())
                found.append(Cast(block.dtype)(whole))
            start = stop
        return found

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.format},{self.dtype})"


class VStack(HStack):
    """Matrices one below the other."""

    axis = 0


def _stacked(kind: Any, blocks: Any, format: str | None, dtype: str | None) -> Any:
    listed = [as_sparse_variable(block) for block in blocks]
    return kind(format=format, dtype=dtype or upcast(*[block.dtype for block in listed]))(*listed)


def hstack(blocks: Any, format: str | None = None, dtype: str | None = None) -> Any:
    """Return matrices side by side."""
    return _stacked(HStack, blocks, format, dtype)


def vstack(blocks: Any, format: str | None = None, dtype: str | None = None) -> Any:
    """Return matrices one below the other."""
    return _stacked(VStack, blocks, format, dtype)
