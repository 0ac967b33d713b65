"""Long scripts: calls into other files that go on without bringing anything new are given up one by one.

A script that works through a large package would spend all of its budget there. After its first statements,
such a call ends once it has run for a while without a statement that the script had not reached before. What the
call returns is unknown then, and so is what it has written; the script itself goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.check.budgets import Call
from gnomon.values import ABSENT, UNKNOWN, DictValue, FunctionValue, ListValue, SetValue, Unknown, state
from gnomon.values.cells import Cell

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter
    from gnomon.values.journal import Mark


def call_of(run: Interpreter, function: FunctionValue) -> Call | None:
    """Return a call that may be given up, None if it cannot: it stays in the script's own file."""
    if run.calls is None or function.module.source.path == run.own:
        return None
    call = Call(run.steps)
    run.calls.append(call)
    return call


def given_up(
    run: Interpreter,
    function: FunctionValue,
    mark: Mark,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> Unknown:
    """Return what a call gives that was given up: nothing is known of what it has changed."""
    writes = state.capture(mark).writes
    state.rollback(mark)
    for container, key, value in writes.values():
        if type(container) is Cell:
            if value is not ABSENT or key in container:
                state.write(container, key, UNKNOWN)
        else:
            _forget(container)
    for value in (*arguments, *keywords.values()):
        _forget(value)
    return Unknown(reason=("given up", function.name))


def _forget(value: Any) -> None:
    if type(value) is ListValue or type(value) is DictValue:
        value.forget()
    elif type(value) is SetValue:
        value.replace(None)
