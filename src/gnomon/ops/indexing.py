"""Indexing: `x[...]` with integers, slices, None, an ellipsis and arrays, as in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

from gnomon.ops.axes import fresh_sizes
from gnomon.ops.broadcasting import broadcast, broadcast_into
from gnomon.ops.gathering import check_positions, check_whole
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule, Shaped
from gnomon.ops.slicing import sliced
from gnomon.shapes import AtLeast, Dim, Run, Shape, Size

Item = Size | slice | EllipsisType | Array | None

_NAMES_AXIS = "{op}: index {index} is out of range: axis {axis} of {x} {x.shape} has {size} entries"


@op(dtype="first")
def index(x: Array, *, items: Sequence[Item]) -> Any:
    """Entries of an array: ``x[items]``.

    Items are integers (drop an axis), slices, None (a new axis), an ellipsis, integer arrays (their axes take
    the place of one axis) and boolean arrays (select entries of as many axes as they have).
    Integers and parts of a slice may be symbolic.

    >>> from gnomon.ops.sketch import array
    >>> index(array(5, 6, 7), items=(0, slice(1, None), None)), index(array(5, 6), items=(..., -1))
    (array(5, 1, 7), array(5))
    >>> index(array(5, 6), items=(array(2, 3, dtype="int64"),))
    array(2, 3, 6)
    """


@index.shape
def _(r: Rule, x: Array, *, items: Sequence[Item]) -> Shape | Out:
    shape = indexed(r, x, items)
    if x.contents is not None and x.shape.rank == 1 and len(items) == 1:
        contents = _picked(x.contents, items[0])
        if contents is not None:
            return Out(shape, None, contents)
    return shape


@op(dtype="first")
def index_update(x: Array, value: Array, *, items: Sequence[Item]) -> Any:
    """Store into entries: ``x[items] = value``; the value broadcasts to the entries, the shape of x stays.

    >>> from gnomon.ops.sketch import array
    >>> index_update(array(5, 6), array(6), items=(0,))
    array(5, 6)
    """


@index_update.shape
def _(r: Rule, x: Array, value: Array, *, items: Sequence[Item]) -> Shape:
    target = indexed(r, x, items)
    if x.dtype is None and getattr(value, "library", None) is None:
        return x.shape  # perhaps an array of objects or records, which takes a sequence as one entry
    if x.dtype is None or x.dtype.kind != "other":
        broadcast_into(r, value, target, x)
    return x.shape


def indexed(r: Rule, x: Array, items: Sequence[Item]) -> Shape:
    """Return the shape of ``x[items]``."""
    shape = x.shape
    if shape.run is None:
        dims = shape.prefix
        if len(items) == 1:
            item = items[0]
            kind = type(item)
            if kind is slice and dims:
                return Shape((sliced(r, dims[0], item), *dims[1:]))  # type: ignore[arg-type]
            if kind is int and dims:
                _check_range(r, x, item, dims[0], 0)  # type: ignore[arg-type]
                return Shape(dims[1:])
        return _index_known_rank(r, x, list(items))
    return _index_unknown_rank(r, x, list(items))


def _consumed(item: Item) -> int:
    """Return how many axes an item takes."""
    if item is None or item is Ellipsis or type(item) is bool:
        return 0
    if is_mask(item):
        rank = item.shape.rank  # type: ignore[union-attr]
        return 1 if rank is None else rank
    return 1


def is_array(item: Item) -> bool:
    """Say whether an item is an array."""
    return not (
        item is None or item is Ellipsis or isinstance(item, (int, Dim, slice))
    )  # the kinds of items that are not arrays


def is_mask(item: Item) -> bool:
    """Say whether an item is an array of booleans."""
    return is_array(item) and item.dtype is not None and item.dtype.kind == "bool"  # type: ignore[union-attr]


def _index_known_rank(r: Rule, x: Array, items: list[Item]) -> Shape:
    dims = x.shape.dims
    used = 0
    ellipsis: int | None = None
    arrays = False
    for k, item in enumerate(items):
        if item is Ellipsis:
            ellipsis = k
            continue
        if is_array(item):
            arrays = True
            if item.shape.rank is None or (item.dtype is None and item.shape.rank > 1):  # type: ignore[union-attr]
                return Shape.unknown()
        used += _consumed(item)
    if used > len(dims):
        if x.dtype is not None and x.dtype.kind == "other":
            return Shape.unknown()  # a string or an object, which has entries of its own
        r.refute(
            "index-rank",
            "{op}: {x} is {x.shape} and has {rank}, but {used} are indexed",
            blame=x,
            x=x,
            rank="no axes" if not dims else "one axis" if len(dims) == 1 else f"{len(dims)} axes",
            used=used,
        )
    rest = len(dims) - used
    if ellipsis is None:
        items = [*items, *[slice(None)] * rest]
    else:
        items = [*items[:ellipsis], *[_REST] * rest, *items[ellipsis + 1 :]]
        if rest == 0 and arrays:
            items = [*items[:ellipsis], _GAP, *items[ellipsis:]]
    if not arrays:
        return Shape(_basic(r, x, dims, items))
    return _advanced(r, x, dims, items)


_REST = slice(None)
_GAP = slice("gap")  # an ellipsis that stands for no axis, but separates array indices


def _basic(r: Rule, x: Array, dims: tuple[Size, ...], items: list[Item]) -> tuple[Size, ...]:
    result: list[Size] = []
    axis = 0
    for item in items:
        if item is None:
            result.append(1)
            continue
        if type(item) is bool:
            result.append(int(item))
            continue
        if type(item) is slice:
            _check_step(r, x, item)
            result.append(sliced(r, dims[axis], item))
        else:
            _check_range(r, x, item, dims[axis], axis)  # type: ignore[arg-type]
        axis += 1
    return tuple(result)


def _advanced(r: Rule, x: Array, dims: tuple[Size, ...], items: list[Item]) -> Shape:
    """Index with arrays: they broadcast; their axes stand where the arrays were, or first if separated."""
    integers_join = r.library != "torch"
    result: list[Size] = []
    picked: list[Array] = []
    at: int | None = None
    separated = False
    open_group = False
    axis = 0
    for item in items:
        if item is None or type(item) is bool or type(item) is slice:
            if item is None:
                result.append(1)
            elif type(item) is bool:
                result.append(int(item))
            elif item is not _GAP:
                _check_step(r, x, item)
                result.append(sliced(r, dims[axis], item))
                axis += 1
            open_group = False
            continue
        scalar = isinstance(item, (int, Dim))
        if scalar:
            _check_range(r, x, item, dims[axis], axis)  # type: ignore[arg-type]
            axis += 1
            if not integers_join:
                continue
        else:
            array: Array = item  # type: ignore[assignment]
            if not integers_join and array.shape.rank == 0 and not is_mask(array):
                axis += 1
                continue
            picked.append(_positions(r, x, array, dims, axis))
            axis += _consumed(array)
        if at is None:
            at = len(result)
        elif not open_group:
            separated = True
        open_group = True
    if not picked:
        return Shape(tuple(result))
    shape = broadcast(r, *picked)
    place = 0 if separated or at is None else at
    return Shape((*result[:place], *shape.prefix), shape.run, (*shape.suffix, *result[place:]))


def _positions(r: Rule, x: Array, array: Array, dims: tuple[Size, ...], axis: int) -> Array:
    """Return an array index as positions along one axis; a mask gives a vector of unknown length."""
    if is_mask(array):
        for k, size in enumerate(array.shape.dims):
            r.equal(
                dims[axis + k],
                size,
                "index-range",
                "{op}: the mask {mask} is {mask.shape}, but {x} is {x.shape}: {size} on axis {axis}",
                blame=array,
                x=x,
                mask=array,
                axis=axis + k,
                size=dims[axis + k],
            )
        return Shaped(Shape((r.fresh(),)), array)
    check_whole(r, array)
    if array.dtype is None and array.shape.rank == 1:
        return Shaped(Shape((r.fresh(),)), array)  # positions or a mask
    if array.contents is not None and r.library in ("numpy", "torch"):
        for entry in array.contents:
            if type(entry) is int:
                _check_range(r, x, entry, dims[axis], axis)
    elif array.contents is None:
        check_positions(r, x, array, axis, dims[axis])
    return array


def _check_step(r: Rule, x: Array, item: slice) -> None:
    step = item.step
    if type(step) is int and (step == 0 or (step < 0 and r.library == "torch")):
        r.refute(
            "index-range",
            "{op}: a slice of {x} cannot have the step {step}",
            blame=x,
            help=None if step == 0 else "PyTorch reverses with flip",
            x=x,
            step=step,
        )


def _check_range(r: Rule, x: Array, item: Size, size: Size, axis: int) -> None:
    """Require -size <= item < size."""
    if type(item) is int and type(size) is int:
        if -size <= item < size:
            return
        if r.library != "jax":
            r.fail("index-range", _NAMES_AXIS, blame=x, x=x, index=item, axis=axis, size=size)
        return
    if r.library == "jax":
        return
    fields: dict[str, Any] = {"blame": x, "x": x, "index": item, "axis": axis, "size": size}
    if type(item) is not int or item >= 0:
        r.require(AtLeast(size - 1, item), "index-range", _NAMES_AXIS, **fields)
    if type(item) is not int or item < 0:
        r.require(AtLeast(item + size, 0), "index-range", _NAMES_AXIS, **fields)


def _index_unknown_rank(r: Rule, x: Array, items: list[Item]) -> Shape:
    shape = x.shape
    if any(is_array(item) for item in items):
        return _arrays_unknown_rank(r, x, items)
    at = next((k for k, item in enumerate(items) if item is Ellipsis), None)
    front = items if at is None else items[:at]
    back = [] if at is None else items[at + 1 :]
    head = sum(_consumed(item) for item in front)
    tail = sum(_consumed(item) for item in back)
    prefix, suffix, run = shape.prefix, shape.suffix, shape.run
    if head > len(prefix):
        known = prefix + fresh_sizes(r, head - len(prefix))
        start = _basic_quietly(r, x, known, front, len(prefix))
        return Shape(start, Run(), ())
    start = _basic(r, x, prefix[:head], front) + prefix[head:]
    if tail > len(suffix):
        # Items counted from the end may reach into the prefix, if the run is empty.
        reach = min(tail - len(suffix), len(prefix) - head)
        return Shape(start[: len(start) - reach], Run(), ())
    cut = len(suffix) - tail
    return Shape(start, run, suffix[:cut] + _basic(r, x, suffix[cut:], back))


def _basic_quietly(
    r: Rule, x: Array, dims: tuple[Size, ...], items: list[Item], known: int
) -> tuple[Size, ...]:
    """Index where only the first sizes are known; nothing is required of the others."""
    result: list[Size] = []
    axis = 0
    for item in items:
        if item is None:
            result.append(1)
        elif type(item) is slice:
            full = item.start is None and item.stop is None and item.step is None
            result.append(sliced(r, dims[axis], item) if axis < known or full else r.fresh())
            axis += 1
        elif type(item) is not bool:
            axis += 1
    return tuple(result)


def _arrays_unknown_rank(r: Rule, x: Array, items: list[Item]) -> Shape:
    """Index an array of unknown rank with one array, first and alone; otherwise nothing is certain."""
    item = items[0]
    if not is_array(item) or not all(i is Ellipsis or (type(i) is slice and i == _REST) for i in items[1:]):
        return Shape.unknown()
    array: Array = item  # type: ignore[assignment]
    rank = array.shape.rank
    if rank is None or (array.dtype is None and rank > 0):
        return Shape.unknown()
    prefix = x.shape.prefix
    if is_mask(array):
        if rank > len(prefix):
            return Shape((r.fresh(),), Run(), ())
        return Shape((r.fresh(), *prefix[rank:]), x.shape.run, x.shape.suffix)
    if not prefix:
        return Shape(array.shape.dims, Run(), ())
    return Shape(array.shape.dims + prefix[1:], x.shape.run, x.shape.suffix)


def _picked(contents: tuple[Size | None, ...], item: Item) -> tuple[Size | None, ...] | None:
    """Return the known contents of an indexed vector."""
    if type(item) is int:
        return (contents[item],) if -len(contents) <= item < len(contents) else None
    if type(item) is slice:
        parts = (item.start, item.stop, item.step)
        if all(part is None or type(part) is int for part in parts) and item.step != 0:
            return contents[item]
    return contents if item is Ellipsis else None
