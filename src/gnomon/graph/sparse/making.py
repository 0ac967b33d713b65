"""Sparse matrices from arrays, from SciPy's and as inputs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

import gnomon as gn
from gnomon import ops
from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.graph.sparse.matrix import Matrix, as_data
from gnomon.graph.sparse.places import PLACES, asked, dense_places


def symbol(
    name: str, shape: Any = (None, None), dtype: Any = "float64", format: str = "csr", index: Any = "int32"
) -> Matrix:
    """Return a matrix whose value is given at each call: a compiled function takes its ``parts``.

    >>> a = symbol("a", shape=("n", 3))
    >>> a
    <csr matrix float64(n, 3), a_data_0 entries>
    """
    frame = gn.symbol(f"{name}_frame", (*shape, 0), "bool")
    lines = frame.shape[0 if format == "csr" else 1]
    data = gn.symbol(f"{name}_data", (None,), dtype)
    indices = gn.symbol(f"{name}_indices", (data.shape[0],), index)
    return Matrix(format, data, indices, gn.symbol(f"{name}_indptr", (lines + 1,), index), frame)


def from_parts(format: str, data: Any, indices: Any, indptr: Any, shape: Any) -> Matrix:
    """Return the matrix that SciPy's csr_matrix or csc_matrix makes of (data, indices, indptr)."""
    frame = gn.zeros((*shape, 0), dtype="bool")
    return Matrix(format, as_data(data), as_data(indices), as_data(indptr), frame)


def parts(matrix: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the arrays that stand for a matrix of SciPy in calls of compiled functions."""
    return matrix.data, matrix.indices, matrix.indptr, np.empty((*matrix.shape, 0), bool)


def from_scipy(matrix: Any) -> Matrix:
    """Return a matrix of SciPy as a known one."""
    if not hasattr(matrix, "tocsr"):
        raise ArgumentError(
            f"from_scipy takes a sparse matrix of SciPy, got {type(matrix).__name__}",
            user_site(),
            "gn.sparse.from_dense makes one of an array",
        )
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocsr()
    return Matrix(matrix.format, *[gn.asarray(part) for part in parts(matrix)])


def to_scipy(matrix: Matrix) -> Any:
    """Return a known matrix as SciPy's."""
    data, indices, indptr, frame = [np.asarray(part) for part in matrix.parts]
    return joined(matrix.format, data, indices, indptr, frame)


def joined(format: str, data: Any, indices: Any, indptr: Any, frame: Any) -> Any:
    """Return SciPy's matrix of some arrays."""
    make = getattr(import_module("scipy.sparse"), f"{format}_matrix")
    return make((data, indices, indptr), shape=frame.shape[:2], copy=False)


def from_dense(x: Any, format: str = "csr") -> Matrix:
    """Return the matrix of an array's entries that are not 0."""
    x = as_data(x)
    indices, indptr, rows, columns = asked((x,), dense_places(format), PLACES * 2)
    data = ops.pick(x, (rows, columns), axis=0)
    return Matrix(format, data, indices, indptr, gn.zeros((*x.shape, 0), dtype="bool"))


def diag(values: Any, format: str = "csc") -> Matrix:
    """Return the square matrix with some values on its diagonal."""
    values = as_data(values)
    size = values.shape[0]
    places = gn.astype(gn.arange(size + 1), "int32")
    return Matrix(format, values, places[:-1], places, gn.zeros((size, size, 0), dtype="bool"))
