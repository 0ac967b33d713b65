"""What the scheduler decided about a step, and why: passes over rows, results in memory, products, shared buffers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gnomon.compile.arena import bytes_of
from gnomon.compile.kernel import JAM, Loop, Reduce
from gnomon.compile.lower.crossover import EVER, limits_of
from gnomon.compile.lower.group import ROWS
from gnomon.compile.lower.products import ProductStep
from gnomon.compile.lower.rows import kept_values, needed_in, stages
from gnomon.compile.program import KernelStep, ViewStep
from gnomon.compile.walk import statements_in

if TYPE_CHECKING:
    from gnomon.compile.lower.group import Group
    from gnomon.compile.plan import Plan, Planned
    from gnomon.graph.array import Application, Array
    from gnomon.runtime.function import Function


def decisions(step: Any) -> Iterator[str]:
    """Lines about how a step goes about its work."""
    if isinstance(step, KernelStep):
        yield from _kernel(step)
    elif isinstance(step, ProductStep):
        yield from _product(step)


def _kernel(step: KernelStep) -> Iterator[str]:
    group = step.group
    if group.kind == ROWS:
        passes = list(passes_of(group))
        if len(passes) > 1:
            yield f"each row  {' | '.join([' '.join([each.op.name for each in some]) for some in passes])}"
        counts = Counter(member for some in passes for member in some)
        twice = [member.op.name for member, count in counts.items() if count > 1]
        if twice:
            yield f"again     {' '.join(twice)}: computed in several passes over a row that lies in the cache"
        kept = [member.op.name for member in group.members if member.outputs[0] in kept_of(group)]
        if kept:
            yield f"kept      {' '.join(kept)}: for later passes over the row, where a result will lie"
    elif any(_is_swept(statement) for statement in statements_in(step.nest.kernel.body)):
        yield "columns   several rows at a time, in the order of memory"
    inline = [member.op.name for member in group.members if member.outputs[0] in group.inline]
    if inline:
        yield f"inline    {' '.join(dict.fromkeys(inline))}: computed where it is read, never stored"
    if len(group.results) > 1:
        yield f"at once   {len(group.results)} results, so that what they need is read once"


def kept_of(group: Group) -> set[Array]:
    """What a kernel of rows keeps from one pass to another."""
    return set(kept_values(group, stages(group)))


def passes_of(group: Group) -> Iterator[list[Application]]:
    """The operations of each loop over a row, one after the other; what several loops compute is in each of them."""
    made = stages(group)
    kept = kept_values(group, made)
    for number, stage in enumerate(made):
        there = {array for array, place in kept.items() if place.first < number <= place.last}
        chosen = {*needed_in(group, stage, there), *stage.reductions}
        if chosen:
            yield [member for member in group.members if member in chosen]


def _is_swept(statement: Any) -> bool:
    loop = statement.loop if isinstance(statement, Reduce) else statement
    return isinstance(loop, Loop) and loop.kind == JAM


def _product(step: ProductStep) -> Iterator[str]:
    turned = [
        text
        for text, flipped in (("first", step.form.left_flipped), ("second", step.form.right_flipped))
        if flipped
    ]
    if turned:
        yield f"layout    the {' and the '.join(turned)} factor is read transposed where it lies, without a copy"
    limits = limits_of(step.results[0].dtype, (step.form.left_flipped, step.form.right_flipped))
    if limits is None:
        return
    bounds = (
        f"{limits.rows} rows and {limits.columns} columns at least, more than {limits.products:,} products"
    )
    if limits.entries != EVER:
        bounds += f", {limits.entries:,} entries at most"
    if step.tiled is None:
        yield f"measured  own tiles are faster for {bounds}; BLAS for others: decided when it runs"
    else:
        yield f"measured  own tiles are faster for {bounds}; BLAS for others"


def purposes(function: Function, number: int, slot: int) -> str:
    """Why a step puts a value into memory: it is a result, or the next value of a shared array, or read by steps."""
    plan = function.plan
    outputs = len(plan.results) - len(function.updates)
    places = [place for place, result in enumerate(plan.results) if result == slot]
    found = [f"result {place + 1}" for place in places if place < outputs]
    shared = list(function.updates)
    found += [f"the next {shared[place - outputs]!r}" for place in places if place >= outputs]
    made = plan.steps[number].step
    read = [
        f"{place}{_difference(made, planned)}"
        for place, planned in enumerate(plan.steps[number + 1 :], number + 2)
        if slot in planned.reads
    ]
    if read:
        found.append(f"read by {'steps' if len(read) > 1 else 'step'} {', '.join(read)}")
    return "; ".join(found) or "not needed"


def _difference(made: Any, reader: Planned) -> str:
    """What keeps a reader out of a kernel."""
    step = reader.step
    if not isinstance(made, KernelStep) or isinstance(step, ViewStep):
        return ""
    if not isinstance(step, KernelStep):
        application = step.members[0] if hasattr(step, "members") else step.application
        return f" ({application.op.name})"
    if step.group.space != made.group.space:
        return f" (over {step.group.space})"
    return " (at other places)" if set(made.group.results) & step.group.elsewhere else ""


def shared_memory(plan: Plan, names: dict[int, str]) -> Iterator[str]:
    """Which values lie in the same memory one after the other."""
    layout = plan.layout
    tenants: dict[int, list[int]] = {}
    for slot, number in layout.buffer.items():
        tenants.setdefault(number, []).append(slot)
    for number, slots in tenants.items():
        if len(slots) > 1:
            values = ", then ".join([names[slot] for slot in slots])
            yield f"  {values}: the same {layout.bytes[number]} bytes"
    for number, slot in layout.copies:
        where = "an argument or shared array" if plan.roots[slot] < len(plan.leaves) else "another result"
        yield f"  result {number + 1} is copied, since it is {where}"


def in_all(plan: Plan) -> str:
    """How many bytes the intermediate values take together, and how many they would without sharing."""
    total: Any = sum(plan.layout.bytes, start=0)
    apart: Any = sum([bytes_of(plan.arrays[slot]) for slot in plan.layout.buffer], start=0)
    return f"{total}" if total == apart else f"{total}; without sharing {apart}"


def names_of(plan: Plan) -> dict[int, str]:
    """Names for the values that steps write: v1, v2, ..."""
    names: dict[int, str] = {}
    for planned in plan.steps:
        for slot in planned.writes:
            names[slot] = f"v{len(names) + 1}"
    return names


def told(array: Array, most: int = 60) -> str:
    """What an array is, in the user's terms; nothing where that is long."""
    if array.application is None:
        return " (arguments prepared)"
    text = repr(array)
    return f" = {text}" if "..." not in text and len(text) <= most else ""
