"""The types of sparse matrices: SciPy's, by format and dtype."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.gof.type import Type


def _is_sparse(x: Any) -> bool:
    return bool(importlib.import_module("scipy.sparse").issparse(x))


class SparseType(Type):
    """The type of sparse matrices of a format ("csc", "csr", "bsr") and dtype."""

    ndim = 2
    format_cls = ("csr", "csc", "bsr")
    dtype_set = frozenset(
        "int8 int16 int32 int64 float32 float64 uint8 uint16 uint32 uint64 complex64 complex128 bool".split()
    )
    broadcastable = (False, False)

    def __init__(self, format: str, dtype: str) -> None:
        dtype = str(config.floatX if dtype == "floatX" else np.dtype(dtype))
        if dtype not in self.dtype_set:
            raise NotImplementedError(f'unsupported dtype "{dtype}" not in list', sorted(self.dtype_set))
        if format not in self.format_cls:
            raise NotImplementedError(f'unsupported format "{format}" not in list', list(self.format_cls))
        self.format, self.dtype = format, dtype

    def clone(self, dtype: str | None = None, broadcastable: Any = None, format: str | None = None) -> Any:
        """Return a type that differs in what is given."""
        return type(self)(format or self.format, dtype or self.dtype)

    def symbol(self, name: str | None) -> Any:
        """Return an input of Gnomon."""
        import gnomon as gn

        word = name if name and name.isidentifier() else "x"
        return gn.sparse.symbol(word, dtype=self.dtype, format=self.held)

    @property
    def held(self) -> str:
        """The format in which Gnomon holds such matrices: blocks of rows as rows."""
        return "csr" if self.format == "bsr" else self.format

    def taken_apart(self, value: Any) -> list[Any]:
        """Return the arrays of a value that Gnomon takes."""
        import gnomon as gn

        data, indices, indptr, frame = gn.sparse.parts(value.asformat(self.held))
        return [data, indices.astype("int32", copy=False), indptr.astype("int32", copy=False), frame]

    def put_together(self, parts: Any) -> Any:
        """Return the value of such arrays."""
        from gnomon.graph.sparse.making import joined

        return joined(self.held, *[np.asarray(part) for part in parts]).asformat(self.format)

    def lower_constant(self, data: Any) -> Any:
        from gnomon.graph.sparse import Matrix

        if isinstance(data, Matrix):
            return data
        import gnomon as gn

        return Matrix(self.held, *[gn.asarray(part) for part in self.taken_apart(data)])

    def fitted(self, value: Any) -> Any:
        """Return an expression in this dtype and format."""
        import gnomon as gn

        value = gn.sparse.to_format(value, self.held)
        return value if str(value.dtype) == self.dtype else value.astype(self.dtype)

    def raised(self, value: Any) -> Any:
        """Return the matrix that a constant of Gnomon is."""
        return self.put_together(value.parts)

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if strict:
            if not _is_sparse(data):
                raise TypeError(f"{data!r} is not sparse")
            if data.dtype != self.dtype or data.format != self.format:
                raise TypeError(f"expected {self}, got a {data.format} matrix of {data.dtype}")
            return data
        if not _is_sparse(data):
            data = np.asarray(data)
            if data.ndim != 2:
                raise TypeError(f"{self} takes matrices, got {data.ndim} axes")
        joined = np.promote_types(self.dtype, data.dtype)
        if joined != self.dtype and not allow_downcast:
            raise NotImplementedError(f"{self} cannot hold {data.dtype} without losing some of it")
        make = getattr(importlib.import_module("scipy.sparse"), f"{self.format}_matrix")
        return make(data, dtype=self.dtype)

    @staticmethod
    def may_share_memory(a: Any, b: Any) -> bool:
        """Whether two matrices, or a matrix and an array, may share memory."""
        first, second = [
            [entry] if isinstance(entry, np.ndarray) else [entry.data, entry.indices, entry.indptr]
            for entry in (a, b)
        ]
        return any(np.may_share_memory(one, other) for one in first for other in second)

    @staticmethod
    def get_size(shape_info: Any) -> int:
        """Return the number of bytes, given the sizes of the parts."""
        return int(sum(shape_info))

    def is_valid_value(self, value: Any) -> bool:
        return _is_sparse(value) and value.format == self.format and value.dtype == self.dtype

    def values_eq(self, a: Any, b: Any) -> bool:
        return bool(a.shape == b.shape and abs(a - b).sum() == 0)

    def values_eq_approx(self, a: Any, b: Any, eps: float = 1e-6) -> bool:
        if not (_is_sparse(a) and _is_sparse(b)) or a.shape != b.shape:
            return False
        return bool(abs(a - b).sum() < eps * max(abs(a).sum() + abs(b).sum(), 1e-6) or abs(a - b).sum() < eps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SparseType) and (self.format, self.dtype) == (other.format, other.dtype)

    def __hash__(self) -> int:
        return hash((SparseType, self.format, self.dtype))

    def __str__(self) -> str:
        return f"Sparse[{self.dtype}, {self.format}]"

    def __repr__(self) -> str:
        return str(self)
