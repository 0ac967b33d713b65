"""Loops and choices for many rows at once: bodies are mapped, and where rows choose apart both branches run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.graph.array import Array, Input
from gnomon.graph.batching.counting import counted_apart
from gnomon.graph.batching.helpers import aligned, each_row
from gnomon.graph.batching.interpret import carried
from gnomon.graph.batching.registry import Batch, Same, batching, ops
from gnomon.graph.control.scanning import scanned
from gnomon.graph.errors import BatchingError
from gnomon.graph.inner import Inner, closed, frozen, frozen_together, sources, standing_for, tracing
from gnomon.graph.world import build
from gnomon.shapes import Shape, Size


def _inputs(b: Batch, inner: Inner, over: set[int]) -> list[Input]:
    """Return inputs for many rows: those ``over`` differ from row to row."""
    return [
        Input(Shape((b.size, *x.shape.dims)), x.dtype, name=x.name, site=x.site)
        if k in over
        else standing_for(x)
        for k, x in enumerate(inner.inputs)
    ]


def spread(b: Batch, result: Array | Same) -> Array:
    """Return a result with the mapped axis in front, also where it is the same for every row."""
    return each_row(b, result.array, False) if isinstance(result, Same) else result


def _over_inputs(b: Batch, inner: Inner, inputs: Sequence[Array], over: set[int]) -> list[Array | Same]:
    """Return the outputs of a graph over given inputs, those ``over`` with the mapped axis in front."""
    given: dict[Array, Any] = {
        x: array if k in over else Same(array) for k, (x, array) in enumerate(zip(inner.inputs, inputs))
    }
    return carried(inner.outputs, given, b.size)


def _moving(inner: Inner, over: Sequence[bool], carries: int) -> set[int]:
    """Return the places of the inputs that differ from row to row, sooner or later."""
    rows = sources(inner)
    after: list[list[int]] = [[j for j in range(carries) if k in rows[j]] for k in range(len(inner.inputs))]
    return closed([k for k, differs in enumerate(over) if differs], after)


@batching("scan")
def _(
    b: Batch,
    arrays: tuple[Array, ...],
    count: Array | None,
    *,
    inner: Inner,
    carries: int,
    sequences: int,
    length: Size | None,
    reverse: bool,
) -> Any:
    """Steps stay the first axis of sequences and ys, rows become the second."""
    if count is not None and b.over[1]:
        if not sequences and len(inner.outputs) == carries:
            return counted_apart(b, arrays, count, inner, carries, reverse)
        raise BatchingError(
            "scan cannot be mapped over an axis: the number of steps differs from row to row",
            b.application.site,
            "a while_loop can be mapped, whose rows end one after the other",
        )
    over = _moving(inner, b.over[0], carries)
    with tracing() as made:
        given = _inputs(b, inner, over)
        outputs = _over_inputs(b, inner, given, over)
        ends = [spread(b, y) if k in over else _same(y) for k, y in enumerate(outputs[:carries])]
        ys = [y.array if isinstance(y, Same) else y for y in outputs[carries:]]
    body, more = frozen(given, [*ends, *ys], made)
    taken: list[Array] = []
    for k, (array, differs) in enumerate(zip(arrays, b.over[0])):
        if differs and carries <= k < carries + sequences:
            taken.append(ops.swapaxes(array, first=0, second=1))
        else:
            taken.append(each_row(b, array, differs) if k in over else array)
    if length is None and count is None:
        length = taken[carries].shape.dims[0]
    last = carries + sequences
    results = scanned(
        body, taken[:carries], taken[carries:last], [*taken[last:], *more], length, count, reverse
    )
    found: list[Any] = [x if k in over else Same(x) for k, x in enumerate(results[:carries])]
    for y, result in zip(outputs[carries:], results[carries:]):
        found.append(Same(result) if isinstance(y, Same) else ops.swapaxes(result, first=0, second=1))
    return tuple(found)


def _same(result: Array | Same) -> Array:
    assert isinstance(result, Same)
    return result.array


@batching("while_loop")
def _(
    b: Batch,
    arrays: tuple[Array, ...],
    *,
    condition: Inner,
    body: Inner,
    carries: int,
    max_steps: Size | None,
) -> Any:
    """Where the condition differs the loop runs as long as it holds for any row, and the others stay as they are."""
    over = _moving(body, b.over[0], carries)
    apart = not sources(condition)[0].isdisjoint(over)
    if apart:
        over = over.union(range(carries))
    with tracing() as made:
        given = _inputs(b, body, over)
        (answer,) = _over_inputs(b, condition, given, over)
        outputs = _over_inputs(b, body, given, over)
        ends = [spread(b, y) if k in over else _same(y) for k, y in enumerate(outputs)]
        if isinstance(answer, Same):
            going = answer.array
        else:
            ends = [ops.where(_mask(answer, x.ndim), y, x) for x, y in zip(given, ends)]
            going = ops.any(_mask(answer, 1))
    (test, step), more = frozen_together(given, [[going], ends], made)
    taken = [
        each_row(b, x, differs) if k in over else x for k, (x, differs) in enumerate(zip(arrays, b.over[0]))
    ]
    attributes = {"condition": test, "body": step, "carries": carries, "max_steps": max_steps}
    results = build(ops.while_loop, ((*taken, *more),), attributes, b.application.site)
    return tuple([x if k in over else Same(x) for k, x in enumerate(results)])


def _mask(answer: Array, rank: int) -> Array:
    """Return one truth value for each row, to choose between arrays of rows."""
    truth = answer if answer.dtype.kind == "bool" else ops.not_equal(answer, 0)
    return aligned(truth, rank)


@batching("cond")
def _(b: Batch, predicate: Array, then: tuple[Array, ...], otherwise: tuple[Array, ...]) -> Any:
    firsts = [each_row(b, x, differs) for x, differs in zip(then, b.over[1])]
    seconds = [each_row(b, x, differs) for x, differs in zip(otherwise, b.over[2])]
    if not b.over[0]:
        return build(ops.cond, (predicate, tuple(firsts), tuple(seconds)), {}, b.application.site)
    return _chosen(predicate, firsts, seconds)


def _chosen(predicate: Array, firsts: Sequence[Array], seconds: Sequence[Array]) -> tuple[Array, ...]:
    return tuple([ops.where(_mask(predicate, x.ndim), x, y) for x, y in zip(firsts, seconds)])


@batching("branch")
def _(b: Batch, predicate: Array, arrays: tuple[Array, ...], *, then: Inner, otherwise: Inner) -> Any:
    """One condition for all rows chooses one branch; where it differs both run."""
    over = {k for k, differs in enumerate(b.over[1]) if differs}
    if b.over[0]:
        sides = [_over_inputs(b, inner, arrays, over) for inner in (then, otherwise)]
        return _chosen(predicate, *[[spread(b, y) for y in side] for side in sides])
    with tracing() as made:
        given = _inputs(b, then, over)
        sides = [_over_inputs(b, inner, given, over) for inner in (then, otherwise)]
        ends = [[spread(b, y) for y in side] for side in sides]
    (first, second), more = frozen_together(given, ends, made, whole=True)
    attributes = {"then": first, "otherwise": second}
    return tuple(build(ops.branch, (predicate, (*arrays, *more)), attributes, b.application.site))


@batching("call")
def _(b: Batch, arrays: tuple[Array, ...], *, inner: Inner, again: bool) -> Any:
    over = {k for k, differs in enumerate(b.over[0]) if differs}
    with tracing() as made:
        given = _inputs(b, inner, over)
        ends = [spread(b, y) for y in _over_inputs(b, inner, given, over)]
    body, more = frozen(given, ends, made, whole=True)
    attributes = {"inner": body, "again": again}
    return tuple(build(ops.call, ((*arrays, *more),), attributes, b.application.site))
