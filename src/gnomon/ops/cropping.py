"""Cropping: a block of an array from where it begins and how large it is (TensorFlow's slice)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import with_rank
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import AtLeast, Shape, Size


@op(dtype="first")
def crop(x: Array, *, begin: Sequence[Size], size: Sequence[Size]) -> Any:
    """The block of ``size`` that starts at ``begin``; a size of -1 reaches to the end of its axis.

    >>> from gnomon.ops.sketch import array
    >>> crop(array(5, 6), begin=(1, 2), size=(-1, 3))
    array(4, 3)
    """


@crop.shape
def _(r: Rule, x: Array, *, begin: Sequence[Size], size: Sequence[Size]) -> Shape:
    rank = x.shape.rank
    if rank is not None and rank != len(size):
        r.refute(
            "rank",
            "{op}: {x} is {x.shape}, but a block with {count} axes is asked for",
            blame=x,
            x=x,
            count="one axis" if len(size) == 1 else f"{len(size)} axes",
        )
    sizes: list[Size] = []
    for axis, (have, start, count) in enumerate(zip(with_rank(r, x.shape, len(size)).dims, begin, size)):
        low = r.facts.bounds(count)[0]
        if type(count) is int and count == -1:
            rest = have - start
            sizes.append(rest if (r.facts.bounds(rest)[0] or 0) >= 0 else r.fresh())
            if type(have) is int and type(start) is int and start > have:
                _refuse(r, x, axis, have, start, 0)
            continue
        if low is None or low < 0:
            sizes.append(r.fresh())
            continue
        r.require(
            AtLeast(have, start + count),
            "index-range",
            BEYOND,
            blame=x,
            x=x,
            axis=axis,
            have=have,
            start=start,
            count=count,
        )
        sizes.append(count)
    return Shape(tuple(sizes))


BEYOND = "{op}: axis {axis} of {x} {x.shape} has {have} entries, not {count} from {start} on"


def _refuse(r: Rule, x: Array, axis: int, have: Size, start: Size, count: Size) -> None:
    r.fail("index-range", BEYOND, blame=x, x=x, axis=axis, have=have, start=start, count=count)
