"""Bodies of losses over pairs and sequences, and of those of Keras."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import filled, iota, spread
from gnomon.graph.gradients.losses import chosen, reduced
from gnomon.graph.gradients.registry import body, ops
from gnomon.shapes import dtypes

# pairs and triplets


@body("cosine_embedding_loss")
def cosine_embedding_loss(x: Array, y: Array, target: Array, *, reduction: str, margin: float = 0.0) -> Any:
    """One minus the cosine of pairs that belong together, what exceeds the margin of others."""
    cosine = ops.cosine_similarity(x, y, axis=-1)
    return reduced(ops.where(ops.greater(target, 0), 1.0 - cosine, ops.relu(cosine - margin)), reduction)


@body("triplet_margin_loss")
def triplet_margin_loss(
    anchor: Array, positive: Array, negative: Array, *, reduction: str, margin: float = 1.0
) -> Any:
    """How much farther the positive is than the negative less a margin."""
    near, far = (ops.norm(anchor - v + 1e-6, axis=-1) for v in (positive, negative))
    return reduced(ops.relu(near - far + margin), reduction)


@body("margin_ranking_loss")
def margin_ranking_loss(x: Array, y: Array, target: Array, *, reduction: str, margin: float = 0.0) -> Any:
    """How much the order of a pair is violated."""
    return reduced(ops.relu(margin - target * (x - y)), reduction)


@body("gaussian_nll")
def gaussian_nll(x: Array, target: Array, variance: Array, *, reduction: str, epsilon: float = 1e-6) -> Any:
    """Half of the logarithm of the variance and of the squared distance over it."""
    wide = ops.maximum(variance, epsilon)
    return reduced(0.5 * (ops.log(wide) + ops.square(x - target) / wide), reduction)


# Keras

CLOSE = 1e-7


def _aligned(target: Array, x: Array) -> tuple[Array, Array]:
    """Make ranks equal that differ by a last axis of size 1."""
    if abs(target.ndim - x.ndim) != 1:
        return target, x
    long, short = (target, x) if target.ndim > x.ndim else (x, target)
    if long.shape.dims[-1] != 1:
        return target, x
    if short.ndim == 1:
        short = ops.expand_dims(short, axis=1)
    else:
        long = ops.squeeze(long, axis=-1)
    return (long, short) if target.ndim > x.ndim else (short, long)


def _probabilities(x: Array) -> Array:
    return ops.clip(x / ops.sum(x, axis=-1, keepdims=True), CLOSE, 1 - CLOSE)  # type: ignore[no-any-return]


@body("categorical_crossentropy")
def categorical_crossentropy(target: Array, x: Array, *, reduction: str) -> Any:
    """Minus the sum of targets times logarithms of shares."""
    goal, scores = _aligned(target, x)
    return reduced(-ops.sum(goal * ops.log(_probabilities(scores)), axis=-1), reduction)


@body("sparse_categorical_crossentropy")
def sparse_categorical_crossentropy(target: Array, x: Array, *, reduction: str) -> Any:
    """Minus the logarithm of the share of each class."""
    goal, scores = _aligned(target, x)
    place = ops.reshape(goal, shape=scores.shape.dims[:-1])
    if place.dtype.kind not in ("int", "uint"):
        place = ops.cast(place, dtype=dtypes.int64)
    return reduced(-ops.log(chosen(_probabilities(scores), place)), reduction)


@body("binary_crossentropy")
def binary_crossentropy(target: Array, x: Array, *, reduction: str) -> Any:
    """Cross-entropy of clipped probabilities."""
    goal, scores = _aligned(target, x)
    scores = ops.clip(scores, CLOSE, 1 - CLOSE)
    losses = -(goal * ops.log(scores) + (1.0 - goal) * ops.log(1.0 - scores))
    return reduced(ops.mean(losses, axis=-1) if losses.ndim else losses, reduction)


REGRESSION: dict[str, Any] = {
    "squared": ops.square,
    "absolute": ops.abs,
    "huber": lambda d: ops.where(ops.less_equal(ops.abs(d), 1.0), 0.5 * ops.square(d), ops.abs(d) - 0.5),
    "log_cosh": lambda d: ops.logaddexp(d, -d) - 0.6931471805599453,
}


@body("keras_regression")
def keras_regression(target: Array, x: Array, *, reduction: str, loss: str = "squared") -> Any:
    """A function of the differences, averaged over the last axis."""
    goal, scores = _aligned(target, x)
    losses = REGRESSION[loss](goal - scores)
    return reduced(ops.mean(losses, axis=-1) if losses.ndim else losses, reduction)


# sequences

LOWEST = -1e30


@body("ctc_loss")
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
    from gnomon.graph.errors import GradientError

    lone = x.ndim == 2
    rows = ops.expand_dims(x, axis=1) if lone else x
    labels = targets if targets.ndim == 2 else ops.expand_dims(targets, axis=0)
    steps, batch = rows.shape.dims[:2]
    if type(steps) is not int or (targets.ndim == 1 and not lone):
        raise GradientError(
            "the gradient of ctc_loss needs known sizes and one row of labels for each sample"
        )
    count = labels.shape.dims[1]
    lengths = None if input_lengths is None else ops.reshape(input_lengths, shape=(batch,))
    counts = spread(1, (batch,), dtypes.int64) * count if target_lengths is None else target_lengths
    counts = ops.reshape(counts, shape=(batch,))
    blanks = ops.broadcast_to(spread(blank, (), labels.dtype), shape=labels.shape.dims)
    pairs = ops.reshape(ops.stack((blanks, labels), axis=2), shape=(batch, 2 * count))
    states = ops.pad(pairs, widths=((0, 0), (0, 1)), value=blank)
    width = 2 * count + 1
    before = ops.pad(
        ops.narrow(states, axis=1, start=0, length=width - 2), widths=((0, 0), (2, 0)), value=blank
    )
    skips = ops.logical_and(ops.not_equal(states, blank), ops.not_equal(states, before))

    def emitted(k: int) -> Array:
        return ops.take_along_axis(ops.select_at(rows, axis=0, position=k), states, axis=1)  # type: ignore[no-any-return]

    def shifted(paths: Array, by: int) -> Array:
        kept = ops.narrow(paths, axis=1, start=0, length=width - by)
        return ops.pad(kept, widths=((0, 0), (by, 0)), value=LOWEST)  # type: ignore[no-any-return]

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
