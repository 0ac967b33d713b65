"""Transposes, sums and elementwise products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.scalar.types import upcast
from gnomon.theano.sparse.parts import dense_from_sparse, sp_ones_like
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.sparse.variables import (
    _is_dense_variable,
    _is_sparse_variable,
    as_sparse_or_tensor_variable,
    as_sparse_variable,
)
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

FLIPPED = {"csr": "csc", "csc": "csr"}


def checked(x: Any) -> Any:
    """Return a sparse variable that is stored by rows or columns."""
    x = as_sparse_variable(x)
    if x.format not in FLIPPED:
        raise AssertionError(f"this works on csr and csc matrices, not on {x.format}")
    return x


def shaped(format: str, *inputs: Any) -> Any:
    """Return a sparse variable in the dtype that others have together."""
    return SparseType(format, upcast(*[entry.type.dtype for entry in inputs]))()


class Transpose(Op):
    """The transpose: the same arrays in the other format."""

    __props__ = ()
    view_map = {0: [0]}

    def make_node(self, x: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x], [SparseType(FLIPPED[x.format], x.type.dtype)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x.T

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [transpose(output_grads[0])]


class Neg(Op):
    """The matrix with its entries negated."""

    __props__ = ()

    def make_node(self, x: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        return -x

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [-output_grads[0]]


transpose, neg = Transpose(), Neg()


class OfTwo(Op):
    """An elementwise operation of two sparse matrices: ``combine`` is it in Gnomon."""

    __props__ = ()
    combine: ClassVar[Callable[[Any, Any], Any]]

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), checked(y)
        return Apply(self, [x, y], [shaped(x.format, x, y)])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        dtype = node.outputs[0].type.dtype
        return type(self).combine(x.astype(dtype), y.astype(dtype))


class AddSS(OfTwo):
    """The sum of two sparse matrices."""

    combine = staticmethod(gn.sparse.add)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [output_grads[0], output_grads[0]]


class AddSSData(Op):
    """The sum of two matrices whose entries are at the same places."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), checked(y)
        if x.type.format != y.type.format:
            raise NotImplementedError("the formats differ")
        return Apply(self, [x, y], [shaped(x.format, x, y)])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return x.with_data(x.data + y.data)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (g,) = output_grads
        return [sp_ones_like(entry) * g for entry in inputs]


class AddSD(Op):
    """The sum of a sparse matrix and an array: an array."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), as_tensor_variable(y)
        if y.type.ndim != 2:
            raise AssertionError(
                f"a sparse matrix is added to a matrix, not to an array with {y.type.ndim} axes"
            )
        dtype = upcast(x.type.dtype, y.type.dtype)
        return Apply(self, [x, y], [TensorType(dtype, y.type.broadcastable)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        dtype = node.outputs[0].type.dtype
        return gn.sparse.add(x.astype(dtype), gn.astype(y, dtype))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (g,) = output_grads
        return [sp_ones_like(inputs[0]) * g, g]


class StructuredAddSV(Op):
    """Stored entries plus the entry of a vector for their column."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), as_tensor_variable(y)
        if y.type.ndim != 1:
            raise AssertionError(f"a vector is added, not an array with {y.type.ndim} axes")
        return Apply(self, [x, y], [shaped(x.format, x, y)])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return x.map(lambda data: data + ops.pick(y, (x.columns,), axis=0))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.reducing import sp_sum

        (g,) = output_grads
        own = sp_ones_like(inputs[0]) * g
        return [own, sp_sum(own, axis=0)]


class MulSS(OfTwo):
    """The elementwise product of two sparse matrices."""

    combine = staticmethod(gn.sparse.multiply)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (x, y), (g,) = inputs, output_grads
        return [y * g, x * g]


class MulSD(Op):
    """The elementwise product of a sparse matrix and an array or number."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), as_tensor_variable(y)
        if y.type.ndim not in (0, 2):
            raise AssertionError(f"the other factor must be a matrix or a number, it has {y.type.ndim} axes")
        return Apply(self, [x, y], [shaped(x.format, x, y)])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        dtype = node.outputs[0].type.dtype
        return gn.sparse.multiply(x.astype(dtype), gn.astype(y, dtype))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (x, y), (g,) = inputs, output_grads
        product = x * g
        if y.type.ndim == 0:
            from gnomon.theano.sparse.reducing import sp_sum

            return [y * g, sp_sum(product) if _is_sparse_variable(product) else product.sum()]
        return [y * g, dense_from_sparse(product)]


class MulSV(Op):
    """Stored entries times the entry of a vector for their column."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), as_tensor_variable(y)
        if y.type.ndim != 1:
            raise AssertionError(f"the other factor must be a vector, it has {y.type.ndim} axes")
        if x.type.dtype != y.type.dtype:
            raise NotImplementedError(
                f"MulSV takes two factors of one dtype, got {x.type.dtype} and {y.type.dtype}"
            )
        return Apply(self, [x, y], [x.type()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return gn.sparse.multiply(x, y)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.reducing import sp_sum

        (x, y), (g,) = inputs, output_grads
        if not _is_sparse_variable(g):
            g = sp_ones_like(x) * g
        return [mul_s_v(g, y), sp_sum(x * g, axis=0, sparse_grad=True)]


add_s_s, add_s_s_data, add_s_d = AddSS(), AddSSData(), AddSD()
structured_add_s_v = StructuredAddSV()
mul_s_s, mul_s_d, mul_s_v = MulSS(), MulSD(), MulSV()


def _both(x: Any, y: Any) -> tuple[Any, Any]:
    x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
    if not (_is_sparse_variable(x) or _is_sparse_variable(y)):
        raise AssertionError("at least one of the two must be sparse")
    return x, y


def add(x: Any, y: Any) -> Any:
    """Return the sum of two matrices of which at least one is sparse: sparse if both are."""
    x, y = _both(x, y)
    if _is_dense_variable(x):
        return add_s_d(y, x)
    return add_s_d(x, y) if _is_dense_variable(y) else add_s_s(x, y)


def sub(x: Any, y: Any) -> Any:
    """Return the difference of two matrices of which at least one is sparse."""
    return add(x, -y)


def mul(x: Any, y: Any) -> Any:
    """Return the elementwise product of two matrices of which at least one is sparse; it is sparse."""
    x, y = _both(x, y)
    if _is_dense_variable(x):
        return mul_s_d(y, x)
    return mul_s_d(x, y) if _is_dense_variable(y) else mul_s_s(x, y)


class _Scale(Op):
    """A CSC matrix with lines scaled; CSR ones are scaled as their transpose."""

    __props__ = ()
    axis = 0

    def make_node(self, x: Any, s: Any) -> Apply:
        if x.format != "csc":
            raise ValueError(f"x was not a csc matrix: {x.format}")
        return Apply(self, [x, as_tensor_variable(s)], [x.type()])

    def lower(self, node: Apply, x: Any, s: Any) -> Any:
        places = x.rows if self.axis == 1 else x.columns
        return x.map(lambda data: data * ops.pick(s, (places,), axis=0))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.reducing import sp_sum

        (x, s), (g,) = inputs, output_grads
        scale = row_scale if self.axis == 1 else col_scale
        return [scale(g, s), sp_sum(x * g, axis=self.axis)]


class ColScaleCSC(_Scale):
    """The columns of a CSC matrix, each times an entry of a vector."""


class RowScaleCSC(_Scale):
    """The rows of a CSC matrix, each times an entry of a vector."""

    axis = 1


def col_scale(x: Any, s: Any) -> Any:
    """Return a matrix whose columns are multiplied by the entries of a vector."""
    return ColScaleCSC()(x, s) if checked(x).format == "csc" else RowScaleCSC()(x.T, s).T


def row_scale(x: Any, s: Any) -> Any:
    """Return a matrix whose rows are multiplied by the entries of a vector."""
    return col_scale(x.T, s).T if checked(x).format == "csr" else RowScaleCSC()(x, s)
