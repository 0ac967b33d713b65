"""Scattering: entries stored or summed at positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, check_rank, passes_unseen, replace_axis, size_of_axis
from gnomon.ops.broadcasting import broadcast_into
from gnomon.ops.gathering import check_inside, check_positions, check_whole
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import AtLeast, Shape, Size, symbol


@op(dtype="first")
def scatter(x: Array, indices: Array, source: Array | None = None, *, axis: Axis) -> Any:
    """Store entries at positions along an axis (set, add, ...): the result has the shape of x (PyTorch).

    >>> from gnomon.ops.sketch import array
    >>> scatter(array(2, 3), array(2, 2, dtype="int64"), array(2, 2), axis=1)
    array(2, 3)
    """


@scatter.shape
def _(r: Rule, x: Array, indices: Array, source: Array | None, *, axis: Axis) -> Shape:
    check_inside(r, x, indices, axis)
    picked = indices.shape
    if source is not None and source.shape.rank and not passes_unseen(r, indices):
        if picked.rank is not None and 0 < picked.rank != source.shape.rank and _some(picked):
            r.refute(
                "rank",
                "{op}: {i} is {i.shape} and {source} is {source.shape}: they need equally many axes",
                blame=source,
                source=source,
                i=indices,
            )
        if picked.rank is not None and picked.rank == source.shape.rank:
            for have, want in zip(source.shape.dims, picked.dims):
                if have != want:
                    r.require(
                        AtLeast(have, want),
                        "index-range",
                        "{op}: {source} is {source.shape}, but {i} names {i.shape} positions",
                        blame=source,
                        source=source,
                        i=indices,
                    )
    return x.shape


def _some(shape: Shape) -> bool:
    """Whether a shape is one of some entries, not of none."""
    return all(type(size) is int and size > 0 for size in shape.dims)


@op(dtype="first")
def scatter_nd(updates: Array, indices: Array, *, shape: Sequence[Size]) -> Any:
    """A new array of a shape with updates added at positions; other entries are 0.

    >>> from gnomon.ops.sketch import array
    >>> scatter_nd(array(3), array(3, 1, dtype="int64"), shape=(4,))
    array(4)
    """


@scatter_nd.shape
def _(r: Rule, updates: Array, indices: Array, *, shape: Sequence[Size]) -> Shape:
    target = tuple(shape)
    check_whole(r, indices)
    depth = indices.shape.axis(-1)
    outer = indices.shape.drop_last(1)
    if type(depth) is int and outer is not None and outer.rank is not None:
        if depth > len(target):
            r.refute(
                "index-rank",
                "{op}: {i} is {i.shape} and names {depth} axes, but the result is {target}",
                blame=indices,
                i=indices,
                depth=depth,
                target=Shape(target),
            )
        want = Shape(outer.dims + target[depth:])
        broadcast_into(r, updates, want, updates)
    return Shape(target)


@op(dtype="first")
def update_along(x: Array, indices: Array, source: Array, *, axis: Axis = 0) -> Any:
    """Add or store slices at positions along an axis (index_add, index_copy): x keeps its shape.

    >>> from gnomon.ops.sketch import array
    >>> update_along(array(3, 2), array(3, dtype="int64"), array(3, 2))
    array(3, 2)
    """


@update_along.shape
def _(r: Rule, x: Array, indices: Array, source: Array, *, axis: Axis) -> Shape:
    check_whole(r, indices)
    if indices.shape.rank is not None:
        check_rank(r, indices, 0, 1)
    check_positions(r, x, indices, axis, size_of_axis(r, x, axis))
    count, along = indices.shape.numel(), size_of_axis(r, source, axis)
    if count is not None and along is not None:
        r.equal(
            count,
            along,
            "index-range",
            "{op}: {i} names {count} positions, but {source} is {source.shape}",
            blame=source,
            i=indices,
            count=count,
            source=source,
        )
    return x.shape


@op(dtype="first")
def segment_reduce(x: Array, segments: Array, *, count: Size | None = None) -> Any:
    """Reduce the rows of each segment to one: the first axis becomes the number of segments.

    >>> from gnomon.ops.sketch import array
    >>> segment_reduce(array(3), array(3, dtype="int64"), count=3)
    array(3)
    """


@segment_reduce.shape
def _(r: Rule, x: Array, segments: Array, *, count: Size | None) -> Shape:
    over = segments.shape.rank
    if over is not None and over != 1:
        if x.shape.rank is None or over > x.shape.rank:
            return Shape.unknown()
        return Shape((r.fresh() if count is None else count, *x.shape.dims[over:]))
    first_size, rows = x.shape.axis(0), segments.shape.axis(0)
    stretches = r.library == "jax" and first_size == 1  # one row is added to every segment
    if first_size is not None and rows is not None and not stretches:
        r.equal(
            first_size,
            rows,
            "index-range",
            "{op}: {x} is {x.shape}, but {s} names segments for {rows} rows",
            blame=segments,
            x=x,
            s=segments,
            rows=rows,
        )
    return replace_axis(r, x, 0, (r.fresh() if count is None else count,))


@op(dtype="index")
def bincount(x: Array, *, count: Size | None = None, least: Size = 0) -> Any:
    """How often each small integer occurs: a vector; ``count`` is its length if known, ``least`` a lower bound.

    >>> from gnomon.ops.sketch import array
    >>> bincount(array(3, dtype="int64"), count=4)
    array(4, int64)
    """


@bincount.shape
def _(r: Rule, x: Array, *, count: Size | None, least: Size) -> Shape:
    if count is None and type(least) is int:
        entries = [entry for entry in x.contents or () if type(entry) is int]
        if entries and len(entries) == len(x.contents or ()):
            return Shape((max(least, max(entries) + 1),))
        limits = getattr(x, "bounds", None)
        if limits is not None and type(limits[1]) is int and limits[1] < least:
            return Shape((least,))
        return Shape((symbol(lower=max(least, 0)),))
    return Shape((r.fresh() if count is None else count,))
