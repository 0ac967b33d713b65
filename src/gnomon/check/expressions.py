"""Simple expressions: constants, names, displays, strings, conditionals, lambdas, comprehensions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.builtins import BUILTINS
from gnomon.check.conditions import branch, decide
from gnomon.check.equivalence import equivalent
from gnomon.check.interpreter import child_scope, expression
from gnomon.check.joining import Joiner
from gnomon.check.versions import asks_version
from gnomon.shapes import Dim
from gnomon.values import (
    ABSENT,
    OTHERS,
    UNKNOWN,
    Choice,
    DictValue,
    ListValue,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    choice,
    state,
    unknown_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

COMPREHENSION_LIMIT = 3_000
NESTED_LIMIT = 10_000
"""After so many elements, those of inner comprehensions included, one element stands for all that are left."""
LIKE_ARRAYS = 32
"""After so many arrays of one shape the others of a comprehension are taken to be like them, but for the last."""


@expression(ast.Constant)
def _constant(run: Interpreter, node: ast.Constant, frame: Frame) -> Any:
    return node.value


@expression(ast.Name)
def _name(run: Interpreter, node: ast.Name, frame: Frame) -> Any:
    value = frame.lookup(node.id)
    if value is not ABSENT:
        return value
    if "*" in frame.module.cell:
        return UNKNOWN
    return BUILTINS.get(node.id, UNKNOWN)


@expression(ast.Tuple)
def _tuple(run: Interpreter, node: ast.Tuple, frame: Frame) -> Any:
    items = elements(run, node.elts, frame)
    return SequenceValue(UNKNOWN) if items is None else tuple(items)


@expression(ast.List)
def _list(run: Interpreter, node: ast.List, frame: Frame) -> Any:
    items = elements(run, node.elts, frame)
    made = ListValue(items) if items is not None else ListValue(None)
    made.site = node
    return made


@expression(ast.Set)
def _set(run: Interpreter, node: ast.Set, frame: Frame) -> Any:
    items = elements(run, node.elts, frame)
    if items is None:
        return SetValue(None)
    try:
        return SetValue(items)
    except TypeError:
        return SetValue(None)


def elements(run: Interpreter, nodes: list[ast.expr], frame: Frame) -> list[Any] | None:
    """Return the elements of a display, starred ones spread; None if their number is not known."""
    from gnomon.check.iterating import known_items

    items: list[Any] = []
    for node in nodes:
        if type(node) is ast.Starred:
            spread = known_items(run, run.evaluate(node.value, frame))
            if spread is None:
                return None
            items.extend(spread)
        else:
            items.append(run.evaluate(node, frame))
    return items


@expression(ast.Dict)
def _dict(run: Interpreter, node: ast.Dict, frame: Frame) -> Any:
    made = DictValue()
    made.site = node
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        value = run.evaluate(value_node, frame)
        if key_node is None:
            if type(value) is DictValue:
                made.cell.update(value.cell)
                rest = UNKNOWN if value.rest is OTHERS else value.rest
                made.rest = rest if made.rest is None else made.rest
            else:
                made.rest = UNKNOWN
            continue
        key = plain(run.evaluate(key_node, frame))
        if hashable(key):
            made.cell[key] = value
        else:
            made.rest = value if made.rest is None else choice([made.rest, value])
    return made


def plain(value: Any) -> Any:
    """Return the number of Python that a number of NumPy equals, as a position, a key and a text; else the value."""
    known = type(value) is Tensor and value.library == "numpy" and value.shape.rank == 0 and value.contents
    return value.contents[0] if known and type(value.contents[0]) is int else value


def hashable(key: Any) -> bool:
    """Whether a value is a known key of a dict."""
    if type(key) is tuple:
        return all(hashable(part) for part in key)
    if type(key) is Tensor and key.library == "numpy":
        return False  # numbers of NumPy are the keys that equal them
    return type(key) not in (Unknown, Choice, Dim, ListValue, DictValue, SetValue, SequenceValue)


@expression(ast.IfExp)
def _conditional(run: Interpreter, node: ast.IfExp, frame: Frame) -> Any:
    condition = decide(run, node.test, frame)
    if condition.answer is not None:
        return run.evaluate(node.body if condition.answer else node.orelse, frame)
    values: list[Any] = []

    def arm(body: ast.expr) -> Callable[[], bool]:
        def evaluate() -> bool:
            values.append(run.evaluate(body, frame))
            return True

        return evaluate

    for_a_version = asks_version(node.test, frame.source)
    run.reporter.silenced += for_a_version
    try:
        branch(run, condition, arm(node.body), arm(node.orelse))
    finally:
        run.reporter.silenced -= for_a_version
    return joined(values)


def joined(values: list[Any]) -> Any:
    """Return the value that stands for all of these."""
    return Joiner().join(values) if values else UNKNOWN


@expression(ast.BoolOp)
def _connective(run: Interpreter, node: ast.BoolOp, frame: Frame) -> Any:
    """`a or b` keeps the alternatives that may be its value, each operand evaluated where it is reached."""
    stops = type(node.op) is ast.Or
    kept: list[Any] = []
    mark = state.mark()
    supposed = False
    for position, operand in enumerate(node.values):
        condition = decide(run, operand, frame)
        value = condition.value
        if condition.answer is not None and value is None and type(operand) is ast.UnaryOp:
            value = condition.answer
        last = position == len(node.values) - 1
        if last or condition.answer is stops:
            kept.append(value if value is not None or condition.answer is not None else unknown_of("bool"))
            break
        if condition.answer is None:
            kept.extend(_that_stop(value, stops))
            condition.suppose(run, not stops)
            supposed = True
    if supposed:
        state.rollback(mark)
    return joined(kept)


def _that_stop(value: Any, stops: bool) -> list[Any]:
    from gnomon.check.truth import truth_of

    if value is None:
        return [unknown_of("bool")]
    singles = value.values if type(value) is Choice else (value,)
    return [single for single in singles if truth_of(single) is not (not stops)]


@expression(ast.NamedExpr)
def _walrus(run: Interpreter, node: ast.NamedExpr, frame: Frame) -> Any:
    value = run.evaluate(node.value, frame)
    state.write(frame.scope.cell, node.target.id, value)
    return value


@expression(ast.Lambda)
def _lambda(run: Interpreter, node: ast.Lambda, frame: Frame) -> Any:
    from gnomon.check.functions import make_function

    return make_function(run, node, "<lambda>", frame)


@expression(ast.JoinedStr)
def _joined_string(run: Interpreter, node: ast.JoinedStr, frame: Frame) -> Any:
    parts: list[str] | None = []
    for part in node.values:
        if type(part) is ast.Constant:
            value: Any = part.value
        else:
            value = plain(run.evaluate(part.value, frame))  # type: ignore[attr-defined]
            if part.format_spec is not None or part.conversion != -1:  # type: ignore[attr-defined]
                value = None
        if parts is not None and type(value) in (str, int):
            parts.append(str(value))
        else:
            parts = None
    return unknown_of("str") if parts is None else "".join(parts)


@expression(ast.FormattedValue)
def _formatted(run: Interpreter, node: ast.FormattedValue, frame: Frame) -> Any:
    run.evaluate(node.value, frame)
    return unknown_of("str")


@expression(ast.Starred)
def _starred(run: Interpreter, node: ast.Starred, frame: Frame) -> Any:
    return run.evaluate(node.value, frame)


@expression(ast.Await)
def _await(run: Interpreter, node: ast.Await, frame: Frame) -> Any:
    return run.evaluate(node.value, frame)


@expression(ast.Yield)
def _yield(run: Interpreter, node: ast.Yield, frame: Frame) -> Any:
    value = None if node.value is None else run.evaluate(node.value, frame)
    if frame.yields is not None:
        if len(frame.yields) < COMPREHENSION_LIMIT:
            frame.yields.append(value)
        else:
            frame.yields_exact = False
    if frame.held is not None:
        frame.held.append(state.capture(frame.mark))
        state.mark()
    return UNKNOWN


@expression(ast.YieldFrom)
def _yield_from(run: Interpreter, node: ast.YieldFrom, frame: Frame) -> Any:
    from gnomon.check.iterating import iterate

    seen = iterate(run, run.evaluate(node.value, frame))
    if frame.yields is not None and seen is not None:
        if seen.items is not None:
            frame.yields.extend(seen.items)
        else:
            frame.yields_exact = False
            frame.yields.append(seen.typical())
    return UNKNOWN


# -- comprehensions ------------------------------------------------------------------------------------------


@expression(ast.ListComp, ast.GeneratorExp)
def _list_comprehension(run: Interpreter, node: ast.ListComp | ast.GeneratorExp, frame: Frame) -> Any:
    items, exact, length = _comprehend(
        run, node.generators, frame, lambda inner: run.evaluate(node.elt, inner)
    )
    if exact:
        return ListValue(items)
    element = joined(items) if items else UNKNOWN
    return ListValue(None, element=element, length=length)


@expression(ast.SetComp)
def _set_comprehension(run: Interpreter, node: ast.SetComp, frame: Frame) -> Any:
    items, exact, _ = _comprehend(run, node.generators, frame, lambda inner: run.evaluate(node.elt, inner))
    try:
        return SetValue(items) if exact and all(map(hashable, items)) else SetValue(None)
    except TypeError:
        return SetValue(None)


@expression(ast.DictComp)
def _dict_comprehension(run: Interpreter, node: ast.DictComp, frame: Frame) -> Any:
    pairs, exact, _ = _comprehend(
        run,
        node.generators,
        frame,
        lambda inner: (run.evaluate(node.key, inner), run.evaluate(node.value, inner)),
    )
    made = DictValue()
    for key, value in pairs:
        key = plain(key)
        if exact and hashable(key):
            made.cell[key] = value
        else:
            made.rest = value if made.rest is None else choice([made.rest, value])
    if not exact and made.rest is None:
        made.rest = UNKNOWN
    return made


def _arrays_alike(made: list[Any]) -> bool:
    """Whether all values are arrays, or tuples of arrays, of one shape."""
    first = made[0]
    arrays = type(first) is Tensor or (type(first) is tuple and all(type(part) is Tensor for part in first))
    return arrays and all(equivalent(first, value) for value in made[1:])


def _comprehend(
    run: Interpreter, generators: list[ast.comprehension], frame: Frame, produce: Any
) -> tuple[list[Any], bool, Any]:
    """Return what a comprehension produces, whether that is all of it, and else its length if known."""
    inner = child_scope(frame)
    made: list[Any] = []
    exact = True
    length: Any = None
    most = min(NESTED_LIMIT, run.limit // 3)

    def visit(depth: int) -> None:
        nonlocal exact, length
        if depth == len(generators):
            run.steps += 1
            run.elements += 1
            made.append(produce(inner))
            return
        generator = generators[depth]
        if len(made) > COMPREHENSION_LIMIT:
            exact = False
            return
        elements = _elements(generator.iter, inner if depth else frame)
        for position, element in enumerate(elements):
            if position and run.elements > most:
                exact = False
                length = len(elements) if len(generators) == 1 and not generator.ifs else None
                break
            if position == LIKE_ARRAYS and not generators[1:] and not generator.ifs and _arrays_alike(made):
                exact, length = False, len(elements)
                element = elements[-1]
            elif position > LIKE_ARRAYS and not exact and length is not None:
                break
            bind_target(run, generator.target, element, inner)
            undecided = False
            for test in generator.ifs:
                condition = decide(run, test, inner)
                if condition.answer is False:
                    break
                if condition.answer is None:
                    undecided = True
                    condition.suppose(run, True)
            else:
                if undecided:
                    exact = False
                    length = None
                visit(depth + 1)

    def _elements(node: ast.expr, scope: Frame) -> list[Any]:
        nonlocal exact, length
        from gnomon.check.iterating import iterate

        seen = iterate(run, run.evaluate(node, scope))
        if seen is None:
            exact = False
            return [UNKNOWN]
        if seen.items is not None and len(seen.items) <= COMPREHENSION_LIMIT:
            return list(seen.items)
        exact = False
        if len(generators) == 1 and not generators[0].ifs:
            length = seen.length
        typical = seen.typical()
        return [] if typical is ABSENT else [typical]

    from gnomon.check.assignment import bind_target

    run.comprehensions += 1
    try:
        visit(0)
    finally:
        run.comprehensions -= 1
        if not run.comprehensions:
            run.elements = 0
    return made, exact, length
