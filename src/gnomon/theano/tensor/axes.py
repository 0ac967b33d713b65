"""Axes in another order: `DimShuffle`, and what is made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType


class DimShuffle(GnomonOp):
    """Axes in a new order; "x" makes a new axis of size 1, and axes of size 1 may be left out."""

    __props__ = ("input_broadcastable", "new_order", "inplace")

    def __init__(
        self, input_broadcastable: Sequence[bool], new_order: Sequence[Any], inplace: bool = True
    ) -> None:
        self.input_broadcastable = tuple(input_broadcastable)
        count = len(self.input_broadcastable)
        order = [_place(entry, count) for entry in new_order]
        places = [entry for entry in order if entry != "x"]
        if len(set(places)) != len(places):
            raise ValueError(
                f"The same input dimension may not appear twice in the list of output dimensions: {new_order}"
            )
        self.new_order = tuple(order)
        self.inplace = inplace
        self.drop = [axis for axis in range(count) if axis not in places]
        for axis in self.drop:
            if not self.input_broadcastable[axis]:
                raise ValueError(
                    f"You cannot drop a non-broadcastable dimension: {self.input_broadcastable}, {tuple(new_order)}"
                )
        self.shuffle = [axis for axis in range(count) if axis in places]
        self.augment = [place for place, entry in enumerate(order) if entry == "x"]
        if inplace:
            self.view_map = {0: [0]}

    def make_node(self, x: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_tensor_variable

        x = as_tensor_variable(x)
        if len(x.broadcastable) != len(self.input_broadcastable) or any(
            wanted and not has for wanted, has in zip(self.input_broadcastable, x.broadcastable)
        ):
            raise TypeError(
                f"The number of dimensions or broadcastable pattern of {x} is incorrect for this op. Expected "
                f"{self.input_broadcastable}, got {x.broadcastable}."
            )
        pattern = [True if entry == "x" else x.broadcastable[entry] for entry in self.new_order]
        return Apply(self, [x], [TensorType(x.type.dtype, pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        for axis in reversed(self.drop):
            x = gn.squeeze(x, axis=axis) if x.shape.dims[axis] == 1 else _without(x, axis)
        kept = [axis for axis in range(len(self.input_broadcastable)) if axis not in self.drop]
        order = [kept.index(entry) for entry in self.new_order if entry != "x"]
        if order != list(range(len(order))):
            x = gn.permute_dims(x, tuple(order))
        for place in self.augment:
            x = gn.expand_dims(x, axis=place)
        return x

    def __str__(self) -> str:
        name = "InplaceDimShuffle" if self.inplace else "DimShuffle"
        return f"{name}{{{','.join([str(entry) for entry in self.new_order])}}}"


def _place(entry: Any, count: int) -> Any:
    if entry == "x":
        return entry
    place = int(entry)
    if not -count <= place < count:
        raise ValueError(f"new_order: {entry} is not an axis of {count}")
    return place % count


def _without(x: Any, axis: int) -> Any:
    sizes = x.shape.dims
    return ops.reshape(x, shape=(*sizes[:axis], *sizes[axis + 1 :]))


def dimshuffled(x: Any, pattern: Sequence[Any]) -> Any:
    """Return an array with its axes in a new order."""
    return DimShuffle(x.type.broadcastable, pattern)(x)


def transpose(x: Any, axes: Any = None) -> Any:
    """Return the array with its axes reversed, or in the order of ``axes``."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    x = as_tensor_variable(x)
    order = list(range(x.ndim - 1, -1, -1)) if axes is None else [int(axis) for axis in axes]
    found = dimshuffled(x, order)
    if x.name and axes is None:
        found.name = x.name + ".T"
    return found


def swapaxes(y: Any, axis1: int, axis2: int) -> Any:
    """Return the array with two axes exchanged."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    y = as_tensor_variable(y)
    order = list(range(y.ndim))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return dimshuffled(y, order)


def shape_padleft(t: Any, n_ones: int = 1) -> Any:
    """Return the array with new first axes of size 1."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    t = as_tensor_variable(t)
    return dimshuffled(t, ["x"] * n_ones + list(range(t.type.ndim)))


def shape_padright(t: Any, n_ones: int = 1) -> Any:
    """Return the array with new last axes of size 1."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    t = as_tensor_variable(t)
    return dimshuffled(t, list(range(t.type.ndim)) + ["x"] * n_ones)


def shape_padaxis(t: Any, axis: int) -> Any:
    """Return the array with a new axis of size 1 at a place."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    t = as_tensor_variable(t)
    count = t.type.ndim + 1
    if not -count <= axis < count:
        raise IndexError(f"axis {axis} is out of bounds [-{count}, {count})")
    pattern: list[Any] = list(range(t.type.ndim))
    pattern.insert(axis % count, "x")
    return dimshuffled(t, pattern)


def squeeze(x: Any) -> Any:
    """Return the array without its broadcastable axes."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    x = as_tensor_variable(x)
    return dimshuffled(x, [axis for axis in range(x.ndim) if not x.broadcastable[axis]])
