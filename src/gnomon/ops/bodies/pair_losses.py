"""Bodies of losses over pairs and triplets."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import reduced
from gnomon.ops.bodies.registry import Array, body


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
