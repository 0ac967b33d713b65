"""Losses (in ``gn.nn``): one number for each sample, unless ``reduction`` is "mean" or "sum"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.elementwise import named

REDUCTIONS = ("none", "mean", "sum")


def cross_entropy(
    logits: Any,
    target: Any,
    weight: Any = None,
    *,
    reduction: str = "none",
    label_smoothing: float = 0.0,
    ignore_index: int | None = None,
) -> Array:
    """Cross-entropy of scores with class numbers or probabilities; classes are on axis 1 of (batch, classes, ...)."""
    more: dict[str, Any] = {}
    if label_smoothing:
        more["label_smoothing"] = label_smoothing
    if ignore_index is not None:
        more["ignore_index"] = ignore_index
    return ops.cross_entropy(  # type: ignore[no-any-return]
        take.array("cross_entropy", "logits", logits),
        take.array("cross_entropy", "target", target),
        weight if weight is None else take.array("cross_entropy", "weight", weight),
        reduction=take.option("cross_entropy", "reduction", reduction, REDUCTIONS),
        **more,
    )


def _loss(name: str, op: str) -> Callable[..., Array]:
    record = ops.TABLE[op]

    def loss(prediction: Any, target: Any, *, reduction: str = "none", **settings: Any) -> Array:
        return record(  # type: ignore[no-any-return]
            take.array(name, "prediction", prediction),
            take.array(name, "target", target),
            reduction=take.option(name, "reduction", reduction, REDUCTIONS),
            **settings,
        )

    return named(loss, name, record.doc, __name__)  # type: ignore[no-any-return]


absolute_error = _loss("absolute_error", "l1_loss")
binary_cross_entropy = _loss("binary_cross_entropy", "binary_cross_entropy")
binary_cross_entropy_with_logits = _loss("binary_cross_entropy_with_logits", "bce_with_logits")
hinge_loss = _loss("hinge_loss", "hinge_loss")
huber_loss = _loss("huber_loss", "huber_loss")
kl_divergence = _loss("kl_divergence", "kl_div")
nll_loss = _loss("nll_loss", "nll_loss")
poisson_nll = _loss("poisson_nll", "poisson_nll")
squared_error = _loss("squared_error", "mse_loss")

__all__ = [
    "absolute_error",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "hinge_loss",
    "huber_loss",
    "kl_divergence",
    "nll_loss",
    "poisson_nll",
    "squared_error",
]
