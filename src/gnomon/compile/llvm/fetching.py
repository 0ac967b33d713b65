"""Memory asked for early: what a long loop will read soon is on its way before it is needed.

Processors guess what comes next only up to the end of a page of memory. A loop waits for it there: a light one has
nothing else to do, and of a heavy one, too few turns are under way at once to reach far ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import GRID, JAM, Load, Loop, Reduce, Statement
from gnomon.compile.scalars import FUSED
from gnomon.compile.walk import accumulators, statements_in, work
from gnomon.shapes import Size, symbols_of

if TYPE_CHECKING:
    from gnomon.compile.llvm.emitter import Emitter

FAR, NEAR = 8192, 2048
"""So many bytes ahead of what is read. Light reductions look two pages ahead: all together, where a loop reads several
rows side by side."""
ALONG, BESIDE = 1 << 17, 1 << 22
"""From so many elements on it is worth it: more than the nearest cache holds; more than the last one, where several rows
are read side by side and wait less for each other."""
LIGHT = 64
"""Loops with so many accumulators do little with each element."""


class Fetching:
    """How far ahead of itself the loop at work asks for memory, 0 where it does not."""

    def __init__(self) -> None:
        self.distance = 0
        self.loop: Loop | None = None
        self.outermost = False
        """Whether no loop is around the loop at work."""
        self.stop = ""
        """Where the loop of lanes ends."""
        self.asked: dict[str, list[tuple[str, str]]] = {}
        """What the body at work asks for: addresses and distances, by the condition."""
        self.known: tuple[list[Statement], Size] | None = None
        """All statements of the kernel, and how many run."""

    @contextmanager
    def during(self, emitter: Emitter, statement: Loop | Reduce) -> Iterator[None]:
        """Ask while the body of a loop is written, of lanes or of rows side by side."""
        before = self.distance, self.loop, self.outermost, self.asked
        self.asked = {}
        self.distance = NEAR
        loop = statement if isinstance(statement, Loop) else statement.loop
        if isinstance(statement, Reduce) and accumulators(statement) == LIGHT:
            rows = loop.extent if loop.kind == JAM and type(loop.extent) is int else 1
            self.distance = FAR // max(rows, 1)
        if isinstance(statement, Reduce) and FUSED in statement.combines:
            self.distance = 0  # tiles read what is in the cache
        self.loop, self.outermost = loop, len(emitter.code.scopes) == 1
        yield
        self.distance, self.loop, self.outermost, self.asked = before

    def ask(self, emitter: Emitter, load: Load, addresses: Sequence[str]) -> None:
        """Ask for what comes a while after some addresses, where that will be read."""
        loop = self.loop
        if not (loop and self.distance and addresses and emitter.buffers[load.buffer].fixed) or load.at:
            return
        if not any(load is each for each in loop.body):
            return
        beside = loop.kind == JAM
        if not (beside or self.outermost or self._reads_on(emitter, load)):
            return
        distance = self._distance(emitter, load)
        if distance == 0:
            return
        code, (inside, effort) = emitter.code, self._whole(emitter)
        worth = BESIDE * (1 + len(loop.body)) if beside else ALONG * (1 + len(inside))
        if type(effort) is int and effort <= worth:
            return
        test = f"icmp sgt i64 {emitter.sizes.value(effort)}, {worth}"
        long = code.hoisted(0, ("long", worth), test)
        if beside:
            assert emitter.lane is not None
            ahead = self.distance * 8 // emitter.buffers[load.buffer].dtype.bits
            depth, index = len(code.scopes) - 1, emitter.sizes.symbols[emitter.lane][0]
            further = code.hoisted(depth, ("ahead", index, ahead), f"add i64 {index}, {ahead}")
            test = f"icmp slt i64 {further}, {self.stop}"
            within = code.hoisted(depth, ("within", further, self.stop), test)
            long = code.hoisted(depth, ("both", long, within), f"and i1 {long}, {within}")
        ahead_of = emitter.sizes.value(distance)
        self.asked.setdefault(long, []).extend([(address, ahead_of) for address in addresses])

    def flush(self, emitter: Emitter) -> None:
        """A turn of a loop ends: write what its body asks for, behind one condition."""
        asked, self.asked = self.asked, {}
        for condition, places in asked.items():
            emitter.code.when(condition, [], partial(_ask, emitter, places))

    def _distance(self, emitter: Emitter, load: Load) -> Size:
        """How many bytes ahead; a second pass over what lies in the cache asks for what the first one will read next."""
        inside, _ = self._whole(emitter)
        same = [each for each in inside if isinstance(each, Load) and each[1:] == load[1:]]
        around = [each.index for each in inside if isinstance(each, Loop) and each.kind == GRID]
        turn = [index for index in around if index in symbols_of(load.offset)][-1:]
        if len(same) == 1 or not turn:
            return self.distance
        step = coefficient_of(turn[0], load.offset)
        return (
            0 if load is not same[1] or step is None else step * emitter.buffers[load.buffer].dtype.bits // 8
        )

    def _whole(self, emitter: Emitter) -> tuple[list[Statement], Size]:
        if self.known is None:
            body = emitter.kernel.body
            self.known = list(statements_in(body)), work(body, emitter.kernel.sizes)
        return self.known

    def _reads_on(self, emitter: Emitter, load: Load) -> bool:
        """Whether a turn of a loop around reads on where the one before has ended."""
        assert self.loop is not None
        around = symbols_of(load.offset) - {*emitter.kernel.sizes, self.loop.index}
        return any(coefficient_of(index, load.offset) == self.loop.extent for index in around)


def _ask(emitter: Emitter, places: Sequence[tuple[str, str]]) -> list[str]:
    for address, distance in places:
        place = emitter.code.put(f"getelementptr i8, ptr {address}, i64 {distance}")
        arguments = (("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1"))
        emitter.code.call("void", "llvm.prefetch.p0", *arguments)
    return []
