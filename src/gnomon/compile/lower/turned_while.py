"""Loops under a condition turned inside out: elements outside, time inside, as in `gnomon.compile.lower.turned`.

When the loop ends depends on all elements, so time goes on in tries of some steps. A try holds if the condition held
before each of its steps, as far as one element shows by itself (for ``any``), or all do (for ``all``). If not, it is
undone, and one of half as many steps follows; that of a single step holds. A block of elements that a piece of a try has
not changed will not change in the others either: it is left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.arena import block_of, bytes_of
from gnomon.compile.frames import Frame
from gnomon.compile.launches import parts_of
from gnomon.compile.lower.inside import BodyStep, Polling, begun, finish, names_of, truth
from gnomon.compile.lower.split_while import Split
from gnomon.compile.lower.tries import PIECE, ahead, asking, block_length, inputs_of, trying
from gnomon.compile.polling import AFTER
from gnomon.compile.schedule import schedule
from gnomon.shapes import Size, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.compile.plan import Plan
    from gnomon.graph.array import Application

FIRST, MOST = 9, 129
"""How many steps the first try has, and the longest: the first piece is a single one, which shows who stands still."""
EFFORT = 1 << 24
"""So many operations on elements a try has, about, if it would have more."""


def turned_while_step(application: Application, condition: Plan, work: int) -> BodyStep | None:
    """Return the step of a loop whose elements go their own ways, None if it is of another kind."""
    if not schedule().turned_loops or not condition.is_native:
        return None
    split = Split(application)
    return _Turned(application, split, condition, work).step() if split.fits() else None


class _Turned:
    def __init__(self, application: Application, split: Split, condition: Plan, work: int) -> None:
        self.application = application
        self.split = split
        self.condition = condition
        self.work = work
        self.arrays = list(application.arrays())
        self.outputs = list(application.outputs)
        self.count: Size = product(self.outputs[split.elements[0]].shape.dims)
        self.blocks: Size = (self.count + block_length(split) - 1) // block_length(split)
        self.most: Size | None = application.attributes.get("max_steps")

    def step(self) -> BodyStep:
        """Write the loop over tries."""
        shapes = [size for array in (*self.arrays, *self.outputs) for size in array.shape.dims]
        names = names_of([self.condition], [*shapes, 0 if self.most is None else self.most])
        parts = [self.condition.layout.total, *map(bytes_of, self.outputs), self.blocks, self.blocks]
        frame = Frame(names, len(self.arrays) + len(self.outputs), block_of(parts))
        places = parts_of(frame, frame.block, parts)
        self._write(frame, places)
        return BodyStep(
            self.application,
            [self.condition],
            frame.linked(),
            names,
            workspace=block_of(parts),
            work=self.work,
            title=f"loop under a condition in registers, {len(self.split.done.order)} operations each",
        )

    def _begins(self, frame: Frame, block: str) -> str:
        """Whether the condition holds of the first carries."""
        launches = begun(frame, self.condition, frame.pointers, block)
        (answer,) = self.condition.results
        for root in self.condition.layout.homes:
            launches.data[root] = frame.code.allocated("i64")
        launches.prepare()
        launches.run()
        holds = truth(frame, launches.place(answer), self.condition.arrays[answer].dtype)
        if self.most is None:
            return holds
        put = frame.code.put
        return put(f"and i1 {holds}, {put(f'icmp sgt i64 {frame.sizes.value(self.most)}, 0')}")

    def _write(self, frame: Frame, places: list[str]) -> None:
        code, put, split = frame.code, frame.code.put, self.split
        given, results = frame.pointers[: len(self.arrays)], frame.pointers[len(self.arrays) :]
        spare, notes = places[1:-2], places[-2:]
        steps = _Steps(self, frame, given, notes)
        polling = Polling(frame, str(AFTER))
        most = None if self.most is None else frame.sizes.value(self.most)
        places_of, longest = range(split.carries), self._longest(frame)

        def turn(values: list[str]) -> list[str]:
            old, (odd, length, halving, done, _, pending) = values[: split.carries], values[split.carries :]
            targets = [put(f"select i1 {odd}, ptr {spare[k]}, ptr {results[k]}") for k in places_of]
            if most is not None:
                left = put(f"sub i64 {most}, {done}")
                length = _smaller(frame, length, left)
            count, more = steps.numbers(old, targets, length)
            kept, goes_on = steps.elements(old, targets, count)
            several = put(f"icmp ne i64 {length}, 1")
            following = [put(f"select i1 {kept}, ptr {targets[k]}, ptr {old[k]}") for k in places_of]
            half = put(f"lshr i64 {put(f'add i64 {count}, 1')}, 1")
            more_steps = put(f"sub i64 {put(f'shl i64 {length}, 1')}, {put(f'zext i1 {several} to i64')}")
            double = _smaller(frame, more_steps, longest)
            failed = put(f"xor i1 {kept}, true")
            fewer = put(f"and i1 {put(f'or i1 {halving}, {failed}')}, {several}")
            total = put(f"add i64 {done}, {put(f'select i1 {kept}, i64 {count}, i64 0')}")
            again = put(f"or i1 {failed}, {put(f'and i1 {goes_on}, {more}')}")
            if most is not None:
                again = put(f"and i1 {again}, {put(f'icmp slt i64 {total}, {most}')}")
            return [
                *following,
                put(f"xor i1 {odd}, {kept}"),
                put(f"select i1 {fewer}, i64 {half}, i64 {double}"),
                fewer,
                total,
                again,
                polling.after(pending),
            ]

        carried = [("ptr", given[k]) for k in places_of]
        first = [("i1", "false"), ("i64", str(FIRST)), ("i1", "false"), ("i64", "0")]
        state = [*first, ("i1", self._begins(frame, places[0]))]
        again = split.carries + 4
        ends = code.loop_while([*carried, *state, polling.first], lambda values: values[again], turn)
        finish(frame, ends[: split.carries], results, [bytes_of(self.outputs[k]) for k in places_of])

    def _longest(self, frame: Frame) -> str:
        """How many steps a try has at most, so that signals are heard."""
        put = frame.code.put
        effort = put(f"mul i64 {frame.sizes.value(self.count)}, {len(self.split.done.order)}")
        some = put(f"select i1 {put(f'icmp sgt i64 {effort}, 1')}, i64 {effort}, i64 1")
        fit = _smaller(frame, put(f"sdiv i64 {EFFORT}, {some}"), str(MOST))
        return put(f"select i1 {put(f'icmp sgt i64 {fit}, {FIRST}')}, i64 {fit}, i64 {FIRST}")


class _Steps:
    """Calls of the kernels: buffers and sizes that change from try to try are filled in before each."""

    def __init__(self, loop: _Turned, frame: Frame, given: list[str], notes: list[str]) -> None:
        from gnomon.compile.llvm import build

        code, split = frame.code, loop.split
        self.frame, self.split, self.given = frame, split, given
        self.of_elements = build(trying(split))
        self.of_numbers = build(ahead(split)) if split.numbers or split.rest else None
        self.asking = build(asking(split))
        self.count, self.more, self.answer = (
            code.allocated("i64"),
            code.allocated("i64"),
            code.allocated("i64"),
        )
        self.sizes, self.blocks = code.allocated("i64", 4), code.allocated("i64")
        self.notes = notes
        code.do(f"store i64 {frame.sizes.value(loop.count)}, ptr {code.at('i64', self.sizes, 0)}")
        code.do(f"store i64 {frame.sizes.value(loop.blocks)}, ptr {self.blocks}")

    def numbers(self, old: list[str], targets: list[str], length: str) -> tuple[str, str]:
        """Run the steps of numbers; gives how many steps there are, and whether numbers let more follow."""
        if self.of_numbers is None:
            return length, "true"
        code = self.frame.code
        places = self._places(self.split.numbers, old, targets)
        limit = code.allocated("i64")
        code.do(f"store i64 {length}, ptr {limit}")
        self._call(self.of_numbers, [*places, self.count, self.more], limit)
        return code.put(f"load i64, ptr {self.count}"), self._holds(self.more)

    def elements(self, old: list[str], targets: list[str], count: str) -> tuple[str, str]:
        """Run so many steps of elements; gives whether the condition held before each of them, and whether it does after."""
        code, put = self.frame.code, self.frame.code.put
        pieces = put(f"sdiv i64 {put(f'add i64 {count}, {PIECE - 1}')}, {PIECE}")
        others = put(f"mul i64 {put(f'sub i64 {pieces}, 1')}, {PIECE}")
        first = put(f"sub i64 {count}, {others}")
        for place, number in ((1, pieces), (2, first), (3, put(f"srem i64 {PIECE}, {first}"))):
            code.do(f"store i64 {number}, ptr {code.at('i64', self.sizes, place)}")
        pointers = [*self._places(self.split.elements, old, targets), *self.notes]
        self._call(self.of_elements, pointers, self.sizes)
        self._call(self.asking, [*self.notes, self.answer], self.blocks)
        return self._holds(self.answer), self._holds(code.at("i8", self.answer, 1))

    def _places(self, carried: list[int], old: list[str], targets: list[str]) -> list[str]:
        inputs = [old[k] if k < len(old) else self.given[k] for k in inputs_of(self.split, carried)]
        return [*inputs, *[targets[k] for k in carried]]

    def _holds(self, place: str) -> str:
        put = self.frame.code.put
        return put(f"icmp ne i8 {put(f'load i8, ptr {place}')}, 0")

    def _call(self, native: Native, pointers: list[str], sizes: str) -> None:
        code = self.frame.code
        buffers = code.allocated("ptr", len(pointers))
        for place, pointer in enumerate(pointers):
            code.do(f"store ptr {pointer}, ptr {code.at('ptr', buffers, place)}")
        self.frame.call(native, buffers, sizes)


def _smaller(frame: Frame, one: str, other: str) -> str:
    put = frame.code.put
    return put(f"select i1 {put(f'icmp slt i64 {one}, {other}')}, i64 {one}, i64 {other}")
