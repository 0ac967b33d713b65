"""Sizes that expressions compute."""

from __future__ import annotations

from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Shape


@op(dtype="bool")
def sized(count: Array) -> Any:
    """A vector as long as a number says: its length is the number as a size.

    >>> from gnomon.ops.sketch import array
    >>> sized(array(dtype="int64")).shape.rank
    1
    """


@sized.shape
def _(r: Rule, count: Array) -> Shape:
    known = count.contents
    if known is not None and known[0] is not None:
        return Shape((known[0],))
    return Shape((r.fresh(),))
