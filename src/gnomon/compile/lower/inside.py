"""Inner graphs inside of native code: compiled to plans, and run where their values lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.launches import Launches
from gnomon.compile.plan import Plan
from gnomon.compile.polling import AFTER, poller
from gnomon.compile.program import Program
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Constant
from gnomon.graph.capture import Capture
from gnomon.shapes import Dtype, Size, product, symbols_of

if TYPE_CHECKING:
    from gnomon.compile.frames import Frame
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application
    from gnomon.graph.inner import Inner
    from gnomon.shapes import Symbol

STEP = 16
"""What the launch of a kernel costs, in elements."""


class BodyStep(NativeStep):
    """Native code that runs inner graphs: a loop, a choice or a call."""

    __slots__ = ("application", "title")

    def __init__(
        self,
        application: Application,
        plans: Sequence[Plan],
        native: Native,
        names: Sequence[Symbol],
        *,
        workspace: Size,
        work: Size,
        title: str,
    ) -> None:
        from gnomon.shapes.dims import of_atom

        super().__init__(
            [application],
            list(application.arrays()),
            list(application.outputs),
            [of_atom(name) for name in names],
            native,
            workspace=workspace,
            work=work,
            plans=plans,
        )
        self.application = application
        self.title = title

    def __repr__(self) -> str:
        return f"<native {self.title}>"


def captured(inner: Inner) -> Capture:
    """Return an inner graph with its composites written out; its laws are applied already."""
    from gnomon.compile.bodies import opened

    return Capture(inner.outputs, opened=opened)


def plan_of(inner: Inner, capture: Capture | None = None) -> Plan:
    """Return the plan of an inner graph."""
    capture = capture or captured(inner)
    return Plan(Program(capture, native=True), inner.inputs, inner=inner)


def names_of(plans: Iterable[Plan], sizes: Iterable[Size]) -> list[Symbol]:
    """Return each name in the sizes of plans and in others."""
    found: dict[Symbol, None] = {}
    for size in (*[size for plan in plans for size in plan.outside], *sizes):
        found.update(dict.fromkeys(symbols_of(size)))
    return list(found)


def work_of(plan: Plan) -> Size:
    """Return how many elements one run of a plan goes through."""
    total: Size = STEP * len(plan.steps)
    for array in dict.fromkeys(plan.arrays):
        total = total + product(array.shape.dims)
    for planned in plan.steps:
        total = total + planned.step.work
    return total


def begun(frame: Frame, plan: Plan, inputs: Sequence[str], block: str) -> Launches:
    """Return the launches of an inner plan: inputs given by address, numbers in the text, the rest in a block."""
    launches = Launches(frame, plan)
    for slot, leaf in enumerate(plan.leaves):
        if slot < len(plan.inputs):
            launches.data[slot] = inputs[slot]
        else:
            assert isinstance(leaf, Constant)
            launches.data[slot] = frame.constant(leaf.data)
    launches.lay_out(block)
    return launches


def run_once(launches: Launches, results: Sequence[str]) -> None:
    """Run a plan with its results at addresses."""
    layout = launches.plan.layout
    launches.data.update({slot: results[number] for slot, number in layout.homes.items()})
    launches.prepare()
    launches.run()
    for number, slot in layout.copies:
        launches.copy(results[number], slot)


def finish(frame: Frame, places: Sequence[str], results: Sequence[str], lengths: Sequence[Size]) -> None:
    """Copy last carries, of so many bytes, that are not where the results are."""
    for place, result, length in zip(places, results, lengths):
        count = frame.sizes.value(length)

        def copy(place: str = place, result: str = result, count: str = count) -> list[str]:
            frame.code.copy(result, place, count)
            return []

        frame.code.when(frame.code.put(f"icmp ne ptr {place}, {result}"), [], copy)


def truth(frame: Frame, place: str, dtype: Dtype) -> str:
    """Whether a number in memory is not 0, as an i1."""
    from gnomon.compile.llvm.types import stored

    kind = stored(dtype)
    value = frame.code.put(f"load {kind}, ptr {place}")
    test = "fcmp une" if dtype.kind == "float" else "icmp ne"
    zero = "0.0" if dtype.kind == "float" else "0"
    return frame.code.put(f"{test} {kind} {value}, {zero}")


class Polling:
    """Looking for signals in a loop, after so much work; ``first`` is what the first turn is handed."""

    def __init__(self, frame: Frame, work: str) -> None:
        self.frame = frame
        self.work = work
        self.native = poller()
        self.last = frame.code.allocated("i64")
        frame.code.do(f"store i64 0, ptr {self.last}")
        self.first = ("i64", "0")

    def after(self, pending: str) -> str:
        """Look for signals after a turn if it is time; gives what the next turn is handed."""
        code, native = self.frame.code, self.native
        if native is None:
            return pending
        done = code.put(f"add i64 {pending}, {self.work}")
        much = code.put(f"icmp sgt i64 {done}, {AFTER}")

        def look() -> list[str]:
            self.frame.call(native, self.last, "null")
            return ["0"]

        (left,) = code.when(much, [("i64", done)], look)
        return left
