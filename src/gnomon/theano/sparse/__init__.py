"""`theano.sparse`: sparse matrices of SciPy as values of programs."""

# ruff: noqa: F401 (names that users import from here)

from importlib.util import find_spec

from gnomon.theano.sparse import utils
from gnomon.theano.sparse.basic import *  # noqa: F403
from gnomon.theano.sparse.basic import _is_dense, _is_dense_variable, _is_sparse_variable
from gnomon.theano.sparse.sharedvar import SparseTensorSharedVariable, shared, sparse_constructor
from gnomon.theano.sparse.type import SparseType, _is_sparse

enable_sparse = find_spec("scipy") is not None
"""Whether SciPy is there, whose matrices they are."""
