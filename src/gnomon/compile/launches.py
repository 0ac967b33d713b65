"""The IR that runs the steps of a plan one after the other, wherever their values lie."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.arena import ROUND, bytes_of
from gnomon.compile.steps import NativeStep, ViewStep

if TYPE_CHECKING:
    from gnomon.compile.frames import Frame
    from gnomon.compile.llvm import Native
    from gnomon.compile.llvm.code import Code
    from gnomon.compile.plan import Plan
    from gnomon.shapes import Size


class Call(NamedTuple):
    """What a step is called with: memory for its pointers and its sizes, and the slots behind the pointers."""

    native: Native
    buffers: str
    sizes: str
    slots: tuple[int, ...]


class Launches:
    """Writes the launches of a plan whose steps are all native into a frame.

    ``data`` says where the value of each slot begins: leaves and results have to be there before `run`. ``late`` are
    functions that write down where others begin, at each use: so many addresses are not kept all the time.
    """

    def __init__(self, frame: Frame, plan: Plan) -> None:
        self.frame = frame
        self.code = frame.code
        self.plan = plan
        self.data: dict[int, str] = {}
        self.late: dict[int, Callable[[], str]] = {}
        self._spare: dict[int, Callable[[], str]] = {}
        self._calls: list[Call] = []

    def lay_out(self, block: str) -> None:
        """Give what lives within a run its places in a block of memory."""
        layout = self.plan.layout
        starts = late_parts_of(self.frame, block, layout.bytes)
        self.late.update({slot: starts[number] for slot, number in layout.buffer.items()})
        self._spare.update({step: starts[number] for step, number in layout.spare.items()})

    def place(self, slot: int) -> str:
        """The address of a value."""
        root = self.plan.roots[slot]
        found = self.data.get(root)
        return self.late[root]() if found is None else found

    def prepare(self, changing: Collection[int] = ()) -> None:
        """Fill in what every run calls steps with alike: all but the pointers of slots that change."""
        code = self.code
        for number, planned in enumerate(self.plan.steps):
            step = planned.step
            if isinstance(step, ViewStep):
                continue
            assert isinstance(step, NativeStep)
            slots = tuple([self.plan.roots[self.plan.slots[a]] for a in (*step.inputs, *step.results)])
            spare = self._spare.get(number)
            buffers = code.allocated("ptr", len(slots) + (spare is not None))
            sizes = code.allocated("i64", len(step.sizes))
            for place, slot in enumerate(slots):
                if slot not in changing:
                    self._point(buffers, place, self.place(slot))
            if spare is not None:
                self._point(buffers, len(slots), spare())
            for place, size in enumerate(step.sizes):
                code.do(f"store i64 {self.frame.sizes.value(size)}, ptr {code.at('i64', sizes, place)}")
            self._calls.append(Call(step.native, buffers, sizes, slots))

    def run(self, changing: Collection[int] = ()) -> None:
        """Run one step after the other until one fails."""
        for call in self._calls:
            for place, slot in enumerate(call.slots):
                if slot in changing:
                    self._point(call.buffers, place, self.place(slot))
            self.frame.call(call.native, call.buffers, call.sizes)

    def copy(self, target: str, slot: int) -> None:
        """Copy a value to an address."""
        count = self.frame.sizes.value(bytes_of(self.plan.arrays[slot]))
        self.code.copy(target, self.place(slot), count)

    def _point(self, buffers: str, place: int, pointer: str) -> None:
        self.code.do(f"store ptr {pointer}, ptr {self.code.at('ptr', buffers, place)}")


def parts_of(frame: Frame, block: str, lengths: Collection[Size]) -> list[str]:
    """Where parts of a block begin that are so many bytes long before rounding."""
    return [part() for part in late_parts_of(frame, block, lengths)]


def late_parts_of(frame: Frame, block: str, lengths: Collection[Size]) -> list[Callable[[], str]]:
    """Return functions that write down where the parts of a block begin, from the nearest place that is known."""
    code, base, moved = frame.code, block, 0
    starts: list[Callable[[], str]] = []
    for size in lengths:
        starts.append(functools.partial(_moved, code, base, moved))
        if type(size) is int:
            moved += (size + ROUND - 1) // ROUND * ROUND
            continue
        more = code.put(f"add i64 {frame.sizes.value(size)}, {moved + ROUND - 1}")
        rounded = code.put(f"and i64 {more}, {-ROUND}")
        base, moved = code.put(f"getelementptr i8, ptr {base}, i64 {rounded}"), 0
    return starts


def _moved(code: Code, base: str, moved: int) -> str:
    return code.put(f"getelementptr i8, ptr {base}, i64 {moved}") if moved else base
