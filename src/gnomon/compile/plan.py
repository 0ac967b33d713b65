"""A plan: a program whose values have numbered slots, with what each step reads, writes and needs no longer."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.arena import Layout
from gnomon.compile.program import NativeStep, ReferenceStep, ViewStep
from gnomon.compile.sizes import Table, strict
from gnomon.graph.array import Array
from gnomon.graph.telling import sizes_in
from gnomon.shapes import Claim, Equal, Size, Symbol, symbols_of
from gnomon.shapes.dims import of_atom

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.compile.program import Program
    from gnomon.graph.inner import Inner


class Planned:
    """A step with the slots it reads and writes, and those that nothing reads after it."""

    __slots__ = ("dead", "reads", "step", "writes")

    def __init__(self, step: Any, reads: list[int], writes: list[int]) -> None:
        self.step = step
        self.reads = reads
        self.writes = writes
        self.dead: list[int] = []


class Plan:
    """Slots for the values of a program: first the inputs, then the other leaves, then what steps compute.

    ``prepared`` says whether the leaves' shapes tell all sizes before the first step. Those of an ``inner`` program are
    told by the program around it.
    """

    def __init__(
        self,
        program: Program,
        inputs: Sequence[Array],
        updated: Sequence[Array] = (),
        *,
        inner: Inner | None = None,
    ) -> None:
        self.inner = inner
        self.program = program
        used = set(program.capture.leaves())
        given = set(inputs)
        self.inputs = list(inputs)
        self.leaves = [*inputs, *[leaf for leaf in program.capture.leaves() if leaf not in given]]
        self.unused = [position for position, array in enumerate(inputs) if array not in used]
        self.arrays: list[Array] = []
        self.slots: dict[Array, int] = {}
        for leaf in self.leaves:
            self._slot(leaf)
        self.steps = [self._planned(step) for step in program.steps]
        self.roots = list(range(len(self.arrays)))
        """The slot whose memory a slot's value lies in: another one for views."""
        for planned in self.steps:
            if isinstance(planned.step, ViewStep):
                self.roots[planned.writes[0]] = self.roots[planned.reads[0]]
        self.results = [self.slots[array] for array in program.capture.outputs]
        self.claims: list[Claim] = [strict(claim) for _, claim in program.guards]
        news = program.capture.outputs[len(program.capture.outputs) - len(updated) :]
        for old, new in zip(updated, news):
            pairs = zip(old.shape.dims, new.shape.dims)
            self.claims += [Equal(wanted, size) for wanted, size in pairs if wanted != size]
        self.table = Table((), self._outside()) if inner is not None else Table(self.leaves)
        self.prepared = self.table.solves(self._sizes()) and all(
            isinstance(planned.step, (NativeStep, ReferenceStep)) for planned in self.steps
        )
        self._find_dead()

    @functools.cached_property
    def layout(self) -> Layout:
        """Where values lie in memory."""
        return Layout(self)

    @functools.cached_property
    def is_native(self) -> bool:
        """Whether no step needs Python, and the sum of all memory is not too long to be written down."""
        alone = self.prepared and all(isinstance(each.step, (NativeStep, ViewStep)) for each in self.steps)
        return alone and self.table.solves([self.layout.total])

    @functools.cached_property
    def native(self) -> Native:
        """The whole plan as one native function (`gnomon.compile.whole`)."""
        from gnomon.compile.whole import whole

        return whole(self)

    @property
    def outside(self) -> list[Size]:
        """The sizes by names that the program around this one has to tell."""
        return [of_atom(atom) for atom in self.table.given]

    def _slot(self, array: Array) -> int:
        found = self.slots.get(array)
        if found is None:
            found = self.slots[array] = len(self.arrays)
            self.arrays.append(array)
        return found

    def _planned(self, step: Any) -> Planned:
        reads = [self._slot(array) for array in dict.fromkeys(step.reads())]
        return Planned(step, reads, [self._slot(array) for array in step.writes()])

    def _find_dead(self) -> None:
        last: dict[int, int] = {}
        for number, planned in enumerate(self.steps):
            for slot in (*planned.reads, *planned.writes):
                last[slot] = last[self.roots[slot]] = number
        kept = {*self.results, *[self.roots[slot] for slot in self.results]}
        for slot, number in last.items():
            if slot >= len(self.leaves) and slot not in kept:
                self.steps[number].dead.append(slot)

    def _outside(self) -> list[Symbol]:
        """The names of sizes that do not come to be in a step: those that inputs have, or the user has given."""
        shapes = [size for array in self.inputs for size in array.shape.dims]
        known = {atom for size in shapes for atom in symbols_of(size)}
        atoms = {atom: None for size in (*shapes, *self._sizes()) for atom in symbols_of(size)}
        return [atom for atom in atoms if atom in known or atom.name is not None]

    def _sizes(self) -> Iterator[Size]:
        for array in self.arrays:
            yield from array.shape.dims
        for claim in self.claims:
            yield from claim.sizes()
        for planned in self.steps:
            if isinstance(planned.step, NativeStep):
                yield from (*planned.step.sizes, planned.step.workspace, planned.step.work)
            elif isinstance(planned.step, ReferenceStep):
                for value in planned.step.application.attributes.values():
                    yield from sizes_in(value)
                for plan in planned.step.plans:
                    yield from plan.outside
