"""Sparse matrices (``gn.sparse``): SciPy's CSR and CSC as expressions, which functions are compiled and differentiated of."""

from gnomon.graph.sparse.changing import (
    add,
    clean,
    cut,
    diagonal,
    hstack,
    multiply,
    select,
    sorted_indices,
    to_format,
    vstack,
)
from gnomon.graph.sparse.making import diag, from_dense, from_parts, from_scipy, parts, symbol, to_scipy
from gnomon.graph.sparse.matrix import Matrix
from gnomon.graph.sparse.products import matmul, sampled_product

__all__ = [
    "Matrix",
    "add",
    "clean",
    "cut",
    "diag",
    "diagonal",
    "from_dense",
    "from_parts",
    "from_scipy",
    "hstack",
    "matmul",
    "multiply",
    "parts",
    "sampled_product",
    "select",
    "sorted_indices",
    "symbol",
    "to_format",
    "to_scipy",
    "vstack",
]


def __dir__() -> list[str]:
    return sorted(__all__)
