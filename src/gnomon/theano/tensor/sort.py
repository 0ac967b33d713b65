"""Sorting, and the greatest entries."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.gof.op import GnomonOp, Op
from gnomon.theano.tensor.creation import sizes_of
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _axis_of(axis: Any) -> Any:
    from gnomon.theano.tensor.constants import get_scalar_constant_value

    return int(get_scalar_constant_value(axis))


class SortOp(GnomonOp):
    """The elements in order along an axis."""

    __props__ = ("kind", "order", "axis")

    def __init__(self, kind: str = "quicksort", order: Any = None, axis: int = -1) -> None:
        self.kind, self.order, self.axis = kind, order, axis

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.sort(x, axis=self.axis)


class ArgSortOp(SortOp):
    """The places of the elements in order along an axis."""

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        return Apply(self, [x], [TensorType("int64", x.broadcastable)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.astype(gn.argsort(x, axis=self.axis), gn.int64)


def sort(a: Any, axis: Any = -1, kind: str = "quicksort", order: Any = None) -> Any:
    """Return the elements in order along an axis, or all of them."""
    a = as_tensor_variable(a)
    if axis is None:
        return SortOp(kind, order, 0)(a.flatten())
    if _is_computed(axis):
        return SortAlong(kind, False)(a, axis)
    return SortOp(kind, order, _axis_of(axis))(a)


def argsort(a: Any, axis: Any = -1, kind: str = "quicksort", order: Any = None) -> Any:
    """Return the places of the elements in order along an axis, or of all of them."""
    a = as_tensor_variable(a)
    if axis is None:
        return ArgSortOp(kind, order, 0)(a.flatten())
    if _is_computed(axis):
        return SortAlong(kind, True)(a, axis)
    return ArgSortOp(kind, order, _axis_of(axis))(a)


class SortAlong(Op):
    """The elements, or their places, in order along an axis that is computed: array, axis -> array."""

    __props__ = ("kind", "places")

    def __init__(self, kind: str, places: bool) -> None:
        self.kind, self.places = kind, places

    def make_node(self, x: Any, axis: Any) -> Apply:
        x, axis = as_tensor_variable(x), as_tensor_variable(axis)
        dtype = "int64" if self.places else x.dtype
        return Apply(self, [x, axis], [TensorType(dtype, x.broadcastable)()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        x, axis = inputs[0], int(inputs[1])
        sort: Any = np.argsort if self.places else np.sort
        output_storage[0][0] = sort(x, axis=axis, kind=self.kind)


def _is_computed(axis: Any) -> bool:
    return isinstance(axis, Variable) and not isinstance(axis, Constant)


class TopKOp(GnomonOp):
    """The k greatest entries along an axis, or the least for a negative k, and their places."""

    __props__ = ("axis", "sorted", "return_values", "return_indices", "idx_dtype")

    def __init__(
        self,
        axis: int = -1,
        sorted: bool = True,
        idx_dtype: str = "int64",
        return_values: bool = True,
        return_indices: bool = True,
    ) -> None:
        if not isinstance(axis, int):
            raise TypeError(f'"axis" parameter must be integer, got "{type(axis)}"')
        if sorted is not True and sorted is not False:
            raise TypeError('"sorted" parameter must be True or False')
        if not (return_values or return_indices):
            raise ValueError("Neither return_values nor return_indices is True, this isn't allowed")
        self.axis, self.sorted, self.idx_dtype = axis, sorted, idx_dtype
        self.return_values, self.return_indices = return_values, return_indices

    def make_node(self, inp: Any, kth: Any) -> Apply:
        x, k = as_tensor_variable(inp), as_tensor_variable(kth)
        if not -x.ndim <= self.axis < x.ndim:
            raise IndexError(
                f'"axis" parameter out of range, expected integer within [{-x.ndim}, {x.ndim - 1}]'
            )
        if k.ndim or not k.dtype.startswith(("int", "uint")):
            raise TypeError(f"k must be a single integer, got {k.type}")
        from gnomon.theano.tensor.creation import is_one

        pattern = list(x.broadcastable)
        pattern[self.axis] = is_one(k)
        kinds = []
        if self.return_values:
            kinds.append(x.type.clone(broadcastable=pattern))
        if self.return_indices:
            kinds.append(TensorType(self.idx_dtype, pattern))
        return Apply(self, [x, k], [kind() for kind in kinds])

    def lower(self, node: Apply, x: Any, k: Any) -> Any:
        axis = self.axis % x.ndim
        order = gn.argsort(x, axis=axis)
        lead = (slice(None),) * axis
        count = gn.abs(gn.astype(k, gn.int64))
        size = x.shape.dims[axis]
        start = gn.where(k > 0, gn.asarray(size) - count, 0)
        (length,) = sizes_of([count])
        places = order[(*lead, start + gn.arange(length))]
        found = []
        if self.return_values:
            found.append(gn.take_along_axis(x, places, axis=axis))
        if self.return_indices:
            found.append(gn.astype(places, getattr(gn, self.idx_dtype)))
        return found

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that k and places are not differentiated by."""
        return [[out.dtype.startswith("float") for out in node.outputs], [False] * len(node.outputs)]


def _flat(x: Any, axis: Any) -> tuple[Any, Any]:
    """Return all elements in a row, and their axis, where no axis is given."""
    return (as_tensor_variable(x).flatten(), 0) if axis is None else (x, axis)


def topk(x: Any, kth: Any, axis: int | None = -1, sorted: bool = True, idx_dtype: str = "int64") -> Any:
    """Return the k greatest entries along an axis."""
    x, axis = _flat(x, axis)
    return TopKOp(axis, sorted, idx_dtype, True, False)(x, kth)


def argtopk(x: Any, kth: Any, axis: int | None = -1, sorted: bool = True, idx_dtype: str = "int64") -> Any:
    """Return the places of the k greatest entries along an axis."""
    x, axis = _flat(x, axis)
    return TopKOp(axis, sorted, idx_dtype, False, True)(x, kth)


def topk_and_argtopk(
    x: Any, kth: Any, axis: int | None = -1, sorted: bool = True, idx_dtype: str = "int64"
) -> Any:
    """Return the k greatest entries along an axis, and their places."""
    x, axis = _flat(x, axis)
    return TopKOp(axis, sorted, idx_dtype, True, True)(x, kth)
