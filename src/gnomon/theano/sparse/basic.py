"""`theano.sparse.basic`: all of Theano's names for sparse matrices."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.sparse.arithmetic import *  # noqa: F403
from gnomon.theano.sparse.comparing import *  # noqa: F403
from gnomon.theano.sparse.parts import *  # noqa: F403
from gnomon.theano.sparse.products import *  # noqa: F403
from gnomon.theano.sparse.products import _dot, _structured_dot
from gnomon.theano.sparse.reducing import *  # noqa: F403
from gnomon.theano.sparse.selecting import *  # noqa: F403
from gnomon.theano.sparse.structured import *  # noqa: F403
from gnomon.theano.sparse.type import SparseType, _is_sparse
from gnomon.theano.sparse.variables import *  # noqa: F403
from gnomon.theano.sparse.variables import (
    __getattr__,
    _is_dense,
    _is_dense_variable,
    _is_sparse_variable,
    _sparse_py_operators,
)
