"""Shape and order of axes: reshape, transpose, expand_dims, flip, broadcast and their like."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Shape,
    Tensor,
    function,
    is_unknown,
    items,
    method,
    shape_of_arguments,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.numpy.support import as_array, keeping_bounds, unknown_tensor


def reshaped(a: Any, target: Any) -> Any:
    """Return an array under a shape argument (an integer, a tuple, -1 for one size)."""
    x = ops.positive(a) if type(a) is not Tensor else a
    if is_unknown(target):
        return ops.reshape(x, shape=Shape.unknown())
    return keeping_bounds(ops.reshape(x, shape=as_shape(target)), a)


@function("numpy.reshape")
def reshape(a: Any, /, shape: Any = None, order: Any = "C", *, newshape: Any = None, copy: Any = None) -> Any:
    return reshaped(a, newshape if shape is None else shape)


@method("numpy", "reshape")
def reshape_method(self: Any, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
    return keeping_bounds(ops.reshape(self, shape=shape_of_arguments(shape)), self)


@function("numpy.ravel")
def ravel(a: Any, order: Any = "C") -> Any:
    return keeping_bounds(ops.flatten(a), a)


@method("numpy", "ravel", "flatten")
def ravel_method(self: Any, order: Any = "C") -> Any:
    return keeping_bounds(ops.flatten(self), self)


@function("numpy.transpose", "numpy.permute_dims")
def transpose(a: Any, axes: Any = None) -> Any:
    return _transposed(a, axes)


@method("numpy", "transpose")
def transpose_method(self: Any, *axes: Any) -> Any:
    if not axes or (len(axes) == 1 and axes[0] is None):
        return _transposed(self, None)
    return _transposed(self, axes[0] if len(axes) == 1 else axes)


def _transposed(a: Any, axes: Any) -> Any:
    if axes is None:
        return keeping_bounds(ops.transpose(a), a)
    entries = items(axes)
    if entries is None:
        return ops.unknown_like(a) if type(axes) is not int else ops.transpose(a, axes=(axes,))
    return keeping_bounds(ops.transpose(a, axes=tuple(as_axis(entry) for entry in entries)), a)


@function("numpy.matrix_transpose", "numpy.linalg.matrix_transpose")
def matrix_transpose(x: Any, /) -> Any:
    return ops.matrix_transpose(x)


@function("numpy.swapaxes")
def swapaxes(a: Any, axis1: Any, axis2: Any) -> Any:
    return keeping_bounds(ops.swapaxes(a, first=as_axis(axis1), second=as_axis(axis2)), a)


method("numpy", "swapaxes")(swapaxes)


@function("numpy.moveaxis")
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    if is_unknown(source) or is_unknown(destination):
        return ops.unknown_like(a)
    return ops.moveaxis(a, source=as_axis(source), destination=as_axis(destination))


@function("numpy.rollaxis")
def rollaxis(a: Any, axis: Any, start: Any = 0) -> Any:
    x = ops.positive(a)
    rank = x.shape.rank
    if rank is None or type(axis) is not int or type(start) is not int:
        return ops.unknown_like(x)
    if not -rank <= axis < rank or not -rank <= start <= rank:
        return ops.unknown_like(x)
    source, target = axis % rank, start + rank if start < 0 else start
    return ops.moveaxis(x, source=source, destination=target - 1 if source < target else target)


@function("numpy.expand_dims")
def expand_dims(a: Any, axis: Any) -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    return keeping_bounds(ops.expand_dims(a, axis=as_axis(axis)), a)


@function("numpy.squeeze")
def squeeze(a: Any, axis: Any = None) -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    return keeping_bounds(ops.squeeze(a, axis=as_axis(axis)), a)


method("numpy", "squeeze")(squeeze)


def _atleast(rank: int) -> Any:
    @function(f"numpy.atleast_{rank}d")
    def model(*arys: Any) -> Any:
        results = tuple(ops.atleast(as_array(x), rank=rank) for x in arys)
        return results[0] if len(results) == 1 else results

    return model


for _rank in (1, 2, 3):
    _atleast(_rank)


@function("numpy.broadcast_to")
def broadcast_to(array: Any, shape: Any, subok: Any = False) -> Any:
    result = ops.broadcast_to(array, shape=as_shape(shape))
    if type(result) is Tensor:
        result.attributes = {"read only": "np.broadcast_to repeats entries without copying them"}
    return result


@function("numpy.broadcast_arrays")
def broadcast_arrays(*args: Any, subok: Any = False) -> Any:
    return ops.broadcast_arrays(list(args))


@function("numpy.broadcast_shapes")
def broadcast_shapes(*args: Any) -> Any:
    result = ops.broadcast_arrays([Tensor(as_shape(single)) for single in args])[0]
    return result.shape.dims if result.shape.rank is not None else None


@function("numpy.flip")
def flip(m: Any, axis: Any = None) -> Any:
    return keeping_bounds(ops.flip(m, axis=as_axis(axis)), m)


@function("numpy.flipud")
def flipud(m: Any) -> Any:
    return keeping_bounds(ops.flip(m, axis=0), m)


@function("numpy.fliplr")
def fliplr(m: Any) -> Any:
    return keeping_bounds(ops.flip(m, axis=1), m)


@function("numpy.roll")
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    return keeping_bounds(ops.roll(a, axis=as_axis(axis)), a)


@function("numpy.rot90")
def rot90(m: Any, k: Any = 1, axes: Any = (0, 1)) -> Any:
    entries = items(axes)
    if type(k) is not int or entries is None or len(entries) != 2:
        return ops.unknown_like(m)
    return ops.rot90(m, turns=k, axes=(as_axis(entries[0]), as_axis(entries[1])))


@function("numpy.resize")
def resize(a: Any, new_shape: Any) -> Any:
    x = ops.positive(a)
    return ops.broadcast_to(ops.min(x), shape=as_shape(new_shape))


@function("numpy.shape", tensor=False)
def shape(a: Any) -> Any:
    return sizes_of(as_array(a))


@function("numpy.ndim", tensor=False)
def ndim(a: Any) -> Any:
    return rank_of(as_array(a))


def sizes_of(x: Tensor) -> Any:
    """Return the shape of an array as the tuple that a program sees."""
    from gnomon.models.api import SequenceValue, unknown_of

    if x.shape.rank is not None:
        return x.shape.dims
    return SequenceValue(unknown_of("int"), None, "shape", origin=x.shape)


def rank_of(x: Tensor) -> Any:
    """Return the number of axes as a program sees it."""
    from gnomon.models.api import unknown_of

    rank = x.shape.rank
    return unknown_of("int") if rank is None else rank


@function("numpy.lib.stride_tricks.sliding_window_view")
def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: Any = False, writeable: Any = False
) -> Any:
    """Overlapping windows: their entries become new last axes."""
    array = as_array(x)
    rank = array.shape.rank
    sizes = list(window_shape) if type(window_shape) in (tuple, list) else [window_shape]
    if rank is None or not all(type(size) in (int, Dim) for size in sizes):
        return UNKNOWN
    if axis is None:
        places = list(range(rank))
    else:
        places = list(axis) if type(axis) in (tuple, list) else [axis]
    if len(places) != len(sizes) or not all(type(place) is int and -rank <= place < rank for place in places):
        return UNKNOWN
    for place, size in zip(places, sizes, strict=True):
        array = ops.sliding_windows(array, axis=place % rank, size=size)
    return array
