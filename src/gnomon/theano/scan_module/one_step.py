"""Loops of one step: what the step gives, with a new first axis of size 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.compile.copies import replaced
from gnomon.theano.scan_module.scan_op import first_place
from gnomon.theano.updates import OrderedUpdates


def once(
    rows: Sequence[Any],
    states: Sequence[Any],
    outputs: Sequence[Any],
    updates: Sequence[tuple[Any, Any]],
    backwards: bool,
    return_list: bool,
) -> tuple[Any, OrderedUpdates]:
    """Return what one step gives for the first rows of sequences and the initial states."""
    from gnomon.theano.tensor.axes import shape_padleft
    from gnomon.theano.tensor.broadcasting import unbroadcast

    pairs = []
    for sequence in rows:
        array = sequence.array[::-1] if backwards else sequence.array
        for tap, row in zip(sequence.taps, sequence.rows):
            pairs.append((row, array[first_place(tap, sequence.taps, backwards)]))
    for state in states:
        depth = -min(state.taps)
        for tap, row in zip(state.taps, state.rows):
            pairs.append((row, state.initial if state.taps == (-1,) else state.initial[depth + tap]))
    targets = [old for old, _ in updates]
    found = replaced([*outputs, *[new for _, new in updates]], pairs)
    stacked = [unbroadcast(shape_padleft(out), 0) for out in found[: len(outputs)]]
    changes = OrderedUpdates(zip(targets, found[len(outputs) :]))
    if return_list:
        return stacked, changes
    return (stacked[0] if len(stacked) == 1 else stacked or None), changes
