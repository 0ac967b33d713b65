"""Which results may be made in the memory of arguments that the caller gives up."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, Kernel, Load, Loop, Statement, Store
from gnomon.compile.steps import KernelStep, NativeStep, ViewStep
from gnomon.compile.walk import statements_in

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan, Planned
    from gnomon.compile.steps import Step
    from gnomon.graph.array import Array
    from gnomon.shapes import Size


def reused(plan: Plan, donated: Collection[Array], outputs: int) -> dict[int, int]:
    """Return for numbers among the first results the slots of inputs whose memory they are made in.

    The input has the dtype of the result and may have its shape (`unproven` sizes are left to the call), and nothing
    reads it once the result is written. From then on the call cannot fail either, because what explains a failure reads
    the arguments again.
    """
    found: dict[int, int] = {}
    given = set(donated)
    if not given or not plan.is_native:
        return found
    free = [slot for slot, leaf in enumerate(plan.inputs) if leaf in given and leaf.ndim]
    last = dict.fromkeys(range(len(plan.leaves)), -1)
    for number, planned in enumerate(plan.steps):
        if not isinstance(planned.step, ViewStep):
            last.update(dict.fromkeys([plan.roots[slot] for slot in planned.reads], number))
    held = {plan.roots[slot] for slot in plan.results}
    safe = len(plan.steps)
    while safe and not _may_fail(plan.steps[safe - 1].step):
        safe -= 1
    for root, result in plan.layout.homes.items():
        made = next(number for number, planned in enumerate(plan.steps) if root in planned.writes)
        if result >= outputs or made < safe:
            continue
        for slot in free:
            old, new = plan.arrays[slot], plan.arrays[plan.results[result]]
            if slot in held or old.dtype is not new.dtype or old.ndim != new.ndim:
                continue
            if any(type(a) is int and type(b) is int for a, b in unproven(old, new)):
                continue
            if last[slot] < made or (last[slot] == made and _in_place(plan, plan.steps[made], slot, root)):
                found[result] = slot
                free.remove(slot)
                break
    return found


def unproven(old: Array, new: Array) -> list[tuple[Size, Size]]:
    """Return the sizes of two arrays of one rank that are written in different ways."""
    return [(a, b) for a, b in zip(old.shape.dims, new.shape.dims) if a is not b and a != b]


def _may_fail(step: Step) -> bool:
    """Whether the code of a step may end with a status."""
    return isinstance(step, NativeStep) and step.native.fails


def _in_place(plan: Plan, planned: Planned, old: int, new: int) -> bool:
    """Whether a step may write a result where it reads an input."""
    step = planned.step
    if not isinstance(step, KernelStep):
        return False
    kernel = step.nest.kernel
    slots = _slots(plan, step)
    names = [buffer.name for buffer in kernel.buffers if buffer.role != "scratch"]
    olds = {name for name, slot in zip(names, slots) if slot == old}
    (name,) = [name for name, slot in zip(names, slots) if slot == new]
    return _same_places(kernel, olds, name)


def _slots(plan: Plan, step: NativeStep) -> list[int]:
    return [plan.roots[plan.slots[array]] for array in (*step.inputs, *step.results)]


def _same_places(kernel: Kernel, olds: Collection[str], new: str) -> bool:
    """Whether each turn of a kernel reads from some buffers what it later writes to another one, and nothing else.

    Turns of grid and lane loops store to different places; so no turn reads what another one has written.
    """
    body: tuple[Statement, ...] = kernel.body
    while body and isinstance(body[-1], Loop) and body[-1].kind in (GRID, LANE):
        if any(isinstance(each, (Load, Store)) for each in statements_in(body[:-1])):
            return False
        body = body[-1].body
    stores = [place for place, each in enumerate(body) if isinstance(each, Store) and each.buffer == new]
    if len(stores) != 1:
        return False
    (place,) = stores
    store = body[place]
    assert isinstance(store, Store)
    inside = [each for each in statements_in(body) if isinstance(each, Load) and each.buffer in olds]
    before = [each for each in body[:place] if isinstance(each, Load) and each.buffer in olds]
    return (
        len(inside) == len(before)
        and not store.at
        and store.combine is None
        and all(each.offset == store.offset and not each.at for each in before)
    )
