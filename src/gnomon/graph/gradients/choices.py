"""Derivatives of choices and of graphs that run apart: only the branch that is taken is differentiated."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array
from gnomon.graph.gradients.helpers import zeros_like
from gnomon.graph.gradients.inside import movers, pull_graph, push_graph
from gnomon.graph.gradients.registry import whole
from gnomon.graph.inner import Inner, standing_for
from gnomon.graph.world import build

Found = tuple[list[Array], list[Array | None]]


def _pull_cond(application: Application, gs: list[Array | None], active: set[int]) -> Found:
    """Send each cotangent to the array that was chosen, zeros to the other."""
    predicate, then, otherwise = application.inputs
    first: list[Array | None] = [None] * len(then)
    second: list[Array | None] = [None] * len(then)
    places = [
        k for k, g in enumerate(gs) if g is not None and (id(then[k]) in active or id(otherwise[k]) in active)
    ]
    if places:
        chosen = [gs[k] for k in places]
        zeros = [zeros_like(application.outputs[k]) for k in places]
        inputs = (predicate, (*chosen, *zeros), (*zeros, *chosen))
        found = build(ops.cond, inputs, {}, application.site)
        for j, k in enumerate(places):
            first[k], second[k] = found[j], found[len(places) + j]
    return [predicate, *then, *otherwise], [None, *first, *second]


def _push_cond(application: Application, ts: list[Array | None]) -> list[Array | None]:
    predicate, then, otherwise = application.inputs
    firsts, seconds = ts[1 : 1 + len(then)], ts[1 + len(then) :]
    places = [k for k in range(len(then)) if firsts[k] is not None or seconds[k] is not None]
    results: list[Array | None] = [None] * len(then)
    if places:
        rows = [
            tuple([zeros_like(array[k]) if t[k] is None else t[k] for k in places])
            for array, t in ((then, firsts), (otherwise, seconds))
        ]
        for k, found in zip(places, build(ops.cond, (predicate, *rows), {}, application.site)):
            results[k] = found
    return results


def _inners(application: Application) -> dict[str, Inner]:
    return {key: value for key, value in application.attributes.items() if isinstance(value, Inner)}


def _pull_inside(application: Application, gs: list[Array | None], active: set[int]) -> Found:
    """Run the graphs that pull in place of the graphs: what these computed on their way is computed anew."""
    graphs = _inners(application)
    arrays = list(application.inputs[-1])
    followed = [
        set().union(*[rows[k] for k, g in enumerate(gs) if g is not None])
        for rows in map(movers, graphs.values())
    ]
    wanted = [
        k for k, array in enumerate(arrays) if id(array) in active and any(k in places for places in followed)
    ]
    given = [k for k, g in enumerate(gs) if g is not None]
    results: list[Array | None] = [None] * len(arrays)
    if wanted:
        pairs = {key: pull_graph(inner, given, wanted) for key, inner in graphs.items()}
        taken = [*arrays, *[gs[k] for k in given]]
        for k, found in zip(wanted, _run(application, pairs, taken)):
            results[k] = found
    return list(application.arrays()), [*[None] * (len(application.inputs) - 1), *results]


def _push_inside(application: Application, ts: list[Array | None]) -> list[Array | None]:
    graphs = _inners(application)
    arrays = list(application.inputs[-1])
    tangents = ts[len(application.inputs) - 1 :]
    moving = [k for k, t in enumerate(tangents) if t is not None]
    rows = [movers(inner) for inner in graphs.values()]
    wanted = [
        k for k in range(len(application.outputs)) if any(not places[k].isdisjoint(moving) for places in rows)
    ]
    results: list[Array | None] = [None] * len(application.outputs)
    if wanted:
        pairs = {key: push_graph(inner, moving, wanted) for key, inner in graphs.items()}
        taken = [*arrays, *[tangents[k] for k in moving]]
        for k, found in zip(wanted, _run(application, pairs, taken)):
            results[k] = found
    return results


def _run(application: Application, pairs: dict[str, tuple[Inner, list[Array]]], taken: list[Any]) -> Any:
    """Apply the operation with other graphs, each of which may take more from outside."""
    count = len(taken)
    outer = list(dict.fromkeys([array for _, more in pairs.values() for array in more]))
    graphs: dict[str, Any] = {}
    for key, (inner, more) in pairs.items():
        places = {array: k for k, array in enumerate(more)}
        given = list(inner.inputs[:count])
        for array in outer:
            given.append(inner.inputs[count + places[array]] if array in places else standing_for(array))
        graphs[key] = Inner(given, inner.outputs)
    inputs = (*application.inputs[:-1], (*taken, *outer))
    attributes = {**application.attributes, **graphs}
    if application.op is ops.call:
        attributes["again"] = True
    return build(application.op, inputs, attributes, application.site)


whole("cond", _pull_cond, _push_cond)
whole("branch", _pull_inside, _push_inside)
whole("call", _pull_inside, _push_inside)
