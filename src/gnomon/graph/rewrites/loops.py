"""Laws of loops: what nothing needs is dropped, what is equal is carried and stacked once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array, Input
from gnomon.graph.capture import Capture
from gnomon.graph.inner import Inner, closed, sources, unfolded
from gnomon.graph.loop import loop_of
from gnomon.graph.rewrites.law import EXACT, laws_of
from gnomon.graph.rewrites.patterns import Whole

law = laws_of("loops")
SCAN = Whole(["scan"])
Used = Callable[[Array], bool]


def _dropped(out: Application, used: Used) -> list[Array] | None:
    """Leave out carries and ys that nothing needs."""
    loop = loop_of(out)
    if loop.counted is not None:
        return None
    carries, outputs = loop.carries, out.outputs
    needed = [used(array) for array in outputs]
    if not any(needed):
        return None
    rows = sources(loop.inner)
    first = {k for k in range(carries) if needed[k]}
    ys = [k for k in range(carries, len(outputs)) if needed[k]]
    first = first.union(*[{k for k in rows[y] if k < carries} for y in ys])
    live = sorted(closed(first, [{k for k in rows[j] if k < carries} for j in range(carries)]))
    if len(live) == carries and len(ys) == len(outputs) - carries:
        return None
    held, entries, rest = loop.inputs
    inner = Inner([*[held[k] for k in live], *entries, *rest], [loop.inner.outputs[k] for k in (*live, *ys)])
    carried, sequences, invariants = loop.parts
    results = dict(
        zip((*live, *ys), loop.with_body(inner, [carried[k] for k in live], sequences, invariants))
    )
    return [results.get(k, output) for k, output in enumerate(outputs)]


law(
    "results of a loop that nothing needs", SCAN, _dropped, kind=EXACT,
    example="gn.scan(lambda c, v: ((c[0] + v, c[1] * v), c[0]), (x[0], x[0]), x)[0][0]",
    near=("gn.scan(lambda c, v: (c + v, c), x[0], x)[1]",),
)  # fmt: skip


def _steady(out: Application) -> list[Array] | None:
    """Give a carry that a step hands on as it is to all steps alike."""
    loop = loop_of(out)
    held, entries, rest = loop.inputs
    still = [k for k in range(loop.carries) if loop.inner.outputs[k] is held[k]]
    if not still or loop.counted is not None:
        return None
    kept = [k for k in range(len(out.outputs)) if k not in still]
    carried, sequences, invariants = loop.parts
    inner = Inner(
        [*[held[k] for k in kept if k < loop.carries], *entries, *rest, *[held[k] for k in still]],
        [loop.inner.outputs[k] for k in kept],
    )
    first = [carried[k] for k in kept if k < loop.carries]
    results = {k: carried[k] for k in still}
    if kept:
        found = loop.with_body(inner, first, sequences, [*invariants, *[carried[k] for k in still]])
        results.update(zip(kept, found))
    return [results[k] for k in range(len(out.outputs))]


law(
    "carries that stay as they are", SCAN, _steady, kind=EXACT,
    example="gn.scan(lambda c, v: ((c[0] + c[1] * v, c[1]), None), (x[0], x[1]), x)[0][0]",
    near=("gn.scan(lambda c, v: ((c[1], c[0]), None), (x[0], x[1]), x)[0][0]",),
)  # fmt: skip


def _without_loop(out: Application) -> list[Array] | None:
    """Take ys that are entries of a sequence, or the same in all steps, from there."""
    loop = loop_of(out)
    if loop.counted is not None or loop.length is None:
        return None
    places: dict[Array, int] = {x: k for k, x in enumerate(loop.inner.inputs) if k >= loop.carries}
    found: dict[int, Array] = {}
    for k, y in enumerate(loop.inner.outputs[loop.carries :], loop.carries):
        place = places.get(y)
        if place is not None:
            array, whole = loop.arrays[place], (loop.length, *y.shape.dims)
            found[k] = array if place < loop.invariants else ops.broadcast_to(array, shape=whole)
    if not found:
        return None
    kept = [k for k in range(len(out.outputs)) if k not in found]
    if kept:
        inner = Inner(loop.inner.inputs, [loop.inner.outputs[k] for k in kept])
        found.update(zip(kept, loop.with_body(inner, *loop.parts)))
    return [found[k] for k in range(len(out.outputs))]


law(
    "results of steps that need no loop", SCAN, _without_loop, kind=EXACT,
    example="gn.scan(lambda c, v: (c + v, v), x[0], x)[1]",
    near=("gn.scan(lambda c, v: (c + v, c), x[0], x)[1]",),
)  # fmt: skip


def _same_results(out: Application) -> list[Array] | None:
    """Stack once what several results of a step are."""
    loop = loop_of(out)
    outputs = loop.inner.outputs
    first = [
        *range(loop.carries),
        *[k + loop.carries for k in _classes([id(y) for y in outputs[loop.carries :]])],
    ]
    kept = sorted(set(first))
    if len(kept) == len(outputs) or loop.counted is not None:
        return None
    results = loop.with_body(Inner(loop.inner.inputs, [outputs[k] for k in kept]), *loop.parts)
    return [results[kept.index(k)] for k in first]


law(
    "results of a step that are equal", SCAN, _same_results, kind=EXACT,
    example="gn.add(*gn.scan(lambda c, v: (c + v, (c, c)), x[0], x)[1])",
    near=("gn.add(*gn.scan(lambda c, v: (c + v, (c, v * 2)), x[0], x)[1])",),
)  # fmt: skip


def _classes(keys: Sequence[Any]) -> list[int]:
    """Return for each key the place of the first one like it."""
    return [keys.index(key) for key in keys]


def _same_inputs(out: Application) -> list[Array] | None:
    """Give an array once that is given several times."""
    loop = loop_of(out)
    stands: dict[tuple[bool, Array], Input] = {}
    changes: dict[Array, Array] = {}
    for k, (x, array) in enumerate(zip(loop.inner.inputs, loop.arrays)):
        if k >= loop.carries:
            first = stands.setdefault((k < loop.invariants, array), x)
            if first is not x:
                changes[x] = first
    if not changes or loop.counted is not None:
        return None
    given = [changes.get(x, x) for x in loop.inner.inputs]
    inner = Inner(loop.inner.inputs, unfolded(loop.inner, given))
    return loop.with_body(inner, *loop.parts)


law(
    "arrays given to a loop twice", SCAN, _same_inputs, kind=EXACT,
    example="gn.scan(lambda c, v: (c * v[0] + v[1], None), x[0], (x, x))[0]",
    near=("gn.scan(lambda c, v: (c * v[0] + v[1], None), x[0], (x, y))[0]",),
)  # fmt: skip


def _same_carries(out: Application) -> list[Array] | None:
    """Carry once what begins equal and stays equal: assumed for all that begin equal, dropped where it fails."""
    loop = loop_of(out)
    carried = loop.parts[0]
    classes = _classes([id(array) for array in carried])
    if len(set(classes)) == len(classes) or loop.counted is not None:
        return None
    while len(set(classes)) < len(classes):
        given: list[Array] = [loop.inner.inputs[classes[k]] for k in range(loop.carries)]
        given += loop.inner.inputs[loop.carries :]
        outputs = Capture(unfolded(loop.inner, given)).outputs
        finer = _classes([(classes[k], id(outputs[k])) for k in range(loop.carries)])
        if finer == classes:
            break
        classes = finer
    else:
        return None
    kept = sorted(set(classes))
    inputs = [*[loop.inner.inputs[k] for k in kept], *loop.inner.inputs[loop.carries :]]
    inner = Inner(inputs, [*[outputs[k] for k in kept], *outputs[loop.carries :]])
    results = loop.with_body(inner, [carried[k] for k in kept], *loop.parts[1:])
    return [*[results[kept.index(k)] for k in classes], *results[len(kept) :]]


law(
    "carries that are equal", SCAN, _same_carries, kind=EXACT,
    example="sum(gn.scan(lambda c, v: ((c[0] + v, c[1] + v), None), (x[0] * 1, x[0] * 1), x)[0])",
    near=("sum(gn.scan(lambda c, v: ((c[0] + v, c[1] - v), None), (x[0] * 1, x[0] * 1), x)[0])",),
)  # fmt: skip
