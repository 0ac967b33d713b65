"""Sizes of arrays, and the same elements in other shapes."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.creation import is_one, sizes_of
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class Shape(GnomonOp):
    """The sizes of an array."""

    __props__ = ()

    def make_node(self, x: Any) -> Apply:
        if not isinstance(x, Variable):
            x = as_tensor_variable(x)
        pattern = (getattr(x.type, "ndim", None) == 1,)
        return Apply(self, [x], [TensorType("int64", pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        dims = tuple(getattr(x.shape, "dims", x.shape))
        if not dims:
            return gn.zeros((0,), dtype=gn.int64)
        return gn.stack([gn.asarray(size) for size in dims])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes do not depend on the numbers."""
        return [[False]]


shape = Shape()
_shape = shape


class Shape_i(GnomonOp):
    """The size of one axis."""

    __props__ = ("i",)

    def __init__(self, i: int) -> None:
        self.i = int(i)

    def make_node(self, x: Any) -> Apply:
        if not isinstance(x, Variable) or not hasattr(x, "ndim"):
            raise TypeError(f"{x} must be a Variable with ndim")
        if x.ndim <= self.i:
            raise TypeError(f"{x} has too few dimensions for Shape_i({self.i})")
        return Apply(self, [x], [TensorType("int64", ())()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.asarray(getattr(x.shape, "dims", x.shape)[self.i])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that a size does not depend on the numbers."""
        return [[False]]


def shape_i(var: Any, i: int, fgraph: Any = None) -> Any:
    """Return the size of an axis."""
    return Shape_i(i)(var)


class Reshape(GnomonOp):
    """The elements of an array in another shape of ``ndim`` axes."""

    __props__ = ("ndim",)
    view_map = {0: [0]}

    def __init__(self, ndim: int, name: str | None = None) -> None:
        self.ndim = int(ndim)
        self.name = name

    def make_node(self, x: Any, shp: Any) -> Apply:
        from gnomon.theano.tensor.constants import get_vector_length
        from gnomon.theano.tensor.elementwise import cast

        x = as_tensor_variable(x)
        given = as_tensor_variable(shp, ndim=1)
        if not given.dtype.startswith(("int", "uint")):
            if getattr(given, "data", None) is None or given.data.size:
                raise TypeError("Shape must be integers", given, given.dtype)
            given = cast(given, "int64")
        pattern = [False] * self.ndim
        try:
            length = get_vector_length(given)
        except ValueError:
            length = None
        if length is not None and length != self.ndim:
            raise ValueError(f"the new shape has {length} sizes, but ndim is {self.ndim}")
        if length is not None:
            pattern = [is_one(given[k]) for k in range(length)]
        return Apply(self, [x, given], [TensorType(x.type.dtype, pattern)()])

    def lower(self, node: Apply, x: Any, given: Any) -> Any:
        return ops.reshape(x, shape=_target(node.inputs[1], _completed(x, given), self.ndim))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the shape is not differentiated by."""
        return [[True], [False]]

    def __str__(self) -> str:
        return f"Reshape{{{self.ndim}}}"


def _completed(x: Any, given: Any) -> Any:
    """Return a vector of sizes, what is left for it where it says -1; known sizes are completed as they are used."""
    known = given.contents
    if known is not None and all(size is not None for size in known):
        return given
    open_ = given == -1
    left = gn.size(x) // gn.maximum(gn.prod(gn.where(open_, 1, given)), 1)
    return gn.where(open_, gn.astype(left, given.dtype), given)


def _target(variable: Any, given: Any, count: int) -> tuple[Any, ...]:
    """Return a vector of sizes as sizes, -1 where it says so."""
    known = given.contents
    found = []
    for place in range(count):
        size = known[place] if known is not None else None
        found.append(sizes_of([given[place]])[0] if size is None else size)
    return tuple(found)


def reshape(x: Any, newshape: Any, ndim: int | None = None) -> Any:
    """Return the elements of an array in another shape; one size may be -1."""
    from gnomon.theano.tensor.constants import get_vector_length

    if ndim is None:
        given = as_tensor_variable(newshape)
        if given.ndim != 1:
            raise TypeError(
                f"New shape in reshape must be a vector or a list/tuple of scalar. Got {newshape} after conversion to a vector."
            )
        try:
            ndim = get_vector_length(given)
        except ValueError:
            raise ValueError(
                f"The length of the provided shape ({newshape}) cannot be automatically determined, so Theano is not able to "
                "know what the number of dimensions of the reshaped variable will be. You can provide the 'ndim' keyword "
                "argument to 'reshape' to avoid this problem."
            ) from None
    return Reshape(ndim)(x, newshape)


def flatten(x: Any, ndim: int | None = None, outdim: int | None = None) -> Any:
    """Return an array with its last axes made one, so that ``ndim`` are left."""
    x = as_tensor_variable(x)
    count = 1 if ndim is None and outdim is None else ndim if ndim is not None else outdim
    assert count is not None
    if not (1 <= count <= x.ndim or (count == 1 and x.ndim == 0)):
        raise ValueError(f"ndim {count} out of bound [1, {x.ndim + 1})")
    if count > 1:
        sizes = [*[x.shape[k] for k in range(count - 1)], -1]
    else:
        sizes = [-1]
    found = x.reshape(sizes, ndim=count)
    ones = x.broadcastable[: count - 1]
    last = all(x.broadcastable[count - 1 :])
    from gnomon.theano.tensor.broadcasting import addbroadcast

    wanted = [k for k, one in enumerate((*ones, last)) if one and not found.broadcastable[k]]
    return addbroadcast(found, *wanted) if wanted else found


def is_flat(var: Any, ndim: int | None = None, outdim: int | None = None) -> bool:
    """Whether an array has as many axes as flattening would leave."""
    return bool(var.ndim == (ndim or outdim or 1))


class SpecifyShape(GnomonOp):
    """An array of which the sizes are said; a call with others is an error."""

    __props__ = ()
    view_map = {0: [0]}

    def make_node(self, x: Any, given: Any) -> Apply:
        x = as_tensor_variable(x) if not isinstance(x, Variable) else x
        given = as_tensor_variable(given)
        if given.ndim != 1 or not given.dtype.startswith(("int", "uint")):
            raise TypeError(f"specify_shape takes a vector of integers, got {given} of {given.type}")
        pattern = list(x.type.broadcastable)
        for axis in range(x.ndim):
            pattern[axis] = pattern[axis] or is_one(given[axis])
        return Apply(self, [x, given], [x.type.clone(broadcastable=pattern)()])

    def lower(self, node: Apply, x: Any, given: Any) -> Any:
        from gnomon.theano.fitting import of_sizes

        return of_sizes(x, _target(node.inputs[1], given, x.ndim))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the sizes are not differentiated by."""
        return [[True], [False]]


specify_shape = SpecifyShape()


def shape_of(x: Any) -> list[Any]:
    """Return the sizes of an array as variables."""
    return [x.shape[k] for k in range(x.ndim)]


__all__ = ["Reshape", "Shape", "Shape_i", "SpecifyShape", "flatten", "reshape", "shape", "specify_shape"]
