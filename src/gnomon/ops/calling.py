"""Values that a Python function of the user computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Shape, dtypes


@op(dtype="none")
def call_back(
    arrays: Sequence[Array],
    *,
    function: Callable[..., Any],
    kinds: Sequence[Any],
    pull: Any = None,
    each_time: bool = False,
) -> Any:
    """What a Python function gives for arrays; ``kinds`` are pairs of a dtype and which axes have size 1.

    It is called when it is written, if the arrays are constants; with ``each_time`` only when the program runs.

    >>> from gnomon.ops.sketch import array
    >>> call_back([array(2)], function=None, kinds=[("float32", (True,))])
    (array(1, float32),)
    """


@call_back.shape
def _(
    r: Rule, arrays: Sequence[Array], *, function: Any, kinds: Sequence[Any], pull: Any, each_time: bool
) -> tuple[Out, ...]:
    return tuple(
        [
            Out(Shape(tuple([1 if one else r.fresh() for one in pattern])), dtypes.parse(dtype))
            for dtype, pattern in kinds
        ]
    )
