"""The Python path of a call: steps as prepared closures over a flat list of values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.compile.plan import Plan, Planned
from gnomon.compile.program import Memory, Misfit, NativeStep, Program
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.steps import Turns, carried_out
from gnomon.graph.array import Constant
from gnomon.runtime.launching import launcher

Run = Callable[[list[Any], Sequence[int]], None]
Check = Callable[[], Solution]
Watch = Callable[[Planned, list[Any]], None]


class Execution:
    """Runs a plan over the values of its leaves."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.program = plan.program
        self._loose: Program | None = None
        if plan.prepared:
            self._runs = [(_prepared(plan, planned), planned) for planned in plan.steps]
            self._holds = plan.table.test_of(plan.claims)
            self._sources = list(plan.table.sources.values())
            self._rest = plan.table.tuple_of([size for size, _, _ in plan.table.rest])
            self._places = [(position, axis) for _, position, axis in plan.table.rest]
            self._empty: list[Any] = [None] * (len(plan.arrays) - len(plan.leaves))

    def run(self, leaves: list[Any], check: Check, watch: Watch | None = None) -> list[Any]:
        """Return the values of the outputs, from leaves of the right ranks.

        ``check`` is called where the leaves do not obviously fit together: it raises, or gives the sizes.
        """
        if not self.plan.prepared:
            try:
                return self._solving(leaves, check(), watch)
            except Misfit:
                return self._loosely(leaves, check())
        numbers = [leaves[position].shape[axis] for position, axis in self._sources]
        if not self._agree(leaves, numbers):
            solution = check()
            self.program.check(solution)
            if self._holds is not None:
                return self._loosely(leaves, solution)
        return self.run_prepared(leaves, numbers, watch)

    def run_prepared(
        self, leaves: list[Any], numbers: Sequence[int], watch: Watch | None = None
    ) -> list[Any]:
        """Return the values of the outputs where all sizes are known by their names."""
        slots = leaves + self._empty
        for run, planned in self._runs:
            run(slots, numbers)
            if watch is not None:
                watch(planned, slots)
            for slot in planned.dead:
                slots[slot] = None
        return [slots[slot] for slot in self.plan.results]

    def _agree(self, leaves: list[Any], numbers: list[int]) -> bool:
        if self._places:
            for number, (position, axis) in zip(self._rest(numbers), self._places):
                if leaves[position].shape[axis] != number:
                    return False
        return self._holds is not None and self._holds(numbers)

    def _loosely(self, leaves: list[Any], solution: Solution) -> list[Any]:
        """Run where a size is 1 that usually is another one: NumPy broadcasts it."""
        memory: Memory = dict(zip(self.plan.leaves, leaves))
        if self._loose is None:
            self._loose = Program(self.program.capture, native=False)
        return self._loose.run(memory, solution)

    def _solving(self, leaves: list[Any], solution: Solution, watch: Watch | None) -> list[Any]:
        """Run where only results tell some sizes."""
        memory: Memory = dict(zip(self.plan.leaves, leaves))
        self.program.check(solution)
        for planned, step in zip(self.plan.steps, self.program.fitting(solution)):
            step.run(memory, solution)
            if watch is not None:
                watch(planned, [memory.get(array) for array in self.plan.arrays])
            for slot in planned.dead:
                del memory[self.plan.arrays[slot]]
        self.program.check(solution)
        return [memory[array] for array in self.program.capture.outputs]


def _prepared(plan: Plan, planned: Planned) -> Run:
    return _kernel(plan, planned) if isinstance(planned.step, NativeStep) else _reference(plan, planned)


def _reference(plan: Plan, planned: Planned) -> Run:
    application = planned.step.application
    reads = [(plan.arrays[slot], slot) for slot in planned.reads]
    writes = planned.writes
    table = plan.table
    bodies = {inner.inner: functools.partial(_Turns, inner, Execution(inner)) for inner in planned.step.plans}

    def run(slots: list[Any], numbers: Sequence[int]) -> None:
        solution = Solution()
        solution.values = table.mapping(numbers)
        solution.bodies.update(bodies)
        memory = {array: slots[slot] for array, slot in reads}
        for slot, data in zip(writes, carried_out(application, memory, solution)):
            slots[slot] = data

    return run


class _Turns(Turns):
    """The steps of an inner graph as prepared closures."""

    __slots__ = ("constants", "execution", "numbers")

    def __init__(self, plan: Plan, execution: Execution, solution: Solution) -> None:
        super().__init__(plan, solution)
        self.execution = execution
        self.numbers = [solution.values.get(name) for name in plan.table.order]
        self.constants = [leaf.data for leaf in plan.leaves if isinstance(leaf, Constant)]

    def __call__(self, values: Sequence[Any]) -> list[Any]:
        """Return the outputs for these inputs."""
        if not self.plan.prepared or not all(type(number) is int for number in self.numbers):
            return super().__call__(values)
        return self.execution.run_prepared([*values, *self.constants], self.numbers)  # type: ignore[arg-type]


def _kernel(plan: Plan, planned: Planned) -> Run:
    nest, native = planned.step, planned.step.native
    reads, writes = [plan.slots[array] for array in nest.inputs], planned.writes
    given, table = list(zip(nest.inputs, reads)), plan.table
    shapes = [table.tuple_of(array.shape.dims) for array in nest.results]
    kinds = [numpy_dtype(array.dtype) for array in nest.results]
    sizes = table.tuple_of(nest.sizes)
    made_by_kernels = {
        slot for other in plan.steps if isinstance(other.step, NativeStep) for slot in other.writes
    }
    loose = [place for place, slot in enumerate(reads) if slot not in made_by_kernels]
    launch, empty = launcher(), np.empty
    workspace = plan.table.tuple_of([nest.workspace]) if nest.workspace != 0 else None
    address, count = native.address, len(reads) + len(writes) + (workspace is not None)
    single = writes[0] if len(writes) == 1 else None
    shape, kind = shapes[0], kinds[0]

    def run(slots: list[Any], numbers: Sequence[int]) -> None:
        arrays = [slots[slot] for slot in reads]
        for place in loose:
            flags = arrays[place].flags
            if not (flags.c_contiguous and flags.aligned):
                arrays[place] = np.require(arrays[place], requirements=("C", "A"))
        if single is not None:
            slots[single] = made = empty(shape(numbers), kind)
            arrays.append(made)
        else:
            for slot, shape_of, dtype in zip(writes, shapes, kinds):
                slots[slot] = made = empty(shape_of(numbers), dtype)
                arrays.append(made)
        if workspace is not None:
            arrays.append(empty(workspace(numbers), np.uint8))
        if launch is not None:
            status = launch(address, count, *arrays, *sizes(numbers))
        else:
            status = native.run(arrays, sizes(numbers))
        if status:
            solution = Solution()
            solution.values = table.mapping(numbers)
            memory = {array: slots[slot] for array, slot in given}
            nest.explain(memory, solution)
            for array, slot in zip(nest.results, writes):
                slots[slot] = memory.get(array)

    return run
