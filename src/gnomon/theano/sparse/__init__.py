"""`theano.sparse`: sparse matrices of SciPy as values of programs."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.sparse.type import SparseType, _is_sparse

enable_sparse = True
