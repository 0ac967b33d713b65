"""Loops that end by a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.graph.constants import as_array
from gnomon.graph.control.scanning import counted
from gnomon.graph.control.tracing import Carries, check_callable
from gnomon.graph.errors import ArgumentError
from gnomon.graph.inner import frozen_together, tracing
from gnomon.graph.sites import user_site
from gnomon.graph.trees import leaves
from gnomon.graph.world import build


def while_loop(
    condition: Callable[[Any], Any], body: Callable[[Any], Any], carry: Any, max_steps: Any = None
) -> Any:
    """Return what ``while condition(carry): carry = body(carry)`` makes of a carry, an array or a tree of arrays.

    The condition gives one truth value. Both functions are called once, with symbols. Forward mode works always;
    a gradient (reverse mode) needs ``max_steps``, a bound of the number of steps, after which the loop ends in any
    case.

    >>> import gnomon as gn
    >>> gn.while_loop(lambda x: x < 100, lambda x: 2 * x, 3)
    array(192, dtype=int64)
    """
    check_callable("while_loop", condition=condition, body=body)
    carries = Carries(carry, "while_loop")
    bound = None
    if max_steps is not None:
        bound, array = counted(max_steps, "while_loop", False)
        if array is not None:
            raise ArgumentError("while_loop: max_steps is a number or a size", user_site())
    for _ in carries.tries:
        given = carries.inputs()
        with tracing() as made:
            answers = leaves(condition(carries.tree(given)))
            if len(answers) != 1:
                raise ArgumentError(
                    f"while_loop: the condition should return one truth value, not {len(answers)}",
                    user_site(),
                )
            answer = as_array(answers[0])
            after = carries.next(body(carries.tree(given)))
        if carries.settled(after):
            break
    (test, step), outer = frozen_together(given, [[answer], after], made)
    attributes = {"condition": test, "body": step, "carries": len(given), "max_steps": bound}
    results = build(ops.while_loop, ((*carries.beginning(), *outer),), attributes, user_site())
    return carries.tree(list(results))
