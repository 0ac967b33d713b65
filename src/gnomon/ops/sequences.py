"""Sequences: what recurrent layers of TensorFlow 1 take."""

from __future__ import annotations

from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Run, Shape


@op(dtype="first")
def sequence(x: Array) -> Any:
    """An array of sequences: a batch axis, a time axis and axes of features."""


@sequence.shape
def _(r: Rule, x: Array) -> Shape:
    shape = x.shape
    rank = shape.rank
    if rank is None:
        head = shape.prefix
        while len(head) < 2:
            head = (*head, r.fresh())
        return Shape(head, shape.run or Run(), shape.suffix)
    if rank < 3:
        r.refute(
            "rank",
            "{op}: {x} is {x.shape}, but 3 axes are needed: batch, time and features",
            blame=x,
            help="add the missing axis, for example with tf.expand_dims" if rank == 2 else None,
            x=x,
        )
    return shape
