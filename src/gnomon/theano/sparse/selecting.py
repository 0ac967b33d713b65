"""Rows, parts and entries of sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon import ops
from gnomon.graph.sparse.changing import collected, cut
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import Op
from gnomon.theano.sparse.arithmetic import checked
from gnomon.theano.sparse.parts import disconnected
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _vector(index: Any) -> Any:
    index = as_tensor_variable(index)
    if index.ndim != 1 or not index.dtype.startswith(("int", "uint")):
        raise TypeError(f"positions must be a vector of integers, got {index.type}")
    return index


class GetItemList(Op):
    """The rows that a list names."""

    __props__ = ()

    def make_node(self, x: Any, index: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x, _vector(index)], [x.type()])

    def lower(self, node: Apply, x: Any, index: Any) -> Any:
        return cut(x, (index,))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        x, index = inputs
        return [get_item_list_grad(x, index, output_grads[0]), *disconnected(1)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that positions are not differentiated by."""
        return [[True], [False]]


class GetItemListGrad(Op):
    """A matrix of the sizes of x whose rows at some places are those of another, added where a place is named twice."""

    __props__ = ()

    def make_node(self, x: Any, index: Any, gz: Any) -> Apply:
        x, gz = checked(x), checked(gz)
        return Apply(self, [x, _vector(index), gz], [x.type()])

    def lower(self, node: Apply, x: Any, index: Any, g: Any) -> Any:
        rows = ops.pick(gn.astype(index, "int64"), (g.rows,), axis=0)
        return collected(x.format, g.data, rows, gn.astype(g.columns, "int64"), x.frame)


class GetItem2Lists(Op):
    """The entries at some rows and columns, as a vector."""

    __props__ = ()

    def make_node(self, x: Any, ind1: Any, ind2: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x, _vector(ind1), _vector(ind2)], [TensorType(x.dtype, (False,))()])

    def lower(self, node: Apply, x: Any, rows: Any, columns: Any) -> Any:
        from gnomon.graph.sparse.places import POSITIONS, asked

        def find(own_rows: Any, own_columns: Any, frame: Any, wanted: Any, others: Any) -> Any:
            sizes = frame.shape[:2]
            for given, size in zip((wanted, others), sizes):
                if len(given) and (given.max() >= size or given.min() < -size):
                    raise IndexError(f"a position is out of range for an axis of size {size}")
            board = (wanted % sizes[0]).astype("int64") * sizes[1] + others % sizes[1]
            own = own_rows.astype("int64") * sizes[1] + own_columns
            return np.nonzero(own[:, None] == board[None, :])

        entries, places = asked((x.rows, x.columns, x.frame, rows, columns), find, (POSITIONS, POSITIONS))
        room = gn.zeros(rows.shape, dtype=x.dtype)
        return ops.put(room, ops.pick(x.data, (entries,), axis=0), (places,), axis=0, mode="add")

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [get_item_2lists_grad(*inputs, output_grads[0]), *disconnected(2)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that positions are not differentiated by."""
        return [[True], [False], [False]]


class GetItem2ListsGrad(Op):
    """A matrix of the sizes of x with a vector's entries at some rows and columns."""

    __props__ = ()

    def make_node(self, x: Any, ind1: Any, ind2: Any, gz: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x, _vector(ind1), _vector(ind2), as_tensor_variable(gz)], [x.type()])

    def lower(self, node: Apply, x: Any, rows: Any, columns: Any, g: Any) -> Any:
        return collected(x.format, g, gn.astype(rows, "int64"), gn.astype(columns, "int64"), x.frame)


class GetItem2d(Op):
    """The part that slices name; ``pattern`` has a letter for each bound: a number, an input, or none."""

    __props__ = ("pattern",)

    def __init__(self, pattern: Any = ()) -> None:
        self.pattern = pattern

    def make_node(self, x: Any, *bounds: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x, *bounds], [x.type()])

    def lower(self, node: Apply, x: Any, *bounds: Any) -> Any:
        left = iter(bounds)
        items = tuple([slice(*[next(left) if e == "v" else e for e in entry]) for entry in self.pattern])
        return cut(x, items)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        x, *bounds = inputs
        return [GetItem2dGrad(self.pattern)(x, *bounds, output_grads[0]), *disconnected(len(bounds))]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that bounds are not differentiated by."""
        return [[k == 0] for k in range(len(node.inputs))]


class GetItem2dGrad(GetItem2d):
    """A matrix of the sizes of x whose part that slices name is another matrix."""

    def lower(self, node: Apply, x: Any, *rest: Any) -> Any:
        *bounds, g = rest
        left = iter(bounds)
        items = [slice(*[next(left) if e == "v" else e for e in entry]) for entry in self.pattern]
        places = [gn.arange(size)[item] for size, item in zip(x.shape, [*items, slice(None)][:2])]
        rows, columns = [ops.pick(at, (own,), axis=0) for at, own in zip(places, (g.rows, g.columns))]
        return collected(x.format, g.data, rows, columns, x.frame)


def get_item_2d(x: Any, index: Any) -> Any:
    """Return the part of a sparse matrix that slices name."""
    if len(index) > 2:
        raise AssertionError("a sparse matrix has two axes")
    pattern, bounds = [], []
    for item in index:
        if not isinstance(item, slice):
            if (isinstance(item, Variable) and getattr(item, "ndim", -1) == 0) or np.isscalar(item):
                raise NotImplementedError(
                    "there are no sparse vectors: use X[a:b, c:d], X[a:b, c:c+1] or X[a:b]"
                )
            raise ValueError("Advanced indexing is not implemented for sparse matrices", item)
        entries: list[Any] = []
        for bound in (item.start, item.stop, item.step):
            if bound is None or isinstance(bound, (int, np.integer)):
                entries.append(None if bound is None else int(bound))
                continue
            variable: Any = bound if isinstance(bound, Variable) else as_tensor_variable(bound)
            if variable.ndim or not variable.dtype.startswith(("int", "uint")):
                raise ValueError(f"a bound of a slice must be an integer, got {bound}", variable.type)
            entries.append("v")
            bounds.append(variable)
        pattern.append(tuple(entries))
    return GetItem2d(tuple(pattern))(x, *bounds)


class GetItemScalar(Op):
    """One entry."""

    __props__ = ()

    def make_node(self, x: Any, index: Any) -> Apply:
        x = checked(x)
        if any(isinstance(entry, slice) for entry in index):
            raise TypeError("GetItemScalar called with a slice as index!")
        places = [as_tensor_variable(entry) for entry in index]
        if any(place.ndim for place in places):
            raise NotImplementedError("positions of one entry are single numbers")
        return Apply(self, [x, *places], [TensorType(x.dtype, ())()])

    def lower(self, node: Apply, x: Any, row: Any, column: Any) -> Any:
        wanted = [gn.expand_dims(gn.astype(place, "int64"), axis=0) for place in (row, column)]
        return gn.sum(GetItem2Lists().lower(node, x, *wanted))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        x, row, column = inputs
        (g,) = output_grads
        places = [place.dimshuffle("x") for place in (row, column)]
        return [get_item_2lists_grad(x, *places, g.dimshuffle("x")), *disconnected(2)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that positions are not differentiated by."""
        return [[True], [False], [False]]


get_item_list, get_item_list_grad = GetItemList(), GetItemListGrad()
get_item_2lists, get_item_2lists_grad = GetItem2Lists(), GetItem2ListsGrad()
get_item_scalar = GetItemScalar()


def get_item(x: Any, items: tuple[Any, ...]) -> Any:
    """Return what ``x[items]`` is."""
    if isinstance(items[0], list):
        return get_item_list(x, items[0]) if len(items) == 1 else get_item_2lists(x, *items)
    if len(items) == 2 and all(_is_number(entry) for entry in items):
        return get_item_scalar(x, items)
    return get_item_2d(x, items)


def _is_number(entry: Any) -> bool:
    if isinstance(entry, Variable):
        return getattr(entry, "ndim", -1) == 0
    return bool(np.isscalar(entry))


class ConstructSparseFromList(Op):
    """A matrix of the sizes of x whose rows at some places are those of an array, added where a place is named twice."""

    __props__ = ()

    def make_node(self, x: Any, values: Any, ilist: Any) -> Apply:
        x, values, ilist = as_tensor_variable(x), as_tensor_variable(values), as_tensor_variable(ilist)
        if not ilist.type.dtype.startswith(("int", "uint")) or ilist.type.ndim != 1:
            raise TypeError("the list of rows must be a vector of integers", ilist.type)
        if x.type.ndim != 2 or values.type.ndim != 2:
            raise TypeError(
                f"a sparse matrix is made of matrices, got arrays with {x.ndim} and {values.ndim} axes"
            )
        return Apply(self, [x, values, ilist], [SparseType("csc", x.dtype)()])

    def lower(self, node: Apply, x: Any, values: Any, ilist: Any) -> Any:
        dense = gn.sparse.from_dense(gn.ones_like(values), "csr")
        rows = ops.pick(gn.astype(ilist, "int64"), (dense.rows,), axis=0)
        data = ops.pick(values, (dense.rows, dense.columns), axis=0)
        frame = gn.zeros((*x.shape, 0), dtype="bool")
        return collected("csc", data, rows, gn.astype(dense.columns, "int64"), frame)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.parts import dense_from_sparse
        from gnomon.theano.tensor.subtensor import advanced_subtensor1

        ilist, (g,) = inputs[2], output_grads
        whole = dense_from_sparse(g)
        return [whole, advanced_subtensor1(whole, ilist), *disconnected(1)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that places are not differentiated by."""
        return [[True], [True], [False]]


construct_sparse_from_list = ConstructSparseFromList()
