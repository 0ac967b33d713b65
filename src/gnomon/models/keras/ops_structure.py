"""`keras.ops`: shapes, joining, splitting, indexing, creation."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    SequenceValue,
    Tensor,
    Unknown,
    function,
    items,
    size,
    unknown_of,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.api import (
    shape as shape_argument,
)
from gnomon.models.keras.promoting import tensor, tensors, unified
from gnomon.models.keras.tensors import visible_shape


@function("keras.ops.shape", "keras.backend.int_shape", tensor=False)
def shape(x: Any) -> Any:
    """Return the shape as a tuple: sizes that Keras does not know yet are tensors."""
    given = tensor(x)
    if type(given) is not Tensor:
        return Unknown(name="shape")
    if given.shape.rank is None:
        return visible_shape(given.shape)
    return given.shape.dims


@function("keras.ops.ndim", tensor=False)
def ndim(x: Any) -> Any:
    """Return the number of axes."""
    given = tensor(x)
    if type(given) is not Tensor or given.shape.rank is None:
        return unknown_of("int")
    return given.shape.rank


@function("keras.ops.size", tensor=False)
def size_of(x: Any) -> Any:
    """Return the number of elements."""
    given = tensor(x)
    count = given.shape.numel() if type(given) is Tensor else None
    return unknown_of("int") if count is None else count


@function("keras.ops.dtype", tensor=False)
def dtype_of(x: Any) -> Any:
    """Return the name of the dtype."""
    given = tensor(x)
    return given.dtype.name if type(given) is Tensor and given.dtype is not None else unknown_of("str")


@function("keras.ops.reshape")
def reshape(x: Any, newshape: Any = None, **kwargs: Any) -> Any:
    """The same elements under another shape."""
    target = kwargs.get("shape", newshape)
    return ops.reshape(tensor(x), shape=shape_argument(target))


@function("keras.ops.transpose")
def transpose(x: Any, axes: Any = None) -> Any:
    """The axes in another order."""
    order = axis_argument(axes)
    if axes is not None and type(order) is not tuple:
        return ops.unknown_like(tensor(x))
    return ops.transpose(tensor(x), axes=order)


@function("keras.ops.expand_dims")
def expand_dims(x: Any, axis: Any) -> Any:
    """Insert axes of size 1."""
    return ops.expand_dims(tensor(x), axis=axis_argument(axis))


@function("keras.ops.squeeze")
def squeeze(x: Any, axis: Any = None) -> Any:
    """Drop axes of size 1."""
    return ops.squeeze(tensor(x), axis=axis_argument(axis))


@function("keras.ops.swapaxes")
def swapaxes(x: Any, axis1: Any, axis2: Any) -> Any:
    """Exchange two axes."""
    return ops.swapaxes(tensor(x), first=axis_argument(axis1), second=axis_argument(axis2))


@function("keras.ops.moveaxis")
def moveaxis(x: Any, source: Any, destination: Any) -> Any:
    """Move axes to new places."""
    return ops.moveaxis(tensor(x), source=axis_argument(source), destination=axis_argument(destination))


@function("keras.ops.ravel")
def ravel(x: Any) -> Any:
    """All elements in one axis."""
    return ops.reshape(tensor(x), shape=(-1,))


@function("keras.ops.broadcast_to")
def broadcast_to(x: Any, shape: Any) -> Any:
    """Stretch to a shape."""
    return ops.broadcast_to(tensor(x), shape=shape_argument(shape))


@function("keras.ops.concatenate")
def concatenate(xs: Any, axis: Any = 0) -> Any:
    """Put tensors behind each other along an axis."""
    parts = tensors(xs)
    return ops.concat(parts, axis=axis_argument(axis)) if type(parts) is list else Unknown()


@function("keras.ops.append")
def append(x1: Any, x2: Any, axis: Any = None) -> Any:
    """Put one tensor behind another."""
    return ops.concat(unified(x1, x2), axis=axis_argument(axis))


@function("keras.ops.stack")
def stack(x: Any, axis: Any = 0) -> Any:
    """Put tensors side by side along a new axis."""
    parts = tensors(x)
    return ops.stack(parts, axis=axis_argument(axis)) if type(parts) is list else Unknown()


def _joining(name: str) -> None:
    apply = ops.TABLE[name]

    @function(f"keras.ops.{name}")
    def joined(xs: Any) -> Any:
        parts = tensors(xs)
        if type(parts) is not list or (name != "hstack" and any(vector(part) for part in parts)):
            return Unknown()  # the back ends differ on vectors
        return apply(parts)


def vector(x: Any) -> bool:
    """Whether a tensor has less than two axes."""
    return type(x) is Tensor and x.shape.rank is not None and x.shape.rank < 2


for _name in ("hstack", "vstack", "dstack"):
    _joining(_name)


@function("keras.ops.unstack")
def unstack(x: Any, num: Any = None, axis: Any = 0) -> Any:
    """The slices along an axis, one by one."""
    parts = ops.unstack(tensor(x), axis=axis_argument(axis), count=num if type(num) is int else None)
    return list(parts) if type(parts) is tuple else Unknown()


def split_along(x: Any, indices_or_sections: Any, axis: Any) -> Any:
    """Cut a tensor into parts along an axis."""
    given, along = tensor(x), axis_argument(axis)
    if type(indices_or_sections) is int:
        return list(ops.split(given, sections=indices_or_sections, axis=along))
    cuts = items(indices_or_sections)
    if cuts is None:
        return Unknown()
    return list(ops.split_at(given, indices=tuple(size(cut) for cut in cuts), axis=along))


@function("keras.ops.split")
def split(x: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """Cut into equal parts, or at positions."""
    return split_along(x, indices_or_sections, axis)


@function("keras.ops.array_split")
def array_split(x: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """Cut into nearly equal parts."""
    if type(indices_or_sections) is not int:
        return split_along(x, indices_or_sections, axis)
    return list(ops.array_split(tensor(x), sections=indices_or_sections, axis=axis_argument(axis)))


@function("keras.ops.vsplit")
def vsplit(x: Any, indices_or_sections: Any) -> Any:
    """Cut along the first axis."""
    return split_along(x, indices_or_sections, 0)


@function("keras.ops.hsplit")
def hsplit(x: Any, indices_or_sections: Any) -> Any:
    """Cut along the second axis (the first of a vector)."""
    given = tensor(x)
    rank = given.shape.rank if type(given) is Tensor else None
    return Unknown() if rank is None else split_along(given, indices_or_sections, 1 if rank > 1 else 0)


@function("keras.ops.dsplit")
def dsplit(x: Any, indices_or_sections: Any) -> Any:
    """Cut along the third axis."""
    return split_along(x, indices_or_sections, 2)


@function("keras.ops.repeat")
def repeat(x: Any, repeats: Any, axis: Any = None) -> Any:
    """Repeat each entry."""
    given = tensor(x)
    count = items(repeats) if type(repeats) is not int else None
    amounts: Any = size(repeats) if count is None else tuple(size(entry) for entry in count)
    if type(amounts) is tuple and len(amounts) == 1:
        amounts = amounts[0]
    return ops.repeat(given, repeats=amounts, axis=axis_argument(axis))


@function("keras.ops.tile")
def tile(x: Any, repeats: Any) -> Any:
    """Repeat the whole tensor."""
    counts = items(repeats)
    reps = (size(repeats),) if counts is None and type(repeats) in (int, Dim) else counts
    if reps is None:
        return Unknown()
    return ops.tile(tensor(x), reps=tuple(size(entry) for entry in reps))


@function("keras.ops.pad")
def pad(x: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = None) -> Any:
    """Add entries around the axes."""
    given = tensor(x)
    if type(given) is not Tensor or given.shape.rank is None:
        return Unknown()
    rank = given.shape.rank
    entries = items(pad_width)
    if type(pad_width) in (int, Dim):
        widths = ((pad_width, pad_width),) * rank
    elif entries is None:
        return ops.unknown_like(given)
    elif entries and type(entries[0]) in (int, Dim):
        both = (size(entries[0]), size(entries[-1]))
        widths = (both,) * rank
    else:
        pairs = [items(entry) for entry in entries]
        if any(pair is None or not pair for pair in pairs):
            return ops.unknown_like(given)
        widths = tuple((size(pair[0]), size(pair[-1])) for pair in pairs if pair)
        if len(widths) == 1:
            widths = widths * rank
    return ops.pad(given, widths=widths)


@function("keras.ops.flip")
def flip(x: Any, axis: Any = None) -> Any:
    """Entries in reverse order."""
    return ops.flip(tensor(x), axis=axis_argument(axis))


@function("keras.ops.fliplr", "keras.ops.flipud")
def flip_matrix(x: Any) -> Any:
    """Rows or columns in reverse order."""
    return ops.positive(tensor(x))


@function("keras.ops.roll")
def roll(x: Any, shift: Any, axis: Any = None) -> Any:
    """Entries moved along."""
    return ops.roll(tensor(x), axis=axis_argument(axis))


@function("keras.ops.rot90")
def rot90(array: Any, k: Any = 1, axes: Any = (0, 1)) -> Any:
    """Rotate by quarter turns."""
    if type(k) is not int:
        return ops.unknown_like(tensor(array))
    return ops.rot90(tensor(array), turns=k, axes=axis_argument(axes))


@function("keras.ops.take")
def take(x: Any, indices: Any, axis: Any = None) -> Any:
    """Entries at positions along an axis."""
    return ops.take(tensor(x), tensor(indices), axis=axis_argument(axis))


@function("keras.ops.take_along_axis")
def take_along_axis(x: Any, indices: Any, axis: Any = None) -> Any:
    """Entries at positions along an axis, separately for each place."""
    return ops.take_along_axis(tensor(x), tensor(indices), axis=axis_argument(axis))


@function("keras.ops.slice")
def slice_(inputs: Any, start_indices: Any, shape: Any) -> Any:
    """A block of a shape."""
    wanted = shape_argument(shape)
    given = tensor(inputs)
    if wanted.rank is None or type(given) is not Tensor:
        return ops.unknown_like(given)
    return ops.broadcast_to(ops.full(shape=(), dtype=given.dtype), shape=wanted)


@function("keras.ops.slice_update")
def slice_update(inputs: Any, start_indices: Any, updates: Any) -> Any:
    """The tensor with a block replaced."""
    return ops.positive(tensor(inputs))


@function("keras.ops.scatter_update")
def scatter_update(inputs: Any, indices: Any, updates: Any, reduction: Any = None) -> Any:
    """The tensor with entries replaced."""
    return ops.positive(tensor(inputs))


@function("keras.ops.scatter")
def scatter(indices: Any, values: Any, shape: Any) -> Any:
    """A new tensor with entries at positions."""
    wanted = shape_argument(shape)
    if wanted.rank is None:
        return Unknown()
    return ops.scatter_nd(tensor(values), tensor(indices), shape=wanted.dims)


@function("keras.ops.get_item")
def get_item(x: Any, key: Any) -> Any:
    """Index as with brackets."""
    return Unknown()


@function("keras.ops.nonzero")
def nonzero(x: Any) -> Any:
    """Positions of the entries that are not zero, one vector for each axis."""
    found = ops.where_nonzero(tensor(x))
    return found if type(found) is tuple else SequenceValue(found)


@function("keras.ops.unravel_index")
def unravel_index(indices: Any, shape: Any) -> Any:
    """Positions along each axis from flat positions."""
    wanted = shape_argument(shape)
    return Unknown() if wanted.rank is None else ops.flat_index(tensor(indices), shape=wanted.dims)


@function("keras.ops.meshgrid")
def meshgrid(*x: Any, indexing: Any = "xy") -> Any:
    """Grids of coordinates."""
    if indexing not in ("xy", "ij"):
        return Unknown()
    return list(ops.meshgrid([tensor(entry) for entry in x], indexing=indexing))


@function("keras.ops.is_tensor", "keras.backend.is_tensor", tensor=False)
def is_tensor(x: Any) -> Any:
    """Whether a value is a tensor of the back end."""
    return x.library != "numpy" if type(x) is Tensor and x.library is not None else unknown_of("bool")
