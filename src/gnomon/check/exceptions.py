"""`try` and `with`: handlers that swallow an error silence it; contexts bind what they give."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.assignment import bind_target
from gnomon.check.functions import Write, value_of
from gnomon.check.interpreter import statement
from gnomon.check.joining import merge
from gnomon.values import UNKNOWN, Choice, Instance, Modelled, Unknown, state

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter
    from gnomon.values.journal import Delta

UNRELATED = frozenset(
    [
        "KeyError",
        "ImportError",
        "ModuleNotFoundError",
        "IOError",
        "OSError",
        "FileNotFoundError",
        "FileExistsError",
        "KeyboardInterrupt",
        "StopIteration",
        "AttributeError",
        "NameError",
        "NotImplementedError",
        "UnicodeDecodeError",
        "UnicodeError",
        "ZeroDivisionError",
        "OutOfRangeError",
        "EOFError",
        "PermissionError",
        "ConnectionError",
        "TimeoutError",
        "SystemExit",
        "GeneratorExit",
        "Empty",
    ]
)
"""Exceptions that a shape mistake never raises."""

EXPECTING = frozenset(
    [
        "assertRaises",
        "assertRaisesRegex",
        "assertRaisesRegexp",
        "raises",
        "assert_raises",
        "assert_raises_regex",
        "suppress",
        "assertWarns",
        "assertRaisesWithPredicateMatch",
        "assertRaisesOpError",
        "assertRaisesIncompatibleShapesError",
        "assertRaisesIncompatibleAxesError",
    ]
)
"""Contexts in which an error is expected."""


@statement(ast.Try, *((ast.TryStar,) if hasattr(ast, "TryStar") else ()))
def _try(run: Interpreter, node: ast.Try, frame: Frame) -> bool:
    silent = any(_swallows(handler) for handler in node.handlers)
    start = state.mark()
    before: list[Delta] = []
    applied, refuted = run.world.applied, run.reporter.refuted
    if silent:
        run.reporter.silenced += 1
    try:
        alive = _body(run, node, frame, start, before)
    finally:
        if silent:
            run.reporter.silenced -= 1
    fits = run.world.applied > applied and run.reporter.refuted == refuted
    if alive and node.orelse:
        alive = run.execute(node.orelse, frame)
    ends: list[Delta] = []
    if node.handlers and not (alive and _imports_known(run, node.body, frame)):
        if alive:
            ends.append(state.capture(start))
        state.rollback(start)
        ends.extend(_handlers(run, node, frame, start, before, fits))
        if ends:
            merge(ends)
        alive = bool(ends)
    if node.finalbody:
        alive = run.execute(node.finalbody, frame) and alive
    return alive


def _body(run: Interpreter, node: ast.Try, frame: Frame, start: Any, before: list[Delta]) -> bool:
    for line in node.body:
        if node.handlers and len(before) < 8:
            before.append(state.capture(start))
        if not run.execute([line], frame):
            return False
    return True


def _handlers(
    run: Interpreter, node: ast.Try, frame: Frame, start: Any, before: list[Delta], fits: bool
) -> list[Delta]:
    """Run each handler from the join of the states before the statements that may have failed.

    Where all operations of the body fit, a handler of their errors runs only with other arrays than these, and reports
    nothing.
    """
    ends: list[Delta] = []
    for handler in node.handlers:
        quiet = fits and _catches(handler)
        run.reporter.silenced += quiet
        merge(before)
        if handler.name:
            state.write(frame.scope.cell, handler.name, Unknown(name=handler.name))
        try:
            if run.execute(handler.body, frame):
                ends.append(state.capture(start))
        finally:
            run.reporter.silenced -= quiet
        state.rollback(start)
    return ends


def _swallows(handler: ast.ExceptHandler) -> bool:
    """Whether a handler hides a shape error: it catches it and does not raise again or exit."""
    return _catches(handler) and not _ends_by_raising(handler.body)


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler is for what a shape mistake may raise."""
    names = _caught(handler.type)
    return not names or any(name not in UNRELATED for name in names)


def _caught(node: ast.expr | None) -> list[str]:
    if node is None:
        return []
    if type(node) is ast.Tuple:
        return [name for part in node.elts for name in _caught(part)]
    if type(node) is ast.Attribute:
        return [node.attr]
    return [node.id] if type(node) is ast.Name else ["?"]


def _ends_by_raising(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if type(last) is ast.Raise:
        return True
    if type(last) is ast.Expr and type(last.value) is ast.Call:
        function = last.value.func
        name = function.attr if type(function) is ast.Attribute else getattr(function, "id", "")
        return name in ("exit", "_exit", "quit", "fail", "abort")
    return False


def _imports_known(run: Interpreter, body: list[ast.stmt], frame: Frame) -> bool:
    """Whether a `try` body only imports modules that are modelled or of the project."""
    for line in body:
        if type(line) not in (ast.Import, ast.ImportFrom):
            return False
        for name in line.names:  # type: ignore[attr-defined]
            bound = name.asname or name.name.partition(".")[0]
            value = frame.lookup(bound)
            if type(value) is Unknown:
                return False
    return True


@statement(ast.With, ast.AsyncWith)
def _with(run: Interpreter, node: ast.With, frame: Frame) -> bool:
    expecting = False
    contexts: list[tuple[Any, list[Write]]] = []
    for item in node.items:
        context = run.evaluate(item.context_expr, frame)
        expecting = expecting or _expects_error(item.context_expr)
        run.reporter.site = run.site(frame, item.context_expr)
        value, writes = _entered(run, context)
        contexts.append((context, writes))
        if type(context) is Choice:
            for single in context.values:
                if getattr(single, "only_forgets", False):
                    contexts.append((single, _entered(run, single)[1]))
        if item.optional_vars is not None:
            bind_target(run, item.optional_vars, value, frame)
    before = [id(delta) for delta in _ends(frame)]
    if expecting:
        run.reporter.silenced += 1
        try:
            run.execute(node.body, frame)
        finally:
            run.reporter.silenced -= 1
        return True
    alive = run.execute(node.body, frame)
    ends = [delta for delta in _ends(frame) if id(delta) not in before]
    if alive or ends:
        for context, writes in reversed(contexts):
            _leave(run, context, writes, ends)
    return alive


def _ends(frame: Frame) -> list[Delta]:
    """Return the states in which the frame has been left early so far: by return, break or continue."""
    found = [delta for _, delta in frame.exits]
    for loop in frame.loops:
        found.extend(loop.breaks)
        found.extend(loop.continues)
    return found


def _leave(run: Interpreter, context: Any, writes: list[Write], ends: list[Delta]) -> None:
    """Leave a context, on this path and on those that left its body early."""
    if isinstance(context, Modelled) and hasattr(type(context), "restores"):
        _close(context, ends)
    for write in writes:
        if write.after is write.within:
            continue
        if _stands(write, value_of(write.container, write.key)):
            state.put(write.container, write.key, write.after)
        for delta in ends:
            place = id(write.container), write.key
            if place not in delta.writes or _stands(write, delta.writes[place][2]):
                delta.writes[place] = (write.container, write.key, write.after)
    if isinstance(context, Instance):
        _call_exit(run, context, ends)


def _close(context: Any, ends: list[Delta]) -> None:
    """Close a modelled context that keeps something open."""
    for container, key, value in context.restores():
        state.put(container, key, value)
        for delta in ends:
            delta.writes[id(container), key] = (container, key, value)


def _stands(write: Write, value: Any) -> bool:
    """Whether a write holds: it puts back what was there before, or what it replaces is still there."""
    return write.after is write.before or value is write.within


def _call_exit(run: Interpreter, context: Instance, ends: list[Delta]) -> None:
    from gnomon.check.attributes import find_method

    method = find_method(run, context, "__exit__") or find_method(run, context, "__aexit__")
    if method is None:
        return
    begun = state.mark()
    run.invoke(method, None, None, None)
    for delta in ends:
        delta.writes.update(state.capture(begun).writes)


def _expects_error(node: ast.expr) -> bool:
    function = node.func if type(node) is ast.Call else node
    name = function.attr if type(function) is ast.Attribute else getattr(function, "id", "")
    return name in EXPECTING


def _entered(run: Interpreter, context: Any) -> tuple[Any, list[Write]]:
    """Return what a context gives to `as`, and what it writes when it is left."""
    from gnomon.check.attributes import find_method
    from gnomon.check.functions import Generator

    if isinstance(context, (Instance, Modelled)):
        method = find_method(run, context, "__enter__")
        return context if method is None else run.invoke(method), []
    if type(context) is Generator:
        writes = context.enter()
        seen = context.iteration()
        typical = seen.typical()
        return UNKNOWN if seen.items == () else typical, writes
    return context if type(context) is Unknown else UNKNOWN, []
