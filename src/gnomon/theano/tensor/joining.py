"""Arrays side by side, and apart again."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable, constant


class MakeVector(GnomonOp):
    """Numbers as a vector."""

    __props__ = ("dtype",)

    def __init__(self, dtype: str = "int64") -> None:
        self.dtype = dtype

    def make_node(self, *inputs: Any) -> Apply:
        entries = [as_tensor_variable(entry) for entry in inputs]
        if any(entry.ndim for entry in entries):
            raise TypeError("MakeVector takes single numbers")
        entries = [entry if entry.dtype == self.dtype else entry.astype(self.dtype) for entry in entries]
        return Apply(self, entries, [TensorType(self.dtype, (len(entries) == 1,))()])

    def lower(self, node: Apply, *numbers: Any) -> Any:
        if not numbers:
            return gn.zeros((0,), dtype=getattr(gn, self.dtype))
        return gn.stack([gn.astype(number, getattr(gn, self.dtype)) for number in numbers])


make_vector = MakeVector()


class Join(GnomonOp):
    """Arrays put together along an axis that exists: join(axis, first, second ...)."""

    __props__ = ("view",)

    def __init__(self, view: int = -1) -> None:
        self.view = view

    def __str__(self) -> str:
        return "Join" if self.view == -1 else f"Join{{{self.view}}}"

    def make_node(self, axis: Any, *tensors: Any) -> Apply:
        if not tensors:
            raise ValueError("Cannot join an empty list of tensors")
        entries = [as_tensor_variable(entry) for entry in tensors]
        dtype = upcast(*[entry.type.dtype for entry in entries])
        entries = [entry if entry.type.dtype == dtype else entry.astype(dtype) for entry in entries]
        rank = entries[0].type.ndim
        place = axis if isinstance(axis, int) else _known(axis)
        if not rank:
            raise TypeError(
                "Join cannot handle arguments of dimension 0. For joining scalar values, see stack"
            )
        if any(entry.type.ndim != rank for entry in entries):
            raise TypeError("Join() can only join tensors with the same number of dimensions.")
        if place is None:
            pattern = [False] * rank
        else:
            if not -rank <= place < rank:
                raise IndexError(f"Join axis {place} out of bounds [0, {rank})")
            pattern = [any(entry.type.broadcastable[k] for entry in entries) for k in range(rank)]
            pattern[place % rank] = len(entries) == 1 and entries[0].type.broadcastable[place % rank]
        where = axis if place is None else constant(place)
        return Apply(self, [as_tensor_variable(where), *entries], [TensorType(dtype, pattern)()])

    def lower(self, node: Apply, axis: Any, *arrays: Any) -> Any:
        place = _known(node.inputs[0])
        if place is None:
            return _joined_somewhere(axis, arrays)
        return gn.concat(list(arrays), axis=place)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the axis is not differentiated by."""
        return [[False], *[[True] for _ in node.inputs[1:]]]


def _joined_somewhere(axis: Any, arrays: Sequence[Any]) -> Any:
    """Join along an axis that only the running function knows: only where sizes allow every axis."""
    raise NotImplementedError("the axis of a join must be known when the function is compiled")


def _known(axis: Any) -> int | None:
    from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value

    try:
        return int(get_scalar_constant_value(axis))
    except NotScalarConstantError:
        return None


join_ = Join()


def join(axis: Any, *tensors_list: Any) -> Any:
    """Return arrays put together along an axis."""
    if len(tensors_list) == 1 and isinstance(tensors_list[0], (list, tuple)):
        raise TypeError(f"join takes arrays one by one: join({axis}, *tensors)")
    if len(tensors_list) == 1:
        return as_tensor_variable(tensors_list[0])
    return join_(axis, *tensors_list)


def concatenate(tensor_list: Any, axis: Any = 0) -> Any:
    """Return a list of arrays put together along an axis."""
    if not isinstance(tensor_list, (tuple, list)):
        raise TypeError(
            f"The 'tensors' argument must be either a tuple or a list, make sure you did not forget () or [] around "
            f"arguments of concatenate. {tensor_list}"
        )
    return join(axis, *tensor_list)


def stack(*tensors: Any, **kwargs: Any) -> Any:
    """Return arrays of one shape along a new axis: stack([a, b], axis=0). Of scalars it is a vector, whatever the axis."""
    if not tensors and not kwargs:
        raise Exception("theano.tensor.stack(tensors, axis) must have at least one parameter")
    axis = kwargs.pop("axis", 0)
    listed = kwargs.pop("tensors", None)
    if listed is None:
        listed = tensors[0] if isinstance(tensors[0], (list, tuple)) else tensors
        if isinstance(tensors[0], (list, tuple)) and len(tensors) == 2:
            axis = tensors[1]
        elif not isinstance(tensors[0], (list, tuple)) and not kwargs:
            warnings.warn(
                "stack(a, b) is deprecated: give a list, stack([a, b])", DeprecationWarning, stacklevel=2
            )
    entries = list(listed)
    if not entries:
        raise Exception(
            "tensors is empty. You should at least provide one tensor to theano.tensor.stack(tensors, axis)."
        )
    arrays = [as_tensor_variable(entry) for entry in entries]
    if all(array.ndim == 0 for array in arrays):
        return MakeVector(upcast(*[array.dtype for array in arrays]))(*arrays)
    from gnomon.theano.tensor.axes import shape_padaxis

    rank = arrays[0].ndim + 1
    if not -rank <= axis < rank:
        raise IndexError(f"axis {axis} is out of bounds [-{rank}, {rank})")
    return join(axis % rank, *[shape_padaxis(array, axis) for array in arrays])


def stacklists(arg: Any) -> Any:
    """Return nested lists of arrays as one array."""
    if isinstance(arg, (tuple, list)):
        return stack([stacklists(entry) for entry in arg])
    return arg


def horizontal_stack(*arguments: Any) -> Any:
    """Return matrices side by side."""
    if len(arguments) < 2:
        raise ValueError("Too few arguments")
    return concatenate([_matrix(entry) for entry in arguments], axis=1)


def vertical_stack(*arguments: Any) -> Any:
    """Return matrices one below the other."""
    if len(arguments) < 2:
        raise ValueError("Too few arguments")
    return concatenate([_matrix(entry) for entry in arguments], axis=0)


def _matrix(entry: Any) -> Any:
    array = as_tensor_variable(entry)
    if array.type.ndim != 2:
        raise ValueError(f"a matrix is needed, got {array} with {array.type.ndim} axes")
    return array


class Split(GnomonOp):
    """An array taken apart along an axis: split(x, axis, sizes)."""

    __props__ = ("len_splits",)

    def __init__(self, len_splits: int) -> None:
        self.len_splits = int(len_splits)

    def make_node(self, x: Any, axis: Any, splits: Any) -> Apply:
        x, axis, splits = as_tensor_variable(x), as_tensor_variable(axis), as_tensor_variable(splits)
        if not splits.type.dtype.startswith(("int", "uint")):
            raise TypeError("`splits` parameter must be tensors of integer type")
        pattern = list(x.type.broadcastable)
        place = _known(axis)
        if place is not None:
            pattern[place] = False
        return Apply(
            self, [x, axis, splits], [TensorType(x.type.dtype, pattern)() for _ in range(self.len_splits)]
        )

    def lower(self, node: Apply, x: Any, axis: Any, splits: Any) -> Any:
        from gnomon.theano.tensor.creation import sizes_of

        place = _known(node.inputs[1])
        if place is None:
            raise NotImplementedError("the axis of a split must be known when the function is compiled")
        sizes = sizes_of([splits[k] for k in range(self.len_splits)])
        rows = self._whole(gn.moveaxis(x, place, 0), sizes, splits)
        parts, start = [], 0
        for size in sizes:
            parts.append(gn.moveaxis(rows[start : start + size], 0, place))
            start = start + size
        return parts

    def _whole(self, rows: Any, sizes: Sequence[Any], splits: Any) -> Any:
        """Return the rows, of which a run finds that the parts are all."""
        length, *rest = rows.shape.dims
        given = splits.shape.dims[0]
        if isinstance(given, int) and given != self.len_splits:
            raise ValueError(f"split makes {self.len_splits} parts, but {given} sizes are given")
        if any(isinstance(size, int) and size < 0 for size in sizes):
            raise ValueError(f"sizes of a split cannot be negative: {sizes}")
        total: Any = 0
        for size in sizes:
            total = total + size
        if isinstance(total, int) and isinstance(length, int) and total != length:
            raise ValueError(f"the sizes of a split sum to {total}, but the axis has {length}")
        return rows if length == total else gn.reshape(rows, (total, *rest))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that only the array is differentiated by."""
        return [[True] * self.len_splits, [False] * self.len_splits, [False] * self.len_splits]

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """Take an array apart; returns a list."""
        return super().__call__(*inputs, return_list=True, **named)


def split(x: Any, splits_size: Any, n_splits: int, axis: Any = 0) -> Any:
    """Return the parts of an array along an axis."""
    return Split(n_splits)(x, axis, splits_size)
