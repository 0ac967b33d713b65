"""Losses over classes and pairs, as PyTorch and TensorFlow define them."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.activations import log_sigmoid, softplus, wide
from gnomon.compile.reference.elementwise import xlogy
from gnomon.compile.reference.normalization import log_softmax
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference, references

IGNORED = -100


def reduced(losses: Any, reduction: str) -> Any:
    """Return one loss per sample, their sum, or (any other word) their mean."""
    if reduction == "none":
        return losses
    return np.sum(losses) if reduction == "sum" else np.mean(losses)


def _classes(x: Any) -> Any:
    """Return scores with the classes last."""
    return np.moveaxis(wide(x), 0 if x.ndim == 1 else 1, -1)


@reference("nll_loss")
def nll_loss(
    x: Any, target: Any, weight: Any = None, *, reduction: str = "mean", ignore_index: Any = None
) -> Any:
    """Return minus the log-probability of each class, weighted by class; -100 is ignored by default."""
    rows = _classes(x)
    ignored = target == (IGNORED if ignore_index is None else ignore_index)
    place = np.where(ignored, 0, target).astype(np.int64).reshape(rows.shape[:-1])
    if place.size and (place.min() < 0 or place.max() >= rows.shape[-1]):
        raise IndexError(f"class {place.max()} is out of range: there are {rows.shape[-1]} classes")
    losses = -np.take_along_axis(rows, place[..., None], -1)[..., 0]
    share = np.ones(rows.shape[-1]) if weight is None else wide(weight)
    shares = np.where(ignored.reshape(place.shape), 0, share[place])
    losses = np.where(shares == 0, 0, losses * shares)
    if reduction == "none":
        return losses
    return np.sum(losses) if reduction == "sum" else np.sum(losses) / np.sum(shares)


@reference("cross_entropy")
def cross_entropy(
    x: Any,
    target: Any,
    weight: Any = None,
    *,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
    ignore_index: Any = None,
) -> Any:
    """Cross-entropy of scores against class numbers, or against probabilities of the same shape."""
    axis = 0 if x.ndim == 1 else 1
    scores = log_softmax(x, axis=axis)
    classes = x.shape[axis]
    if target.ndim == x.ndim and target.dtype.kind == "f":
        goal = target * (1 - label_smoothing) + label_smoothing / classes
        rows = np.moveaxis(scores * goal, axis, -1)
        losses = -np.sum(rows if weight is None else rows * weight, -1)
        if reduction in ("none", "sum"):
            return reduced(losses, reduction)
        return np.sum(losses) / max(losses.size, 1) if losses.size else np.float64(np.nan)
    plain = nll_loss(scores, target, weight, reduction=reduction, ignore_index=ignore_index)
    if not label_smoothing:
        return plain
    ignored = target == (IGNORED if ignore_index is None else ignore_index)
    share = np.ones(classes) if weight is None else wide(weight)
    smooth = np.where(ignored, 0, -np.sum(np.moveaxis(scores, axis, -1) * share, -1))
    if reduction not in ("none", "sum"):
        smooth = np.sum(smooth) / np.sum(np.where(ignored, 0, share[np.where(ignored, 0, target)]))
    else:
        smooth = reduced(smooth, reduction)
    return (1 - label_smoothing) * plain + label_smoothing / classes * smooth


def _pairs(each: Any) -> Any:
    """Make a loss of a function of predictions and targets, entry by entry."""

    def loss(x: Any, target: Any, weight: Any = None, *, reduction: str = "mean", **values: Any) -> Any:
        losses = each(wide(x), wide(target), **values)
        return reduced(losses if weight is None else losses * weight, reduction)

    return loss


def _binary(x: Any, y: Any) -> Any:
    """Logarithms below -100 count as -100, as in PyTorch."""
    return -(y * np.maximum(np.log(x), -100) + (1 - y) * np.maximum(np.log1p(-x), -100))


def _with_logits(x: Any, y: Any) -> Any:
    return np.maximum(x, 0) - x * y + np.log1p(np.exp(-np.abs(x)))


def _huber(x: Any, y: Any, delta: float = 1.0) -> Any:
    size = np.abs(x - y)
    return np.where(size <= delta, 0.5 * size * size, delta * (size - 0.5 * delta))


references(
    {
        "binary_cross_entropy": _pairs(_binary),
        "bce_with_logits": _pairs(_with_logits),
        "mse_loss": _pairs(lambda x, y: (x - y) ** 2),
        "l1_loss": _pairs(lambda x, y: np.abs(x - y)),
        "huber_loss": _pairs(_huber),
        "kl_div": _pairs(lambda x, y: xlogy(y, y) - y * x),
        "poisson_nll": _pairs(lambda x, y: np.exp(x) - y * x),
        "soft_margin_loss": _pairs(lambda x, y: softplus(-y * x)),
        "hinge_loss": _pairs(lambda x, y: np.maximum(0, 1 - y * x)),
    }
)


@reference("multilabel_soft_margin")
def multilabel_soft_margin(x: Any, target: Any, weight: Any = None, *, reduction: str = "mean") -> Any:
    x, target = wide(x), wide(target)
    losses = -(target * log_sigmoid(x) + (1 - target) * log_sigmoid(-x))
    return reduced(np.mean(losses if weight is None else losses * weight, -1), reduction)


@reference("multi_margin_loss")
def multi_margin_loss(x: Any, target: Any, weight: Any = None, *, reduction: str = "mean") -> Any:
    rows = _classes(x)
    place = target.reshape(rows.shape[:-1]).astype(np.int64)
    own = np.take_along_axis(rows, place[..., None], -1)
    terms = np.maximum(0, 1 - own + rows)
    if weight is not None:
        terms = terms * wide(weight)[place][..., None]
    np.put_along_axis(terms, place[..., None], 0, -1)
    return reduced(np.sum(terms, -1) / rows.shape[-1], reduction)


@reference("softmax_cross_entropy")
def softmax_cross_entropy(labels: Any, logits: Any, *, axis: int = -1) -> Any:
    """One loss per row; labels of one row or one class stretch."""
    scores = np.moveaxis(log_softmax(logits, axis=axis), axis, -1)
    goal = np.moveaxis(wide(labels), axis, -1)
    rows = goal.reshape((-1 if goal.size else 0, goal.shape[-1]))
    losses = -np.sum(rows * scores.reshape((int(np.prod(scores.shape[:-1])), scores.shape[-1])), -1)
    return losses.reshape(scores.shape[:-1])


@reference("sparse_softmax_cross_entropy")
def sparse_softmax_cross_entropy(labels: Any, logits: Any) -> Any:
    return integer_labels(logits, labels)


@reference("cross_entropy_with_integer_labels")
def integer_labels(x: Any, labels: Any) -> Any:
    scores = log_softmax(x, axis=-1)
    lead = np.broadcast_shapes(scores.shape[:-1], labels.shape)
    scores = np.broadcast_to(scores, (*lead, scores.shape[-1]))
    return -np.take_along_axis(scores, np.broadcast_to(labels, lead)[..., None], -1)[..., 0]


@reference("sigmoid_cross_entropy")
def sigmoid_cross_entropy(labels: Any, logits: Any) -> Any:
    return _with_logits(wide(logits), wide(labels))
