"""Loops for tests, made of inner graphs."""

from gnomon import ops
from gnomon.graph.array import Input
from gnomon.graph.constants import as_array
from gnomon.graph.inner import frozen, frozen_together, standing_for, tracing


def scan(body, carries, sequences=(), length=None, reverse=False, count=None):
    """Return last carries and stacks; ``body(carries, entries)`` gives the next carries and the ys."""
    carries, sequences = [as_array(array) for array in carries], list(sequences)
    first = [standing_for(array) for array in carries]
    entries = [standing_for(array, entry=True) for array in sequences]
    with tracing() as made:
        following, ys = body(first, entries)
    inner, outer = frozen([*first, *entries], [as_array(array) for array in (*following, *ys)], made)
    results = ops.scan(
        (*carries, *sequences, *outer),
        count,
        inner=inner,
        carries=len(carries),
        sequences=len(sequences),
        length=length,
        reverse=reverse,
    )
    return list(results[: len(carries)]), list(results[len(carries) :])


def while_loop(condition, body, carries, max_steps=None):
    """Return the last carries."""
    carries = [as_array(array) for array in carries]
    first = [standing_for(array) for array in carries]
    with tracing() as made:
        rows = [[condition(first)], list(body(first))]
    (asked, turned), outer = frozen_together(first, rows, made)
    return list(
        ops.while_loop(
            (*carries, *outer), condition=asked, body=turned, carries=len(carries), max_steps=max_steps
        )
    )


def branch(predicate, then, otherwise, arrays):
    """Return what one of two functions of the arrays gives."""
    inputs = [Input(array.shape, array.dtype) for array in arrays]
    (one, other), outer = frozen_together(inputs, [then(*inputs), otherwise(*inputs)])
    return list(ops.branch(predicate, (*arrays, *outer), then=one, otherwise=other))


def call(body, arrays):
    """Return what a function of the arrays gives, computed apart."""
    inputs = [Input(array.shape, array.dtype) for array in arrays]
    inner, outer = frozen(inputs, body(*inputs))
    return list(ops.call((*arrays, *outer), inner=inner))
