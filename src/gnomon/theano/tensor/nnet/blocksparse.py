"""`theano.tensor.nnet.blocksparse`: products of some blocks of vectors and matrices."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class _Blocks(GnomonOp):
    """What takes arrays and the numbers of their blocks."""

    __props__ = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        self.inplace = inplace

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that numbers of blocks are not differentiated by."""
        return [[entry.type.dtype.startswith("float")] for entry in node.inputs]

    def taken(self, *entries: Any) -> list[Any]:
        """Return the arguments as variables; the last two are numbers of blocks."""
        found = [as_tensor_variable(entry) for entry in entries]
        for entry in found[3:5]:
            if not entry.type.dtype.startswith(("int", "uint")):
                raise TypeError(f"numbers of blocks must be integers, got {entry.type}")
        return found


class SparseBlockGemv(_Blocks):
    """``o[b, j] + sum_i h[b, i] @ W[in[b, i], out[b, j]]``."""

    def make_node(self, o: Any, W: Any, h: Any, inputIdx: Any, outputIdx: Any) -> Apply:
        found = self.taken(o, W, h, inputIdx, outputIdx)
        for entry, rank in zip(found, (3, 4, 3, 2, 2)):
            if entry.ndim != rank:
                raise TypeError(f"an array has {entry.ndim} axes where {rank} are needed: {entry}")
        return Apply(self, found, [TensorType(found[0].dtype, found[0].type.broadcastable)()])

    def lower(self, node: Apply, o: Any, w: Any, h: Any, into: Any, out: Any) -> Any:
        chosen = ops.pick(w, (gn.expand_dims(into, axis=2), gn.expand_dims(out, axis=1)), axis=0)
        return o + gn.einsum("bik,bijkl->bjl", h, chosen)


class SparseBlockOuter(_Blocks):
    """``o`` with the outer products of ``x[b, i]`` and ``y[b, j]`` added to its blocks (xIdx[b, i], yIdx[b, j])."""

    def make_node(self, o: Any, x: Any, y: Any, xIdx: Any, yIdx: Any, alpha: Any = None) -> Apply:
        found = self.taken(o, x, y, xIdx, yIdx, 1.0 if alpha is None else alpha)
        return Apply(self, found, [TensorType(found[0].dtype, found[0].type.broadcastable)()])

    def lower(self, node: Apply, o: Any, x: Any, y: Any, first: Any, second: Any, alpha: Any) -> Any:
        products = gn.astype(gn.einsum("bik,bjl->bijkl", x, y) * alpha, o.dtype)
        places = (gn.expand_dims(first, axis=2), gn.expand_dims(second, axis=1))
        return ops.put(o, products, places, axis=0, mode="add")


sparse_block_gemv, sparse_block_gemv_inplace = SparseBlockGemv(), SparseBlockGemv(True)
sparse_block_outer, sparse_block_outer_inplace = SparseBlockOuter(), SparseBlockOuter(True)


def sparse_block_dot(W: Any, h: Any, inputIdx: Any, b: Any, outputIdx: Any) -> Any:
    """Return biases of some blocks plus the products of some blocks of vectors and matrices.

    Without the axis of the batch (h, inputIdx and outputIdx have one axis less), neither has the result it.
    """
    h, inputIdx, outputIdx = [as_tensor_variable(entry) for entry in (h, inputIdx, outputIdx)]
    alone = h.ndim == 2
    if alone:
        h, inputIdx, outputIdx = [
            entry.dimshuffle("x", *range(entry.ndim)) for entry in (h, inputIdx, outputIdx)
        ]
    found = sparse_block_gemv(as_tensor_variable(b).take(outputIdx, axis=0), W, h, inputIdx, outputIdx)
    return found.reshape((found.shape[1], found.shape[2])) if alone else found
