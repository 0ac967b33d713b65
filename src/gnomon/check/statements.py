"""Plain statements: expressions, branches, assertions, raising, scopes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from gnomon.check.conditions import Condition, branch, decide
from gnomon.check.dtype_tests import asks_dtype
from gnomon.check.interpreter import statement
from gnomon.check.versions import asks_version
from gnomon.values import Tensor, state

if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic, Span
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


@statement(ast.Expr)
def _expression(run: Interpreter, node: ast.Expr, frame: Frame) -> bool:
    if type(node.value) is ast.Constant:
        return True
    found = run.reporter.found
    before = len(found)
    value = run.evaluate(node.value, frame)
    if len(found) > before and type(node.value) is ast.Call and type(value) is Tensor:
        if value.library in ("tf", "tf1") and frame.scope.cell is not frame.module.cell:
            # the graph of a function leaves out what nobody uses, and meets bad positions only when it runs
            found[before:] = [d for d in found[before:] if not _found_when_run(d, frame.source.span(node))]
    return True


def _found_when_run(diagnostic: Diagnostic, statement: Span) -> bool:
    span = diagnostic.span
    inside = span.path == statement.path and statement.line <= span.line <= statement.end_line
    return inside and diagnostic.rule == "index-range"


@statement(ast.Pass)
def _pass(run: Interpreter, node: ast.Pass, frame: Frame) -> bool:
    return True


@statement(ast.If)
def _if(run: Interpreter, node: ast.If, frame: Frame) -> bool:
    condition = decide(run, node.test, frame)
    if condition.answer is not None:
        return run.execute(node.body if condition.answer else node.orelse, frame)
    frame.doubt_yields([node])
    for_a_version = asks_version(node.test, frame.source)
    for_a_dtype = asks_dtype(node.test, frame.source)
    run.reporter.silenced += for_a_version
    run.reporter.dtypes_vary += for_a_dtype
    alive: list[bool] = []

    def arm(body: list[ast.stmt]) -> bool:
        alive.append(run.execute(body, frame))
        return alive[-1]

    frame.arms += 1
    ways_out = frame.ways_out()
    try:
        return branch(
            run,
            condition,
            lambda: silently(run, condition, lambda: arm(node.body)),
            lambda: arm(node.orelse),
        )
    finally:
        run.reporter.silenced -= for_a_version
        run.reporter.dtypes_vary -= for_a_dtype
        frame.doubt_leaving(ways_out)
        if len(alive) < 2 or all(alive):
            frame.arms -= 1  # else what follows is an arm too: that of not having left before


def silently(run: Interpreter, condition: Condition, action: Callable[[], bool]) -> bool:
    """Run what a condition guards; nothing is reported there if the condition is doubtful."""
    run.reporter.silenced += condition.doubtful
    try:
        return action()
    finally:
        run.reporter.silenced -= condition.doubtful


@statement(ast.Assert)
def _assert(run: Interpreter, node: ast.Assert, frame: Frame) -> bool:
    with_silence = run.reporter
    with_silence.silenced += 1
    try:
        condition = decide(run, node.test, frame)
    finally:
        with_silence.silenced -= 1
    if condition.answer is None:
        condition.suppose(run, True)
    return condition.answer is not False


@statement(ast.Raise)
def _raise(run: Interpreter, node: ast.Raise, frame: Frame) -> bool:
    if node.exc is not None:
        run.evaluate(node.exc, frame)
    return False


@statement(ast.Global)
def _global(run: Interpreter, node: ast.Global, frame: Frame) -> bool:
    frame.globals = (frame.globals or set()) | set(node.names)
    return True


@statement(ast.Nonlocal)
def _nonlocal(run: Interpreter, node: ast.Nonlocal, frame: Frame) -> bool:
    frame.nonlocals = (frame.nonlocals or set()) | set(node.names)
    return True


@statement(ast.Break)
def _break(run: Interpreter, node: ast.Break, frame: Frame) -> bool:
    if frame.loops:
        loop = frame.loops[-1]
        loop.breaks.append(state.capture(loop.mark))
    return False


@statement(ast.Continue)
def _continue(run: Interpreter, node: ast.Continue, frame: Frame) -> bool:
    if frame.loops:
        loop = frame.loops[-1]
        loop.continues.append(state.capture(loop.iteration))
    return False
