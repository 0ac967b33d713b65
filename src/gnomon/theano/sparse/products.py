"""Products with sparse matrices."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import Op
from gnomon.theano.scalar.types import upcast
from gnomon.theano.sparse.arithmetic import checked
from gnomon.theano.sparse.parts import (
    SparseFromDense,
    csm_properties,
    dense_from_sparse,
    sp_ones_like,
)
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.sparse.variables import (
    _is_dense_variable,
    _is_sparse_variable,
    as_sparse_or_tensor_variable,
    as_sparse_variable,
)
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _product(x: Any, y: Any, dtype: str) -> Any:
    """Return the product of two values of Gnomon in a dtype."""
    return gn.sparse.matmul(
        *[v.astype(dtype) if isinstance(v, gn.sparse.Matrix) else gn.astype(v, dtype) for v in (x, y)]
    )


class TrueDot(Op):
    """The product of a sparse matrix and a matrix, sparse itself."""

    __props__ = ()

    def __init__(self, grad_preserves_dense: bool = True) -> None:
        self.grad_preserves_dense = grad_preserves_dense

    def make_node(self, x: Any, y: Any) -> Apply:
        if not _is_sparse_variable(x):
            raise TypeError(x)
        if x.type.dtype != y.type.dtype:
            raise NotImplementedError(f"the factors have different dtypes: {x.type.dtype} and {y.type.dtype}")
        return Apply(self, [checked(x), y], [SparseType(x.type.format, x.type.dtype)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        found = _product(x, y, node.outputs[0].type.dtype)
        if isinstance(found, gn.sparse.Matrix):
            return found
        return gn.sparse.from_dense(found, node.outputs[0].type.format)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (x, y), (g,) = inputs, output_grads
        found = [true_dot(g, y.T), true_dot(x.T, g)]
        if _is_dense_variable(y) and self.grad_preserves_dense:
            found[1] = dense_from_sparse(found[1])
        return found


def true_dot(x: Any, y: Any, grad_preserves_dense: bool = True) -> Any:
    """Return the product of two matrices of which at least one is sparse, as a sparse one."""
    x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
    if _is_sparse_variable(x):
        return TrueDot(grad_preserves_dense)(x, y)
    if not _is_sparse_variable(y):
        raise TypeError("at least one factor must be sparse")
    return TrueDot(grad_preserves_dense)(y.T, x.T).T


class StructuredDot(Op):
    """The product of a sparse matrix and a matrix; gradients are those of stored entries."""

    __props__ = ()

    def make_node(self, a: Any, b: Any) -> Apply:
        a = as_sparse_variable(a)
        if b.type.ndim != 2:
            raise NotImplementedError(f"the second factor must be a matrix, it has {b.type.ndim} axes")
        dtype = upcast(a.type.dtype, b.type.dtype)
        if _is_sparse_variable(b):
            return Apply(self, [a, b], [SparseType(a.type.format, dtype)()])
        return Apply(self, [a, b], [TensorType(dtype, (False, b.type.broadcastable[1]))()])

    def lower(self, node: Apply, a: Any, b: Any) -> Any:
        return _product(a, b, node.outputs[0].type.dtype)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (a, b), (g,) = inputs, output_grads
        if _is_sparse_variable(g):
            g = dense_from_sparse(g)
        by_b = structured_dot(a.T, g)
        if _is_sparse_variable(b):
            return [structured_dot_grad(a, dense_from_sparse(b), g), sp_ones_like(b) * by_b]
        return [structured_dot_grad(a, b, g), by_b]


_structured_dot = StructuredDot()


def structured_dot(x: Any, y: Any) -> Any:
    """Return the product of two matrices of which at least one is sparse; gradients are those of stored entries."""
    x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
    if _is_sparse_variable(x):
        return _structured_dot(x, y)
    if not _is_sparse_variable(y):
        raise TypeError("structured_dot requires at least one sparse argument")
    return _structured_dot(y.T, x.T).T


class StructuredDotGradCSC(Op):
    """Products of rows of an array and of another, for the places of a CSC matrix's entries."""

    __props__ = ()
    format = "csc"

    def make_node(self, a_indices: Any, a_indptr: Any, b: Any, g_ab: Any) -> Apply:
        dtype = upcast(g_ab.dtype, b.dtype)
        return Apply(self, [a_indices, a_indptr, b, g_ab], [TensorType(dtype, (False,))()])

    def lower(self, node: Apply, indices: Any, indptr: Any, b: Any, g: Any) -> Any:
        ones = gn.ones(indices.shape, dtype=node.outputs[0].type.dtype)
        at = gn.sparse.from_parts(self.format, ones, indices, indptr, (g.shape[0], b.shape[0]))
        return gn.sparse.sampled_product(g, gn.matrix_transpose(b), at).data


class StructuredDotGradCSR(StructuredDotGradCSC):
    """Products of rows of an array and of another, for the places of a CSR matrix's entries."""

    format = "csr"


sdg_csc, sdg_csr = StructuredDotGradCSC(), StructuredDotGradCSR()


def structured_dot_grad(sparse_A: Any, dense_B: Any, ga: Any) -> Any:
    """Return the gradient of a product by the stored entries of its first factor."""
    from gnomon.theano.sparse.parts import CSM

    kinds = {"csc": sdg_csc, "csr": sdg_csr}
    if sparse_A.type.format not in kinds:
        raise NotImplementedError(f"no gradient by {sparse_A.type.format} matrices")
    _, indices, indptr, shape = csm_properties(sparse_A)
    values = kinds[sparse_A.type.format](indices, indptr, dense_B, ga)
    return CSM(sparse_A.type.format)(values, indices, indptr, shape)


class SamplingDot(Op):
    """``p * dot(x, y.T)``, computed at the stored entries of p alone."""

    __props__ = ()

    def make_node(self, x: Any, y: Any, p: Any) -> Apply:
        x, y, p = as_tensor_variable(x), as_tensor_variable(y), as_sparse_variable(p)
        return Apply(self, [x, y, p], [SparseType(p.format, upcast(x.dtype, y.dtype, p.dtype))()])

    def lower(self, node: Apply, x: Any, y: Any, p: Any) -> Any:
        return gn.sparse.sampled_product(x, gn.matrix_transpose(y), p)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.gof.null_type import grad_not_implemented

        (x, y, p), (g,) = inputs, output_grads
        weighed = p * g
        return [dot(weighed, y), dot(weighed.T, x), grad_not_implemented(self, 2, p)]


sampling_dot = SamplingDot()


class Dot(Op):
    """The product of two arrays of which at least one is sparse: an array."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
        for entry in (x, y):
            if entry.ndim not in (1, 2):
                raise TypeError(f"Dot takes matrices and vectors, got an array with {entry.ndim} axes")
        pattern = (*x.broadcastable[:-1], *([] if y.ndim == 1 else y.broadcastable[1:]))
        return Apply(self, [x, y], [TensorType(upcast(x.dtype, y.dtype), pattern)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        found = _product(x, y, node.outputs[0].type.dtype)
        return found.todense() if isinstance(found, gn.sparse.Matrix) else found

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (x, y), (g,) = inputs, output_grads
        return [self._by(x, y, g, True), self._by(y, x, g, False)]

    def _by(self, x: Any, other: Any, g: Any, first: bool) -> Any:
        """Return the gradient by one factor."""
        column = other.ndim == 1
        if column or x.ndim == 1:
            g2 = g.dimshuffle(0, "x") if first == column else g.dimshuffle("x", 0)
        else:
            g2 = g
        other2 = other
        if column:
            other2 = other.dimshuffle(0, "x") if first else other.dimshuffle("x", 0)
        whole = _any_dot(g2, other2.T) if first else _any_dot(other2.T, g2)
        if x.ndim == 1:
            return whole.flatten()
        return SparseFromDense(x.format)(whole) if _is_sparse_variable(x) else whole


def _any_dot(x: Any, y: Any) -> Any:
    from gnomon.theano.tensor.products import dot as dense

    if _is_sparse_variable(x) or _is_sparse_variable(y):
        return dot(x, y)
    return dense(x, y)


_dot = Dot()


def dot(x: Any, y: Any) -> Any:
    """Return the product of two arrays of which at least one is sparse, as an array."""
    x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
    if not (_is_sparse_variable(x) or _is_sparse_variable(y)):
        raise TypeError("dot of theano.sparse needs at least one sparse factor")
    return _dot(x, y)


class Usmm(Op):
    """``alpha * dot(x, y) + z`` of two matrices of which at least one is sparse: an array."""

    __props__ = ()

    def make_node(self, alpha: Any, x: Any, y: Any, z: Any) -> Apply:
        if not any(isinstance(entry, Variable) and _is_sparse_variable(entry) for entry in (x, y)):
            raise TypeError(x)
        x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
        alpha, z = as_tensor_variable(alpha), as_tensor_variable(z)
        dtype = upcast(alpha.type.dtype, x.type.dtype, y.type.dtype, z.type.dtype)
        return Apply(self, [alpha, x, y, z], [TensorType(dtype, (False, False))()])

    def lower(self, node: Apply, alpha: Any, x: Any, y: Any, z: Any) -> Any:
        found = _product(x, y, node.outputs[0].type.dtype)
        return gn.reshape(alpha, ()) * (found.todense() if isinstance(found, gn.sparse.Matrix) else found) + z


usmm = Usmm()
