"""The IR that runs the steps of a plan one after the other, wherever their values lie."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.arena import ROUND, Layout, bytes_of
from gnomon.compile.llvm.code import Code
from gnomon.compile.steps import NativeStep, ViewStep

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.compile.llvm.sizes import Sizes
    from gnomon.compile.plan import Plan


class Call(NamedTuple):
    """What a step is called with: its function, and memory for its pointers and its sizes."""

    function: str
    buffers: str
    sizes: str
    pointers: tuple[int | None, ...]
    """The slots behind the pointers; None is the step's workspace."""


class Launches:
    """Writes the launches of a plan whose steps are all native.

    ``data`` says where the value of each slot begins: leaves and results have to be there before `run`. ``functions``
    are the names under which the text calls native code. Code that fails goes to the block ``failed``, its status in
    ``status``.
    """

    def __init__(self, code: Code, sizes: Sizes, plan: Plan) -> None:
        self.code = code
        self.sizes = sizes
        self.plan = plan
        self.layout: Layout = plan.layout
        self.data: dict[int, str] = {}
        self.spare: dict[int, str] = {}
        self.functions: dict[str, Native] = {}
        self._names: dict[int, str] = {}
        self.status = code.allocated("i32")

    def lay_out(self, base: str) -> None:
        """Give what lives within a run its places in a block that starts at a base."""
        code, total = self.code, "0"
        starts = []
        for size in self.layout.bytes:
            starts.append(code.put(f"getelementptr i8, ptr {base}, i64 {total}"))
            more = code.put(f"add i64 {self.sizes.value(size)}, {ROUND - 1}")
            total = code.put(f"add i64 {total}, {code.put(f'and i64 {more}, {-ROUND}')}")
        self.data.update({slot: starts[number] for slot, number in self.layout.buffer.items()})
        self.spare.update({step: starts[number] for step, number in self.layout.spare.items()})

    def place(self, slot: int) -> str:
        """The address of a value."""
        return self.data[self.plan.roots[slot]]

    def prepare(self, changing: Collection[int] = ()) -> dict[int, Call]:
        """Fill in what every run calls steps with alike: all but the pointers of slots that change."""
        code = self.code
        calls: dict[int, Call] = {}
        for number, planned in enumerate(self.plan.steps):
            step = planned.step
            if isinstance(step, ViewStep):
                continue
            assert isinstance(step, NativeStep)
            slots = [self.plan.roots[self.plan.slots[array]] for array in (*step.inputs, *step.results)]
            pointers = (*slots, None) if number in self.spare else tuple(slots)
            buffers = code.allocated("ptr", len(pointers))
            numbers = code.allocated("i64", len(step.sizes))
            for place, slot in enumerate(pointers):
                if slot not in changing:
                    self._point(buffers, place, self.spare[number] if slot is None else self.data[slot])
            for place, size in enumerate(step.sizes):
                code.do(f"store i64 {self.sizes.value(size)}, ptr {code.at('i64', numbers, place)}")
            calls[number] = Call(self._function(step.native), buffers, numbers, pointers)
        return calls

    def run(self, calls: Mapping[int, Call], failed: str, changing: Collection[int] = ()) -> None:
        """Run one step after the other until one fails."""
        code = self.code
        for call in calls.values():
            for place, slot in enumerate(call.pointers):
                if slot in changing and slot is not None:
                    self._point(call.buffers, place, self.data[slot])
            status = code.put(f"call i32 @{call.function}(ptr {call.buffers}, ptr {call.sizes})")
            code.do(f"store i32 {status}, ptr {self.status}")
            code.require(code.put(f"icmp eq i32 {status}, 0"), failed)

    def copy(self, target: str, slot: int) -> None:
        """Copy a value to an address."""
        count = self.sizes.value(bytes_of(self.plan.arrays[slot]))
        self.code.copy(target, self.place(slot), count)

    def _point(self, buffers: str, place: int, pointer: str) -> None:
        self.code.do(f"store ptr {pointer}, ptr {self.code.at('ptr', buffers, place)}")

    def _function(self, native: Native) -> str:
        name = self._names.setdefault(id(native), f"step{len(self.functions)}")
        self.functions[name] = native
        return name
