"""``jax.lax``: making arrays, their axes, slices and blocks."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    UNKNOWN_AXIS,
    Shape,
    function,
    items,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.support import (
    as_array,
    as_jax,
    chosen,
    dtype_of,
    made,
    shared,
    tensor_of,
    unknown_tensor,
    words,
)

# -- making arrays ------------------------------------------------------------------------------------


@function("jax.lax.full")
def full(shape: Any, fill_value: Any, dtype: Any = None, *, sharding: Any = None) -> Any:
    """One number everywhere."""
    return made(as_shape(shape), chosen(dtype, tensor_of(as_array(fill_value)).dtype))


@function("jax.lax.full_like")
def full_like(x: Any, fill_value: Any, dtype: Any = None, shape: Any = None, sharding: Any = None) -> Any:
    """One number everywhere, in the shape of another array."""
    like = as_array(x)
    return made(like.shape if shape is None else as_shape(shape), chosen(dtype, like.dtype))


@function("jax.lax.empty")
def empty(shape: Any, dtype: Any, *, out_sharding: Any = None) -> Any:
    """An array of anything."""
    return made(as_shape(shape), dtype_of(dtype))


@function("jax.lax.iota")
def iota(dtype: Any, size: Any) -> Any:
    """Integers from 0."""
    return made(Shape((as_size(size),)), dtype_of(dtype))


@function("jax.lax.broadcasted_iota")
def broadcasted_iota(dtype: Any, shape: Any, dimension: Any, **keywords: Any) -> Any:
    """Integers from 0 along one axis."""
    return made(as_shape(shape), dtype_of(dtype))


# -- axes ---------------------------------------------------------------------------------------------

shared("numpy.expand_dims", "jax.lax.expand_dims")
shared("numpy.squeeze", "jax.lax.squeeze")


@function("jax.lax.reshape")
def reshape(operand: Any, new_sizes: Any, dimensions: Any = None, *, out_sharding: Any = None) -> Any:
    """The same entries in another shape."""
    x = as_array(operand)
    if x.shape.rank == 0:
        return made(as_shape(new_sizes), x.dtype)
    return as_jax(ops.reshape(x, shape=as_shape(new_sizes)))


@function("jax.lax.transpose")
def transpose(operand: Any, permutation: Any) -> Any:
    """The axes in another order."""
    axes = as_axis(permutation)
    x = as_array(operand)
    return ops.unknown_like(x) if axes is UNKNOWN_AXIS else ops.transpose(x, axes=axes)


@function("jax.lax.rev")
def rev(operand: Any, dimensions: Any) -> Any:
    """The entries in reverse order."""
    return ops.flip(as_array(operand), axis=as_axis(dimensions))


@function("jax.lax.broadcast")
def broadcast(operand: Any, sizes: Any, *, out_sharding: Any = None) -> Any:
    """New leading axes."""
    x, lead = as_array(operand), as_shape(sizes)
    return ops.outer_axes(made(lead, x.dtype), x)


@function("jax.lax.broadcast_in_dim")
def broadcast_in_dim(operand: Any, shape: Any, broadcast_dimensions: Any, *, out_sharding: Any = None) -> Any:
    """Axes placed into a larger shape."""
    return made(as_shape(shape), tensor_of(as_array(operand)).dtype)


@function("jax.lax.broadcast_to_rank")
def broadcast_to_rank(x: Any, rank: Any) -> Any:
    """New leading axes of size one."""
    array = as_array(x)
    if type(rank) is not int or array.shape.rank is None or rank < array.shape.rank:
        return unknown_tensor(array.dtype)
    missing = rank - array.shape.rank
    return ops.expand_dims(array, axis=tuple(range(missing))) if missing else array


@function("jax.lax.collapse")
def collapse(operand: Any, start_dimension: Any, stop_dimension: Any = None) -> Any:
    """Several neighbouring axes as one."""
    x = as_array(operand)
    if type(start_dimension) is not int or x.shape.rank is None:
        return unknown_tensor(x.dtype)
    stop = x.shape.rank if stop_dimension is None else stop_dimension
    if type(stop) is not int:
        return unknown_tensor(x.dtype)
    stop = stop + x.shape.rank if stop < 0 else stop
    if stop <= start_dimension or start_dimension < 0:
        return unknown_tensor(x.dtype)
    return ops.flatten(x, start=start_dimension, end=stop - 1)


@function("jax.lax.concatenate")
def concatenate(operands: Any, dimension: Any) -> Any:
    """Arrays one after the other."""
    parts = items(operands)
    if parts is None:
        return unknown_tensor()
    return as_jax(ops.concat([as_array(part) for part in parts], axis=as_axis(dimension)))


@function("jax.lax.pad")
def pad(operand: Any, padding_value: Any, padding_config: Any) -> Any:
    """Numbers before, after and between."""
    x = as_array(operand)
    rows = items(padding_config)
    triples = None if rows is None else [items(row) for row in rows]
    if triples is None or any(row is None or len(row) != 3 or row[2] != 0 for row in triples):
        return ops.unknown_like(x)
    widths = tuple((as_size(row[0]), as_size(row[1])) for row in triples if row is not None)
    if any(type(width) is int and width < 0 for pair in widths for width in pair):
        return ops.unknown_like(x)
    return ops.pad(x, widths=widths)


@function("jax.lax.split")
def split(operand: Any, sizes: Any, axis: Any = 0) -> Any:
    """Parts of given sizes."""
    wanted = items(sizes)
    if wanted is None:
        return UNKNOWN
    return ops.split(as_array(operand), sections=tuple(as_size(part) for part in wanted), axis=as_axis(axis))


@function("jax.lax.tile")
def tile(operand: Any, reps: Any) -> Any:
    """The array several times."""
    counts = items(reps)
    x = as_array(operand)
    return (
        unknown_tensor(x.dtype)
        if counts is None
        else ops.tile(x, reps=tuple(as_size(count) for count in counts))
    )


# -- slices -------------------------------------------------------------------------------------------


@function("jax.lax.slice")
def slice_(operand: Any, start_indices: Any, limit_indices: Any, strides: Any = None) -> Any:
    """A part of an array."""
    starts, limits = items(start_indices), items(limit_indices)
    steps = [None] * len(starts or ()) if strides is None else items(strides)
    x = as_array(operand)
    if starts is None or limits is None or steps is None or not len(starts) == len(limits) == len(steps):
        return ops.unknown_like(x)
    return ops.index(x, items=tuple(slice(*parts) for parts in zip(starts, limits, steps, strict=True)))


@function("jax.lax.slice_in_dim")
def slice_in_dim(operand: Any, start_index: Any, limit_index: Any, stride: Any = 1, axis: Any = 0) -> Any:
    """A part along one axis."""
    x = as_array(operand)
    if type(axis) is not int or x.shape.rank is None or not -x.shape.rank <= axis < x.shape.rank:
        return ops.unknown_like(x)
    before = (slice(None),) * (axis % x.shape.rank)
    parts = [part if part is None else as_size(part) for part in (start_index, limit_index, stride)]
    return ops.index(x, items=(*before, slice(*parts)))


@function("jax.lax.index_in_dim", "jax.lax.dynamic_index_in_dim")
def index_in_dim(operand: Any, index: Any, axis: Any = 0, keepdims: Any = True, **keywords: Any) -> Any:
    """One entry along an axis."""
    x = as_array(operand)
    if type(keepdims) is not bool:
        return unknown_tensor(x.dtype)
    picked = ops.narrow(x, axis=as_axis(axis), length=1)
    return picked if keepdims else ops.squeeze(picked, axis=as_axis(axis))


@function("jax.lax.dynamic_slice")
def dynamic_slice(operand: Any, start_indices: Any, slice_sizes: Any, **keywords: Any) -> Any:
    """A part of known sizes at a place that may be computed."""
    x = as_array(operand)
    sizes = as_shape(slice_sizes)
    if sizes.rank is None:
        return ops.unknown_like(x)
    return ops.block(x, sizes=sizes.dims)


@function("jax.lax.dynamic_slice_in_dim")
def dynamic_slice_in_dim(
    operand: Any, start_index: Any, slice_size: Any, axis: Any = 0, **keywords: Any
) -> Any:
    """A part of known size along one axis."""
    return ops.narrow(as_array(operand), axis=as_axis(axis), length=as_size(slice_size))


@function("jax.lax.dynamic_update_slice")
def dynamic_update_slice(operand: Any, update: Any, start_indices: Any, **keywords: Any) -> Any:
    """A copy with a part replaced."""
    x, part = as_array(operand), as_array(update)
    if part.shape.rank is not None:
        ops.block(x, sizes=part.shape.dims)
    return ops.positive(x)


@function("jax.lax.dynamic_update_slice_in_dim", "jax.lax.dynamic_update_index_in_dim")
def dynamic_update_slice_in_dim(
    operand: Any, update: Any, start_index: Any, axis: Any, **keywords: Any
) -> Any:
    """A copy with a part replaced."""
    return ops.positive(as_array(operand))


for _name in words("scatter scatter_add scatter_apply scatter_max scatter_min scatter_mul scatter_sub"):
    function(f"jax.lax.{_name}")(lambda operand, *arguments, **keywords: ops.positive(as_array(operand)))


@function("jax.lax.gather")
def gather(*arguments: Any, **keywords: Any) -> Any:
    """Entries at places: not followed."""
    return unknown_tensor()
