"""Derivatives of `while_loop`: forward beside the carries; back where the number of steps has a bound."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import fitted, zeros_like
from gnomon.graph.gradients.inside import cotangent_for, movers
from gnomon.graph.gradients.registry import whole
from gnomon.graph.inner import Inner, closed, frozen, frozen_together, standing_for, tracing
from gnomon.graph.world import build


def bounded(application: Application) -> list[Array]:
    """Return the results of a loop with a bound as those of a scan, whose steps do nothing after the end."""
    attributes = application.attributes
    condition, body, carries = attributes["condition"], attributes["body"], attributes["carries"]
    arrays: Any = application.inputs[0]
    given = [standing_for(array) for array in arrays]
    with tracing() as made:
        (answer,) = build(ops.call, (tuple(given),), {"inner": condition}, application.site)
        still = Inner(body.inputs, body.inputs[:carries])
        inputs = (answer, tuple(given))
        after = build(ops.branch, inputs, {"then": body, "otherwise": still}, application.site)
    inner, _ = frozen(given, after, made)
    scanned = {
        "inner": inner,
        "carries": carries,
        "sequences": 0,
        "length": attributes["max_steps"],
        "reverse": False,
    }
    return list(build(ops.scan, (tuple(arrays),), scanned, application.site))


def _pull(
    application: Application, gs: list[Array | None], active: set[int]
) -> tuple[list[Array], list[Array | None]]:
    from gnomon.graph.gradients.reverse import pulled

    if application.attributes.get("max_steps") is None:
        raise GradientError(
            "while_loop: a gradient goes back through the steps, and nothing bounds their number",
            application.site,
            "give max_steps=..., or take gn.jvp (forward mode); stop_gradient takes the result as constant",
        )
    arrays = list(application.arrays())
    wanted = [array for array in dict.fromkeys(arrays) if id(array) in active]
    pairs = [(out, g) for out, g in zip(bounded(application), gs) if g is not None]
    found = pulled([out for out, _ in pairs], wanted, [g for _, g in pairs], leaves=arrays)
    cotangents = dict(zip(wanted, found))
    return wanted, [cotangents[array] for array in wanted]


def _push(application: Application, ts: list[Array | None]) -> list[Array | None]:
    from gnomon.graph.gradients.forward import pushed

    attributes = application.attributes
    body, carries = attributes["body"], attributes["carries"]
    arrays: Any = application.inputs[0]
    rows = movers(body)
    after: list[list[int]] = [[] for _ in body.inputs]
    for j in range(carries):
        for k in rows[j]:
            after[k].append(j)
    places = sorted(closed([k for k, t in enumerate(ts) if t is not None], after))
    live = [k for k in places if k < carries]
    inputs = {k: cotangent_for(body.inputs[k]) for k in places}
    ends = [body.outputs[k] for k in live]
    with tracing() as made:
        found = pushed(ends, [body.inputs[k] for k in places], list(inputs.values()))
        changes = [zeros_like(x) if t is None else fitted(t, x) for x, t in zip(ends, found)]
    outside = [k for k in places if k >= carries]
    given = [
        *body.inputs[:carries], *[inputs[k] for k in live],
        *body.inputs[carries:], *[inputs[k] for k in outside],
    ]  # fmt: skip
    test = attributes["condition"]
    names = dict(zip(test.inputs, body.inputs))
    (condition, step), more = frozen_together(
        given, [test.outputs, [*body.outputs, *changes]], made, {a: b for a, b in names.items() if a is not b}
    )
    taken = [
        *arrays[:carries], *[zeros_like(arrays[k]) if ts[k] is None else ts[k] for k in live],
        *arrays[carries:], *[ts[k] for k in outside], *more,
    ]  # fmt: skip
    changed = {**attributes, "condition": condition, "body": step, "carries": carries + len(live)}
    results = build(ops.while_loop, (tuple(taken),), changed, application.site)
    tangents = dict(zip(live, results[carries:]))
    return [tangents.get(k) for k in range(len(application.outputs))]


whole("while_loop", _pull, _push)
