"""Sparse matrices that functions keep between calls."""

from __future__ import annotations

import copy
from typing import Any

from gnomon.theano.compile.sharedvalue import SharedVariable, shared_constructor
from gnomon.theano.sparse.type import SparseType, _is_sparse
from gnomon.theano.sparse.variables import _sparse_py_operators


class SparseTensorSharedVariable(_sparse_py_operators, SharedVariable):
    """A sparse matrix that functions keep between calls."""

    __hash__ = SharedVariable.__hash__


@shared_constructor
def sparse_constructor(
    value: Any,
    name: Any = None,
    strict: bool = False,
    allow_downcast: Any = None,
    borrow: bool = False,
    format: str | None = None,
) -> Any:
    """Return a shared sparse matrix."""
    if not hasattr(value, "getnnz") or not _is_sparse(value):
        raise TypeError(f"{type(value).__name__} is no sparse matrix")
    return SparseTensorSharedVariable(
        type=SparseType(format or value.format, str(value.dtype)),
        value=value if borrow else copy.deepcopy(value),
        name=name,
        strict=strict,
        allow_downcast=allow_downcast,
    )


shared = sparse_constructor
