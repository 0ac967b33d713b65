"""Memory asked for early: what a long reduction will read soon is on its way before it is needed.

Processors guess what comes next only up to the end of a page of memory, and light loops wait for it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gnomon.compile.kernel import JAM, Load, Reduce
from gnomon.compile.scalars import FUSED
from gnomon.compile.walk import accumulators, work
from gnomon.shapes import symbols_of

if TYPE_CHECKING:
    from gnomon.compile.llvm.emitter import Emitter

DISTANCE = 8192
"""So many bytes ahead of what is read, two pages: all together, where a loop reads several rows side by side."""
CLOSE, FAR = 1 << 16, 1 << 23
"""So many scalar statements of a kernel read more than the nearest cache holds, and more than the last one."""
LIGHT = 64
"""Loops with so many accumulators do little with each element, so that they wait for memory."""


class Fetching:
    """How far ahead of itself the loop at work asks for memory, 0 where it does not."""

    def __init__(self) -> None:
        self.distance = 0
        self.scopes = 0
        """So many scopes were open before the loop."""
        self.beside = False
        """Whether the loop reads several rows side by side, column by column."""
        self.stop = ""
        """Where the loop of lanes ends."""

    @contextmanager
    def during(self, emitter: Emitter, statement: Reduce) -> Iterator[None]:
        """Ask while the body of a reduction is written, if it is light and combines what it reads once."""
        before = self.distance, self.scopes, self.beside
        light = accumulators(statement) == LIGHT and FUSED not in statement.combines
        loop = statement.loop
        rows = loop.extent if loop.kind == JAM and type(loop.extent) is int else 1
        self.distance = DISTANCE // max(rows, 1) if light else 0
        self.scopes, self.beside = len(emitter.code.scopes), loop.kind == JAM
        yield
        self.distance, self.scopes, self.beside = before

    def ask(self, emitter: Emitter, load: Load, addresses: Sequence[str]) -> None:
        """Ask for what comes a while after some addresses, unless a load reads the same in each turn around the loop."""
        if not (self.distance and addresses and emitter.buffers[load.buffer].fixed) or load.at:
            return
        known = {*emitter.kernel.sizes, emitter.lane}
        if self.scopes > 1 and symbols_of(load.offset) <= known:
            return
        code, worth = emitter.code, FAR if self.beside else CLOSE
        effort = work(emitter.kernel.body, emitter.kernel.sizes)
        if type(effort) is int and effort <= worth:
            return
        test = f"icmp sgt i64 {emitter.sizes.value(effort)}, {worth}"
        long = code.hoisted(0, ("long", worth), test)
        if self.beside:
            assert emitter.lane is not None
            ahead = self.distance * 8 // emitter.buffers[load.buffer].dtype.bits
            further = code.put(f"add i64 {emitter.sizes.symbols[emitter.lane][0]}, {ahead}")
            inside = code.put(f"icmp slt i64 {further}, {self.stop}")
            long = code.put(f"and i1 {long}, {inside}")
        code.when(long, [], lambda: self._ask(emitter, addresses))

    def _ask(self, emitter: Emitter, addresses: Sequence[str]) -> list[str]:
        for address in addresses:
            place = emitter.code.put(f"getelementptr i8, ptr {address}, i64 {self.distance}")
            arguments = (("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1"))
            emitter.code.call("void", "llvm.prefetch.p0", *arguments)
        return []
