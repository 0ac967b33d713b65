"""What a turn of a loop computes that the next one would compute again is handed on with the carries.

A leapfrog step ends with the force at its last position, and the next one begins with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gnomon.compile.kernel import Call, Cast, Const, State, Statement, Value
from gnomon.compile.lower.values import Names
from gnomon.compile.scalars import SCALARS, result_dtype
from gnomon.compile.walk import LONG, names_in, statements_in
from gnomon.shapes import Dtype

FREE = 8
"""So many values at most a turn hands on where one of them is computed quickly: registers are few."""

Key = Any
"""What a value is computed of: equal keys are equal values."""


def handed_on(names: Names, state: State) -> tuple[list[Statement], State]:
    """Return a loop that hands on what it can, and statements that come before it."""
    state = _merged(state)
    numbering = _Numbering(state)
    nexts = numbering.nexts()
    body = state.loop.body
    carried: dict[Value, Value] = {}
    while True:
        live = _live(body, [*state.values, *carried.values()], carried)
        found = _found(body, live, nexts, carried, len(state.targets))
        if found is None:
            break
        carried[found] = nexts[found]
    if not carried:
        return [], state
    before, firsts = _before(names, state, carried)
    kept = tuple([each for each in body if not _is_pure(each) or _target(each) in live - carried.keys()])
    return before, State(
        (*state.targets, *carried),
        state.loop._replace(body=kept),
        (*state.firsts, *firsts),
        (*state.values, *carried.values()),
        (*state.dtypes, *[numbering.dtypes[name] for name in carried]),
    )


class _Numbering:
    """The keys of what a turn computes, in terms of what it begins with."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.keys: dict[Value, Key] = {}
        self.dtypes: dict[Value, Dtype] = {}
        self._known: dict[Key, int] = {}
        self.by_key: dict[Key, Value] = {}
        self.of_turn: set[Value] = set()
        """What depends on something that only its turn knows."""
        for target in state.targets:
            self.keys[target] = self._number(("carry", target))
        for statement in state.loop.body:
            if _is_pure(statement):
                target = _target(statement)
                self.dtypes[target] = _dtype(statement)
                self.keys[target] = self._key(statement, self.keys)
                self.by_key.setdefault(self.keys[target], target)
                if not self.of_turn.isdisjoint(_arguments(statement)):
                    self.of_turn.add(target)
            else:
                self.of_turn.update(_results(statement))
        self.by_key.update({self.keys[target]: target for target in state.targets})

    def nexts(self) -> dict[Value, Value]:
        """For each value that some turn computes and the one before had: what that called it."""
        following = dict(self.keys)
        changed = set(self.state.targets)
        outside = {}
        for target, value in zip(self.state.targets, self.state.values):
            outside[target] = self.keys.get(value, self._number(("outer", value)))
        following.update(outside)
        found: dict[Value, Value] = {}
        for statement in self.state.loop.body:
            if not _is_pure(statement) or changed.isdisjoint(_arguments(statement)):
                continue
            target = _target(statement)
            changed.add(target)
            following[target] = self._key(statement, following)
            if target not in self.of_turn and following[target] in self.by_key:
                found[target] = self.by_key[following[target]]
        return found

    def _key(self, statement: Statement, keys: Mapping[Value, Key]) -> Key:
        given = tuple([self._of(name, keys) for name in _arguments(statement)])
        if isinstance(statement, Const):
            return self._number(("const", repr(statement.number), statement.dtype))
        kind = statement.function if isinstance(statement, Call) else "cast"
        return self._number((kind, _written(statement), given))

    def _of(self, name: Value, keys: Mapping[Value, Key]) -> Key:
        return keys[name] if name in keys else self._number(("outer", name))

    def _number(self, key: Key) -> int:
        return self._known.setdefault(key, len(self._known))


def _merged(state: State) -> State:
    """The same loop, in which equal values are computed once."""
    numbering = _Numbering(state)
    fixed = {name for each in state.loop.body if not _is_pure(each) for name in _names_in_all(each)}
    known: dict[Value, Value] = {}
    body: list[Statement] = []
    for statement in state.loop.body:
        if not _is_pure(statement):
            body.append(statement)
            continue
        target = _target(statement)
        other = numbering.by_key[numbering.keys[target]]
        if other != target and target not in fixed:
            known[target] = other
        else:
            body.append(_renamed(statement, target, known))
    values = tuple([known.get(name, name) for name in state.values])
    return state._replace(loop=state.loop._replace(body=tuple(body)), values=values)


def _renamed(statement: Statement, target: Value, known: Mapping[Value, Value]) -> Statement:
    """A pure statement with another target, and with values that have other names."""
    if isinstance(statement, Call):
        given = tuple([known.get(name, name) for name in statement.arguments])
        return statement._replace(target=target, arguments=given)
    if isinstance(statement, Cast):
        return statement._replace(target=target, value=known.get(statement.value, statement.value))
    assert isinstance(statement, Const)
    return statement._replace(target=target)


def _names_in_all(statement: Statement) -> set[Value]:
    return {name for each in statements_in([statement]) for name in names_in(each)}


def _found(
    body: Sequence[Statement],
    live: set[Value],
    nexts: Mapping[Value, Value],
    carried: Iterable[Value],
    count: int,
) -> Value | None:
    """The last value that is still computed although the turn before had it."""
    known = set(carried)
    found = [
        each
        for each in body
        if isinstance(each, (Call, Cast))
        and each.target in live
        and each.target in nexts
        and each.target not in known
    ]
    chosen = [each.target for each in found if _is_slow(each) or count + len(known) < FREE]
    return chosen[-1] if chosen else None


def _live(body: Sequence[Statement], roots: Iterable[Value], carried: Iterable[Value]) -> set[Value]:
    """What is needed of a body for some values; what is carried is there already."""
    wanted, known = set(roots), set(carried)
    for statement in reversed(body):
        if not _is_pure(statement):
            wanted |= _names_in_all(statement)
        elif _target(statement) in wanted and _target(statement) not in known:
            wanted.update(_arguments(statement))
    return wanted


def _before(names: Names, state: State, carried: Iterable[Value]) -> tuple[list[Statement], list[Value]]:
    """Compute what is handed on to the first turn."""
    makers = {_target(each): each for each in state.loop.body if _is_pure(each)}
    known = dict(zip(state.targets, state.firsts))
    statements: list[Statement] = []

    def first(name: Value) -> Value:
        maker = makers.get(name)
        if name in known or maker is None:
            return known.get(name, name)
        for each in _arguments(maker):
            first(each)
        known[name] = names.fresh()
        statements.append(_renamed(maker, known[name], known))
        return known[name]

    return statements, [first(name) for name in carried]


def _is_pure(statement: Statement) -> bool:
    return isinstance(statement, (Const, Call, Cast))


def _target(statement: Any) -> Value:
    target: Value = statement.target
    return target


def _results(statement: Any) -> tuple[Value, ...]:
    """What a statement that is not pure gives to those after it."""
    if hasattr(statement, "target"):
        return (statement.target,)
    return getattr(statement, "targets", ())


def _arguments(statement: Statement) -> tuple[Value, ...]:
    if isinstance(statement, Call):
        return statement.arguments
    return (statement.value,) if isinstance(statement, Cast) else ()


def _written(statement: Statement) -> Dtype:
    assert isinstance(statement, (Call, Cast))
    return statement.dtype


def _dtype(statement: Statement) -> Dtype:
    if isinstance(statement, Call):
        return result_dtype(statement.function, statement.dtype)
    assert isinstance(statement, (Const, Cast))
    return statement.dtype


def _is_slow(statement: Statement) -> bool:
    return isinstance(statement, Call) and (
        statement.function in LONG
        or not SCALARS[statement.function].exact
        or statement.function in ("divide", "sqrt")
    )
