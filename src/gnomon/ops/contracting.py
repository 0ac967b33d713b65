"""Forms of XLA: a product over chosen axes, a block of given sizes, an array stretched to a shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import known_axes
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import AtLeast, Shape, Size

Pair = tuple[tuple[int, ...], tuple[int, ...]]


@op(dtype="promote")
def contracted(x: Array, y: Array, *, contracting: Pair, batch: Pair = ((), ())) -> Any:
    """Products summed over contracting axes: the result has batch axes, the rest of x, the rest of y.

    >>> from gnomon.ops.sketch import array
    >>> contracted(array(8, 2, 3), array(8, 3, 5), contracting=((2,), (1,)), batch=((0,), (0,)))
    array(8, 2, 5)
    """


@contracted.shape
def _(r: Rule, x: Array, y: Array, *, contracting: Pair, batch: Pair) -> Shape:
    if x.shape.rank is None or y.shape.rank is None:
        return Shape.unknown()
    a, b = x.shape.dims, y.shape.dims
    summed = known_axes(r, contracting[0], len(a), x), known_axes(r, contracting[1], len(b), y)
    kept = known_axes(r, batch[0], len(a), x), known_axes(r, batch[1], len(b), y)
    for (first, second), what in ((summed, "contracted"), (kept, "batch")):
        if first is None or second is None:
            return Shape.unknown()
        if len(first) != len(second):
            r.refute(
                "axis",
                "{op}: {one} {what} axes of {x}, but {other} of {y}",
                blame=y,
                x=x,
                y=y,
                one=len(first),
                other=len(second),
                what=what,
            )
        for i, j in zip(first, second):
            r.equal(
                a[i],
                b[j],
                "inner-size",
                "{op}: {x} is {x.shape} and {y} is {y.shape}: {one} and {other} should be equal"
                " (axes {i} and {j}, {what})",
                blame=y,
                x=x,
                y=y,
                one=a[i],
                other=b[j],
                i=i,
                j=j,
                what=what,
            )
    lead = tuple(a[i] for i in kept[0] or ())
    left = tuple(size for i, size in enumerate(a) if i not in (kept[0] or ()) and i not in (summed[0] or ()))
    right = tuple(size for i, size in enumerate(b) if i not in (kept[1] or ()) and i not in (summed[1] or ()))
    return Shape((*lead, *left, *right))


@op(dtype="first")
def block(x: Array, *, sizes: Sequence[Size]) -> Any:
    """A block of given sizes out of an array, one size for each axis, none larger than the array.

    >>> from gnomon.ops.sketch import array
    >>> block(array(5, 6), sizes=(2, 6))
    array(2, 6)
    """


@block.shape
def _(r: Rule, x: Array, *, sizes: Sequence[Size]) -> Shape:
    want = Shape(tuple(sizes))
    if x.shape.rank is None:
        return want
    message = "{op}: {x} is {x.shape}, which has no block of {want}"
    if x.shape.rank != len(sizes):
        r.refute("rank", message, blame=x, x=x, want=want)
    for size, length in zip(x.shape.dims, sizes):
        r.require(AtLeast(size, length), "index-range", message, blame=x, x=x, want=want)
    return want


@op(dtype="first")
def resized_to(x: Array, *, shape: Shape) -> Any:
    """An array stretched to another shape with as many axes: an image in another size.

    >>> from gnomon.ops.sketch import array
    >>> resized_to(array(28, 28, 3), shape=Shape((64, 64, 3)))
    array(64, 64, 3)
    """


@resized_to.shape
def _(r: Rule, x: Array, *, shape: Shape) -> Shape:
    if x.shape.rank is not None and shape.rank is not None and x.shape.rank != shape.rank:
        r.refute(
            "rank",
            "{op}: {x} is {x.shape}, but the new shape {want} has {count} axes",
            blame=x,
            x=x,
            want=shape,
            count=shape.rank,
        )
    return shape
