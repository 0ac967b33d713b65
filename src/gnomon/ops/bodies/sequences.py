"""Bodies over sequences of steps."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import filled, iota, spread
from gnomon.ops.bodies.registry import Array, Inexpressible, body
from gnomon.shapes import dtypes

LOWEST = -1e30


@body("ctc_loss", code=False)
def ctc_loss(
    x: Array,
    targets: Array,
    input_lengths: Array | None,
    target_lengths: Array | None,
    *,
    reduction: str,
    blank: int = 0,
) -> Any:
    """The forward recursion in logarithms, one step after another: the number of steps must be known."""

    lone = x.ndim == 2
    rows = ops.expand_dims(x, axis=1) if lone else x
    labels = targets if targets.ndim == 2 else ops.expand_dims(targets, axis=0)
    steps, batch = rows.shape.dims[:2]
    if type(steps) is not int or (targets.ndim == 1 and not lone):
        raise Inexpressible("a known number of steps (known sizes), and one row of labels for each sample")
    count = labels.shape.dims[1]
    lengths = None if input_lengths is None else ops.reshape(input_lengths, shape=(batch,))
    counts = spread(x, 1, (batch,), dtypes.int64) * count if target_lengths is None else target_lengths
    counts = ops.reshape(counts, shape=(batch,))
    blanks = ops.broadcast_to(spread(x, blank, (), labels.dtype), shape=labels.shape.dims)
    pairs = ops.reshape(ops.stack((blanks, labels), axis=2), shape=(batch, 2 * count))
    states = ops.pad(pairs, widths=((0, 0), (0, 1)), value=blank)
    width = 2 * count + 1
    before = ops.pad(
        ops.narrow(states, axis=1, start=0, length=width - 2), widths=((0, 0), (2, 0)), value=blank
    )
    skips = ops.logical_and(ops.not_equal(states, blank), ops.not_equal(states, before))

    def emitted(k: int) -> Array:
        return ops.take_along_axis(ops.select_at(rows, axis=0, position=k), states, axis=1)

    def shifted(paths: Array, by: int) -> Array:
        kept = ops.narrow(paths, axis=1, start=0, length=width - by)
        return ops.pad(kept, widths=((0, 0), (by, 0)), value=LOWEST)

    first = emitted(0)
    paths = ops.where(ops.less(iota(first, 1), 2), first, filled(first, LOWEST))
    for k in range(1, steps):
        two = ops.where(skips, shifted(paths, 2), filled(paths, LOWEST))
        following = ops.logaddexp(ops.logaddexp(paths, shifted(paths, 1)), two) + emitted(k)
        if lengths is None:
            paths = following
        else:
            paths = ops.where(ops.expand_dims(ops.less(k, lengths), axis=1), following, paths)
    ends = ops.expand_dims(2 * counts, axis=1)
    last = ops.take_along_axis(paths, ends, axis=1)
    other = ops.take_along_axis(paths, ops.maximum(ends - 1, 0), axis=1)
    losses = -ops.squeeze(ops.logaddexp(last, other), axis=1)
    if reduction == "none":
        return ops.squeeze(losses, axis=0) if lone else losses
    if reduction == "sum":
        return ops.sum(losses)
    return ops.mean(losses / ops.cast(ops.maximum(counts, 1), dtype=losses.dtype))
