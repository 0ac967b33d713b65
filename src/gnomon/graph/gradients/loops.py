"""Derivatives of `scan`: back through the steps by another scan, forward beside them."""

from __future__ import annotations

from gnomon import ops
from gnomon.graph.array import Application, Array, Input
from gnomon.graph.gradients.helpers import FLOATS, fitted, zeros_like
from gnomon.graph.gradients.inside import cotangent_for, movers
from gnomon.graph.gradients.keeping import kept
from gnomon.graph.gradients.registry import whole
from gnomon.graph.inner import closed, frozen, standing_for, tracing
from gnomon.graph.loop import Loop, loop_of

Found = tuple[list[Array], list[Array | None]]


def _pull(application: Application, gs: list[Array | None], active: set[int]) -> Found:
    """Go back through the steps: carried are the cotangents of the carries and the sums of those of invariants."""
    loop = loop_of(application)
    inner, arrays, carries = loop.inner, loop.arrays, loop.carries
    rows = movers(inner)
    asked = {k for k, array in enumerate(arrays) if id(array) in active}
    after: list[list[int]] = [[] for _ in inner.inputs]
    for j in range(carries):
        for k in rows[j]:
            after[k].append(j)
    moving = closed(asked, after)
    ys = [k for k in range(carries, len(gs)) if gs[k] is not None and not rows[k].isdisjoint(moving)]
    told = {k for k in range(carries) if gs[k] is not None}
    told = told.union(*[{k for k in rows[y] if k < carries} for y in ys])
    before = [{k for k in rows[j] if k < carries} for j in range(carries)]
    live = sorted(closed(told, before) & moving)
    wanted = [k for k in range(carries, len(arrays)) if k in asked]
    if not live and not ys:
        return list(application.arrays()), [None] * len(list(application.arrays()))
    results = _back(loop, gs, live, ys, wanted)
    return list(application.arrays()), [results.get(k) for k in range(len(arrays))] + [None] * (
        len(list(application.arrays())) - len(arrays)
    )


def _back(
    loop: Loop, gs: list[Array | None], live: list[int], ys: list[int], wanted: list[int]
) -> dict[int, Array]:
    """Return the cotangents of the arrays at some places."""
    from gnomon.graph.gradients.reverse import pulled

    inner, arrays = loop.inner, loop.arrays
    inputs, outputs = inner.inputs, inner.outputs
    carried = [cotangent_for(outputs[k], inputs[k].name or "") for k in live]
    given = [cotangent_for(outputs[k], outputs[k].name or "y") for k in ys]
    wrt = [*live, *wanted]
    with tracing() as made:
        found = pulled(
            [outputs[k] for k in (*live, *ys)], [inputs[k] for k in wrt], [*carried, *given], leaves=inputs
        )
        cotangents = {k: zeros_like(inputs[k]) if c is None else c for k, c in zip(wrt, found)}
        missing = {k for k, c in zip(wrt, found) if c is None and k in wanted}
        sums = [k for k in wanted if k >= loop.invariants and k not in missing]
        stacked = [k for k in wanted if k < loop.invariants and k not in missing]
        totals = [cotangent_for(inputs[k]) for k in sums]
        ends = [cotangents[k] for k in live]
        ends += [ops.add(total, cotangents[k]) for total, k in zip(totals, sums)]
        ends += [cotangents[k] for k in stacked]
    saved = kept(ends, inner, (loop.carries, loop.invariants), [*carried, *given, *totals])
    stacks: list[Array] = []
    if saved:
        forward, more = frozen(inputs, [*outputs[: loop.carries], *saved], made)
        stacks = loop.with_body(
            forward,
            arrays[: loop.carries],
            [arrays[k] for k in loop.sequences],
            [*arrays[loop.invariants :], *more],
        )[loop.carries :]
    stands: dict[Array, Input] = {
        array: standing_for(array, name=array.name or f"kept{k}") for k, array in enumerate(saved)
    }
    reading = [inputs[k] for k in loop.sequences]
    body, more = frozen(
        [*carried, *totals, *given, *stands.values(), *reading, *inputs[loop.invariants :]],
        ends,
        made,
        stands,
    )
    first = [_start(gs[k], arrays[k]) for k in live] + [zeros_like(arrays[k]) for k in sums]
    results = loop.with_body(
        body,
        first,
        [*[_known(gs[k]) for k in ys], *stacks, *[arrays[k] for k in loop.sequences]],
        [*arrays[loop.invariants :], *more],
        back=True,
    )
    return dict(zip((*live, *sums, *stacked), results))


def _start(g: Array | None, x: Array) -> Array:
    return zeros_like(x) if g is None else fitted(g, x)


def _known(g: Array | None) -> Array:
    assert g is not None
    return g


def _push(application: Application, ts: list[Array | None]) -> list[Array | None]:
    """Carry tangents beside the carries."""
    from gnomon.graph.gradients.forward import pushed

    loop = loop_of(application)
    inner, arrays, carries = loop.inner, loop.arrays, loop.carries
    rows = movers(inner)
    after: list[list[int]] = [[] for _ in inner.inputs]
    for j in range(carries):
        for k in rows[j]:
            after[k].append(j)
    moving = closed([k for k, t in enumerate(ts[: len(arrays)]) if t is not None], after)
    places = [k for k in sorted(moving) if inner.inputs[k].dtype.kind in FLOATS]
    ys = [k for k in range(carries, len(inner.outputs)) if not rows[k].isdisjoint(moving)]
    live = [k for k in places if k < carries]
    inputs = {k: cotangent_for(inner.inputs[k]) for k in places}
    ends = [inner.outputs[k] for k in (*live, *ys)]
    with tracing() as made:
        found = pushed(ends, [inner.inputs[k] for k in places], list(inputs.values()))
        changes = [zeros_like(x) if t is None else fitted(t, x) for x, t in zip(ends, found)]
    outside = range(loop.invariants, len(arrays))
    body, more = frozen(
        [
            *inner.inputs[:carries], *[inputs[k] for k in live],
            *[inner.inputs[k] for k in loop.sequences], *[inputs[k] for k in places if k in loop.sequences],
            *[inner.inputs[k] for k in outside], *[inputs[k] for k in places if k in outside],
        ],
        [*inner.outputs[:carries], *changes],
        made,
    )  # fmt: skip
    results = loop.with_body(
        body,
        [*arrays[:carries], *[_start(ts[k], arrays[k]) for k in live]],
        [*[arrays[k] for k in loop.sequences], *[_known(ts[k]) for k in places if k in loop.sequences]],
        [*[arrays[k] for k in outside], *[_known(ts[k]) for k in places if k in outside], *more],
    )
    tangents = dict(zip((*live, *ys), results[carries:]))
    return [tangents.get(k) for k in range(len(application.outputs))]


whole("scan", _pull, _push)
