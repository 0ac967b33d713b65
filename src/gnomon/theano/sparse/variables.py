"""Variables that are sparse matrices, and what can become one."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.sparse.type import SparseType, _is_sparse
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

sparse_formats = ["csc", "csr"]
all_dtypes = SparseType.dtype_set
complex_dtypes = [name for name in all_dtypes if name.startswith("complex")]
float_dtypes = [name for name in all_dtypes if name.startswith("float")]
int_dtypes = [name for name in all_dtypes if name.startswith("int")]
uint_dtypes = [name for name in all_dtypes if name.startswith("uint")]
integer_dtypes = int_dtypes + uint_dtypes
continuous_dtypes = complex_dtypes + float_dtypes
discrete_dtypes = int_dtypes + uint_dtypes


def _is_sparse_variable(x: Any) -> bool:
    if not isinstance(x, Variable):
        raise NotImplementedError("this is asked of variables only, not of", x)
    return isinstance(x.type, SparseType)


def _is_dense_variable(x: Any) -> bool:
    if not isinstance(x, Variable):
        raise NotImplementedError("this is asked of variables only, not of", x)
    return isinstance(x.type, TensorType)


def _is_dense(x: Any) -> bool:
    if not (_is_sparse(x) or isinstance(x, np.ndarray)):
        raise NotImplementedError("this is asked of arrays and sparse matrices only, not of", x)
    return isinstance(x, np.ndarray)


def as_sparse_variable(x: Any, name: str | None = None) -> Any:
    """Return a sparse variable, an application's only output, or a matrix of SciPy as a constant."""
    if isinstance(x, Apply):
        if len(x.outputs) != 1:
            raise ValueError("It is ambiguous which output of a multi-output Op has to be fetched.", x)
        x = x.outputs[0]
    if isinstance(x, Variable):
        if not isinstance(x.type, SparseType):
            raise TypeError("Variable type field must be a SparseType.", x, x.type)
        return x
    return constant(x, name)


as_sparse = as_sparse_variable


def as_sparse_or_tensor_variable(x: Any, name: str | None = None) -> Any:
    """Return what can become a sparse variable as one, and anything else as an array."""
    try:
        return as_sparse_variable(x, name)
    except (ValueError, TypeError):
        return as_tensor_variable(x, name)


def constant(x: Any, name: str | None = None) -> Any:
    """Return a matrix of SciPy as a constant."""
    if not _is_sparse(x):
        raise TypeError(f"a sparse constant is made of a matrix of SciPy, not of {type(x).__name__}")
    return SparseConstant(SparseType(x.format, str(x.dtype)), x.copy(), name)


class _sparse_py_operators:
    """What Python's operators mean for sparse matrices: ``*`` is elementwise, and comparisons give matrices."""

    type: Any
    __hash__ = object.__hash__
    __array_priority__ = 2000

    @property
    def T(self) -> Any:
        """The transpose."""
        return _ops().transpose(self)

    def astype(self, dtype: Any) -> Any:
        """Return the matrix in another dtype."""
        return _ops().cast(self, dtype)

    def __neg__(self) -> Any:
        return _ops().neg(self)

    def __add__(self, other: Any) -> Any:
        return _ops().add(self, other)

    def __radd__(self, other: Any) -> Any:
        return _ops().add(other, self)

    def __sub__(self, other: Any) -> Any:
        return _ops().sub(self, other)

    def __rsub__(self, other: Any) -> Any:
        return _ops().sub(other, self)

    def __mul__(self, other: Any) -> Any:
        return _ops().mul(self, other)

    def __rmul__(self, other: Any) -> Any:
        return _ops().mul(other, self)

    def __lt__(self, other: Any) -> Any:
        return _ops().lt(self, other)

    def __le__(self, other: Any) -> Any:
        return _ops().le(self, other)

    def __gt__(self, other: Any) -> Any:
        return _ops().gt(self, other)

    def __ge__(self, other: Any) -> Any:
        return _ops().ge(self, other)

    def __dot__(self, other: Any) -> Any:
        return _ops().structured_dot(self, other)

    def __rdot__(self, other: Any) -> Any:
        return _ops().structured_dot(other, self)

    def toarray(self) -> Any:
        """Return the matrix as an array."""
        return _ops().dense_from_sparse(self)

    @property
    def shape(self) -> Any:
        """The numbers of rows and columns."""
        from gnomon.theano.tensor.shapes import shape

        return shape(self)

    @property
    def size(self) -> Any:
        """The number of entries that are stored."""
        return _ops().csm_data(self).size

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return int(self.type.ndim)

    @property
    def dtype(self) -> str:
        """The dtype of the entries."""
        return str(self.type.dtype)

    @property
    def format(self) -> str:
        """The format: "csc" or "csr"."""
        return str(self.type.format)

    @property
    def broadcastable(self) -> tuple[bool, ...]:
        """Which axes have size 1: none is known to."""
        return (False, False)

    def zeros_like(self) -> Any:
        """Return a matrix of these sizes without entries."""
        return _ops().sp_zeros_like(self)

    def __getitem__(self, items: Any) -> Any:
        return _ops().get_item(self, items if isinstance(items, tuple) else (items,))


def _ops() -> Any:
    from gnomon.theano.sparse import basic

    return basic


class SparseVariable(_sparse_py_operators, Variable):
    """A sparse matrix of a program."""

    __hash__ = Variable.__hash__

    def __str__(self) -> str:
        return f"{type(self).__name__}{{{self.format},{self.dtype}}}"

    __repr__ = __str__


class SparseConstantSignature(tuple[Any, ...]):
    """What equal constants have in common: type and entries."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SparseConstantSignature):
            return False
        (kind, data), (other_kind, other_data) = self, other
        return bool(kind == other_kind and data.shape == other_data.shape and (data != other_data).nnz == 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        kind, data = self
        return hash((type(self), kind, data.shape))

    def theano_hash(self) -> Any:
        """Return a hash of the entries."""
        from gnomon.theano.sparse.utils import hash_from_sparse

        return hash_from_sparse(self[1])


class SparseConstant(_sparse_py_operators, Constant):
    """A sparse matrix that is known."""

    __hash__ = Constant.__hash__

    def signature(self) -> Any:
        return SparseConstantSignature((self.type, self.data))

    merge_signature = signature

    def __str__(self) -> str:
        return (
            f"{type(self).__name__}{{{self.format},{self.dtype},shape={self.data.shape},nnz={self.data.nnz}}}"
        )

    __repr__ = __str__


SparseType.Variable = SparseVariable
SparseType.Constant = SparseConstant


def matrix(format: str, name: str | None = None, dtype: str | None = None) -> Any:
    """Return a sparse variable of a format."""
    return SparseType(format, dtype or config.floatX)(name)


def csc_matrix(name: str | None = None, dtype: str | None = None) -> Any:
    """Return a sparse variable that is stored by columns."""
    return matrix("csc", name, dtype)


def csr_matrix(name: str | None = None, dtype: str | None = None) -> Any:
    """Return a sparse variable that is stored by rows."""
    return matrix("csr", name, dtype)


def bsr_matrix(name: str | None = None, dtype: str | None = None) -> Any:
    """Return a sparse variable that is stored by blocks of rows."""
    return matrix("bsr", name, dtype)


csc_dmatrix, csc_fmatrix = SparseType("csc", "float64"), SparseType("csc", "float32")
csr_dmatrix, csr_fmatrix = SparseType("csr", "float64"), SparseType("csr", "float32")
bsr_dmatrix, bsr_fmatrix = SparseType("bsr", "float64"), SparseType("bsr", "float32")


def __getattr__(name: str) -> Any:
    if name in ("_mtypes", "_mtype_to_str"):
        scipy_sparse = importlib.import_module("scipy.sparse")
        kinds = {scipy_sparse.csc_matrix: "csc", scipy_sparse.csr_matrix: "csr"}
        return list(kinds) if name == "_mtypes" else kinds
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
