"""Insert, drop and stretch axes of size 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import (
    Axes,
    UnknownAxis,
    fresh_shape,
    known_axes,
    known_axis,
    place,
)
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import NO, YES, Dim, OneOf, Run, Shape, Size


@op(dtype="first")
def expand_dims(x: Array, *, axis: Axes) -> Any:
    """Insert axes of size 1, at positions counted in the result.

    >>> from gnomon.ops.sketch import array
    >>> expand_dims(array(2, 3), axis=-1)
    array(2, 3, 1)
    """


@expand_dims.shape
def _(r: Rule, x: Array, *, axis: Axes) -> Out:
    return Out(expanded(r, x, axis), None, x.contents)


def expanded(r: Rule, x: Array, axis: Axes) -> Shape:
    """Return the shape with axes of size 1 inserted."""
    shape = x.shape
    rank = shape.rank
    entries: list[Any] = list(axis) if isinstance(axis, (tuple, list)) else [axis]
    if rank is None:
        return _expand_unknown_rank(shape, entries)
    total = rank + len(entries)
    places = []
    for entry in entries:
        if type(entry) is int and not -total <= entry < total:
            r.refute(
                "axis",
                "{op}: no axis fits at {axis}: {x} is {x.shape}, so places run from {low} to {high}",
                blame=x,
                x=x,
                axis=entry,
                low=-total,
                high=total - 1,
            )
        k = None if isinstance(entry, UnknownAxis) or entry is None else known_axis(r, entry, total, x)
        if k is None:
            return fresh_shape(r, total)
        if k in places:
            r.refute("axis", "{op}: axis {axis} is named twice for {x}", blame=x, x=x, axis=entry)
        places.append(k)
    if len(places) == 1:
        k = places[0]
        return Shape((*shape.prefix[:k], 1, *shape.prefix[k:]))
    rest = iter(shape.prefix)
    return Shape(tuple(1 if k in places else next(rest) for k in range(total)))


def _expand_unknown_rank(shape: Shape, entries: list[Any]) -> Shape:
    if len(entries) != 1 or type(entries[0]) is not int:
        return Shape.unknown()
    k = entries[0]
    prefix, suffix = shape.prefix, shape.suffix
    if 0 <= k <= len(prefix):
        return Shape((*prefix[:k], 1, *prefix[k:]), shape.run, suffix)
    if k < 0 and -k - 1 <= len(suffix):
        k = len(suffix) + k + 1
        return Shape(prefix, shape.run, (*suffix[:k], 1, *suffix[k:]))
    return Shape(prefix, Run(), ()) if k >= 0 else Shape((), Run(), suffix)


@op(dtype="first")
def squeeze(x: Array, *, axis: Axes = None, strict: bool = True) -> Any:
    """Drop axes of size 1: those named, or all. Without ``strict`` an axis of another size stays (PyTorch).

    >>> from gnomon.ops.sketch import array
    >>> squeeze(array(1, 3, 1), axis=0), squeeze(array(1, 3, 1))
    (array(3, 1), array(3))
    """


@squeeze.shape
def _(r: Rule, x: Array, *, axis: Axes, strict: bool) -> Out:
    return Out(squeezed(r, x, axis, strict), None, x.contents)


def squeezed(r: Rule, x: Array, axis: Axes, strict: bool) -> Shape:
    """Return the shape without axes of size 1."""
    shape = x.shape
    rank = shape.rank
    if axis is None:
        return _squeeze_all(r, shape)
    if rank is None:
        return _squeeze_unknown_rank(r, x, axis, strict)
    if rank == 0 and (r.library == "torch" or (axis in (0, -1) and r.library != "tf")):
        known_axes(r, axis, 1, x)
        return shape
    axes = known_axes(r, axis, rank, x)
    if axes is None:
        if strict:
            return fresh_shape(r, rank - (len(axis) if isinstance(axis, (tuple, list)) else 1))
        return Shape.unknown()
    dims = shape.dims
    kept: list[Size | None] = list(dims)
    for k in axes:
        size = dims[k]
        if strict:
            r.equal(
                size,
                1,
                "axis",
                "{op}: axis {axis} of {x} {x.shape} is {size}; only an axis of size 1 can be dropped",
                blame=x,
                x=x,
                axis=k,
                size=size,
            )
            kept[k] = None
            continue
        answer = r.facts.equal(size, 1)
        if answer is YES:
            kept[k] = None
        elif answer is not NO:
            return _maybe_dropped(dims, axes)
    return Shape(tuple(d for d in kept if d is not None))


def _maybe_dropped(dims: tuple[Size, ...], axes: list[int]) -> Shape:
    """Return what is certain when some of these axes may or may not vanish."""
    return Shape(dims[: min(axes)], Run(), dims[max(axes) + 1 :])


def _squeeze_all(r: Rule, shape: Shape) -> Shape:
    if shape.rank is None:
        return Shape.unknown()
    kept: list[Size] = []
    doubtful: list[int] = []
    for size in shape.dims:
        answer = r.facts.equal(size, 1)
        if answer is YES:
            continue
        if answer is not NO:
            doubtful.append(len(kept))
        kept.append(size)
    return _maybe_dropped(tuple(kept), doubtful) if doubtful else Shape(tuple(kept))


def _squeeze_unknown_rank(r: Rule, x: Array, axis: Axes, strict: bool) -> Shape:
    shape = x.shape
    if not isinstance(axis, int):
        return Shape.unknown()
    k = place(shape, axis)
    if k is None:
        return Shape(shape.prefix, Run(), ()) if axis >= 0 else Shape((), Run(), shape.suffix)
    size = shape.axis(axis)
    if not strict and (size is None or r.facts.equal(size, 1) is not YES):
        return Shape.unknown()
    prefix, suffix = shape.prefix, shape.suffix
    if k >= 0:
        return Shape(prefix[:k] + prefix[k + 1 :], shape.run, suffix)
    k += len(suffix)
    return Shape(prefix, shape.run, suffix[:k] + suffix[k + 1 :])


@op(dtype="first")
def broadcast_to(x: Array, *, shape: Sequence[Size] | Shape, keep: bool = False) -> Any:
    """Stretch axes of size 1 and add axes in front; with ``keep``, -1 leaves a size as it is (PyTorch).

    >>> from gnomon.ops.sketch import array
    >>> broadcast_to(array(3, 1), shape=(2, 3, 4))
    array(2, 3, 4)
    """


@broadcast_to.shape
def _(r: Rule, x: Array, *, shape: Sequence[Size] | Shape, keep: bool) -> Shape:
    if isinstance(shape, Shape):
        if shape.run is not None:
            return shape
        shape = shape.dims
    target = tuple(shape)
    if x.shape.rank is None:
        sizes = [r.fresh() if _may_keep(r, size) else size for size in target]
        return Shape(tuple(sizes))
    dims = x.shape.dims
    extra = len(target) - len(dims)
    if extra < 0:
        r.refute(
            "broadcast",
            "{op}: {x} is {x.shape} and cannot lose axes to become {target}",
            blame=x,
            x=x,
            target=Shape(target),
        )
    result = list(target)
    for k, size in enumerate(dims, extra):
        want = target[k]
        if size is want or size == want:
            continue
        if keep and type(want) is int and want == -1:
            result[k] = size
        elif type(want) is Dim and _may_keep(r, want):
            result[k] = r.sized(want)
        elif type(size) is int and size == 1:
            continue
        else:
            r.require(
                OneOf(size, (1, want)),
                "broadcast",
                "{op}: {x} is {x.shape} and cannot stretch to {target}: {size} is neither 1 nor {want}",
                blame=x,
                x=x,
                target=Shape(target),
                size=size,
                want=want,
            )
    return Shape(tuple(result))


def _may_keep(r: Rule, size: Size) -> bool:
    low = r.facts.bounds(size)[0]
    return low is None or low < 0


@op(dtype="first")
def atleast(x: Array, *, rank: int) -> Any:
    """Add axes of size 1 until there are ``rank`` (1, 2 or 3), as NumPy's atleast_2d does.

    >>> from gnomon.ops.sketch import array
    >>> atleast(array(5), rank=2), atleast(array(5), rank=3)
    (array(1, 5), array(1, 5, 1))
    """


@atleast.shape
def _(r: Rule, x: Array, *, rank: int) -> Shape:
    return at_least(x.shape, rank)


def at_least(shape: Shape, rank: int) -> Shape:
    """Return the shape with axes of size 1 added until there are ``rank``."""
    have = shape.rank
    if have is None:
        return shape if shape.min_rank >= rank else Shape.unknown()
    if have >= rank:
        return shape
    dims = shape.dims
    if rank == 3 and have == 2:
        return Shape((*dims, 1))
    if rank == 3 and have == 1:
        return Shape((1, dims[0], 1))
    return Shape((1,) * (rank - have) + dims)
