"""A sparse matrix: the arrays that SciPy's CSR and CSC hold, as expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.trees import register

FORMATS = ("csr", "csc")


class Matrix:
    """A matrix of which only some entries are stored, row by row ("csr") or column by column ("csc").

    ``data`` are the entries, ``indices`` their columns (rows, in CSC) and ``indptr`` where each row (column) begins.
    ``frame`` has the matrix's sizes and no elements, so that sizes are known before anything is computed. Functions of
    ``data`` are differentiated; where entries are stored is taken as constant.
    """

    __slots__ = ("data", "format", "frame", "indices", "indptr")
    __array_ufunc__ = None

    def __init__(self, format: str, data: Any, indices: Any, indptr: Any, frame: Any) -> None:
        if format not in FORMATS:
            raise gn.ArgumentError(
                f"sparse matrices are csr or csc, not {format!r}", None, "SciPy's tocsr() and tocsc() convert"
            )
        self.format = format
        self.data, self.indices, self.indptr, self.frame = data, indices, indptr, frame

    @property
    def shape(self) -> tuple[Any, Any]:
        """The numbers of rows and columns."""
        rows, columns, _ = self.frame.shape
        return rows, columns

    @property
    def dtype(self) -> Any:
        """The dtype of the entries."""
        return self.data.dtype

    @property
    def nnz(self) -> Any:
        """The number of stored entries."""
        return self.data.shape[0]

    ndim = 2

    @property
    def parts(self) -> tuple[Any, Any, Any, Any]:
        """The arrays that it is made of: what a compiled function takes in its place."""
        return self.data, self.indices, self.indptr, self.frame

    @property
    def T(self) -> Matrix:
        """The transpose: the same arrays in the other format."""
        frame = ops.transpose(self.frame, axes=(1, 0, 2))
        return Matrix("csc" if self.format == "csr" else "csr", self.data, self.indices, self.indptr, frame)

    def _line(self) -> Any:
        """The row (in CSC the column) of each entry."""
        ends = ops.put(gn.zeros((self.nnz + 1,), dtype="int32"), 1, (self.indptr[1:],), axis=0, mode="add")
        return gn.cumulative_sum(ends, dtype="int32")[:-1]

    @property
    def rows(self) -> Any:
        """The row of each stored entry."""
        return self._line() if self.format == "csr" else self.indices

    @property
    def columns(self) -> Any:
        """The column of each stored entry."""
        return self.indices if self.format == "csr" else self._line()

    def with_data(self, data: Any) -> Matrix:
        """Return a matrix with other entries at the same places."""
        return Matrix(self.format, data, self.indices, self.indptr, self.frame)

    def map(self, function: Callable[[Any], Any]) -> Matrix:
        """Return the matrix with a function applied to the stored entries; it should give 0 for 0."""
        return self.with_data(function(self.data))

    def astype(self, dtype: Any) -> Matrix:
        """Return the matrix in another dtype."""
        return self.map(lambda data: gn.astype(data, dtype))

    def todense(self) -> Any:
        """Return the matrix as an array."""
        return ops.put(
            gn.zeros(self.shape, dtype=self.dtype), self.data, (self.rows, self.columns), axis=0, mode="add"
        )

    toarray = todense

    def sum(self, axis: int | None = None) -> Any:
        """Return the sum of all entries, or of each column (axis 0) or row (axis 1)."""
        if axis is None:
            return gn.sum(self.data)
        axis = axis % 2
        places, size = (self.columns, self.shape[1]) if axis == 0 else (self.rows, self.shape[0])
        return ops.put(gn.zeros((size,), dtype=self.dtype), self.data, (places,), axis=0, mode="add")

    def __matmul__(self, other: Any) -> Any:
        from gnomon.graph.sparse.products import matmul

        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        from gnomon.graph.sparse.products import matmul

        return matmul(other, self)

    def __mul__(self, other: Any) -> Any:
        from gnomon.graph.sparse.changing import multiply

        return multiply(self, other)

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Any:
        from gnomon.graph.sparse.changing import add

        return add(self, other)

    __radd__ = __add__

    def __neg__(self) -> Matrix:
        return self.map(lambda data: -data)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, other: Any) -> Matrix:
        return self.map(lambda data: data / other)

    def __getitem__(self, items: Any) -> Any:
        from gnomon.graph.sparse.changing import select

        return select(self, items)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<{self.format} matrix {self.dtype}({rows}, {columns}), {self.nnz} entries>"


def as_data(array: Any) -> Array:
    """Return an array of Gnomon."""
    return array if isinstance(array, Array) else gn.asarray(array)


register(Matrix, lambda matrix: (matrix.parts, matrix.format), lambda format, parts: Matrix(format, *parts))
