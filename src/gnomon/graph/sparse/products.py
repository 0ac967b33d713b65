"""Products with sparse matrices."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.graph.sparse.changing import collected
from gnomon.graph.sparse.matrix import Matrix, as_data
from gnomon.graph.sparse.places import PLACES, POSITIONS, asked, paired


def matmul(a: Any, b: Any) -> Any:
    """Return the product of two matrices of which at least one is sparse: an array, or sparse if both are."""
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        return _both(a, b)
    if isinstance(a, Matrix):
        return _by_dense(a, as_data(b))
    a = as_data(a)
    if a.ndim == 1:
        return _by_dense(b.T, a)
    return gn.matrix_transpose(_by_dense(b.T, gn.matrix_transpose(a)))


def _by_dense(a: Matrix, b: Any) -> Any:
    if b.ndim == 1:
        return ops.squeeze(_by_dense(a, ops.expand_dims(b, axis=1)), axis=1)
    dtype = gn.result_type(a.dtype, b.dtype)
    into = gn.zeros((a.shape[0], b.shape[1]), dtype=dtype)
    return ops.sparse_product(into, a.data, a.rows, a.columns, b)


def _both(a: Matrix, b: Matrix) -> Matrix:
    first, second, rows, columns = asked(
        (a.rows, a.columns, b.rows, b.columns), paired, (POSITIONS, POSITIONS, *PLACES)
    )
    values = ops.pick(a.data, (first,), axis=0) * ops.pick(b.data, (second,), axis=0)
    frame = gn.zeros((a.shape[0], b.shape[1], 0), dtype="bool")
    return collected(a.format, values, rows, columns, frame)


def sampled_product(x: Any, y: Any, pattern: Matrix) -> Matrix:
    """Return ``pattern * (x @ y)``, computing only the entries of the product that are stored in ``pattern``."""
    x, y = as_data(x), as_data(y)
    left = ops.pick(x, (pattern.rows,), axis=0)
    right = ops.pick(gn.matrix_transpose(y), (pattern.columns,), axis=0)
    return pattern.with_data(pattern.data * gn.sum(left * right, axis=1))
