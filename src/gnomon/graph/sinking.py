"""Lazy choices: what only one branch of a `cond` needs moves into it, and is computed only when it is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array
from gnomon.graph.capture import Capture
from gnomon.graph.inner import Inner, frozen, frozen_together, needs, ordered, unfolded
from gnomon.graph.rewrites.joining import LOOPS, rebodied
from gnomon.graph.world import build

CHOICES = frozenset({"cond", "branch"})


def sunk(outputs: Sequence[Array]) -> list[Array]:
    """Return outputs whose choices are lazy, those inside of loops included.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x")
    >>> sunk([ops.cond(x > 0, (ops.sqrt(x),), (ops.sin(x),))[0]])[0].application.op
    <op branch>
    """
    order = ordered(outputs)
    if not any(application.op.name in CHOICES or application.op.name in LOOPS for application in order):
        return list(outputs)
    current = _joined(list(outputs))
    tried: set[Application] = set()
    while True:
        order = ordered(current)
        waiting = [x for x in order if x.op.name in CHOICES and x not in tried]
        if not waiting:
            break
        choice = waiting[-1]
        changes = _sunk_into(choice, order, current)
        tried.add(choice)
        if changes:
            current = Capture(current, changes).outputs
            tried.update([new.application for new in changes.values() if new.application is not None])
    return _Bodies(current).outputs


def _joined(outputs: list[Array]) -> list[Array]:
    """Join choices by the same condition, where none needs another's results."""
    while True:
        order = ordered(outputs)
        choices = [x for x in order if x.op is ops.cond]
        behind: dict[Application, set[Application]] = {}
        for application in order:
            mine: set[Application] = set()
            for array in needs(application):
                if array.application is not None:
                    mine |= behind[array.application] | {array.application}
            behind[application] = {x for x in mine if x.op is ops.cond}
        for k, first in enumerate(choices):
            group = [first]
            for other in choices[k + 1 :]:
                apart = all(x not in behind[other] and other not in behind[x] for x in group)
                if apart and other.inputs[0] is first.inputs[0]:
                    group.append(other)
            if len(group) > 1:
                break
        else:
            return outputs
        rows = [tuple([array for x in group for array in x.inputs[place]]) for place in (1, 2)]
        results = build(ops.cond, (first.inputs[0], *rows), {}, first.site)
        olds = [out for x in group for out in x.outputs]
        outputs = Capture(outputs, dict(zip(olds, results))).outputs


def _sunk_into(
    choice: Application, order: Sequence[Application], outputs: Sequence[Array]
) -> Mapping[Array, Array]:
    """Return what takes the place of the results of a choice, if something moves into it."""
    sides = _sides(choice)
    moved = {x for k in (0, 1) for x in _only_for(sides[k], sides[1 - k], choice, order, outputs)}
    if not moved:
        return {}
    if choice.op is ops.branch:
        graphs = [choice.attributes[key] for key in ("then", "otherwise")]
        sides = [unfolded(graph, choice.inputs[1]) for graph in graphs]
        known = set(order)
        moved |= {x for row in sides for x in ordered(row) if x not in known}
    (then, otherwise), arrays = frozen_together([], sides, moved, whole=True)
    attributes = {"then": then, "otherwise": otherwise}
    found = build(ops.branch, (choice.inputs[0], tuple(arrays)), attributes, choice.site)
    return dict(zip(choice.outputs, found))


def _sides(choice: Application) -> list[list[Array]]:
    """Return what each side of a choice takes."""
    if choice.op is ops.cond:
        return [list(choice.inputs[1]), list(choice.inputs[2])]
    sides = []
    for key in ("then", "otherwise"):
        inner: Inner = choice.attributes[key]
        used = {part for application in inner.order for part in needs(application)} | set(inner.outputs)
        sides.append([array for x, array in zip(inner.inputs, choice.inputs[1]) if x in used])
    return sides


def _only_for(
    side: Sequence[Array],
    other: Sequence[Array],
    choice: Application,
    order: Sequence[Application],
    outputs: Sequence[Array],
) -> list[Application]:
    """Return the applications that nothing needs but one side of a choice."""
    elsewhere: set[Array] = {*outputs, *other, choice.inputs[0]}
    wanted = set(side)
    found: list[Application] = []
    for application in reversed(order):
        if application is choice:
            continue
        alone = not any(output in elsewhere for output in application.outputs)
        if alone and application.inputs and any(output in wanted for output in application.outputs):
            found.append(application)
            wanted.update(needs(application))
        else:
            elsewhere.update(needs(application))
    return found


class _Bodies(Capture):
    """The graph with lazy choices inside of its inner graphs too."""

    def _applied(self, application: Application) -> tuple[Array, ...]:
        found = super()._applied(application)
        made = found[0].application
        graphs: dict[str, Any] = {} if made is None else made.attributes  # type: ignore[assignment]
        changed = {key: _body(value) for key, value in graphs.items() if isinstance(value, Inner)}
        if made is None or all(inner is graphs[key] for key, (inner, _) in changed.items()):
            return found
        return tuple([self._of(result) for result in rebodied(made, changed)])


def _body(inner: Inner) -> tuple[Inner, list[Array]]:
    found = sunk(inner.outputs)
    if all(new is old for new, old in zip(found, inner.outputs)):
        return inner, []
    return frozen(inner.inputs, found, ordered(found))
