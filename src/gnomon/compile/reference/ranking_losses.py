"""Losses over pairs, triplets and sequences (PyTorch), and those of Keras."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.activations import wide
from gnomon.compile.reference.losses import reduced
from gnomon.compile.reference.normalization import cosine_similarity
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference

CLOSE = 1e-7


@reference("cosine_embedding_loss")
def cosine_embedding_loss(
    x: Any, y: Any, target: Any, *, reduction: str = "mean", margin: float = 0.0
) -> Any:
    cosine = cosine_similarity(x, y, axis=-1)
    return reduced(np.where(target > 0, 1 - cosine, np.maximum(0, cosine - margin)), reduction)


@reference("triplet_margin_loss")
def triplet_margin_loss(
    anchor: Any, positive: Any, negative: Any, *, reduction: str = "mean", margin: float = 1.0
) -> Any:
    near, far = (np.sqrt(np.sum((wide(anchor) - wide(v) + 1e-6) ** 2, -1)) for v in (positive, negative))
    return reduced(np.maximum(near - far + margin, 0), reduction)


@reference("margin_ranking_loss")
def margin_ranking_loss(x: Any, y: Any, target: Any, *, reduction: str = "mean", margin: float = 0.0) -> Any:
    return reduced(np.maximum(0, -wide(target) * (wide(x) - wide(y)) + margin), reduction)


@reference("gaussian_nll")
def gaussian_nll(
    x: Any, target: Any, variance: Any, *, reduction: str = "mean", epsilon: float = 1e-6
) -> Any:
    spread = np.maximum(wide(variance), epsilon)
    return reduced(0.5 * (np.log(spread) + (wide(x) - wide(target)) ** 2 / spread), reduction)


@reference("ctc_loss")
def ctc_loss(
    x: Any,
    targets: Any,
    input_lengths: Any = None,
    target_lengths: Any = None,
    *,
    reduction: str = "mean",
    blank: int = 0,
) -> Any:
    """Sum over all alignments, by the forward recursion in logarithms; the mean is over labels, then samples."""
    rows = wide(x)[:, None] if x.ndim == 2 else wide(x)
    steps, batch = rows.shape[:2]
    lengths = np.full(batch, steps) if input_lengths is None else np.atleast_1d(input_lengths)
    labels = np.atleast_2d(targets) if x.ndim == 2 or targets.ndim == 2 else None
    if target_lengths is None:
        counts = np.full(batch, targets.shape[-1] if labels is not None else targets.size // max(batch, 1))
    else:
        counts = np.atleast_1d(target_lengths)
    starts = np.concatenate([[0], np.cumsum(counts)])
    losses = np.empty(batch)
    for k in range(batch):
        own = targets[starts[k] : starts[k + 1]] if labels is None else labels[k, : counts[k]]
        losses[k] = _ctc(rows[: lengths[k], k], own, blank)
    if reduction == "none":
        return losses[0] if x.ndim == 2 else losses
    return np.sum(losses) if reduction == "sum" else np.mean(losses / np.maximum(counts, 1))


def _ctc(scores: Any, labels: Any, blank: int) -> Any:
    states = np.full(2 * len(labels) + 1, blank, np.int64)
    states[1::2] = labels
    skips = np.zeros(len(states), bool)
    skips[2:] = (states[2:] != blank) & (states[2:] != states[:-2])
    paths = np.full(len(states), -np.inf)
    if not len(scores):
        return np.float64(0.0 if not len(labels) else np.inf)
    paths[:2] = scores[0, states[:2]]
    for row in scores[1:]:
        one = np.concatenate([[-np.inf], paths[:-1]])
        two = np.where(skips, np.concatenate([[-np.inf, -np.inf], paths[:-2]])[: len(paths)], -np.inf)
        paths = np.logaddexp(np.logaddexp(paths, one), two) + row[states]
    return -np.logaddexp(paths[-1], paths[-2]) if len(paths) > 1 else -paths[-1]


def _aligned(target: Any, x: Any) -> tuple[Any, Any]:
    """Make ranks equal that differ by a last axis of size 1, as Keras does."""
    if abs(target.ndim - x.ndim) != 1:
        return target, x
    long, short = (target, x) if target.ndim > x.ndim else (x, target)
    if long.shape[-1] != 1:
        return target, x
    if short.ndim == 1:
        short = short[:, None]
    else:
        long = long[..., 0]
    return (long, short) if target.ndim > x.ndim else (short, long)


@reference("categorical_crossentropy")
def categorical_crossentropy(target: Any, x: Any, *, reduction: str = "mean") -> Any:
    goal, scores = _aligned(wide(target), wide(x))
    shares = scores / np.sum(scores, -1, keepdims=True)
    return reduced(-np.sum(goal * np.log(np.clip(shares, CLOSE, 1 - CLOSE)), -1), reduction)


@reference("sparse_categorical_crossentropy")
def sparse_categorical_crossentropy(target: Any, x: Any, *, reduction: str = "mean") -> Any:
    goal, scores = _aligned(target, wide(x))
    place = goal.reshape(scores.shape[:-1]).astype(np.int64)
    shares = np.clip(scores / np.sum(scores, -1, keepdims=True), CLOSE, 1 - CLOSE)
    return reduced(-np.log(np.take_along_axis(shares, place[..., None], -1)[..., 0]), reduction)


@reference("binary_crossentropy")
def binary_crossentropy(target: Any, x: Any, *, reduction: str = "mean") -> Any:
    goal, scores = _aligned(wide(target), wide(x))
    scores = np.clip(scores, CLOSE, 1 - CLOSE)
    losses = -(goal * np.log(scores) + (1 - goal) * np.log(1 - scores))
    return reduced(np.mean(losses, -1) if losses.ndim else losses, reduction)


REGRESSION = {
    "squared": lambda d: d * d,
    "absolute": np.abs,
    "huber": lambda d: np.where(np.abs(d) <= 1, 0.5 * d * d, np.abs(d) - 0.5),
    "log_cosh": lambda d: np.logaddexp(d, -d) - np.log(2.0),
}


@reference("keras_regression")
def keras_regression(target: Any, x: Any, *, reduction: str = "mean", loss: str = "squared") -> Any:
    goal, scores = _aligned(wide(target), wide(x))
    losses = REGRESSION[loss](goal - scores)
    return reduced(np.mean(losses, -1) if losses.ndim else losses, reduction)
