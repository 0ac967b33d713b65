"""`match` statements: patterns answered where certain, both ways where not."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.conditions import Condition, branch
from gnomon.check.interpreter import statement
from gnomon.check.iterating import known_items
from gnomon.check.operators import equal_values
from gnomon.check.truth import truth_of
from gnomon.values import ABSENT, UNKNOWN, DictValue, Instance, ListValue, Tensor, Unknown, state

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


@statement(ast.Match)
def _match(run: Interpreter, node: ast.Match, frame: Frame) -> bool:
    return _cases(run, run.evaluate(node.subject, frame), node.cases, frame)


def _cases(run: Interpreter, subject: Any, cases: list[ast.match_case], frame: Frame) -> bool:
    if not cases:
        return True
    case, rest = cases[0], cases[1:]
    names: dict[str, Any] = {}
    answer = _fits(run, case.pattern, subject, names, frame)
    if answer is False:
        return _cases(run, subject, rest, frame)

    def arm() -> bool:
        for name, value in names.items():
            state.write(frame.scope.cell, name, value)
        if case.guard is not None and truth_of(run.evaluate(case.guard, frame)) is False:
            return _cases(run, subject, rest, frame)
        return run.execute(case.body, frame)

    if answer is True and case.guard is None:
        return arm()
    frame.doubt_yields([line for later in cases for line in later.body])
    ways_out = frame.ways_out()
    try:
        return branch(run, Condition(None), arm, lambda: _cases(run, subject, rest, frame))
    finally:
        frame.doubt_leaving(ways_out)


def _fits(
    run: Interpreter, pattern: ast.pattern, subject: Any, names: dict[str, Any], frame: Frame
) -> bool | None:
    """Return whether a subject fits a pattern (None: not known), noting the names it binds."""
    kind = type(pattern)
    if kind is ast.MatchAs:
        answer = True if pattern.pattern is None else _fits(run, pattern.pattern, subject, names, frame)  # type: ignore[attr-defined]
        if pattern.name is not None:  # type: ignore[attr-defined]
            names[pattern.name] = subject  # type: ignore[attr-defined]
        return answer
    if kind is ast.MatchValue:
        return equal_values(subject, run.evaluate(pattern.value, frame))  # type: ignore[attr-defined]
    if kind is ast.MatchSingleton:
        if type(subject) is Unknown:
            return None
        return subject is pattern.value  # type: ignore[attr-defined]
    if kind is ast.MatchOr:
        answers = [_fits(run, part, subject, names, frame) for part in pattern.patterns]  # type: ignore[attr-defined]
        return True if True in answers else (None if None in answers else False)
    if kind is ast.MatchSequence:
        return _fits_sequence(run, pattern, subject, names, frame)  # type: ignore[arg-type]
    if kind is ast.MatchMapping:
        return _fits_mapping(run, pattern, subject, names, frame)  # type: ignore[arg-type]
    if kind is ast.MatchClass:
        return _fits_class(run, pattern, subject, names, frame)  # type: ignore[arg-type]
    return None


def _fits_sequence(
    run: Interpreter, pattern: ast.MatchSequence, subject: Any, names: dict[str, Any], frame: Frame
) -> bool | None:
    star = next((i for i, part in enumerate(pattern.patterns) if type(part) is ast.MatchStar), None)
    items = known_items(run, subject) if type(subject) in (tuple, ListValue) else None
    if items is None:
        if type(subject) in (str, int, float, bool, type(None), Tensor, Instance):
            return False
        for part in pattern.patterns:
            _fits(run, part, UNKNOWN, names, frame)
        return None
    if star is None and len(items) != len(pattern.patterns):
        return False
    if star is not None:
        if len(items) < len(pattern.patterns) - 1:
            return False
        after = len(pattern.patterns) - star - 1
        middle = ListValue(items[star : len(items) - after])
        items = [*items[:star], middle, *items[len(items) - after :]]
    answers: list[bool | None] = []
    for part, item in zip(pattern.patterns, items, strict=True):
        if type(part) is ast.MatchStar:
            if part.name is not None:
                names[part.name] = item
        else:
            answers.append(_fits(run, part, item, names, frame))
    return False if False in answers else (None if None in answers else True)


def _fits_mapping(
    run: Interpreter, pattern: ast.MatchMapping, subject: Any, names: dict[str, Any], frame: Frame
) -> bool | None:
    if type(subject) is not DictValue:
        return None if type(subject) is Unknown else False
    answers: list[bool | None] = []
    for key_node, part in zip(pattern.keys, pattern.patterns, strict=True):
        value = subject.cell.get(run.evaluate(key_node, frame), ABSENT)
        if value is ABSENT:
            answers.append(False if subject.rest is None else None)
        else:
            answers.append(_fits(run, part, value, names, frame))
    if pattern.rest is not None:
        names[pattern.rest] = UNKNOWN
    return False if False in answers else (None if None in answers else True)


def _fits_class(
    run: Interpreter, pattern: ast.MatchClass, subject: Any, names: dict[str, Any], frame: Frame
) -> bool | None:
    from gnomon.check.attributes import get_attribute
    from gnomon.check.builtins.kinds import is_instance

    answer = is_instance(subject, run.evaluate(pattern.cls, frame))
    if answer is False:
        return False
    for part in pattern.patterns:
        _fits(run, part, subject if len(pattern.patterns) == 1 else UNKNOWN, names, frame)
    for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        inner = _fits(run, part, get_attribute(run, subject, name), names, frame)
        if inner is False:
            return False
        answer = None if inner is None else answer
    return answer
