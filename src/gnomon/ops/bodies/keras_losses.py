"""Bodies of losses as Keras defines them."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import chosen, reduced
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import dtypes

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
    return ops.clip(x / ops.sum(x, axis=-1, keepdims=True), CLOSE, 1 - CLOSE)


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
    return reduced(-ops.log(chosen(_probabilities(scores), place, wrap=True)), reduction)


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
