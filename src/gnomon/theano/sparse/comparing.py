"""Comparisons, which SciPy carries out, and matrices that it makes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.sparse.arithmetic import checked
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.sparse.variables import _is_sparse_variable, as_sparse_or_tensor_variable
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def by_scipy(function: Callable[..., Any], values: Sequence[Any], format: str, dtype: str) -> Any:
    """Return the sparse matrix that a function of SciPy's matrices and arrays gives, as a value of Gnomon."""
    from gnomon.graph.sparse.matrix import Matrix
    from gnomon.graph.sparse.places import FRAME, PLACES, asked

    def call(*arrays: Any) -> Any:
        found = function(*_assembled(values, arrays)).asformat(format)
        places = [found.indices.astype("int32"), found.indptr.astype("int32")]
        return found.data.astype(dtype), *places, np.empty((*found.shape, 0), bool)

    return Matrix(format, *asked(_flat(values), call, ((dtype, (False,)), *PLACES, FRAME)))


def dense_by_scipy(function: Callable[..., Any], values: Sequence[Any], dtype: str) -> Any:
    """Return the array that a function of SciPy's matrices and arrays gives, as a value of Gnomon."""
    from gnomon.graph.sparse.places import asked

    def call(*arrays: Any) -> Any:
        found = function(*_assembled(values, arrays))
        return (np.asarray(found.todense() if hasattr(found, "todense") else found).astype(dtype),)

    return asked(_flat(values), call, ((dtype, (False, False)),))[0]


def _flat(values: Sequence[Any]) -> list[Any]:
    return [part for value in values for part in getattr(value, "parts", (value,))]


def _assembled(values: Sequence[Any], arrays: Sequence[Any]) -> list[Any]:
    from gnomon.graph.sparse.places import make_matrix

    given = iter(arrays)
    return [
        make_matrix(value.format, *[next(given) for _ in range(4)])
        if hasattr(value, "parts")
        else next(given)
        for value in values
    ]


class _Compared(Op):
    """A comparison of two matrices."""

    __props__ = ()
    compare: Any = None

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        compare = type(self).compare
        (out,) = node.outputs
        if isinstance(out.type, SparseType):
            return by_scipy(compare, (x, y), out.type.held, out.type.dtype)
        return dense_by_scipy(compare, (x, y), out.type.dtype)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that comparisons are not differentiated."""
        return [[False], [False]]

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.parts import disconnected

        return disconnected(2)


class ComparedSS(_Compared):
    """A comparison of two sparse matrices: a sparse one of 0 and 1."""

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), checked(y)
        if x.type.format != y.type.format:
            raise NotImplementedError("the formats differ")
        return Apply(self, [x, y], [SparseType(x.type.format, "uint8")()])


class ComparedSD(_Compared):
    """A comparison of a sparse matrix and an array: an array of 0 and 1."""

    def make_node(self, x: Any, y: Any) -> Apply:
        x, y = checked(x), as_tensor_variable(y)
        if y.type.ndim != 2:
            raise AssertionError(f"a matrix is compared, not an array with {y.type.ndim} axes")
        return Apply(self, [x, y], [TensorType("uint8", (False, False))()])


def _pair(name: str, function: Any) -> tuple[Any, Any]:
    kinds = [
        type(
            f"{name}{base.__name__[-2:]}",
            (base,),
            {"compare": staticmethod(function), "__module__": __name__},
        )
        for base in (ComparedSS, ComparedSD)
    ]
    globals().update({kind.__name__: kind for kind in kinds})
    return kinds[0](), kinds[1]()


equal_s_s, equal_s_d = _pair("Equal", operator.eq)
not_equal_s_s, not_equal_s_d = _pair("NotEqual", operator.ne)
less_than_s_s, less_than_s_d = _pair("LessThan", operator.lt)
greater_than_s_s, greater_than_s_d = _pair("GreaterThan", operator.gt)
less_equal_s_s, less_equal_s_d = _pair("LessEqual", operator.le)
greater_equal_s_s, greater_equal_s_d = _pair("GreaterEqual", operator.ge)


def _switch(both: Any, first: Any, second: Any, word: str) -> Callable[[Any, Any], Any]:
    def compare(x: Any, y: Any) -> Any:
        x, y = as_sparse_or_tensor_variable(x), as_sparse_or_tensor_variable(y)
        if _is_sparse_variable(x):
            return both(x, y) if _is_sparse_variable(y) else first(x, y)
        if not _is_sparse_variable(y):
            raise AssertionError("at least one of the two must be sparse")
        return second(y, x)

    compare.__doc__ = f"Return where one matrix is {word} another; at least one of the two is sparse."
    return compare


eq = _switch(equal_s_s, equal_s_d, equal_s_d, "equal to")
neq = _switch(not_equal_s_s, not_equal_s_d, not_equal_s_d, "not equal to")
lt = _switch(less_than_s_s, less_than_s_d, greater_than_s_d, "less than")
gt = _switch(greater_than_s_s, greater_than_s_d, less_than_s_d, "greater than")
le = _switch(less_equal_s_s, less_equal_s_d, greater_equal_s_d, "at most")
ge = _switch(greater_equal_s_s, greater_equal_s_d, less_equal_s_d, "at least")
