"""How batching rules are registered, and what a rule is told.

A rule carries out an operation for many rows at once. Arrays that differ from row to row come with the mapped axis
in front; the others come as they are, and so does each attribute::

    @batching("matrix_transpose")
    def _(b, x):                                    # x is (size, *shape), for it is the only input
        return ops.matrix_transpose(x)              # and so is the result

    @batching("size_along")
    def _(b, x, *, axis):
        return Same(ops.size_along(x, axis=b.axis(axis, 0)))   # every row has the same result
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import gnomon.ops
from gnomon.graph.array import Application, Array
from gnomon.graph.own.record import OwnOp
from gnomon.ops.record import TABLE, Op
from gnomon.shapes import Size

ops: Any = gnomon.ops
"""The table of operations."""

Rule = Callable[..., Any]
"""``rule(b, *arrays, **attributes)``: attributes are complete, arrays as the operation takes them."""


class Same(NamedTuple):
    """A result that is the same for every row and has no mapped axis."""

    array: Array


class Batch(NamedTuple):
    """What a rule is told beside the arrays.

    ``size`` is that of the mapped axis; ``over`` says for each input whether it has the axis in front (a tuple
    of answers for a sequence of arrays, False for None); ``application`` is the one of a single row; ``known`` has
    what stands for each array of a single row so far, for rules that carry out expressions of their own.
    """

    size: Size
    over: tuple[Any, ...]
    application: Application
    known: Mapping[Array, Any]

    @property
    def op(self) -> Op:
        """The operation."""
        return self.application.op

    @property
    def outs(self) -> tuple[Array, ...]:
        """The results for a single row: their shapes are those wanted, without the mapped axis."""
        return self.application.outputs

    def row(self, k: int) -> Any:
        """Return input ``k`` as a single row has it: an array, None or a tuple of arrays."""
        inputs = self.application.inputs
        return inputs[k] if k < len(inputs) else None

    def rank(self, k: int) -> int:
        """Return how many axes input ``k`` has in a single row."""
        rank: int = self.row(k).ndim
        return rank

    def axis(self, axis: int, k: int) -> int:
        """Return where an axis of input ``k`` is once the mapped axis is in front of it."""
        return int(axis) % self.rank(k) + self.over[k]  # type: ignore[no-any-return]


def batching(*names: str) -> Callable[[Rule], Rule]:
    """Register a rule for some operations."""

    def register(rule: Rule) -> Rule:
        for name in names:
            TABLE[name].batching = rule
        return rule

    return register


def rule_of(op: Op) -> Rule | None:
    """Return the batching rule of an operation; elementwise ones share one."""
    if isinstance(op, OwnOp):
        own = op.mapping()
        if own is not None:
            return own
    if op.batching is None and op.facts.get("elementwise"):
        from gnomon.graph.batching.elementwise import each_element

        return each_element
    return op.batching
