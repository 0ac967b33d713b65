"""Adding a bias: one number for each channel (TensorFlow's bias_add)."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank, size_of_axis
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Shape


@op(dtype="match")
def bias_add(x: Array, bias: Array, *, axis: int = -1) -> Any:
    """The array with a vector added along its axis of channels; the vector does not stretch.

    >>> from gnomon.ops.sketch import array
    >>> bias_add(array(32, 10), array(10))
    array(32, 10)
    """


@bias_add.shape
def _(r: Rule, x: Array, bias: Array, *, axis: int) -> Shape:
    check_rank(r, bias, 1)
    if x.shape.rank is not None:
        check_rank(r, x, minimum=2)
    got, want = size_of_axis(r, x, axis), bias.shape.axis(0)
    if got is not None and want is not None:
        r.equal(
            got,
            want,
            "channels",
            "{op}: {x} is {x.shape} with {got} channels, but {bias} has {want} entries",
            blame=bias,
            x=x,
            bias=bias,
            got=got,
            want=want,
        )
    return x.shape
