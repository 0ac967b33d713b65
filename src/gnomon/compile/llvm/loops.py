"""Loops and the states that they carry: one by one, by vectors of lanes, several vectors at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import JAM, LANE, SERIAL, Loop, Reduce, State
from gnomon.compile.llvm.conditions import remainder_mask
from gnomon.compile.llvm.copies import Copy, alike
from gnomon.compile.llvm.types import Operand
from gnomon.compile.walk import bodies, statements_in
from gnomon.shapes import Dim, Size
from gnomon.shapes.dims import interval, of_atom

if TYPE_CHECKING:
    from gnomon.compile.llvm.emitter import Emitter

MOST_BESIDE = 256
"""Bodies of more statements stay alone."""
SHORT = 64
"""Bodies of no more statements than this leave registers for others."""


def loop(emitter: Emitter, statement: Loop, copies: list[Copy]) -> None:
    """Write a loop for all copies."""
    if statement.kind == JAM:
        assert type(statement.extent) is int
        turns = [copy.inner(statement.index, turn) for copy in copies for turn in range(statement.extent)]
        emitter.run(statement.body, turns)
        return
    for extent, together in alike(statement.extent, copies):
        start, stop = "0", emitter.sizes.value(extent)
        nest: tuple[Loop, ...] = ()
        if emitter.turns is not None and any(statement is each for each in emitter.turns.loops):
            start, stop, nest = "%start", "%stop", emitter.turns.nest
        if len(nest) > 1:
            emitter.code.loop(start, stop, 1, [], _turn_of_nest(emitter, nest, together))
        elif statement.kind == LANE:
            _lanes(emitter, statement, start, stop, together)
        elif start == "0" and is_once_at_most(extent):
            _once(emitter, statement, stop, together)
        else:
            emitter.code.loop(start, stop, 1, [], _turn(emitter, statement, together))


def _turn(
    emitter: Emitter, statement: Loop, copies: list[Copy], stop: str | None = None
) -> Callable[[str, list[str]], list[str]]:
    """The body of a loop; with ``stop``, only lanes before that are active."""

    def body(index: str, _: list[str]) -> list[str]:
        emitter.bind(statement.index, index)
        mask = None
        if stop is not None:
            mask = remainder_mask(emitter, emitter.code.put(f"sub i64 {stop}, {index}"))
        emitter.run(statement.body, [copy.inner(mask=mask) for copy in copies])
        if statement.kind == LANE:
            emitter.fetching.flush(emitter)
        return []

    return body


def _turn_of_nest(
    emitter: Emitter, nest: Sequence[Loop], copies: list[Copy]
) -> Callable[[str, list[str]], list[str]]:
    """The body of a nest whose turns are counted through: the last index is what changes fastest."""
    extents = [emitter.sizes.value(each.extent) for each in nest]

    def body(turn: str, _: list[str]) -> list[str]:
        code, depth = emitter.code, len(emitter.code.scopes) - 1
        for each, extent in reversed(list(zip(nest[1:], extents[1:]))):
            outer = code.hoisted(depth, ("turn", each.index), f"sdiv i64 {turn}, {extent}")
            whole = code.hoisted(depth, ("whole", each.index), f"mul i64 {outer}, {extent}")
            emitter.bind(each.index, code.hoisted(depth, ("inside", each.index), f"sub i64 {turn}, {whole}"))
            turn = outer
        emitter.bind(nest[0].index, turn)
        emitter.run(nest[-1].body, [copy.inner() for copy in copies])
        return []

    return body


def _once(emitter: Emitter, statement: Loop, stop: str, copies: list[Copy]) -> None:
    """A loop of no more than one turn: a condition, or nothing around the body."""

    def body() -> list[str]:
        return _turn(emitter, statement, copies)("0", [])

    if stop == "1":
        body()
    else:
        emitter.code.when(emitter.code.put(f"icmp sgt i64 {stop}, 0"), [], body)


def _lanes(emitter: Emitter, statement: Loop, start: str, stop: str, copies: list[Copy]) -> None:
    """Vectors with a mask each time, where that costs nothing; else whole vectors, then one by one."""
    width = emitter.lane_width(statement.index, statement.body)
    emitter.lane, emitter.functions.width = statement.index, width
    emitter.fetching.stop = stop
    with emitter.fetching.during(emitter, statement):
        _vectors(emitter, statement, start, stop, copies)
    emitter.lane, emitter.functions.width = None, 1


def _vectors(emitter: Emitter, statement: Loop, start: str, stop: str, copies: list[Copy]) -> None:
    width = emitter.functions.width
    start = _blocks(emitter, statement, start, stop, copies)
    if start == "0" and stop == str(width):
        _turn(emitter, statement, copies)("0", [])
    elif start == "0" and stop.isdigit() and int(stop) % width == 0:
        emitter.code.loop(start, stop, width, [], _turn(emitter, statement, copies))
    elif emitter.machine.masks:
        emitter.code.loop(start, stop, width, [], _turn(emitter, statement, copies, stop))
    else:
        whole = emitter.code.put(f"and i64 {emitter.code.put(f'sub i64 {stop}, {start}')}, {-width}")
        end = emitter.code.put(f"add i64 {start}, {whole}")
        emitter.code.loop(start, end, width, [], _turn(emitter, statement, copies))
        emitter.functions.width = 1
        emitter.code.loop(end, stop, 1, [], _turn(emitter, statement, copies))


def _blocks(emitter: Emitter, statement: Loop, start: str, stop: str, copies: list[Copy]) -> str:
    """Several vectors at a time where turns wait for each other; gives where the rest begins."""
    width, code = emitter.functions.width, emitter.code
    count = _vectors_at_once(statement)
    if start == "0" and stop.isdigit():
        while count > 1 and width * count > int(stop):
            count //= 2
    if count == 1:
        return start
    whole = code.put(f"and i64 {code.put(f'sub i64 {stop}, {start}')}, {-width * count}")
    end = code.put(f"add i64 {start}, {whole}")

    def block(index: str, _: list[str]) -> list[str]:
        emitter.bind(statement.index, index)
        places = [of_atom(statement.index) + width * number for number in range(count)]
        emitter.run(
            statement.body, [copy.inner(statement.index, place) for copy in copies for place in places]
        )
        emitter.fetching.flush(emitter)
        return []

    code.loop(start, end, width * count, [], block)
    return end


def state(emitter: Emitter, statement: State, copies: list[Copy]) -> None:
    """Write a loop that hands values on from turn to turn."""
    loop, spread = statement.loop, emitter.functions.spread
    for extent, together in alike(loop.extent, copies):
        firsts = [spread(copy.values[name]) for copy in together for name in statement.firsts]

        def grouped(texts: list[str], firsts: list[Operand] = firsts) -> list[list[Operand]]:
            many = len(statement.targets)
            state = [operand._replace(text=text, literal=False) for operand, text in zip(firsts, texts)]
            return [state[place : place + many] for place in range(0, len(state), many)]

        def turn(index: str, texts: list[str], together: list[Copy] = together) -> list[str]:
            emitter.bind(loop.index, index)
            inner = [copy.inner() for copy in together]
            for copy, state in zip(inner, grouped(texts)):
                copy.values.update(zip(statement.targets, state))
            emitter.run(loop.body, inner)
            return [spread(copy.values[name]).text for copy in inner for name in statement.values]

        flat = [(emitter.functions.kind(operand), operand.text) for operand in firsts]
        last = grouped(emitter.code.loop("0", emitter.sizes.value(extent), 1, flat, turn))
        for copy, state in zip(together, last):
            copy.values.update(zip(statement.targets, state))


def _vectors_at_once(statement: Loop) -> int:
    """How many vectors of a lane loop go through its body side by side: more than one where it hands values on.

    They hide how long each has to wait for itself, until they need more registers than there are; and what all lanes
    share, such as the row that is read next, is found out once for all of them.
    """
    inside = list(statements_in(statement.body))
    carried = [len(each.targets) for each in inside if isinstance(each, State)]
    if carried and len(inside) <= MOST_BESIDE:
        return 4 if max(carried) <= 3 and len(inside) <= SHORT else 2
    loops = [each.loop if isinstance(each, Reduce) else each for each in inside if bodies(each)]
    if carried or not loops or len(inside) > SHORT or len(loops) > 1:
        return 1
    return 4 if all(isinstance(each, Loop) and each.kind == SERIAL for each in loops) else 1


def is_once_at_most(extent: Size) -> bool:
    """Whether a loop has no more than one turn, whatever its sizes are.

    >>> from gnomon.shapes import minimum, symbol
    >>> is_once_at_most(minimum(symbol("n"), 1)), is_once_at_most(symbol("n"))
    (True, False)
    """
    most = extent if type(extent) is int else interval(extent)[1] if type(extent) is Dim else None
    return most is not None and most <= 1
