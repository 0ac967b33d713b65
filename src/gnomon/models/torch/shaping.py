"""Shape and order: view, reshape, permute, squeeze, expand, cat, stack, split and their kind."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    UNKNOWN_AXIS,
    Choice,
    Dim,
    ListValue,
    SequenceValue,
    Shape,
    Tensor,
    function,
    is_unknown,
    items,
    method,
    shape_of_arguments,
    size,
    symbol,
)
from gnomon.models.api import (
    axis as axis_of,
)
from gnomon.models.api import (
    shape as shape_of,
)
from gnomon.models.torch.common import become, dtype_of, everywhere, first_given, is_dtype, reshaped_in_place
from gnomon.models.torch.layout import check_view


def one_axis(value: Any) -> Any:
    """Return an argument that must be one axis."""
    if type(value) in (int, Dim):
        return value
    return symbol(lower=None) if is_unknown(value) else size(value)


def axes_of_arguments(values: tuple[Any, ...]) -> Any:
    """Return axes given one by one or as one sequence; `UNKNOWN_AXIS` where they are not known."""
    if len(values) == 1 and type(values[0]) not in (int, Dim):
        return axis_of(values[0])
    return tuple(one_axis(value) for value in values)


# -- the same elements under another shape -------------------------------------------------------------


@function("torch.reshape")
def reshape(input: Any, shape: Any) -> Any:
    """The same elements under another shape."""
    return ops.reshape(input, shape=shape_of(shape))


@method("torch", "reshape")
def reshape_method(self: Any, *sizes: Any, shape: Any = None) -> Any:
    """The same elements under another shape."""
    return ops.reshape(self, shape=shape_of_arguments(sizes if shape is None else (shape,)))


@method("torch", "resize")
def resize(self: Any, *sizes: Any, size: Any = None, memory_format: Any = None) -> Any:
    """The same elements under another shape (old name)."""
    return view(self, *sizes, size=size)


@method("torch", "view")
def view(self: Any, *shape: Any, dtype: Any = None, size: Any = None) -> Any:
    """The same elements under another shape, or the same bits as another dtype."""
    if len(shape) == 1 and is_dtype(shape[0]):
        dtype = shape[0]
    if dtype is not None:
        return _viewed_as(self, dtype)
    if size is not None:
        shape = (size,)
    wanted = shape_of_arguments(shape)
    result = ops.reshape(self, shape=wanted)
    check_view(self, wanted)
    return result


def _viewed_as(self: Any, dtype: Any) -> Any:
    wanted = dtype_of(dtype)
    if (
        type(self) is Tensor
        and wanted is not None
        and self.dtype is not None
        and wanted.bits == self.dtype.bits
    ):
        return ops.cast(self, dtype=wanted)
    return ops.cast(ops.unknown_like(self), dtype=wanted)


@method("torch", "view_as")
def view_as(self: Any, other: Any) -> Any:
    """The same elements under the shape of another tensor."""
    return ops.reshape(self, shape=_shape_like(other))


@method("torch", "reshape_as")
def reshape_as(self: Any, other: Any) -> Any:
    """The same elements under the shape of another tensor."""
    return ops.reshape(self, shape=_shape_like(other))


def _shape_like(other: Any) -> Shape:
    return other.shape if type(other) is Tensor else Shape.unknown()


@function("torch.flatten")
def flatten(input: Any, start_dim: Any = 0, end_dim: Any = -1) -> Any:
    """Merge axes into one."""
    return ops.flatten(input, start=one_axis(start_dim), end=one_axis(end_dim))


method("torch", "flatten")(flatten)


@everywhere("ravel", changes=False)
def ravel(input: Any) -> Any:
    """All elements in one axis."""
    return ops.flatten(input)


@function("torch.unflatten")
def unflatten(input: Any, dim: Any, sizes: Any) -> Any:
    """Split one axis into several."""
    parts = items(sizes)
    if parts is None:
        return ops.reshape(input, shape=Shape.unknown())
    return ops.unflatten(input, axis=one_axis(dim), sizes=tuple(size(part) for part in parts))


method("torch", "unflatten")(unflatten)


# -- the order of axes ---------------------------------------------------------------------------------


@function("torch.permute")
def permute(input: Any, dims: Any) -> Any:
    """The axes in another order."""
    return _permuted(input, axis_of(dims))


@method("torch", "permute")
def permute_method(self: Any, *order: Any, dims: Any = None) -> Any:
    """The axes in another order."""
    dims = order if dims is None else (dims,)
    if any(is_unknown(value) and value.kind == "star" for value in dims):
        return ops.unknown_like(self)
    return _permuted(self, axes_of_arguments(dims))


def _permuted(input: Any, order: Any) -> Any:
    if order is UNKNOWN_AXIS or order is None:
        return ops.unknown_like(input)
    return ops.transpose(input, axes=(order,) if type(order) is int else order)


@everywhere("swapaxes", changes=False)
def swapaxes(input: Any, axis0: Any, axis1: Any) -> Any:
    """Exchange two axes."""
    return ops.swapaxes(input, first=one_axis(axis0), second=one_axis(axis1))


@everywhere("transpose", "swapdims", changes=False)
def transpose(input: Any, dim0: Any, dim1: Any) -> Any:
    """Exchange two axes."""
    return ops.swapaxes(input, first=one_axis(dim0), second=one_axis(dim1))


@method("torch", "swapaxes_")
def swapaxes_(self: Any, axis0: Any, axis1: Any) -> Any:
    """Exchange two axes of the tensor itself."""
    return reshaped_in_place(self, transpose(self, axis0, axis1))


@method("torch", "transpose_", "swapdims_")
def transpose_(self: Any, dim0: Any, dim1: Any) -> Any:
    """Exchange two axes of the tensor itself."""
    return reshaped_in_place(self, transpose(self, dim0, dim1))


@everywhere("t", changes=False)
def t(input: Any) -> Any:
    """The transpose of a matrix; vectors stay."""
    return ops.matrix_flip(input)


@method("torch", "t_")
def t_(self: Any) -> Any:
    """Transpose the matrix itself."""
    return reshaped_in_place(self, t(self))


@everywhere("movedim", "moveaxis", changes=False)
def movedim(input: Any, source: Any, destination: Any) -> Any:
    """Move axes to new positions."""
    return ops.moveaxis(input, source=axis_of(source), destination=axis_of(destination))


@everywhere("adjoint", changes=False)
def adjoint(input: Any) -> Any:
    """Conjugate with the last two axes exchanged; numbers stay."""
    if type(input) is Tensor and input.shape.rank == 0:
        return ops.conj(input)
    return ops.matrix_transpose(input)


# -- axes of size one ----------------------------------------------------------------------------------


@everywhere("squeeze", changes=False)
def squeeze(input: Any, dim: Any = None) -> Any:
    """Drop axes of size 1."""
    return ops.squeeze(input, axis=axis_of(dim), strict=False)


@method("torch", "squeeze_")
def squeeze_(self: Any, dim: Any = None) -> Any:
    """Drop axes of size 1 of the tensor itself."""
    return reshaped_in_place(self, squeeze(self, dim))


@everywhere("unsqueeze", changes=False)
def unsqueeze(input: Any, dim: Any) -> Any:
    """Insert an axis of size 1."""
    return ops.expand_dims(input, axis=one_axis(dim))


@method("torch", "unsqueeze_")
def unsqueeze_(self: Any, dim: Any) -> Any:
    """Insert an axis of size 1 into the tensor itself."""
    return reshaped_in_place(self, unsqueeze(self, dim))


def _at_least(rank: int) -> Any:
    def model(*tensors: Any) -> Any:
        if len(tensors) == 1:
            single = items(tensors[0]) if type(tensors[0]) in (list, tuple) else None
            if single is None:
                return ops.atleast(tensors[0], rank=rank)
            tensors = tuple(single)
        return tuple(ops.atleast(tensor, rank=rank) for tensor in tensors)

    return model


for _rank in (1, 2):
    function(f"torch.atleast_{_rank}d")(_at_least(_rank))
function("torch.atleast_3d")(_at_least(3))


# -- stretching and repeating --------------------------------------------------------------------------


@method("torch", "expand")
def expand(self: Any, *sizes: Any, size: Any = None, implicit: Any = False) -> Any:
    """Stretch axes of size 1; -1 keeps a size."""
    return ops.broadcast_to(self, shape=shape_of_arguments((size,) if size is not None else sizes), keep=True)


@method("torch", "expand_as")
def expand_as(self: Any, other: Any) -> Any:
    """Stretch axes of size 1 to the shape of another tensor."""
    return ops.broadcast_to(self, shape=_shape_like(other), keep=True)


@everywhere("broadcast_to", changes=False)
def broadcast_to(input: Any, size: Any) -> Any:
    """Stretch axes of size 1."""
    return ops.broadcast_to(input, shape=shape_of(size), keep=True)


@function("torch.expand_copy")
def expand_copy(input: Any, size: Any, *, implicit: Any = False, out: Any = None) -> Any:
    """Stretch axes of size 1, copied."""
    return ops.broadcast_to(input, shape=shape_of(size), keep=True)


@function("torch.broadcast_tensors")
def broadcast_tensors(*tensors: Any) -> Any:
    """All tensors stretched to their common shape."""
    return ops.broadcast_arrays(tuple(listed(tensors)))


@function("torch.broadcast_shapes", tensor=False)
def broadcast_shapes(*shapes: Any) -> Any:
    """The shape that shapes broadcast to."""
    made = ops.broadcast_arrays(tuple(Tensor(shape_of(entry)) for entry in shapes))
    common = made[0].shape
    return common.dims if common.rank is not None else SequenceValue(UNKNOWN, None, "shape", origin=common)


def _unknown_rank(input: Any) -> Tensor:
    return Tensor(Shape.unknown(), input.dtype if type(input) is Tensor else None, "torch")


@method("torch", "repeat")
def repeat(self: Any, *times: Any, repeats: Any = None) -> Any:
    """Repeat the whole tensor along each axis."""
    counts = shape_of_arguments(times if repeats is None else (repeats,))
    return _unknown_rank(self) if counts.rank is None else ops.tile(self, reps=counts.dims, strict=True)


@function("torch.tile")
def tile(input: Any, dims: Any) -> Any:
    """Repeat the whole tensor along each axis."""
    counts = shape_of(dims)
    return _unknown_rank(input) if counts.rank is None else ops.tile(input, reps=counts.dims)


@method("torch", "tile")
def tile_method(self: Any, *times: Any, dims: Any = None) -> Any:
    """Repeat the whole tensor along each axis."""
    counts = shape_of_arguments(times if dims is None else (dims,))
    return _unknown_rank(self) if counts.rank is None else ops.tile(self, reps=counts.dims)


@everywhere("repeat_interleave", changes=False)
def repeat_interleave(input: Any, repeats: Any = None, dim: Any = None, *, output_size: Any = None) -> Any:
    """Repeat each entry along an axis."""
    if repeats is None:
        return ops.repeat(input, repeats=symbol(), axis=0)
    if output_size is not None:
        repeats = UNKNOWN
    counts = items(repeats) if type(repeats) in (Tensor, list, tuple) else None
    chosen = None if dim is None else one_axis(dim)
    if counts is not None:
        return ops.repeat(input, repeats=tuple(size(count) for count in counts), axis=chosen)
    if type(repeats) is Tensor and repeats.shape.rank != 0 and repeats.contents is None:
        return ops.repeat(input, repeats=(symbol(),) if chosen is None else symbol(), axis=chosen)
    return ops.repeat(input, repeats=size(repeats), axis=chosen)


# -- reversing and rolling -----------------------------------------------------------------------------


@function("torch.flip")
def flip(input: Any, dims: Any) -> Any:
    """Reverse the order along axes."""
    return ops.flip(input, axis=axis_of(dims))


@method("torch", "flip")
def flip_method(self: Any, *axes: Any, dims: Any = None) -> Any:
    """Reverse the order along axes."""
    return ops.flip(self, axis=axes_of_arguments(axes if dims is None else (dims,)))


@everywhere("fliplr", changes=False)
def fliplr(input: Any) -> Any:
    """Reverse the second axis."""
    return ops.flip(input, axis=1)


@everywhere("flipud", changes=False)
def flipud(input: Any) -> Any:
    """Reverse the first axis."""
    return ops.flip(input, axis=0)


@everywhere("roll", changes=False)
def roll(input: Any, shifts: Any, dims: Any = None) -> Any:
    """Shift elements along axes, those that fall off coming back."""
    return ops.roll(input, axis=axis_of(dims))


@everywhere("rot90", changes=False)
def rot90(input: Any, k: Any = 1, dims: Any = (0, 1)) -> Any:
    """Rotate by quarter turns."""
    plane = axis_of(dims)
    if type(k) is not int or type(plane) is not tuple:
        return ops.unknown_like(input)
    return ops.rot90(input, turns=k, axes=plane)


# -- joining -------------------------------------------------------------------------------------------


def listed(tensors: Any) -> list[Any]:
    """Return tensors given as one sequence or one by one."""
    if len(tensors) == 1 and type(tensors[0]) in (list, tuple):
        return list(tensors[0])
    return list(tensors)


@function("torch.cat", "torch.concat", "torch.concatenate")
def cat(tensors: Any, dim: Any = 0, *, axis: Any = None, out: Any = None) -> Any:
    """Join tensors along an axis."""
    chosen = one_axis(first_given(axis, dim))
    parts = items(tensors)
    if parts is None:
        return _joined_many(tensors, chosen)
    return ops.concat([as_tensor(part) for part in parts], axis=chosen)


def as_tensor(value: Any) -> Any:
    """Return a value that must be a tensor; one of unknown shape where it is not known."""
    if type(value) is Choice:
        return settled(value)
    return Tensor(Shape.unknown(), None, "torch") if is_unknown(value) and value.tensor is None else value


def settled(value: Choice) -> Tensor:
    """Return one tensor that stands for several alternatives."""
    kept = [single for single in value.values if type(single) is Tensor]
    if len(kept) < len(value.values) or any(single.shape != kept[0].shape for single in kept):
        ranks = {single.shape.rank for single in kept}
        if len(kept) < len(value.values) or len(ranks) > 1 or None in ranks:
            return Tensor(Shape.unknown(), None, "torch")
        columns = zip(*(single.shape.dims for single in kept))
        shape = Shape(tuple(column[0] if len(set(column)) == 1 else symbol() for column in columns))
    else:
        shape = kept[0].shape
    dtype = kept[0].dtype if all(single.dtype is kept[0].dtype for single in kept) else None
    return Tensor(shape, dtype, "torch", site=kept[0].site)


def _joined_many(tensors: Any, axis: Any) -> Any:
    """Join an unknown number of tensors: all other sizes are those of one of them."""
    element = tensors.element if type(tensors) in (ListValue, SequenceValue) else None
    if type(element) is not Tensor:
        return Tensor(Shape.unknown(), None, "torch")
    return ops.joined_many(element, count=_count_of(tensors), axis=axis)


def _count_of(tensors: Any) -> Any:
    return tensors.length if type(tensors.length) in (int, Dim) else symbol()


@function("torch.stack")
def stack(tensors: Any, dim: Any = 0, *, axis: Any = None, out: Any = None) -> Any:
    """Put tensors side by side along a new axis."""
    chosen = one_axis(first_given(axis, dim))
    parts = items(tensors)
    if parts is None:
        element = tensors.element if type(tensors) in (ListValue, SequenceValue) else None
        if type(element) is not Tensor:
            return Tensor(Shape.unknown(), None, "torch")
        return ops.repeat(ops.expand_dims(element, axis=chosen), repeats=_count_of(tensors), axis=chosen)
    return ops.stack([as_tensor(part) for part in parts], axis=chosen)


def _stacking(operation: Any) -> Any:
    def model(tensors: Any, *, out: Any = None) -> Any:
        parts = items(tensors)
        if parts is None:
            return Tensor(Shape.unknown(), None, "torch")
        return operation([as_tensor(part) for part in parts])

    return model


function("torch.vstack", "torch.row_stack")(_stacking(ops.TABLE["vstack"]))
for _name in ("hstack", "dstack", "column_stack"):
    function(f"torch.{_name}")(_stacking(ops.TABLE[_name]))


@function("torch.meshgrid")
def meshgrid(*tensors: Any, indexing: Any = None) -> Any:
    """Coordinates of a grid from those of its axes."""
    return ops.meshgrid(listed(tensors), indexing="xy" if indexing == "xy" else "ij")


# -- taking apart --------------------------------------------------------------------------------------


@everywhere("chunk", changes=False)
def chunk(input: Any, chunks: Any, dim: Any = 0) -> Any:
    """Split into a number of parts."""
    if type(chunks) is not int:
        return SequenceValue(ops.split_by(input, size=symbol(lower=1), axis=one_axis(dim)))
    return ops.chunk(input, chunks=chunks, axis=one_axis(dim))


@everywhere("split_with_sizes", changes=False)
def split_with_sizes(input: Any, split_sizes: Any, dim: Any = 0) -> Any:
    """Split into parts of the listed sizes."""
    return split(input, split_sizes, dim)


@method("torch", "split")
def split_method(self: Any, split_size: Any, dim: Any = 0) -> Any:
    """Split into parts of one size, or of the listed sizes."""
    return split(self, split_size, dim)


@function("torch.split")
def split(tensor: Any, split_size_or_sections: Any, dim: Any = 0) -> Any:
    """Split into parts of one size, or of the listed sizes."""
    chosen = split_size_or_sections
    if type(chosen) in (list, tuple):
        return ops.split(tensor, sections=tuple(size(part) for part in chosen), axis=one_axis(dim))
    if type(chosen) not in (int, Dim):
        return SequenceValue(ops.split_by(tensor, size=symbol(lower=1), axis=one_axis(dim)))
    return _many(ops.split_by(tensor, size=chosen, axis=one_axis(dim)))


def _many(parts: Any) -> Any:
    """Return a tuple, of unknown length where the number of parts is unknown."""
    return parts if type(parts) is tuple else SequenceValue(parts)


@everywhere("tensor_split", changes=False)
def tensor_split(
    input: Any,
    tensor_indices_or_sections: Any = None,
    dim: Any = 0,
    *,
    indices: Any = None,
    sections: Any = None,
) -> Any:
    """Split into a number of nearly equal parts, or before the listed positions."""
    chosen = first_given(tensor_indices_or_sections, indices, sections)
    if type(chosen) is int:
        return ops.array_split(input, sections=chosen, axis=one_axis(dim))
    places = items(chosen)
    if places is None:
        return SequenceValue(ops.split_by(input, size=symbol(lower=1), axis=one_axis(dim)))
    return ops.split_at(input, indices=tuple(size(place) for place in places), axis=one_axis(dim))


@everywhere("hsplit", changes=False)
def hsplit(input: Any, indices: Any = None, *, sections: Any = None) -> Any:
    """Split along the second axis (vectors: the first)."""
    dim = 0 if type(input) is Tensor and input.shape.rank == 1 else 1
    return _split_equally(input, first_given(indices, sections), dim)


@everywhere("vsplit", changes=False)
def vsplit(input: Any, indices: Any = None, *, sections: Any = None) -> Any:
    """Split along the first axis."""
    return _split_equally(input, first_given(indices, sections), 0)


@everywhere("dsplit", changes=False)
def dsplit(input: Any, indices: Any = None, *, sections: Any = None) -> Any:
    """Split along the third axis."""
    return _split_equally(input, first_given(indices, sections), 2)


def _split_equally(input: Any, chosen: Any, dim: int) -> Any:
    if type(chosen) is int:
        return ops.split(input, sections=chosen, axis=dim)
    return tensor_split(input, chosen, dim)


@everywhere("unbind", changes=False)
def unbind(input: Any, dim: Any = 0) -> Any:
    """One tensor for each place on an axis."""
    return _many(ops.unstack(input, axis=one_axis(dim)))


@everywhere("narrow", changes=False)
def narrow(input: Any, dim: Any, start: Any, length: Any) -> Any:
    """A stretch of an axis."""
    return ops.narrow(input, axis=one_axis(dim), start=size(start), length=size(length))


@everywhere("select", changes=False)
def select(input: Any, dim: Any, index: Any) -> Any:
    """One place on an axis, which is dropped."""
    return ops.select_at(input, axis=one_axis(dim), position=size(index))


@method("torch", "unfold")
def unfold(self: Any, dimension: Any, size: Any, step: Any) -> Any:
    """Overlapping stretches of an axis; their entries become the last axis."""
    return ops.sliding_windows(self, axis=one_axis(dimension), size=_count(size), step=_count(step))


def _count(value: Any) -> Any:
    return value if type(value) in (int, Dim) else size(value)


@everywhere("as_strided", changes=False)
def as_strided(input: Any, size: Any, stride: Any, storage_offset: Any = None) -> Any:
    """A view of any shape and strides."""
    return Tensor(shape_of(size), input.dtype if type(input) is Tensor else None, "torch")


@method("torch", "resize_")
def resize_(self: Any, *sizes: Any, size: Any = None, memory_format: Any = None) -> Any:
    """Change the shape of the tensor itself, whatever the number of elements."""
    return reshaped_in_place(self, Tensor(shape_of_arguments(sizes if size is None else (size,))))


@everywhere("resize_as_", changes=False)
def resize_as_(input: Any, the_template: Any, *, memory_format: Any = None) -> Any:
    """Give the tensor itself the shape of another one, whatever the number of elements."""
    return reshaped_in_place(input, Tensor(_shape_like(the_template)))


@method("torch", "to_dense")
def to_dense(self: Any, dtype: Any = None, *, masked_grad: Any = None) -> Any:
    """The tensor with its zeros stored too."""
    return self if dtype is None else ops.cast(self, dtype=dtype_of(dtype))


@method("torch", "set_")
def set_(self: Any, source: Any = None, *rest: Any, **named: Any) -> Any:
    """Let the tensor share another one's elements."""
    return become(self, None if rest or named else source)


# -- diagonals and triangles ---------------------------------------------------------------------------


@everywhere("tril", "triu")
def triangle(input: Any, diagonal: Any = 0, *, out: Any = None) -> Any:
    """The part of matrices on one side of a diagonal; the rest becomes 0."""
    return ops.tril(input)


@everywhere("diag", changes=False)
def diag(input: Any, diagonal: Any = 0, *, out: Any = None) -> Any:
    """The diagonal of a matrix, or the matrix with a diagonal."""
    return ops.diag(input, offset=diagonal) if type(diagonal) is int else ops.unknown_like(input)


@everywhere("diagflat", changes=False)
def diagflat(input: Any, offset: Any = 0) -> Any:
    """The matrix whose diagonal holds all elements."""
    return ops.diag(ops.flatten(input), offset=offset if type(offset) is int else 0)


@everywhere("diagonal", changes=False)
def diagonal(input: Any, offset: Any = 0, dim1: Any = 0, dim2: Any = 1) -> Any:
    """The diagonal of two axes, as the last axis."""
    if type(offset) is not int:
        return ops.diagonal(input, first=one_axis(dim1), second=one_axis(dim2))
    return ops.diagonal(input, offset=offset, first=one_axis(dim1), second=one_axis(dim2))


@everywhere("diag_embed", changes=False)
def diag_embed(input: Any, offset: Any = 0, dim1: Any = -2, dim2: Any = -1) -> Any:
    """Matrices whose diagonals are the last axis."""
    made = ops.diag_embed(input, offset=offset if type(offset) is int else 0)
    if (dim1, dim2) == (-2, -1):
        return made if type(offset) is int else ops.unknown_like(made)
    return ops.moveaxis(made, source=(-2, -1), destination=(one_axis(dim1), one_axis(dim2)))


@everywhere("trace", changes=False)
def trace(input: Any) -> Any:
    """Sum of the diagonal of a matrix."""
    return ops.trace(input)


# -- pure copies ---------------------------------------------------------------------------------------


@function("torch.clone")
def clone(input: Any, *, memory_format: Any = None) -> Any:
    """The same elements."""
    return detach(input)


@function("torch.detach", "torch.detach_copy", "torch.alias_copy")
def detach(input: Any) -> Any:
    """The same elements."""
    return ops.positive(input) if type(input) is not Tensor else same(input)


def same(input: Any) -> Any:
    """Return a tensor with the same shape, dtype and contents."""
    return Tensor(
        input.shape, input.dtype, input.library, contents=input.contents, bounds=input.bounds, site=input.site
    )


@method(
    "torch",
    "clone",
    "contiguous",
    "detach",
    "detach_",
    "pin_memory",
    "share_memory_",
    "requires_grad_",
    "coalesce",
    "to_sparse",
    "to_mkldnn",
    "as_subclass",
    "rename",
    "rename_",
    "refine_names",
    "align_to",
)
def keep(self: Any, *arguments: Any, **keywords: Any) -> Any:
    """The tensor as it is, or a copy of it."""
    return self


# -- sliding, differences, padding ---------------------------------------------------------------------


@everywhere("diff", changes=False)
def diff(input: Any, n: Any = 1, dim: Any = -1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours along an axis."""
    if n == 0:
        return input
    axis = one_axis(dim)
    around = [part for part in (prepend, input, append) if part is not None]
    joined = input if len(around) == 1 else ops.concat([as_tensor(part) for part in around], axis=axis)
    if type(n) is not int:
        return ops.unknown_like(joined)
    return ops.diff(joined, n=n, axis=axis)
