"""Native loops: `scan` turns a body over carries, sequences and stacks, `while_loop` as long as a condition holds.

No turn allocates. A sequence is read and a stack is written row by row where they lie; a carry that is stacked, too, is
handed on as its row. Other carries alternate between their result and one more buffer, so that a turn reads the old
ones while it writes the new ones, and the last turn of a scan writes the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.compile.arena import block_of, bytes_of
from gnomon.compile.frames import Frame
from gnomon.compile.launches import Launches, parts_of
from gnomon.compile.lower.inside import (
    BodyStep,
    Polling,
    begun,
    captured,
    finish,
    names_of,
    plan_of,
    truth,
    work_of,
)
from gnomon.compile.lower.turned import turned_step
from gnomon.compile.lower.turned_while import turned_while_step
from gnomon.compile.steps import InnerStep
from gnomon.shapes import Size

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan
    from gnomon.compile.steps import Step
    from gnomon.graph.array import Application, Array

LONG = 1 << 40
"""How many elements a loop goes through that ends nobody knows when."""
DIFFERENT = 1
"""The status of a loop that is told different numbers of steps."""


def scan_step(application: Application, makers: Mapping[Array, Application]) -> Step:
    """Return the step of a scan: native if its body is."""
    attributes = application.attributes
    capture = captured(attributes["inner"])
    count, length = _count(application), _length(application)
    turned = turned_step(application, capture, length)
    if turned is not None:
        return turned
    plan = plan_of(attributes["inner"], capture)
    stacks = application.outputs[attributes["carries"] :]
    if not plan.is_native or (length is None and (stacks or count is None)):
        return InnerStep(application, [plan])
    loop = _Scan(application, plan, length)
    turns: Size = LONG if length is None else length
    return loop.step(plan, work=turns * work_of(plan), title=f"loop of {_told(length)} steps")


def while_step(application: Application, makers: Mapping[Array, Application]) -> Step:
    """Return the step of a loop under a condition: native if condition and body are."""
    condition, body = [plan_of(application.attributes[name]) for name in ("condition", "body")]
    if not (condition.is_native and body.is_native):
        return InnerStep(application, [condition, body])
    turned = turned_while_step(application, condition, LONG)
    if turned is not None:
        return turned
    return _While(application, condition, body).step(
        condition, body, work=LONG, title="loop under a condition"
    )


def _count(application: Application) -> Array | None:
    return application.inputs[1] if len(application.inputs) > 1 else None


def _length(application: Application) -> Size | None:
    attributes = application.attributes
    length: Size | None = attributes.get("length")
    first, count = attributes["carries"], attributes["sequences"]
    if length is None and count:
        length = application.inputs[0][first].shape.dims[0]
    return length


def _told(length: Size | None) -> str:
    return "counted" if length is None else str(length)


class _Loop:
    """What the loops share: the memory of carries, and how each comes to its next value.

    ``homes`` says in which output of the body a computed value is made; ``same`` are the carries whose next value
    is handed on as an address, since it is no carry's buffer.
    """

    def __init__(self, application: Application, body: Plan) -> None:
        self.application = application
        self.body = body
        self.arrays = list(application.inputs[0])
        self.carries: int = application.attributes["carries"]
        self.outputs = list(application.outputs)
        leaves = len(body.leaves)
        self.roots = [body.roots[slot] for slot in body.results]
        self.homes: dict[int, int] = {}
        stacks = range(self.carries, len(self.roots))
        for number in (*stacks, *range(self.carries)):
            if self.roots[number] >= leaves:
                self.homes.setdefault(self.roots[number], number)
        rows = {k for k in range(self.carries) if self.homes.get(self.roots[k], 0) >= self.carries}
        self.same = rows | {k for k in range(self.carries) if self._lasts(k, rows)}
        self.own = [k for k in range(self.carries) if k not in self.same]

    def _lasts(self, k: int, rows: set[int]) -> bool:
        """Whether the next value of a carry is a leaf that later turns do not write over."""
        root = self.roots[k]
        return root < len(self.body.leaves) and (root >= self.carries or root == k or root in rows)

    def sizes(self) -> list[Size]:
        """The sizes that the code asks for besides those of the plans."""
        return [size for array in (*self.arrays, *self.outputs) for size in array.shape.dims]

    def spare(self) -> list[Size]:
        """The bytes of each buffer that a carry has besides its result."""
        return [bytes_of(self.outputs[k]) for k in self.own]

    def following(self, launches: Launches, targets: Mapping[int, str]) -> list[str]:
        """Copy what is not made in its place; gives where the next carries are."""
        for number, slot in enumerate(self.body.results):
            if number not in self.same and self.homes.get(self.roots[number]) != number:
                launches.copy(targets[number], slot)
        return [launches.place(slot) if k in self.same else targets[k] for k, slot in self._next()]

    def _next(self) -> list[tuple[int, int]]:
        return list(enumerate(self.body.results[: self.carries]))

    def ends(self) -> list[Size]:
        """The bytes of each carry."""
        return [bytes_of(array) for array in self.outputs[: self.carries]]


class _Scan(_Loop):
    def __init__(self, application: Application, body: Plan, length: Size | None) -> None:
        super().__init__(application, body)
        self.length = length
        self.count = _count(application)
        self.sequences: int = application.attributes["sequences"]
        self.reverse: bool = bool(application.attributes.get("reverse"))

    def step(self, *plans: Plan, work: Size, title: str) -> BodyStep:
        """Write the loop."""
        names = names_of(plans, [*self.sizes(), 0 if self.length is None else self.length])
        given = len(self.arrays) + (self.count is not None)
        parts = [self.body.layout.total, *self.spare()]
        frame = Frame(names, given + len(self.outputs), block_of(parts))
        results = frame.pointers[given:]
        places = parts_of(frame, frame.block, parts)
        launches = begun(frame, self.body, frame.pointers, places[0])
        self._write(frame, launches, results, places[1:])
        return BodyStep(
            self.application,
            plans,
            frame.linked(),
            names,
            workspace=block_of(parts),
            work=work,
            title=title,
        )

    def _steps(self, frame: Frame) -> str:
        """The number of steps; all who tell it have to agree."""
        code = frame.code
        if self.count is None:
            assert self.length is not None
            return frame.sizes.value(self.length)
        kind, place = f"i{self.count.dtype.bits}", frame.pointers[len(self.arrays)]
        wide = code.put(f"load {kind}, ptr {place}")
        if kind != "i64":
            extended = "sext" if self.count.dtype.kind == "int" else "zext"
            wide = code.put(f"{extended} {kind} {wide} to i64")
        counted = code.put(f"select i1 {code.put(f'icmp sgt i64 {wide}, 0')}, i64 {wide}, i64 0")
        if self.length is not None:
            same = code.put(f"icmp eq i64 {counted}, {frame.sizes.value(self.length)}")
            frame.require(same, DIFFERENT)
        return counted

    def _write(self, frame: Frame, launches: Launches, results: list[str], spare: list[str]) -> None:
        code = frame.code
        steps = self._steps(frame)
        last = code.put(f"sub i64 {steps}, 1")
        polling = Polling(frame, frame.sizes.value(work_of(self.body)))
        rows = range(self.carries, self.carries + self.sequences)
        changing = {*range(self.carries), *rows, *self.homes}
        launches.prepare(changing)

        def turn(index: str, values: list[str]) -> list[str]:
            left = code.put(f"sub i64 {last}, {index}")
            t = left if self.reverse else index
            launches.data.update(enumerate(values[:-1]))
            for k in rows:
                launches.data[k] = self._row(frame, frame.pointers[k], self.body.arrays[k], t)
            targets = self._targets(frame, left, results, spare)
            for k in range(self.carries, len(self.outputs)):
                targets[k] = self._row(frame, results[k], self.body.arrays[self.body.results[k]], t)
            launches.data.update({root: targets[number] for root, number in self.homes.items()})
            launches.run(changing)
            return [*self.following(launches, targets), polling.after(values[-1])]

        carried = [("ptr", frame.pointers[k]) for k in range(self.carries)]
        places = code.loop("0", steps, 1, [*carried, polling.first], turn)
        finish(frame, places[:-1], results, self.ends())

    def _targets(self, frame: Frame, left: str, results: list[str], spare: list[str]) -> dict[int, str]:
        """Where a turn writes carries, with so many turns left."""
        code = frame.code
        if not self.own:
            return {}
        even = code.put(f"trunc i64 {left} to i1")
        return {
            k: code.put(f"select i1 {even}, ptr {other}, ptr {results[k]}")
            for k, other in zip(self.own, spare)
        }

    @staticmethod
    def _row(frame: Frame, base: str, entry: Array, t: str) -> str:
        """The address of an entry of a sequence."""
        moved = frame.code.put(f"mul i64 {t}, {frame.sizes.value(bytes_of(entry))}")
        return frame.code.put(f"getelementptr i8, ptr {base}, i64 {moved}")


class _While(_Loop):
    def __init__(self, application: Application, condition: Plan, body: Plan) -> None:
        super().__init__(application, body)
        self.condition = condition
        self.most: Size | None = application.attributes.get("max_steps")

    def step(self, *plans: Plan, work: Size, title: str) -> BodyStep:
        """Write the loop."""
        names = names_of(plans, [*self.sizes(), 0 if self.most is None else self.most])
        given = len(self.arrays)
        parts = [*[plan.layout.total for plan in plans], *self.spare()]
        frame = Frame(names, given + len(self.outputs), block_of(parts))
        results = frame.pointers[given:]
        places = parts_of(frame, frame.block, parts)
        condition, body = [begun(frame, plan, frame.pointers, place) for plan, place in zip(plans, places)]
        self._write(frame, condition, body, results, places[2:])
        return BodyStep(
            self.application,
            plans,
            frame.linked(),
            names,
            workspace=block_of(parts),
            work=work,
            title=title,
        )

    def _write(
        self, frame: Frame, condition: Launches, body: Launches, results: list[str], spare: list[str]
    ) -> None:
        code = frame.code
        total = work_of(self.body) + work_of(self.condition)
        polling = Polling(frame, frame.sizes.value(total))
        most = None if self.most is None else frame.sizes.value(self.most)
        (answer,) = self.condition.results
        carries = set(range(self.carries))
        for root in self.condition.layout.homes:
            condition.data[root] = code.allocated("i64")
        condition.prepare(carries)
        changing = {*carries, *self.homes}
        body.prepare(changing)

        def test(values: list[str]) -> str:
            condition.data.update(enumerate(values[: self.carries]))
            condition.run(carries)
            holds = truth(frame, condition.place(answer), self.condition.arrays[answer].dtype)
            if most is None:
                return holds
            return code.put(f"and i1 {holds}, {code.put(f'icmp slt i64 {values[-2]}, {most}')}")

        def turn(values: list[str]) -> list[str]:
            body.data.update(enumerate(values[: self.carries]))
            odd = code.put(f"trunc i64 {values[-2]} to i1")
            targets = {
                k: code.put(f"select i1 {odd}, ptr {other}, ptr {results[k]}")
                for k, other in zip(self.own, spare)
            }
            body.data.update({root: targets[number] for root, number in self.homes.items()})
            body.run(changing)
            following = self.following(body, targets)
            return [*following, code.put(f"add i64 {values[-2]}, 1"), polling.after(values[-1])]

        carried: list[Any] = [("ptr", frame.pointers[k]) for k in range(self.carries)]
        places = code.loop_while([*carried, ("i64", "0"), polling.first], test, turn)
        finish(frame, places[: self.carries], results, self.ends())
