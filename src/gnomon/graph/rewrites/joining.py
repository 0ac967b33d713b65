"""Loops joined into one: several scans with the same steps, where none needs another's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.graph.array import Application, Array, Input
from gnomon.graph.capture import Capture
from gnomon.graph.inner import Inner, needs, ordered, standing_for, unfolded
from gnomon.graph.loop import Loop, loop_of

LOOPS = frozenset({"scan", "while_loop", "branch", "call"})
"""Operations over inner graphs."""


def rebodied(application: Application, changed: Mapping[str, tuple[Inner, list[Array]]]) -> tuple[Array, ...]:
    """Return the results of an application with other inner graphs, each of which may take arrays besides."""
    place = 1 if application.op.name == "branch" else 0
    entry: Any = application.inputs[place]
    count = len(entry)
    outer = list(dict.fromkeys([array for _, more in changed.values() for array in more]))
    graphs: dict[str, Inner] = {}
    for key, (inner, more) in changed.items():
        given = dict(zip(more, inner.inputs[count:]))
        others = [given[array] if array in given else standing_for(array) for array in outer]
        graphs[key] = Inner([*inner.inputs[:count], *others], inner.outputs)
    inputs = list(application.inputs)
    inputs[place] = (*entry, *outer)
    attributes = {**application.attributes, **graphs}
    made = Application(application.op, tuple(inputs), attributes, application.guards, application.site)
    made.outputs = tuple(
        [
            Array(out.shape, out.dtype, application=made, index=out.index, name=out.name, site=out.site)
            for out in application.outputs
        ]
    )
    return made.outputs


def joined(outputs: Sequence[Array]) -> list[Array]:
    """Join scans that have the same steps and share an array; what their bodies share is then computed once."""
    current = list(outputs)
    while True:
        group = _group(current)
        if not group:
            return current
        changes: dict[Array, Array] = {}
        for old, new in zip([out for loop in group for out in loop.application.outputs], _together(group)):
            changes[old] = new
        current = Capture(current, changes).outputs


def _group(outputs: Sequence[Array]) -> list[Loop]:
    """Return loops to join, if there are some."""
    order = ordered(outputs)
    loops = [loop_of(application) for application in order if application.op.name == "scan"]
    loops = [loop for loop in loops if loop.counted is None]
    if len(loops) < 2:
        return []
    behind = _behind(order)
    for k, first in enumerate(loops):
        group = [first]
        for other in loops[k + 1 :]:
            apart = all(_apart(member, other, behind) for member in group)
            if apart and _same_steps(first, other) and any(_share(member, other) for member in group):
                group.append(other)
        if len(group) > 1:
            return group
    return []


def _behind(order: Sequence[Application]) -> dict[Application, set[Application]]:
    """Return for each application the scans that it depends on."""
    found: dict[Application, set[Application]] = {}
    for application in order:
        mine: set[Application] = set()
        for array in needs(application):
            if array.application is not None:
                mine |= found[array.application]
                if array.application.op.name == "scan":
                    mine.add(array.application)
        found[application] = mine
    return found


def _apart(a: Loop, b: Loop, behind: Mapping[Application, set[Application]]) -> bool:
    first, second = a.application, b.application
    return first not in behind[second] and second not in behind[first]


def _same_steps(a: Loop, b: Loop) -> bool:
    return a.reverse is b.reverse and a.length == b.length


def _share(a: Loop, b: Loop) -> bool:
    mine = {array for array in a.arrays if array.ndim or array.application is not None}
    return any(array in mine for array in b.arrays)


def _together(group: Sequence[Loop]) -> list[Array]:
    """Return the results of one loop that does what several do, theirs in order."""
    carries = [array for loop in group for array in loop.parts[0]]
    sequences: dict[Array, Input] = {}
    invariants: dict[Array, Input] = {}
    given: list[Input] = []
    nexts: list[Array] = []
    stacked: list[Array] = []
    for loop in group:
        held, rows, rest = loop.inputs
        mine = [standing_for(x) for x in held]
        mine += [sequences.setdefault(array, standing_for(x)) for array, x in zip(loop.parts[1], rows)]
        mine += [invariants.setdefault(array, standing_for(x)) for array, x in zip(loop.parts[2], rest)]
        results = unfolded(loop.inner, mine)
        given += mine[: loop.carries]
        nexts += results[: loop.carries]
        stacked += results[loop.carries :]
    inner = Inner([*given, *sequences.values(), *invariants.values()], [*nexts, *stacked])
    results = group[0].with_body(inner, carries, list(sequences), list(invariants))
    last, ys = iter(results[: len(carries)]), iter(results[len(carries) :])
    ordered_results: list[Array] = []
    for loop in group:
        ordered_results += [next(last) for _ in range(loop.carries)]
        ordered_results += [next(ys) for _ in loop.application.outputs[loop.carries :]]
    return ordered_results
