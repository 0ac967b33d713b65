"""Loops: exact while their trips are known and few, else a first, a second and a widened iteration."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from gnomon.check.assignment import bind_target
from gnomon.check.carrying import hands_on
from gnomon.check.conditions import decide
from gnomon.check.diagnostic import Level
from gnomon.check.equivalence import equivalent
from gnomon.check.frames import Loop
from gnomon.check.interpreter import statement
from gnomon.check.iterating import iterate, refuse_scalar
from gnomon.check.joining import Joiner, merge
from gnomon.check.likeness import alike
from gnomon.check.trees import walk
from gnomon.check.widening import Change, Summary, changed_entries, changes_of, only_numbers_grow, widened
from gnomon.shapes import Dim, Shape, symbol
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    Iteration,
    ListValue,
    SetValue,
    Tensor,
    state,
)
from gnomon.values.choice import same
from gnomon.values.journal import Mark

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

EXACT_TRIPS = 400
WHILE_TRIPS = 200
EXACT_STATEMENTS = 3_000
LONG_TRIP = 60
"""A settled loop with such a long body does not run its last trip for itself: it trains, it does not index."""

LONG_STATEMENTS = 500
"""After so many, a loop that builds nothing and does not settle either goes on as one of unknown trips."""
OPEN_BREAKS = 4
"""After so many trips that may have left a loop by a break, the others are taken together."""


@statement(ast.For, ast.AsyncFor)
def _for(run: Interpreter, node: ast.For, frame: Frame) -> bool:
    visited = run.evaluate(node.iter, frame)
    run.reporter.site, run.reporter.arguments = run.site(frame, node.iter), [(visited, node.iter)]
    refuse_scalar(run, visited, "rows to loop over")
    run.reporter.arguments = []
    seen = iterate(run, visited)
    if seen is None:
        seen = Iteration(make=lambda: UNKNOWN)
    loop = Loop(state.mark(), frame.counts_yields([node]))
    frame.loops.append(loop)
    try:
        if seen.items is not None and len(seen.items) <= EXACT_TRIPS:
            finished = _run_known(run, node, seen.items, loop, frame)
        else:
            finished = _run_unknown(run, node, seen, loop, frame)
    finally:
        frame.loops.pop()
    if type(visited) is ListValue and visited.kind == "iterator":
        _use_up(visited, loop)
    return _leave(run, loop, finished, node.orelse, frame)


def _use_up(iterator: ListValue, loop: Loop) -> None:
    """Take from an iterator what a loop over it has visited: all, or an unknown part where it was left early."""
    element = iterator.any_element()
    state.put(iterator, "items", ())
    for delta in loop.breaks:
        for key, value in (("items", None), ("element", element), ("length", None)):
            delta.writes[id(iterator), key] = (iterator, key, value)


def _leave(run: Interpreter, loop: Loop, finished: bool, orelse: list[ast.stmt], frame: Frame) -> bool:
    """Go on after the loop from its regular end (through `else`) and from its breaks."""
    if finished and orelse:
        finished = run.execute(orelse, frame)
    if not loop.breaks:
        return finished
    deltas = list(loop.breaks)
    if finished:
        deltas.append(state.capture(loop.mark))
    state.rollback(loop.mark)
    merge(deltas)
    return True


def _trip(run: Interpreter, body: list[ast.stmt], loop: Loop, frame: Frame) -> bool:
    """Run the body once; return whether the loop goes on to another trip."""
    loop.iteration = state.mark()
    loop.continues = []
    alive = run.execute(body, frame)
    if not loop.continues:
        return alive
    deltas = list(loop.continues)
    if alive:
        deltas.append(state.capture(loop.iteration))
    state.rollback(loop.iteration)
    merge(deltas)
    return True


def _run_known(run: Interpreter, node: ast.For, items: tuple[Any, ...], loop: Loop, frame: Frame) -> bool:
    """Run a trip for each item; skip to the last once a trip over any of those left changes nothing."""
    started, start = run.steps, state.mark()
    attempt, first = (len(items) if frame.counts_yields(node.body) else 1), None
    for position, item in enumerate(items):
        left = items[position:]
        if (run.steps - started > EXACT_STATEMENTS or len(loop.breaks) >= 2 * OPEN_BREAKS) and len(left) > 4:
            return _run_unknown(
                run, node, Iteration(make=partial(_any_of, left), length=len(left)), loop, frame
            )
        bind_target(run, node.target, item, frame)
        mark, began = state.mark(), run.steps
        found = len(run.reporter.found)
        yielded = len(frame.yields or ())
        if not _trip(run, node.body, loop, frame):
            return False
        if any(diagnostic.level is Level.ERROR for diagnostic in run.reporter.found[found:]):
            return _finish_quietly(run, node, items[position + 1 :], loop, frame)
        if len(frame.yields or ()) > yielded:
            continue  # each trip gives whoever loops over the generator one more value
        if position == attempt and len(items) - position > 3:
            attempt = position + 1 if position < 3 else 2 * position + 1
            if run.steps - began > LONG_TRIP and _settles(
                run, node, loop, frame, mark, items[position + 1 :]
            ):
                bind_target(run, node.target, items[-1], frame)
                return True
            if _settles(run, node, loop, frame, mark, items[position + 1 : -1]):
                bind_target(run, node.target, items[-1], frame)
                return _trip(run, node.body, loop, frame)
            if run.steps - started > LONG_STATEMENTS and not _builds(mark):
                make = partial(_any_of, left[1:])
                if first is None or position > 1:
                    return _run_unknown(run, node, Iteration(make=make, length=len(left) - 1), loop, frame)
                second = state.capture(start)
                state.rollback(start)
                changes = changes_of(first, second, mark)
                bind = partial(_bind_any, run, node, left[1:], frame)
                _generalize(
                    run, node.body, loop, frame, bind, changes, start, len(items), left=bool(loop.breaks)
                )
                bind_target(run, node.target, items[-1], frame)
                return True
        if position == 0 and run.steps - began > LONG_TRIP:
            first = state.capture(start)
    return True


def _bind_any(run: Interpreter, node: ast.For, items: tuple[Any, ...], frame: Frame) -> None:
    bind_target(run, node.target, _any_of(items), frame)


def _builds(mark: Mark) -> bool:
    """Whether a trip has made something that more trips make more of: a list, a dict, a number."""
    return any(
        isinstance(container, (ListValue, SetValue))
        or (type(old) in (int, tuple) and type(new) is type(old))
        or (old is ABSENT and type(key) is not str)
        for container, key, old, new in changed_entries(mark)
    )


def _finish_quietly(run: Interpreter, node: ast.For, left: tuple[Any, ...], loop: Loop, frame: Frame) -> bool:
    """Run the trips after one that must fail, for the state they would leave; they report nothing."""

    def rest() -> bool:
        for item in left:
            bind_target(run, node.target, item, frame)
            if not _trip(run, node.body, loop, frame):
                return False
        return True

    return bool(run.reporter.collect(rest)[0])


def _settles(
    run: Interpreter, node: ast.For, loop: Loop, frame: Frame, mark: Mark, left: tuple[Any, ...]
) -> bool:
    """Try one trip over an item that stands for all that are left; keep it if only counters grow evenly."""
    counters: list[tuple[Any, Any, Any]] = []
    for container, key, old, new in changed_entries(mark):
        step = new - old if type(old) in (int, Dim) and type(new) in (int, Dim) else None
        if type(step) is not int:
            return False
        counters.append((container, key, step))
    typical = _stands_for(left)
    if typical is None:
        return False
    before = state.mark()
    passed = symbol(lower=0, upper=len(left) - 1)
    entries = []
    for container, key, step in counters:
        value = container.get(key) if isinstance(container, dict) else getattr(container, key)
        entries.append((container, key, step, value))
        state.put(container, key, value + step * passed)
    breaks = len(loop.breaks)
    bind_target(run, node.target, typical, frame)
    trip = state.mark()
    alive, found = run.reporter.collect(lambda: _trip(run, node.body, loop, frame))
    steps = {(id(container), key): step for container, key, step in counters}
    steady = alive and len(loop.breaks) == breaks
    for container, key, old, new in changed_entries(trip) if steady else ():
        known = steps.get((id(container), key))
        steady = steady and known is not None and type(new) in (int, Dim) and type(old) in (int, Dim)
        steady = steady and new - old == known
    if not steady:
        del loop.breaks[breaks:]
        state.rollback(before)
        return False
    for diagnostic in found:
        run.reporter.report(diagnostic)
    for container, key, step, value in entries:
        state.put(container, key, value + step * len(left))
    return True


def _stands_for(items: tuple[Any, ...]) -> Any:
    """Return a value that stands for each of these items, None if they are too different."""
    first = items[0]
    if all(type(item) is int for item in items):
        return symbol(lower=min(items), upper=max(items))
    if type(first) is tuple and all(type(item) is tuple and len(item) == len(first) for item in items):
        columns = [_stands_for(column) for column in zip(*items, strict=True)]
        return None if any(column is None for column in columns) else tuple(columns)
    return first if all(_alike(first, item) for item in items[1:]) else None


def _alike(first: Any, second: Any) -> bool:
    if type(first) is Tensor and type(second) is Tensor:
        return bool(first.shape == second.shape) and first.dtype is second.dtype
    return same(first, second) or alike(first, second)


def _run_unknown(run: Interpreter, node: ast.For, seen: Iteration, loop: Loop, frame: Frame) -> bool:
    """First trip, second from its end, then a widened one for all later ones, then a different last."""
    make = seen.make or (lambda: _any_of(seen.items))

    def bind() -> None:
        element = make()
        bind_target(run, node.target, UNKNOWN if element is ABSENT else element, frame)

    trips = seen.length
    if seen.last is not None and type(trips) in (int, Dim):
        trips = trips - 1
    alive = _widened_trips(run, node.body, loop, frame, bind, trips, node.target)
    if not alive:
        return False
    if seen.last is not None:
        bind_target(run, node.target, seen.last(), frame)
        held, run.reporter.last_trip = run.reporter.last_trip, True
        try:
            return _trip(run, node.body, loop, frame)
        finally:
            run.reporter.last_trip = held
    return True


def _any_of(items: tuple[Any, ...] | None) -> Any:
    if not items:
        return UNKNOWN
    return Joiner().join(list(items[:2]) + list(items[-1:])) if len(items) > 2 else items[0]


def _widened_trips(
    run: Interpreter,
    body: list[ast.stmt],
    loop: Loop,
    frame: Frame,
    bind: Callable[[], bool | None],
    trips: Any,
    target: ast.expr | None = None,
) -> bool:
    """Run trips that stand for any number of them; returns whether the loop is left by its regular end."""
    start = state.mark()
    breaks = len(loop.breaks)
    frame.doubt_yields(body)
    bind()
    if not _trip(run, body, loop, frame):
        return False
    if frame.yields is None and not hands_on(frame, start, target, body):
        return True
    held = run.reporter.perhaps_over
    run.reporter.perhaps_over = held or not _goes_on(trips)
    try:
        return _more_trips(run, body, loop, frame, bind, trips, start, breaks)
    finally:
        run.reporter.perhaps_over = held


def _goes_on(trips: Any) -> bool:
    """Whether a loop certainly makes a second trip."""
    least = state.facts.bounds(trips)[0] if type(trips) in (int, Dim) else None
    return least is not None and least > 1


def _more_trips(
    run: Interpreter,
    body: list[ast.stmt],
    loop: Loop,
    frame: Frame,
    bind: Callable[[], bool | None],
    trips: Any,
    start: Mark,
    breaks: int,
) -> bool:
    """Run the second trip, and what stands for all later ones, after a first one that began at a mark."""
    first = state.capture(start)
    before_second = state.mark()
    if bind() is False:
        state.rollback(before_second)
        return True
    if not _trip(run, body, loop, frame):
        state.rollback(before_second)
        return True
    if not changed_entries(before_second):
        return True
    second = state.capture(start)
    state.rollback(start)
    changes = changes_of(first, second, before_second)
    count = trips if type(trips) in (int, Dim) else symbol(lower=1)
    _generalize(run, body, loop, frame, bind, changes, start, count, left=len(loop.breaks) > breaks)
    return True


def _generalize(
    run: Interpreter,
    body: list[ast.stmt],
    loop: Loop,
    frame: Frame,
    bind: Callable[[], bool | None],
    changes: list[Change],
    start: Mark,
    count: Any,
    *,
    left: bool = False,
) -> None:
    """Go from the state before a loop to that after any number of trips, by what two trips changed."""
    if left or not (only_numbers_grow(changes) and _only_counted(body, changes, frame)):
        _third_trip(run, body, loop, frame, bind, changes, start)
    for change in changes:
        change.write(count)


def _only_counted(body: list[ast.stmt], changes: list[Change], frame: Frame) -> bool:
    """Whether the loop itself adds up what grows, and no condition in it asks for that: all trips are alike."""
    growing = [change for change in changes if change.growth is not None]
    if any(change.container is not frame.scope.cell for change in growing):
        return False
    names = {change.key for change in growing}
    for node in (inner for line in body for inner in walk(line)) if names else ():
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            if any(type(inner) is ast.Name and inner.id in names for inner in walk(node.test)):
                return False
        elif isinstance(node, ast.Assign) and any(
            type(target) is ast.Name and target.id in names for target in node.targets
        ):
            return False
    return True


def _third_trip(
    run: Interpreter,
    body: list[ast.stmt],
    loop: Loop,
    frame: Frame,
    bind: Callable[[], bool | None],
    changes: list[Change],
    start: Mark,
) -> None:
    """Run a trip from the widened state; what does not hold there is widened further; restore the state."""
    passed = symbol(lower=0)
    for change in changes:
        change.write(passed)
    mark = state.mark()
    bind()
    if _trip(run, body, loop, frame):
        joiner = Joiner()
        places = {(id(change.container), change.key) for change in changes}
        summarized = {id(change.container) for change in changes if type(change.widened) is Summary}
        later = [
            Change(container, key, None, widened(joiner, container, key, old, old, new))
            for container, key, old, new in changed_entries(mark)
            if (id(container), key) not in places and id(container) not in summarized
        ]
        for change in changes:
            now = change.value()
            if type(change.widened) is Summary:
                _check_summary(joiner, change, passed)
            elif change.growth is not None:
                if equivalent(change.growth.at(passed + 1), now):
                    continue
                earlier = change.growth.at(passed)
                change.growth = None
                change.widened = _give_up(joiner, change, earlier, now)
            elif not equivalent(change.widened, now):
                change.widened = _give_up(joiner, change, change.widened, now)
        changes.extend(later)
    state.rollback(start)


def _check_summary(joiner: Joiner, change: Change, passed: Any) -> None:
    """Widen the summary of a list by what one more trip made of it."""
    summary, container = change.widened, change.container
    element = container.any_element()
    if not equivalent(summary.element, element):
        element = joiner.join([summary.element, element])
    length = summary.length
    if length is not None and (
        container.items is not None or not equivalent(length.at(passed + 1), container.length)
    ):
        length = None
    change.widened = Summary(element, length)


def _give_up(joiner: Joiner, change: Change, before: Any, after: Any) -> Any:
    if type(before) in (int, Dim) and type(after) in (int, Dim):
        return symbol(lower=None)
    if not isinstance(change.container, dict):
        if change.key == "items":
            return None
        return widened(joiner, change.container, change.key, before, before, after)
    if type(before) is Tensor and type(after) is Tensor and before.shape.rank is not None:
        if before.shape.rank == after.shape.rank and before.library == after.library:
            sizes = tuple(
                a if a == b else symbol() for a, b in zip(before.shape.dims, after.shape.dims, strict=True)
            )
            return Tensor(Shape(sizes), None, after.library, site=after.site)
    return joiner.join([before, after])


@statement(ast.While)
def _while(run: Interpreter, node: ast.While, frame: Frame) -> bool:
    loop = Loop(state.mark(), frame.counts_yields([node]))
    frame.loops.append(loop)
    try:
        finished = _while_trips(run, node, loop, frame)
    finally:
        frame.loops.pop()
    return _leave(run, loop, finished, node.orelse, frame)


def _while_trips(run: Interpreter, node: ast.While, loop: Loop, frame: Frame) -> bool:
    """Run known trips exactly; once the test is undecided, widen. Returns whether the test ends the loop."""
    started = run.steps
    for trip in range(WHILE_TRIPS):
        if run.steps - started > EXACT_STATEMENTS:
            break
        condition = decide(run, node.test, frame)
        if condition.answer is False:
            return True
        if condition.answer is None:
            return _undecided_while(run, node, loop, frame)
        mark = state.mark()
        breaks = len(loop.breaks)
        if not _trip(run, node.body, loop, frame):
            return False
        left = len(loop.breaks) > breaks
        if trip >= 1 and left and not changed_entries(mark):
            return False
        if trip >= 2 and left and len(loop.breaks) >= OPEN_BREAKS:
            return _undecided_while(run, node, loop, frame)
        if trip >= 3 and not changed_entries(mark):
            return False
    return _undecided_while(run, node, loop, frame)


def _undecided_while(run: Interpreter, node: ast.While, loop: Loop, frame: Frame) -> bool:
    before = state.mark()

    def bind() -> bool:
        condition = decide(run, node.test, frame)
        condition.suppose(run, True)
        return condition.answer is not False

    alive = _widened_trips(run, node.body, loop, frame, bind, None)
    deltas = []
    if alive:
        deltas.append(state.capture(before))
    state.rollback(before)
    deltas.append(state.capture(before))
    merge(deltas)
    condition = decide(run, node.test, frame)
    if condition.answer is True and loop.breaks:
        return False
    condition.suppose(run, False)
    return True
