"""Sparse matrices from their arrays, from dense ones and back."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.sparse.variables import as_sparse_variable
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def vector_type(dtype: str) -> TensorType:
    """Return the type of vectors."""
    return TensorType(dtype, (False,))


def sizes(shape: Any) -> tuple[Any, Any]:
    """Return the two sizes in a vector of Gnomon."""
    return gn.astype(shape[0], "int64"), gn.astype(shape[1], "int64")


def disconnected(count: int) -> list[Any]:
    """Return what stands for gradients by what is not differentiated by."""
    from gnomon.theano.differentiating.reverse import disconnected_type

    return [disconnected_type() for _ in range(count)]


def is_given(g: Any) -> bool:
    """Whether a gradient is there."""
    from gnomon.theano.differentiating.reverse import DisconnectedType

    return not isinstance(g.type, DisconnectedType)


class CSMProperties(Op):
    """The arrays of a matrix: entries, indices, where rows (columns, in CSC) begin, and sizes."""

    __props__ = ()
    view_map = {0: [0], 1: [0], 2: [0]}

    def __init__(self, kmap: Any = None) -> None:
        if kmap is not None:
            raise NotImplementedError("kmap is not supported")

    def make_node(self, csm: Any) -> Apply:
        csm = as_sparse_variable(csm)
        places = [vector_type("int32")() for _ in range(3)]
        return Apply(self, [csm], [vector_type(csm.type.dtype)(), *places])

    def lower(self, node: Apply, a: Any) -> Any:
        shape = gn.stack([gn.asarray(size) for size in a.shape])
        return [a.data, a.indices, a.indptr, shape]

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (csm,), g = inputs, output_grads[0]
        if not is_given(g):
            return [sp_zeros_like(csm)]
        _, indices, indptr, shape = csm_properties(csm)
        return [CSM(csm.format)(g, indices, indptr, shape)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that only the entries are differentiated by."""
        return [[True, False, False, False]]


csm_properties = CSMProperties()


def csm_data(csm: Any) -> Any:
    """Return the stored entries."""
    return csm_properties(csm)[0]


def csm_indices(csm: Any) -> Any:
    """Return the column (row, in CSC) of each entry."""
    return csm_properties(csm)[1]


def csm_indptr(csm: Any) -> Any:
    """Return where each row (column, in CSC) begins."""
    return csm_properties(csm)[2]


def csm_shape(csm: Any) -> Any:
    """Return the sizes."""
    return csm_properties(csm)[3]


class CSM(Op):
    """The matrix of a format that some arrays make: CSM("csr")(data, indices, indptr, shape)."""

    __props__ = ("format",)
    view_map = {0: [0]}

    def __init__(self, format: str, kmap: Any = None) -> None:
        if format not in ("csr", "csc"):
            raise ValueError(f"format must be one of: 'csr' or 'csc', got {format!r}")
        if kmap is not None:
            raise NotImplementedError("kmap is not supported")
        self.format, self.kmap = format, None

    def make_node(self, data: Any, indices: Any, indptr: Any, shape: Any) -> Apply:
        data = as_tensor_variable(data)
        places = []
        for name, entry in (("indices", indices), ("indptr", indptr), ("shape", shape)):
            if not hasattr(entry, "type"):
                array = np.asarray(entry)
                entry = array.astype("int32") if array.dtype.kind in "iu" else array
            entry = as_tensor_variable(entry)
            if entry.type.ndim != 1 or not entry.type.dtype.startswith(("int", "uint")):
                raise TypeError(f"{name} must be vector of integers", entry, entry.type)
            places.append(entry)
        if data.type.ndim != 1:
            raise TypeError("data argument must be a vector; ", data.type, data.type.ndim)
        return Apply(self, [data, *places], [SparseType(self.format, data.type.dtype)()])

    def lower(self, node: Apply, data: Any, indices: Any, indptr: Any, shape: Any) -> Any:
        places = [gn.astype(entry, "int32") for entry in (indices, indptr)]
        return gn.sparse.from_parts(self.format, data, *places, sizes(shape))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that only the entries are differentiated by."""
        return [[True], [False], [False], [False]]

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (g,) = output_grads
        data = CSMGrad()(*inputs, *csm_properties(g))
        return [data, *disconnected(3)]


CSC, CSR = CSM("csc"), CSM("csr")


class CSMGrad(Op):
    """The entries of one matrix at the places of another's, both of one format and given by their arrays."""

    __props__ = ()

    def __init__(self, kmap: Any = None) -> None:
        self.kmap = kmap

    def make_node(self, *arrays: Any) -> Apply:
        return Apply(self, list(arrays), [vector_type(arrays[4].type.dtype)()])

    def lower(self, node: Apply, *arrays: Any) -> Any:
        at = gn.sparse.from_parts("csr", *arrays[:3], sizes(arrays[3]))
        given = gn.sparse.from_parts("csr", *arrays[4:7], sizes(arrays[7]))
        return read(given, at)

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        (g,) = output_grads
        spread = CSR(g, *inputs[1:4])
        return [
            *disconnected(4),
            CSMGrad()(*inputs[4:], *csm_properties(spread)),
            *disconnected(3),
        ]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that only the entries that are read are differentiated by."""
        return [[k == 4] for k in range(8)]


csm_grad = CSMGrad


def read(given: Any, at: Any) -> Any:
    """Return the entries of a matrix of Gnomon where another has some: 0 where it has none."""
    from gnomon.graph.sparse.places import PLACES, POSITIONS, asked, common

    first, second, _, _ = asked(
        (at.rows, at.columns, given.rows, given.columns), common, (POSITIONS, POSITIONS, *PLACES)
    )
    room = gn.zeros(at.data.shape, dtype=given.dtype)
    return ops.put(room, ops.pick(given.data, (second,), axis=0), (first,), axis=0, mode="add")


class Cast(Op):
    """A matrix in another dtype."""

    __props__ = ("out_type",)

    def __init__(self, out_type: str) -> None:
        self.out_type = str(out_type)

    def make_node(self, x: Any) -> Apply:
        x = as_sparse_variable(x)
        return Apply(self, [x], [SparseType(x.format, self.out_type)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x.astype(self.out_type)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (x,), (g,) = inputs, output_grads
        if self.out_type.startswith(("int", "uint", "bool")):
            return [sp_zeros_like(x)]
        return [Cast(x.dtype)(g) if g.type.__class__ is SparseType else g.astype(x.dtype)]


bcast, wcast, icast, lcast = Cast("int8"), Cast("int16"), Cast("int32"), Cast("int64")
fcast, dcast, ccast, zcast = Cast("float32"), Cast("float64"), Cast("complex64"), Cast("complex128")


def cast(variable: Any, dtype: str) -> Any:
    """Return a matrix in another dtype."""
    return Cast(dtype)(variable)


class DenseFromSparse(Op):
    """A matrix as an array; ``structured`` gradients are those of its stored entries."""

    __props__ = ()

    def __init__(self, structured: bool = True) -> None:
        self.sparse_grad = structured

    def make_node(self, x: Any) -> Apply:
        x = as_sparse_variable(x)
        return Apply(self, [x], [TensorType(x.type.dtype, (False, False))()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x.todense()

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        (x,), (g,) = inputs, output_grads
        if self.sparse_grad:
            return [sp_ones_like(x) * g]
        return [SparseFromDense(x.type.format)(g)]


dense_from_sparse = DenseFromSparse()


class SparseFromDense(Op):
    """The matrix of an array's entries that are not 0; vectors and numbers become rows."""

    __props__ = ("format",)

    def __init__(self, format: str) -> None:
        self.format = format

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if x.ndim > 2:
            raise TypeError("Theano does not have sparse tensor types with more than 2 dimensions.")
        if self.format not in ("csr", "csc"):
            raise NotImplementedError(f"no conversion to the format {self.format!r}")
        return Apply(self, [x], [SparseType(self.format, x.type.dtype)()])

    def lower(self, node: Apply, x: Any) -> Any:
        for _ in range(2 - x.ndim):
            x = gn.expand_dims(x, axis=0)
        return gn.sparse.from_dense(x, self.format)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.tensor.shapes import reshape

        (x,), (g,) = inputs, output_grads
        whole = dense_from_sparse(g) if isinstance(g.type, SparseType) else g
        if x.ndim == 2:
            return [whole]
        return [reshape(whole, x.shape, ndim=x.ndim)]


csr_from_dense, csc_from_dense = SparseFromDense("csr"), SparseFromDense("csc")


def sp_ones_like(x: Any) -> Any:
    """Return a matrix with ones where another has entries."""
    data, indices, indptr, shape = csm_properties(as_sparse_variable(x))
    return CSM(x.format)(data.ones_like(), indices, indptr, shape)


def sp_zeros_like(x: Any) -> Any:
    """Return a matrix of another's sizes without entries."""
    _, _, indptr, shape = csm_properties(as_sparse_variable(x))
    empty = np.zeros(0, x.type.dtype), np.zeros(0, "int32")
    return CSM(x.format)(*empty, indptr.zeros_like(), shape)
