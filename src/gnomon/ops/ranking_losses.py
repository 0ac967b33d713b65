"""Losses over pairs, triplets and sequences (PyTorch)."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank
from gnomon.ops.broadcasting import broadcast, broadcast_leading, warn_silent_broadcast
from gnomon.ops.losses import PAIR, Reduction, reduced_loss, same_rank
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Shape


@op(dtype="promote_inexact")
def cosine_embedding_loss(x: Array, y: Array, target: Array, *, reduction: Reduction = "mean") -> Any:
    """Push pairs of vectors together or apart: x, y (batch, d) and target (batch,) of 1 or -1.

    >>> from gnomon.ops.sketch import array
    >>> cosine_embedding_loss(array(2, 2), array(2, 2), array(2, dtype="int64"))
    array()
    """


@cosine_embedding_loss.shape
def _(r: Rule, x: Array, y: Array, target: Array, *, reduction: Reduction) -> Shape:
    pair = broadcast(r, x, y)
    rank = target.shape.rank
    if pair.rank is not None and rank is not None and pair.rank != rank + 1:
        r.fail(
            "loss-target",
            "{op}: {x} is {x.shape}, so the target should have {want}, but {y} is {y.shape}",
            blame=target,
            x=x,
            y=target,
            want="one axis" if pair.rank == 2 else "no axes",
        )
    rest = pair.drop_last(1)
    if rest is None:
        return reduced_loss(reduction, target.shape)
    return reduced_loss(reduction, broadcast_leading(r, rest, target.shape, x, target))


@op(dtype="promote_inexact")
def triplet_margin_loss(
    anchor: Array, positive: Array, negative: Array, *, reduction: Reduction = "mean"
) -> Any:
    """Make an anchor closer to a positive than to a negative example: three arrays (batch, d).

    >>> from gnomon.ops.sketch import array
    >>> triplet_margin_loss(array(1, 2), array(1, 2), array(1, 2))
    array()
    """


@triplet_margin_loss.shape
def _(r: Rule, anchor: Array, positive: Array, negative: Array, *, reduction: Reduction) -> Shape:
    for x in (positive, negative):
        same_rank(r, anchor, x, "{op}: {x} is {x.shape}, but {y} is {y.shape}")
    shape = broadcast(r, anchor, positive, negative)
    rest = shape.drop_last(1)
    return reduced_loss(reduction, Shape.unknown() if rest is None else rest)


@op(dtype="promote_inexact")
def margin_ranking_loss(x: Array, y: Array, target: Array, *, reduction: Reduction = "mean") -> Any:
    """Make the first of each pair rank higher where the target is 1, lower where it is -1.

    >>> from gnomon.ops.sketch import array
    >>> margin_ranking_loss(array(2), array(2), array(2))
    array()
    """


@margin_ranking_loss.shape
def _(r: Rule, x: Array, y: Array, target: Array, *, reduction: Reduction) -> Shape:
    same_rank(r, x, target)
    return reduced_loss(reduction, broadcast(r, x, y, target))


@op(dtype="promote_inexact")
def gaussian_nll(x: Array, target: Array, variance: Array, *, reduction: Reduction = "mean") -> Any:
    """Negative log-likelihood under normal distributions with given variances.

    >>> from gnomon.ops.sketch import array
    >>> gaussian_nll(array(3), array(3), array(3))
    array()
    """


@gaussian_nll.shape
def _(r: Rule, x: Array, target: Array, variance: Array, *, reduction: Reduction) -> Shape:
    warn_silent_broadcast(r, x, target)
    return reduced_loss(reduction, broadcast(r, x, target))


@op(dtype="inexact")
def ctc_loss(
    x: Array,
    targets: Array,
    input_lengths: Array | None = None,
    target_lengths: Array | None = None,
    *,
    reduction: Reduction = "mean",
) -> Any:
    """Connectionist temporal classification: x (time, batch, classes) against sequences of labels.

    >>> from gnomon.ops.sketch import array
    >>> ctc_loss(array(4, 1, 3), array(1, 2, dtype="int64"), reduction="none")
    array(1)
    """


@ctc_loss.shape
def _(
    r: Rule,
    x: Array,
    targets: Array,
    input_lengths: Array | None,
    target_lengths: Array | None,
    *,
    reduction: Reduction,
) -> Shape:
    if x.shape.rank is None:
        return reduced_loss(reduction, Shape((r.fresh(),)))
    check_rank(r, x, 2, 3)
    if x.shape.rank == 2:
        return Shape()
    batch = x.shape.dims[1]
    if targets.shape.rank == 2:
        r.equal(batch, targets.shape.dims[0], "loss-target", PAIR, blame=targets, x=x, y=targets)
    for lengths in (input_lengths, target_lengths):
        if lengths is not None and lengths.shape.rank == 1:
            r.equal(
                batch,
                lengths.shape.dims[0],
                "loss-target",
                "{op}: {x} is {x.shape}, but {lengths} has {count} lengths for {batch} samples",
                blame=lengths,
                x=x,
                lengths=lengths,
                count=lengths.shape.dims[0],
                batch=batch,
            )
    return reduced_loss(reduction, Shape((batch,)))


# TensorFlow
