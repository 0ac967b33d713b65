"""An operation of the user's for many rows at once: by its own rule, by leading axes that it takes, or row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array
from gnomon.graph.batching.helpers import each_row
from gnomon.graph.batching.interpret import carried
from gnomon.graph.batching.registry import Batch, ops
from gnomon.graph.constants import as_array

if TYPE_CHECKING:
    from gnomon.graph.own.record import OwnOp

Rule = Callable[..., Any]


def batching_of(op: OwnOp, way: Any) -> Rule | None:
    """Return the batching rule of an operation; None where it is elementwise, or its body says all."""
    if callable(way):
        return _by_rule(op, way)
    if way == "leading":
        return _leading
    if way == "loop" or not (op.composed is not None or "elementwise" in op.facts):
        return _row_by_row
    if op.composed is not None and op.has_gradient and "elementwise" not in op.facts:
        return _through_body
    return None


def _by_rule(op: OwnOp, rule: Rule) -> Rule:
    def batched(b: Batch, *arrays: Any, **attributes: Any) -> Any:
        found = rule(b.size, b.over, *arrays, **attributes)
        return tuple([as_array(one) for one in (found if isinstance(found, (tuple, list)) else (found,))])

    return batched


def _leading(b: Batch, *arrays: Any, **attributes: Any) -> Any:
    """Give all arrays the mapped axis in front."""
    return b.op(*[each_row(b, x, over) for x, over in zip(arrays, b.over)], **attributes)


def _row_by_row(b: Batch, *arrays: Any, **attributes: Any) -> Any:
    """Apply the operation to one row after the other."""
    from gnomon.graph.control import map as each

    moving = [k for k, over in enumerate(b.over) if over]

    def one(rows: tuple[Array, ...]) -> Any:
        given = list(arrays)
        for k, row in zip(moving, rows):
            given[k] = row
        return b.op(*given, **attributes)

    return each(one, tuple([arrays[k] for k in moving]))


def _through_body(b: Batch, *_: Any, **attributes: Any) -> Any:
    """Carry out the body for all rows, and keep the gradient that the operation has in place of the body's."""
    row, op = b.application, b.op
    found = op.body(*row.inputs, **attributes)  # type: ignore[misc]
    values = [ops.cast(x, dtype=out.dtype) for x, out in zip(_tuple(found), b.outs)]

    def pull(*gs: Array) -> Any:
        assert op.pullback_rule is not None
        single = len(b.outs) == 1
        return op.pullback_rule(
            gs[0] if single else gs, *row.inputs, out=b.outs[0] if single else b.outs, **attributes
        )

    made = ops.custom_gradient(tuple(values), row.inputs, pull=pull)
    return carried(_tuple(made), b.known, b.size)


def _tuple(found: Any) -> tuple[Any, ...]:
    return tuple(found) if isinstance(found, (tuple, list)) else (found,)
