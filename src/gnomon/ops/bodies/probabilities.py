"""Probabilities from scores, and the cross-entropies of them, in the forms that do not overflow."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import chosen, inexact, places
from gnomon.ops.bodies.registry import Array, body


@body("softmax")
def softmax(x: Array, *, axis: Any) -> Any:
    """Exponentials over their sum, of scores that are at most 0; the sum is 1 at least."""
    x, axes = inexact(x), places(axis, x.ndim)
    e = ops.exp(x - ops.max(x, axis=axes, keepdims=True))
    return e * (1 / ops.sum(e, axis=axes, keepdims=True))


@body("log_softmax")
def log_softmax(x: Array, *, axis: Any) -> Any:
    """Scores less the logarithm of the sum of their exponentials."""
    x, axes = inexact(x), places(axis, x.ndim)
    shifted = x - ops.max(x, axis=axes, keepdims=True)
    return shifted - ops.log(ops.sum(ops.exp(shifted), axis=axes, keepdims=True))


def with_logits(x: Array, y: Array) -> Any:
    """softplus(x) - x y, which does not overflow."""
    return ops.softplus(x) - x * y


@body("softmax_cross_entropy")
def softmax_cross_entropy(labels: Array, logits: Array, *, axis: int) -> Any:
    """Minus the sum of labels times log-probabilities."""
    return -ops.sum(labels * ops.log_softmax(logits, axis=axis), axis=axis)


@body("sparse_softmax_cross_entropy")
def sparse_softmax_cross_entropy(labels: Array, logits: Array) -> Any:
    """Minus the log-probability of each class."""
    return ops.cross_entropy_with_integer_labels(logits, labels)


@body("cross_entropy_with_integer_labels")
def integer_labels(x: Array, labels: Array) -> Any:
    """Minus the log-probability of each class."""
    return (
        -chosen(ops.log_softmax(x, axis=-1), labels, wrap=True)
        if labels.ndim == x.ndim - 1
        else _stretched(x, labels)
    )


def _stretched(x: Array, labels: Array) -> Any:
    scores = ops.log_softmax(x, axis=-1)
    missing = x.ndim - 1 - labels.ndim
    if missing > 0:
        labels = ops.expand_dims(labels, axis=tuple(range(missing)))
    elif missing < 0:
        scores = ops.expand_dims(scores, axis=tuple(range(-missing)))
    return -chosen(scores, labels, wrap=True)


@body("sigmoid_cross_entropy")
def sigmoid_cross_entropy(labels: Array, logits: Array) -> Any:
    """Cross-entropy of scores, entry by entry."""
    return with_logits(logits, labels)
