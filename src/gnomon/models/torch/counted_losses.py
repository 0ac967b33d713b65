"""Losses as ``torch`` itself has them: their reduction is a number (0 none, 1 mean, 2 sum), 0 unless given."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import function
from gnomon.models.torch.losses import compared

_WORDS = {0: "none", 1: "mean", 2: "sum"}


def how(reduction: Any) -> str | None:
    """Return the word for a reduction; None if it is unknown."""
    return _WORDS.get(reduction) if type(reduction) is int else None


@function("torch.binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    input: Any, target: Any, weight: Any = None, pos_weight: Any = None, reduction: Any = 0
) -> Any:
    """Cross-entropy of scores against 0 or 1."""
    return compared("bce_with_logits", input, target, how=how(reduction))


@function("torch.poisson_nll_loss")
def poisson_nll_loss(input: Any, target: Any, log_input: Any, full: Any, eps: Any, reduction: Any) -> Any:
    """Negative log-likelihood of counts."""
    return compared("poisson_nll", input, target, how=how(reduction))


@function("torch.hinge_embedding_loss")
def hinge_embedding_loss(input: Any, target: Any, margin: Any = 1.0, reduction: Any = 0) -> Any:
    """Hinge loss against -1 or 1."""
    return compared("hinge_loss", input, target, how=how(reduction))


@function("torch.kl_div")
def kl_div(input: Any, target: Any, reduction: Any = 0, log_target: Any = False) -> Any:
    """Divergence of probabilities from log-probabilities."""
    return compared("kl_div", input, target, how=how(reduction))


@function("torch.cosine_embedding_loss")
def cosine_embedding_loss(
    input1: Any, input2: Any, target: Any, margin: Any = 0.0, reduction: Any = 0
) -> Any:
    """Push pairs of vectors together or apart."""
    return compared("cosine_embedding_loss", input1, input2, target, how=how(reduction))


@function("torch.margin_ranking_loss")
def margin_ranking_loss(input1: Any, input2: Any, target: Any, margin: Any = 0.0, reduction: Any = 0) -> Any:
    """Make the first of each pair rank higher or lower; ranks may differ."""
    return compared("l1_loss", ops.multiply(ops.subtract(input1, input2), target), target, how=how(reduction))


@function("torch.triplet_margin_loss")
def triplet_margin_loss(
    anchor: Any,
    positive: Any,
    negative: Any,
    margin: Any = 1.0,
    p: Any = 2.0,
    eps: Any = 1e-06,
    swap: Any = False,
    reduction: Any = 0,
) -> Any:
    """Make an anchor closer to a positive than to a negative example."""
    return compared("triplet_margin_loss", anchor, positive, negative, how=how(reduction))


@function("torch.ctc_loss")
def ctc_loss(
    log_probs: Any,
    targets: Any,
    input_lengths: Any,
    target_lengths: Any,
    blank: Any = 0,
    reduction: Any = 0,
    zero_infinity: Any = False,
) -> Any:
    """Connectionist temporal classification."""
    return compared("ctc_loss", log_probs, targets, input_lengths, target_lengths, how=how(reduction))
