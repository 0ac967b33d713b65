"""Loops: exact while their trips are known and few, else a first, a second and a widened iteration."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.check.assignment import bind_target
from gnomon.check.conditions import decide
from gnomon.check.frames import Loop
from gnomon.check.interpreter import statement
from gnomon.check.equivalence import equivalent
from gnomon.check.iterating import iterate
from gnomon.check.joining import Joiner, merge
from gnomon.shapes import Dim, Shape, symbol
from gnomon.values import ABSENT, UNKNOWN, Choice, Iteration, ListValue, Tensor, Unknown, choice, state, unknown_of
from gnomon.values.cells import Outcomes, birth
from gnomon.values.choice import same
from gnomon.values.journal import Delta, Mark

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

EXACT_TRIPS = 400
WHILE_TRIPS = 200
EXACT_STATEMENTS = 3_000


@statement(ast.For, ast.AsyncFor)
def _for(run: Interpreter, node: ast.For, frame: Frame) -> bool:
    seen = iterate(run, run.evaluate(node.iter, frame))
    if seen is None:
        seen = Iteration(make=lambda: UNKNOWN)
    loop = Loop(state.mark())
    frame.loops.append(loop)
    try:
        if seen.items is not None and len(seen.items) <= EXACT_TRIPS:
            finished = _run_known(run, node, seen.items, loop, frame)
        else:
            finished = _run_unknown(run, node, seen, loop, frame)
    finally:
        frame.loops.pop()
    return _leave(run, loop, finished, node.orelse, frame)


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
    """Run a trip for each item; stop early once trips over alike items change nothing any more."""
    settled = 0
    started = run.steps
    for position, item in enumerate(items):
        left = items[position:]
        if run.steps - started > EXACT_STATEMENTS and len(left) > 4:
            return _run_unknown(run, node, Iteration(make=lambda: _any_of(left), length=len(left)), loop, frame)
        bind_target(run, node.target, item, frame)
        mark = state.mark()
        if not _trip(run, node.body, loop, frame):
            return False
        if len(items) > 8 and position + 1 < len(items):
            settled = settled + 1 if _changes_nothing(mark) else 0
            if settled >= 2 and all(_alike(item, other) for other in items[position + 1 :]):
                bind_target(run, node.target, items[-1], frame)
                break
    return True


def _alike(first: Any, second: Any) -> bool:
    if type(first) is int and type(second) is int:
        return True
    if type(first) is str and type(second) is str:
        return False
    if type(first) is Tensor and type(second) is Tensor:
        return bool(first.shape == second.shape) and first.dtype is second.dtype
    return same(first, second)


def _changes_nothing(mark: Mark) -> bool:
    """Whether a trip left every shape, list length and known value as it was."""
    log = state.log
    olds: dict[tuple[int, Any], Any] = {}
    for container, key, old in log[mark.writes :]:
        if type(container) is Outcomes or birth(container) >= mark.serial:
            continue
        olds.setdefault((id(container), key), (container, key, old))
    for container, key, old in olds.values():
        new = container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)
        if not equivalent(old, new):
            return False
    return True


def _run_unknown(run: Interpreter, node: ast.For, seen: Iteration, loop: Loop, frame: Frame) -> bool:
    """First trip, second from its end, then a widened one that stands for all later ones, then a different last."""
    make = seen.make or (lambda: _any_of(seen.items))

    def bind() -> None:
        element = make()
        bind_target(run, node.target, UNKNOWN if element is ABSENT else element, frame)

    alive = _widened_trips(run, node.body, loop, frame, bind, seen.length)
    if not alive:
        return False
    if seen.last is not None:
        bind_target(run, node.target, seen.last(), frame)
        return _trip(run, node.body, loop, frame)
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
    bind: Callable[[], None],
    trips: Any,
) -> bool:
    start = state.mark()
    bind()
    if not _trip(run, body, loop, frame):
        return False
    first = state.capture(start)
    before_second = state.mark()
    bind()
    alive_second = _trip(run, body, loop, frame)
    if not alive_second:
        state.rollback(before_second)
        return True
    if _changes_nothing(before_second):
        return True
    second = state.capture(start)
    state.rollback(start)
    _widen(first, second, trips)
    bind()
    after_widening = state.mark()
    if not _trip(run, body, loop, frame):
        state.rollback(after_widening)
        return True
    if not _changes_nothing(after_widening):
        third = state.capture(start)
        state.rollback(start)
        _widen(second, third, None, final=True)
    return True


def _widen(first: Delta, second: Delta, trips: Any, final: bool = False) -> None:
    """Write values that stand for every number of trips: what grew by a constant grows on, what differs is unknown."""
    count = trips if type(trips) in (int, Dim) else symbol(lower=1)
    joiner = Joiner()
    for identity, (container, key, after) in second.writes.items():
        base = container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)
        middle = first.writes[identity][2] if identity in first.writes else base
        state.put(container, key, _widened(joiner, container, key, base, middle, after, count, final))


def _widened(
    joiner: Joiner, container: Any, key: Any, base: Any, middle: Any, after: Any, count: Any, final: bool
) -> Any:
    if equivalent(middle, after):
        return after
    if type(middle) in (int, Dim) and type(after) in (int, Dim) and type(base) in (int, Dim):
        step = after - middle
        if not final and type(step) is int and step == middle - base:
            return base + step * count
        return symbol(lower=0 if type(step) is int and step > 0 and type(base) is int and base >= 0 else None)
    if type(container) is ListValue and key == "items":
        return _widened_items(container, base, middle, after, count, final)
    if type(container) is ListValue and key in ("element", "length"):
        return after if key == "element" else None
    if type(middle) is Tensor and type(after) is Tensor:
        return _widened_tensor(joiner, base, middle, after, count, final)
    if type(after) is Choice or type(middle) is Choice:
        return choice([middle, after])
    if type(after) is str:
        return unknown_of("str")
    if key == "shape":
        return joiner.shape([middle, after]) or Shape.unknown()
    if not isinstance(container, dict):
        return joiner.join([middle, after]) if key not in ("tensor", "length") else None
    return joiner.join([middle, after])


def _widened_items(container: ListValue, base: Any, middle: Any, after: Any, count: Any, final: bool) -> Any:
    if type(base) is tuple and type(middle) is tuple and type(after) is tuple and len(after) > len(middle):
        grown = len(after) - len(middle)
        element = Joiner().join(list(after)) if after else UNKNOWN
        steady = not final and grown == len(middle) - len(base) and middle == after[: len(middle)]
        state.write_slot(container, "element", element)
        state.write_slot(container, "length", len(base) + grown * count if steady else None)
        return None
    elements = [element for items in (middle, after) if type(items) is tuple for element in items]
    state.write_slot(container, "element", choice(elements) if elements else UNKNOWN)
    state.write_slot(container, "length", None)
    return None


def _widened_tensor(joiner: Joiner, base: Any, middle: Tensor, after: Tensor, count: Any, final: bool) -> Any:
    """Sizes that grow by a constant each trip grow on; others that differ become unknown."""
    if middle.shape.rank is None or middle.shape.rank != after.shape.rank or middle.library != after.library:
        return choice([middle, after])
    sizes: list[Any] = []
    for position, (m, a) in enumerate(zip(middle.shape.dims, after.shape.dims, strict=True)):
        if m == a:
            sizes.append(a)
            continue
        step = a - m
        if (
            not final
            and type(base) is Tensor
            and base.shape.rank == after.shape.rank
            and type(step) is int
            and m - base.shape.dims[position] == step
        ):
            sizes.append(base.shape.dims[position] + step * count)
        else:
            sizes.append(symbol())
    dtype = after.dtype if middle.dtype is after.dtype else None
    return Tensor(Shape(tuple(sizes)), dtype, after.library, site=after.site)


@statement(ast.While)
def _while(run: Interpreter, node: ast.While, frame: Frame) -> bool:
    loop = Loop(state.mark())
    frame.loops.append(loop)
    try:
        finished = _while_trips(run, node, loop, frame)
    finally:
        frame.loops.pop()
    return _leave(run, loop, finished, node.orelse, frame)


def _while_trips(run: Interpreter, node: ast.While, loop: Loop, frame: Frame) -> bool:
    """Run known trips exactly; once the test is undecided, widen. Returns whether the loop ends by its test."""
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
        if trip >= 1 and _changes_nothing(mark) and len(loop.breaks) > breaks:
            return False
        if trip >= 3 and _changes_nothing(mark):
            return False
    return _undecided_while(run, node, loop, frame)


def _undecided_while(run: Interpreter, node: ast.While, loop: Loop, frame: Frame) -> bool:
    before = state.mark()

    def bind() -> None:
        decide(run, node.test, frame).suppose(run, True)

    alive = _widened_trips(run, node.body, loop, frame, bind, None)
    deltas = []
    if alive:
        deltas.append(state.capture(before))
    state.rollback(before)
    deltas.append(state.capture(before))
    merge(deltas)
    decide(run, node.test, frame).suppose(run, False)
    return True
