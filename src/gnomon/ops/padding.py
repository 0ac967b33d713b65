"""Growing and repeating: pad, repeat, tile, and their opposite, differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axis, replace_axis, size_of_axis, with_rank
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import MAYBE, AtLeast, Shape, Size, maximum, product

Widths = Sequence[tuple[Size, Size]]


@op(dtype="first")
def pad(
    x: Array, *, widths: Widths, last: bool = False, reflect: bool = False, mode: str = "constant"
) -> Any:
    """Add entries before and after each axis; negative widths crop (PyTorch).

    ``widths`` has one pair for each axis; with ``last`` it may be shorter and is meant for the last axes.
    ``reflect`` says that entries are mirrored: PyTorch and TensorFlow want fewer than the axis is long. By every ``mode``
    but "constant" what is added comes from the axis, which then has an entry at least.

    >>> from gnomon.ops.sketch import array
    >>> pad(array(2, 3), widths=((0, 0), (1, 2)))
    array(2, 6)
    """


@pad.shape
def _(r: Rule, x: Array, *, widths: Widths, last: bool, reflect: bool, mode: str) -> Shape:
    shape = x.shape
    count = len(widths)
    rank = shape.rank
    if rank is None:
        if last:
            end = shape.last(count)
            if end is None:
                return Shape.unknown()
            rest = shape.drop_last(count)
            assert rest is not None
            return Shape(rest.prefix, rest.run, (*rest.suffix, *_padded(r, x, end, widths, reflect, mode)))
        return Shape(_padded(r, x, with_rank(r, shape, count).dims, widths, reflect, mode))
    if count > rank or (count < rank and not last):
        r.refute(
            "rank",
            "{op}: widths are given for {count} axes, but {x} is {x.shape}",
            blame=x,
            x=x,
            count=count,
            rank=rank,
        )
    dims = shape.dims
    start = rank - count
    return Shape(dims[:start] + _padded(r, x, dims[start:], widths, reflect, mode))


def _padded(
    r: Rule, x: Array, dims: tuple[Size, ...], widths: Widths, reflect: bool, mode: str
) -> tuple[Size, ...]:
    result: list[Size] = []
    for size, (before, after) in zip(dims, widths):
        total = size + before + after
        left = size + sum([min(width, 0) for width in (before, after) if type(width) is int])
        if (type(total) is int and total < 0) or (type(left) is int and left < 0 and r.library != "jax"):
            r.fail(
                "window-size",
                "{op}: {x} is {x.shape}; cropping {before} and {after} leaves less than nothing of {size}",
                blame=x,
                x=x,
                before=before,
                after=after,
                size=size,
            )
            total = r.fresh()
        elif type(total) is not int or type(left) is not int:
            for claim in (AtLeast(left, 0), AtLeast(total, 0)):
                if claim.ask(r.facts) is MAYBE:
                    r.maybe(claim, "window-size", x)
        if mode not in ("constant", "empty") and any(type(w) is int and w > 0 for w in (before, after)):
            r.require(
                AtLeast(size, 1),
                "window-size",
                "{op}: {x} is {x.shape}; an axis without entries has none to repeat around it (mode {mode!r})",
                blame=x,
                x=x,
                mode=mode,
            )
        if reflect and r.library in ("torch", "tf"):
            for width in (before, after):
                if type(width) is int and width <= 0:
                    continue
                r.require(
                    AtLeast(size - 1, width),
                    "window-size",
                    "{op}: {x} is {x.shape}; {width} mirrored entries need an axis of more than {size}",
                    blame=x,
                    x=x,
                    width=width,
                    size=size,
                )
        result.append(total)
    return tuple(result)


@op(dtype="first")
def repeat(x: Array, *, repeats: Size | Sequence[Size], axis: Axis | None = None) -> Any:
    """Repeat each entry along an axis, a number of times or each its own; without axis, of x flattened.

    >>> from gnomon.ops.sketch import array
    >>> repeat(array(2, 3), repeats=2, axis=1), repeat(array(2, 3), repeats=(1, 4), axis=0)
    (array(2, 6), array(5, 3))
    """


@repeat.shape
def _(r: Rule, x: Array, *, repeats: Size | Sequence[Size], axis: Axis | None) -> Shape:
    if x.shape.rank == 0 and axis in (0, -1):
        axis = None
    size = x.shape.numel() if axis is None else size_of_axis(r, x, axis)
    if isinstance(repeats, Sequence):
        total: Size = 0
        for count in repeats:
            total = total + count
        if len(repeats) == 1:
            total = r.fresh() if size is None else size * repeats[0]
        elif size is not None:
            r.equal(
                size,
                len(repeats),
                "broadcast",
                "{op}: {count} repeats are listed for {size} entries of {x} {x.shape}",
                blame=x,
                x=x,
                count=len(repeats),
                size=size,
            )
    else:
        total = r.fresh() if size is None else size * repeats
    return Shape((total,)) if axis is None else replace_axis(r, x, axis, (total,))


@op(dtype="first")
def tile(x: Array, *, reps: Sequence[Size], strict: bool = False) -> Any:
    """Repeat the whole array along each axis; missing axes or repeats count as 1.

    ``strict`` wants a number for each axis at least (PyTorch's repeat), or exactly one for each (TensorFlow).

    >>> from gnomon.ops.sketch import array
    >>> tile(array(2, 3), reps=(2, 1)), tile(array(3), reps=(4, 2))
    (array(4, 3), array(4, 6))
    """


@tile.shape
def _(r: Rule, x: Array, *, reps: Sequence[Size], strict: bool) -> Shape:
    rank = x.shape.rank
    if rank is None:
        if not strict:
            return Shape.unknown()
        if r.library != "tf":
            return Shape(tuple(r.fresh() for _ in reps))
        return Shape(tuple(a * b for a, b in zip(with_rank(r, x.shape, len(reps)).dims, reps)))
    if strict and (len(reps) < rank or (r.library == "tf" and len(reps) != rank)):
        r.refute(
            "rank",
            "{op}: {count} repeats are given, but {x} is {x.shape}",
            blame=x,
            x=x,
            count=len(reps),
            rank=rank,
        )
    dims, counts = x.shape.dims, tuple(reps)
    total = max(rank, len(counts))
    dims, counts = (1,) * (total - rank) + dims, (1,) * (total - len(counts)) + counts
    return Shape(tuple(product(pair) for pair in zip(dims, counts)))


@op(dtype="first")
def diff(x: Array, *, n: int = 1, axis: Axis = -1) -> Any:
    """Differences of neighbours along an axis, which gets shorter by ``n``.

    >>> from gnomon.ops.sketch import array
    >>> diff(array(2, 4), n=2)
    array(2, 2)
    """


@diff.shape
def _(r: Rule, x: Array, *, n: int, axis: Axis) -> Shape:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar and has no neighbours", blame=x, x=x)
    if n == 0 and r.library == "torch":
        return x.shape  # whatever the axis
    size = size_of_axis(r, x, axis)
    return replace_axis(r, x, axis, (r.fresh() if size is None else maximum(size - n, 0),))


@op(dtype="first")
def delete(x: Array, *, count: Size = 1, axis: Axis | None = None) -> Any:
    """Remove ``count`` entries along an axis, or of the flattened array."""


@delete.shape
def _(r: Rule, x: Array, *, count: Size, axis: Axis | None) -> Shape:
    return _resized(r, x, -count, axis)


@op(dtype="first")
def insert(x: Array, *, count: Size = 1, axis: Axis | None = None) -> Any:
    """Put ``count`` entries in along an axis, or into the flattened array."""


@insert.shape
def _(r: Rule, x: Array, *, count: Size, axis: Axis | None) -> Shape:
    return _resized(r, x, count, axis)


def _resized(r: Rule, x: Array, change: Size, axis: Axis | None) -> Shape:
    size = x.shape.numel() if axis is None else size_of_axis(r, x, axis)
    total = r.fresh() if size is None else size + change
    return Shape((total,)) if axis is None else replace_axis(r, x, axis, (total,))


@op(dtype="inexact")
def gradient_of_samples(x: Array, *, axis: Axis) -> Any:
    """Slope at each sample along an axis (NumPy's gradient): at least two samples, the shape stays.

    >>> from gnomon.ops.sketch import array
    >>> gradient_of_samples(array(5), axis=0)
    array(5)
    """


@gradient_of_samples.shape
def _(r: Rule, x: Array, *, axis: Axis) -> Shape:
    if x.shape.rank is not None:
        known_axis(r, axis, x.shape.rank, x)
    return x.shape
