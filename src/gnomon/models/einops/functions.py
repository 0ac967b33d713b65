"""`einops`: rearrange, reduce, repeat, einsum, pack, unpack and parse_shape."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    ListValue,
    Run,
    SequenceValue,
    Shape,
    Size,
    Tensor,
    Unknown,
    constant,
    function,
    is_unknown,
    items,
    text,
    unknown_of,
)
from gnomon.models.api import size as as_size
from gnomon.models.python.harmless import HARMLESS, harmless, returning


def lengths(given: dict[str, Any]) -> dict[str, Size]:
    """Return axis lengths as sizes."""
    return {name: as_size(value) for name, value in given.items()}


def whole(tensor: Any) -> Any:
    """Return the array that a pattern describes: a list of arrays counts as one, stacked."""
    if type(tensor) in (list, tuple) and any(type(item) is Tensor for item in tensor):
        return ops.stack(list(tensor))
    return tensor


def lost(tensor: Any) -> Any:
    """Return an array of unknown rank in place of one whose pattern is not known."""
    return ops.reshape(whole(tensor), shape=Shape.unknown())


@function("einops.rearrange")
def rearrange(tensor: Any, pattern: Any, **axes_lengths: Any) -> Any:
    if text(pattern) is None:
        return lost(tensor)
    return ops.rearrange(whole(tensor), pattern=pattern, sizes=lengths(axes_lengths))


@function("einops.reduce")
def reduce(tensor: Any, pattern: Any, reduction: Any, **axes_lengths: Any) -> Any:
    if text(pattern) is None:
        return lost(tensor)
    named = text(reduction) or "mean"
    return ops.TABLE["reduce"](whole(tensor), pattern=pattern, reduction=named, sizes=lengths(axes_lengths))


@function("einops.repeat")
def repeat(tensor: Any, pattern: Any, **axes_lengths: Any) -> Any:
    if text(pattern) is None:
        return lost(tensor)
    return ops.repeat_axes(whole(tensor), pattern=pattern, sizes=lengths(axes_lengths))


@function("einops.einsum")
def einsum(*tensors_and_pattern: Any) -> Any:
    *tensors, pattern = tensors_and_pattern
    if text(pattern) is None or not tensors:
        return Unknown(reason=("not understood", "einops.einsum"))
    return ops.TABLE["einsum"](tensors, equation=pattern, words=True)


@function("einops.parse_shape", tensor=False)
def parse_shape(x: Any, pattern: Any) -> Any:
    names = text(pattern)
    if names is None:
        return UNKNOWN
    words = names.split()
    distinct = [f"axis{place}" if word == "_" else word for place, word in enumerate(words)]
    side = " ".join(distinct)
    seen = ops.rearrange(x, pattern=f"{side} -> {side}")
    return {
        word: _axis(seen.shape, place if "..." not in words[:place] else place - len(words))
        for place, word in enumerate(words)
        if word not in ("_", "...") and not word.isdigit()
    }


def _axis(shape: Shape, place: int) -> Any:
    size = shape.axis(place)
    return unknown_of("int") if size is None else size


@function("einops.asnumpy")
def asnumpy(tensor: Any) -> Any:
    x = ops.positive(tensor)
    x.library = "numpy"
    return x


# -- packing ------------------------------------------------------------------------------------------------


@function("einops.pack")
def pack(tensors: Any, pattern: Any) -> Any:
    parts = items(tensors)
    if parts is None or text(pattern) is None or not parts:
        return Unknown(reason=("not understood", "einops.pack"))
    results = ops.pack(parts, pattern=pattern)
    if type(results) is not tuple:
        return results, ListValue(None)
    packed, *sizes = results
    return packed, [_listed(entry, part, pattern) for entry, part in zip(sizes, parts)]


def _listed(entry: Tensor, part: Any, pattern: str) -> Any:
    """Return the sizes that `*` stood for in one array: a tuple, or one of unknown length."""
    if entry.contents is not None:
        return entry.contents
    shape = part.shape if type(part) is Tensor else Shape.unknown()
    before, _, after = pattern.partition("*")
    left, right = len(before.split()), len(after.split())
    origin = Shape((), Run())
    if len(shape.prefix) >= left and len(shape.suffix) >= right:
        origin = Shape(shape.prefix[left:], shape.run, shape.suffix[: len(shape.suffix) - right])
    return SequenceValue(unknown_of("int"), None, "shape", origin=origin)


@function("einops.unpack")
def unpack(tensor: Any, packed_shapes: Any, pattern: Any) -> Any:
    shapes = items(packed_shapes)
    if shapes is None or text(pattern) is None:
        return ListValue(None, element=UNKNOWN)
    rows = [_sizes(entry) for entry in shapes]
    if all(row is not None for row in rows):
        parts = ops.unpack(tensor, pattern=pattern, packed=rows)
        return list(parts) if type(parts) is tuple else None
    return [_unpacked(tensor, entry, row, pattern) for entry, row in zip(shapes, rows)]


def _sizes(entry: Any) -> tuple[Size, ...] | None:
    if is_unknown(entry) or type(entry) is SequenceValue:
        return None
    parts = items(entry)
    return None if parts is None else tuple(as_size(part) for part in parts)


def _unpacked(tensor: Any, entry: Any, row: tuple[Size, ...] | None, pattern: str) -> Any:
    """Return one of several parts of which some have an unknown number of axes."""
    before, _, after = pattern.partition("*")
    names = [*before.split(), "packed", *after.split()]
    side = " ".join(names)
    whole_shape = ops.rearrange(tensor, pattern=f"{side} -> {side}").shape
    left, right = len(before.split()), len(after.split())
    front, back = whole_shape.prefix[:left], whole_shape.dims[left + 1 :] if whole_shape.rank else ()
    middle = Shape(row) if row is not None else getattr(entry, "origin", None)
    if type(middle) is not Shape or len(front) != left or len(back) != right:
        return lost(tensor)
    if middle.run is None:
        return (
            ops.reshape(tensor, shape=Shape.unknown())
            if row is None
            else _shaped(tensor, Shape((*front, *middle.dims, *back)))
        )
    return _shaped(tensor, Shape((*front, *middle.prefix), middle.run, (*middle.suffix, *back)))


def _shaped(tensor: Any, shape: Shape) -> Any:
    result = ops.reshape(tensor, shape=Shape.unknown())
    result.shape = shape
    return result


harmless("einops", "EinopsError")
harmless("einops.parsing", "ParsedExpression AnonymousAxis")
returning(HARMLESS, "einops._backends", "get_backend")
constant("einops.__version__", unknown_of("str"))
