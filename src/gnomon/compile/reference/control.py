"""Loops and choices: bodies run step by step by the engine itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.reference.inside import Body
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference


@reference("scan")
def scan(
    arrays: tuple[Any, ...],
    count: Any,
    *,
    inner: Body,
    carries: int,
    sequences: int,
    length: int | None = None,
    reverse: bool = False,
) -> tuple[Any, ...]:
    """Run the body once for each entry of the sequences."""
    last = carries + sequences
    carry, rows, rest = list(arrays[:carries]), arrays[carries:last], arrays[last:]
    steps = _steps(rows, count, length)
    stacks: list[Any] = []
    for t in range(steps - 1, -1, -1) if reverse else range(steps):
        found = inner([*carry, *[row[t, ...] for row in rows], *rest])
        carry, ys = found[:carries], found[carries:]
        stacks = stacks or [np.empty((steps, *y.shape), y.dtype) for y in ys]
        for stack, y in zip(stacks, ys):
            stack[t] = y
    if not steps:
        stacks = [_nothing(inner, y) for y in inner.inner.outputs[carries:]]
    return (*_apart(carry, arrays), *stacks)


def _apart(results: Sequence[Any], arrays: Sequence[Any]) -> tuple[Any, ...]:
    """Return results that are none of the arrays given."""
    given = {id(array) for array in arrays}
    return tuple([result.copy() if id(result) in given else result for result in results])


def _steps(rows: tuple[Any, ...], count: Any, length: int | None) -> int:
    """Return the number of steps, about which all who tell it agree."""
    told = [row.shape[0] for row in rows]
    if count is not None:
        told.append(max(int(count), 0))
    if length is not None:
        told.append(length)
    if len(set(told)) != 1:
        raise ValueError(f"the numbers of steps differ: {', '.join(map(str, told))}")
    return int(told[0])


def _nothing(inner: Body, y: Any) -> Any:
    """Return no steps, stacked."""
    sizes = [inner.solution.number(size) for size in y.shape.dims]
    return np.empty((0, *[size if type(size) is int else 0 for size in sizes]), numpy_dtype(y.dtype))


@reference("while_loop")
def while_loop(
    arrays: tuple[Any, ...], *, condition: Body, body: Body, carries: int, max_steps: int | None = None
) -> tuple[Any, ...]:
    """Run the body as long as the condition holds."""
    carry, rest = list(arrays[:carries]), arrays[carries:]
    steps = 0
    while (max_steps is None or steps < max_steps) and condition([*carry, *rest])[0]:
        carry = body([*carry, *rest])
        steps += 1
    return _apart(carry, arrays)


@reference("cond")
def cond(predicate: Any, then: tuple[Any, ...], otherwise: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is chosen; the engine computes the other one only if something else needs it."""
    chosen = then if predicate else otherwise
    return _apart(chosen, chosen)


@reference("branch")
def branch(predicate: Any, arrays: tuple[Any, ...], *, then: Body, otherwise: Body) -> tuple[Any, ...]:
    """Run the graph that is chosen."""
    return _apart((then if predicate else otherwise)(arrays), arrays)


@reference("call")
def call(arrays: tuple[Any, ...], *, inner: Body, again: bool = False) -> tuple[Any, ...]:
    """Run the graph."""
    return _apart(inner(arrays), arrays)
