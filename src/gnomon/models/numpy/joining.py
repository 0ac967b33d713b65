"""Joining and splitting: concatenate, stack, block, append, split, repeat, tile, pad, insert and delete."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    ListValue,
    SequenceValue,
    Shape,
    Size,
    Tensor,
    Unknown,
    function,
    is_unknown,
    items,
    method,
    symbol,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.numpy.support import as_array, finished, made, unknown_tensor


def arrays_of(value: Any) -> list[Any] | None:
    """Return the arrays in a sequence of arrays; None where they are not known one by one."""
    entries = items(value)
    if entries is None and type(value) is Tensor and value.shape.rank is not None and value.shape.rank >= 1:
        parts = ops.unstack(value)
        return list(parts) if type(parts) is tuple else None
    return None if entries is None else [as_array(entry) for entry in entries]


def element_of(value: Any) -> Any:
    """Return an array that stands for each one of a sequence of unknown length, None if there is none."""
    if type(value) in (ListValue, SequenceValue) and type(value.element) is not Unknown:
        return as_array(value.element)
    if type(value) is Tensor and value.shape.prefix:
        return ops.iterate(value)
    return None


def length_of(value: Any) -> Size:
    """Return the length of such a sequence, a fresh size where it is unknown."""
    length = getattr(value, "length", None)
    if type(value) is Tensor:
        length = value.shape.prefix[0]
    return length if isinstance(length, (int, Dim)) else symbol()


@function("numpy.concatenate", "numpy.concat")
def concatenate(
    arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    parts = arrays_of(arrays)
    if is_unknown(axis):
        return ops.unknown_like(parts[0]) if parts else unknown_tensor()
    if parts is None:
        return finished(_concatenated_unknown(arrays, as_axis(axis)), dtype, out)
    return finished(ops.concat(parts, axis=as_axis(axis)), dtype, out)


def _concatenated_unknown(arrays: Any, axis: Any) -> Any:
    """Join an unknown number of arrays: all sizes but one are those of the typical array."""
    element = element_of(arrays)
    if element is None:
        return unknown_tensor() if axis is not None else made(Shape((symbol(),)), None)
    return ops.joined_many(element, count=length_of(arrays), axis=axis)


@function("numpy.stack")
def stack(
    arrays: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    parts = arrays_of(arrays)
    if is_unknown(axis):
        return unknown_tensor()
    if parts is not None:
        return finished(ops.stack(parts, axis=as_axis(axis)), dtype, out)
    element = element_of(arrays)
    if element is None:
        return unknown_tensor()
    grown = ops.expand_dims(element, axis=as_axis(axis))
    return finished(ops.joined_many(grown, count=length_of(arrays), axis=as_axis(axis)), dtype, out)


def _declare_stack(names: tuple[str, ...], operation: Any, rank: int, axis: int) -> None:
    @function(*names)
    def model(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
        parts = arrays_of(tup)
        if parts is not None:
            return finished(operation(parts), dtype)
        element = element_of(tup)
        if element is None or element.shape.rank is None:
            return (
                made(Shape((symbol(),) * 2), None) if names[0] == "numpy.column_stack" else unknown_tensor()
            )
        if names[0] in ("numpy.hstack", "numpy.column_stack"):
            return ops.unknown_like(operation([element, element]))
        return ops.joined_many(ops.atleast(element, rank=rank), count=length_of(tup), axis=axis)


_declare_stack(("numpy.vstack", "numpy.row_stack"), ops.vstack, 2, 0)
_declare_stack(("numpy.hstack",), ops.hstack, 1, 1)
_declare_stack(("numpy.dstack",), ops.dstack, 3, 2)
_declare_stack(("numpy.column_stack",), ops.column_stack, 2, 1)


@function("numpy.block")
def block(arrays: Any) -> Any:
    depth, rank = _depths(arrays)
    return unknown_tensor() if rank is None else _blocked(arrays, depth, max(depth, rank))


def _depths(value: Any) -> tuple[int, int | None]:
    """Return how deep lists are nested, and the highest rank of the arrays in them."""
    if type(value) is not list:
        return 0, as_array(value).shape.rank
    inner = [_depths(part) for part in value]
    ranks = [rank for _, rank in inner if rank is not None]
    known = len(ranks) == len(inner)
    return 1 + max((depth for depth, _ in inner), default=0), max(ranks, default=0) if known else None


def _blocked(value: Any, level: int, rank: int) -> Any:
    """Join nested lists of arrays, the innermost along the last axis; all arrays get the highest rank."""
    if type(value) is not list:
        array = as_array(value)
        missing = rank - (array.shape.rank or 0)
        return ops.expand_dims(array, axis=tuple(range(missing))) if missing else array
    return ops.concat([_blocked(part, level - 1, rank) for part in value], axis=-level)


@function("numpy.append")
def append(arr: Any, values: Any, axis: Any = None) -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    return ops.concat([as_array(arr), as_array(values)], axis=as_axis(axis))


# -- splitting --------------------------------------------------------------------------------------------


def _split(ary: Any, sections: Any, axis: Any, equal: bool) -> Any:
    x = as_array(ary)
    place = as_axis(axis)
    if type(sections) is int and 0 < sections <= 4096:
        return _listed((ops.split if equal else ops.array_split)(x, sections=sections, axis=place))
    if type(sections) in (int, Dim) or (type(sections) is Unknown and sections.kind == "int"):
        count = as_size(sections)
        return ListValue(None, element=ops.part_of(x, count=count, axis=place), length=count)
    entries = items(sections)
    if entries is None:
        if type(sections) is Tensor and sections.shape.rank == 1:
            element = ops.part_of(x, count=None, axis=place)
            return ListValue(None, element=element, length=sections.shape.dims[0] + 1)
        return ListValue(None, element=ops.part_of(x, count=None, axis=place))
    return _listed(ops.split_at(x, indices=tuple(as_size(entry) for entry in entries), axis=place))


def _listed(parts: Any) -> Any:
    """Return parts as a list, of which nothing is known if the axis is out of range."""
    return list(parts) if type(parts) is tuple else ListValue(None)


@function("numpy.split")
def split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    return _split(ary, indices_or_sections, axis, equal=True)


@function("numpy.array_split")
def array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    return _split(ary, indices_or_sections, axis, equal=False)


@function("numpy.hsplit")
def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    return _split(ary, indices_or_sections, 0 if as_array(ary).shape.rank == 1 else 1, equal=True)


@function("numpy.vsplit")
def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    return _split(ary, indices_or_sections, 0, equal=True)


@function("numpy.dsplit")
def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    return _split(ary, indices_or_sections, 2, equal=True)


@function("numpy.unstack")
def unstack(x: Any, /, *, axis: Any = 0) -> Any:
    return ops.unstack(x, axis=as_axis(axis))


# -- repeating and padding --------------------------------------------------------------------------------


@function("numpy.repeat")
def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    entries = items(repeats)
    if entries is not None:
        return ops.repeat(a, repeats=tuple(as_size(entry) for entry in entries), axis=as_axis(axis))
    if type(repeats) is Tensor and repeats.shape.rank != 0:
        return ops.compress(a, None, axis=as_axis(axis))
    count = as_size(repeats)
    return ops.repeat(
        a, repeats=count if type(count) is int or type(repeats) is Dim else symbol(), axis=as_axis(axis)
    )


method("numpy", "repeat")(repeat)


@function("numpy.tile")
def tile(A: Any, reps: Any) -> Any:
    entries = items(reps)
    if entries is None:
        if is_unknown(reps) and reps.kind != "int":
            return unknown_tensor()
        entries = [reps]
    return ops.tile(A, reps=tuple(as_size(entry) for entry in entries))


@function("numpy.pad")
def pad(array: Any, pad_width: Any, mode: Any = "constant", **options: Any) -> Any:
    x = as_array(array)
    widths = pad_widths(pad_width, x.shape.rank)
    return ops.unknown_like(x) if widths is None else ops.pad(x, widths=widths)


def pad_widths(value: Any, rank: int | None) -> tuple[tuple[Size, Size], ...] | None:
    """Return NumPy's pad widths as one pair for each axis; None where they are not known."""
    if type(value) in (int, Dim):
        return None if rank is None else ((value, value),) * rank
    if (
        type(value) is Tensor
        and value.shape.rank == 2
        and value.contents is not None
        and value.shape.dims[1] == 2
    ):
        flat = value.contents
        return tuple((as_size(flat[k]), as_size(flat[k + 1])) for k in range(0, len(flat), 2))
    entries = items(value)
    if entries is None or not entries:
        return None
    pairs = [items(entry) for entry in entries]
    if all(pair is not None for pair in pairs):
        sized = [tuple(as_size(single) for single in pair) for pair in pairs if pair is not None]
        if any(len(pair) not in (1, 2) for pair in sized):
            return None
        full = tuple((pair[0], pair[-1]) for pair in sized)
        return full * rank if len(full) == 1 and rank is not None else full
    if any(pair is not None for pair in pairs) or rank is None or len(entries) > 2:
        return None
    before, after = as_size(entries[0]), as_size(entries[-1])
    return ((before, after),) * rank


@function("numpy.insert")
def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    x = as_array(arr)
    place = as_axis(axis)
    if is_unknown(axis) or type(obj) not in (int, Dim):
        entries = items(obj)
        if entries is None or is_unknown(axis):
            return ops.unknown_like(x) if axis is not None else made(Shape((symbol(),)), x.dtype)
        return ops.insert(x, count=len(entries), axis=place)
    if axis is None:
        count = as_array(values).shape.numel()
        return ops.insert(x, count=symbol(lower=1) if count is None else count)
    new = as_array(values)
    if new.shape.rank in (0, 1) or x.shape.rank is None:
        return ops.insert(x, count=1, axis=place)
    return ops.unknown_like(x)


@function("numpy.delete")
def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    x = as_array(arr)
    if is_unknown(axis):
        return unknown_tensor()
    if type(obj) in (int, Dim):
        return ops.delete(x, count=1, axis=as_axis(axis))
    entries = items(obj)
    if entries is not None and all(type(entry) is int and entry >= 0 for entry in entries):
        return ops.delete(x, count=len(set(entries)), axis=as_axis(axis))
    if axis is None:
        return made(Shape((symbol(),)), x.dtype)
    return ops.compress(x, None, axis=as_axis(axis))


@function("numpy.trim_zeros")
def trim_zeros(filt: Any, trim: Any = "fb", axis: Any = None) -> Any:
    return ops.unknown_like(as_array(filt))
