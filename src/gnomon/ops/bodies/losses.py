"""Bodies of losses: the same formulas as operations, in the forms that do not overflow."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import chosen, count_along, filled, iota, reduced, valid, zeros_like
from gnomon.ops.bodies.probabilities import with_logits
from gnomon.ops.bodies.registry import Array, body

IGNORED = -100


def _rows(x: Array) -> Array:
    return x if x.ndim <= 2 else ops.moveaxis(x, source=1, destination=-1)


def _kept(target: Array, ignore_index: Any, dims: Any) -> tuple[Array, Array]:
    """Return which classes count, and the classes with 0 for others."""
    target = ops.reshape(target, shape=dims) if target.shape.dims != dims else target
    ignored = ops.equal(target, IGNORED if ignore_index is None else ignore_index)
    return ignored, ops.where(ignored, zeros_like(target), target)


def _shares(place: Array, ignored: Array, weight: Array | None, like: Array) -> Array:
    share = filled(like, 1.0) if weight is None else ops.pick(weight, (place,))
    return ops.where(ignored, zeros_like(share), share)


@body("nll_loss")
def nll_loss(x: Array, target: Array, weight: Array | None, *, reduction: str, ignore_index: Any) -> Any:
    """Minus the log-probability of each class, weighted by class."""
    rows = _rows(x)
    ignored, place = _kept(target, ignore_index, rows.shape.dims[:-1])
    losses = -chosen(rows, place)
    shares = _shares(place, ignored, weight, losses)
    losses = ops.where(ops.equal(shares, 0), zeros_like(losses), losses * shares)
    if reduction == "none":
        return (
            ops.reshape(losses, shape=target.shape.dims)
            if losses.ndim != target.ndim and x.ndim > 1
            else losses
        )
    return ops.sum(losses) if reduction == "sum" else ops.sum(losses) / ops.sum(shares)


@body("cross_entropy")
def cross_entropy(
    x: Array,
    target: Array,
    weight: Array | None,
    *,
    reduction: str,
    label_smoothing: float,
    ignore_index: Any,
) -> Any:
    """Log-softmax, then the likelihood of classes or of probabilities."""
    axis = 0 if x.ndim == 1 else 1
    scores = ops.log_softmax(x, axis=axis)
    classes = count_along(x, (axis,), x.dtype)
    rows = _rows(scores)
    if target.ndim == x.ndim and target.dtype.kind == "float":
        goal = _rows(target) * (1 - label_smoothing) + label_smoothing / classes
        terms = rows * goal if weight is None else rows * goal * weight
        return reduced(-ops.sum(terms, axis=-1), reduction)
    plain = ops.nll_loss(scores, target, weight, reduction=reduction, ignore_index=ignore_index)
    if not label_smoothing:
        return plain
    ignored, place = _kept(target, ignore_index, rows.shape.dims[:-1])
    smooth = -ops.sum(rows if weight is None else rows * weight, axis=-1)
    smooth = ops.where(ignored, zeros_like(smooth), smooth)
    if reduction not in ("none", "sum"):
        smooth = ops.sum(smooth) / ops.sum(_shares(place, ignored, weight, smooth))
    else:
        smooth = reduced(smooth, reduction)
    return (1 - label_smoothing) * plain + smooth * (label_smoothing / classes)


def _pairs(name: str, each: Any) -> None:
    """Register a loss that is a function of predictions and targets, entry by entry."""

    def loss(x: Array, target: Array, weight: Array | None, *, reduction: str, **values: Any) -> Any:
        losses = each(x, target, **values)
        return reduced(losses if weight is None else losses * weight, reduction)

    body(name)(loss)


def _binary(x: Array, y: Array) -> Any:
    """Logarithms below -100 count as -100."""
    return -(y * ops.maximum(ops.log(x), -100.0) + (1.0 - y) * ops.maximum(ops.log1p(-x), -100.0))


def _huber(x: Array, y: Array, *, delta: float) -> Any:
    size = ops.abs(x - y)
    return ops.where(ops.less_equal(size, delta), 0.5 * ops.square(x - y), delta * (size - 0.5 * delta))


_pairs("binary_cross_entropy", _binary)
_pairs("bce_with_logits", with_logits)
_pairs("mse_loss", lambda x, y: ops.square(x - y))
_pairs("l1_loss", lambda x, y: ops.abs(x - y))
_pairs("huber_loss", _huber)
_pairs("kl_div", lambda x, y: ops.xlogy(y, y) - y * x)
_pairs("poisson_nll", lambda x, y: ops.exp(x) - y * x)
_pairs("soft_margin_loss", lambda x, y: ops.softplus(-y * x))
_pairs("hinge_loss", lambda x, y: ops.relu(1.0 - y * x))


@body("multilabel_soft_margin")
def multilabel_soft_margin(x: Array, target: Array, weight: Array | None, *, reduction: str) -> Any:
    """The cross-entropies of a sample's classes, averaged."""
    losses = -(target * ops.log_sigmoid(x) + (1.0 - target) * ops.log_sigmoid(-x))
    losses = losses if weight is None else losses * weight
    return reduced(ops.mean(losses, axis=-1, keepdims=False), reduction)


@body("multi_margin_loss")
def multi_margin_loss(x: Array, target: Array, weight: Array | None, *, reduction: str) -> Any:
    """How much other classes come within 1 of the own one."""
    rows = _rows(x)
    place = valid(rows, ops.reshape(target, shape=rows.shape.dims[:-1]), wrap=True)
    own = ops.expand_dims(chosen(rows, place, wrap=True), axis=-1)
    terms = ops.relu(rows - own + 1.0)
    if weight is not None:
        terms = terms * ops.expand_dims(ops.pick(weight, (place,)), axis=-1)
    classes = count_along(rows, (rows.ndim - 1,), rows.dtype)
    mine = ops.equal(iota(rows, rows.ndim - 1), ops.expand_dims(place, axis=-1))
    return reduced(ops.sum(ops.where(mine, zeros_like(terms), terms), axis=-1) / classes, reduction)
