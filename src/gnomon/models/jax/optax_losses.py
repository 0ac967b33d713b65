"""Losses of ``optax``, and functions of arrays beside them."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, function, is_unknown, symbol
from gnomon.models.api import axis as as_axis
from gnomon.models.jax.support import as_array, as_jax, made, under, unknown_tensor
from gnomon.models.numpy.support import reduced


def _loss(name: str) -> tuple[str, str]:
    return f"optax.{name}", f"optax.losses.{name}"


@function(*_loss("safe_softmax_cross_entropy"))
def safe_softmax_cross_entropy(logits: Any, labels: Any) -> Any:
    """The same where a logit may be minus infinity."""
    return softmax_cross_entropy(logits, labels)


@function(*_loss("softmax_cross_entropy"))
def softmax_cross_entropy(logits: Any, labels: Any, axis: Any = -1, where: Any = None) -> Any:
    """One loss for each row of logits and probabilities."""
    if is_unknown(axis):
        return unknown_tensor()
    x, y = as_array(logits), as_array(labels)
    if x.shape.rank is not None and y.shape.rank is not None and min(x.shape.rank, y.shape.rank) > 0:
        product = ops.multiply(x, y)
        return as_jax(ops.sum(product, axis=as_axis(axis)))
    return as_jax(ops.sum(x, axis=as_axis(axis))) if x.shape.min_rank else unknown_tensor()


@function(*_loss("softmax_cross_entropy_with_integer_labels"))
def sparse_softmax_cross_entropy(logits: Any, labels: Any, axis: Any = -1, where: Any = None) -> Any:
    """One loss for each row of logits and class."""
    if axis != -1:
        return unknown_tensor()
    return as_jax(ops.cross_entropy_with_integer_labels(as_array(logits), as_array(labels)))


@function(*_loss("sigmoid_binary_cross_entropy"), *_loss("sigmoid_focal_loss"), *_loss("hinge_loss"))
def elementwise_loss(first: Any, second: Any, *arguments: Any, **keywords: Any) -> Any:
    """A loss for each entry."""
    return as_jax(ops.mse_loss(as_array(first), as_array(second), reduction="none"))


@function(*_loss("huber_loss"), *_loss("log_cosh"))
def broadcast_loss(predictions: Any, targets: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """A loss for each entry of predictions and targets, which broadcast."""
    x = as_array(predictions)
    return (
        ops.positive(x) if targets is None else as_jax(ops.mse_loss(x, as_array(targets), reduction="none"))
    )


@function(*_loss("l2_loss"), *_loss("squared_error"))
def regression_loss(predictions: Any, targets: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """A loss for each entry of predictions and targets of one shape."""
    x = as_array(predictions)
    if targets is None:
        return ops.positive(x)
    y = as_array(targets)
    return as_jax(
        ops.cast(ops.same_shape(x, y), dtype=x.dtype) if type(targets) is Tensor else ops.subtract(x, y)
    )


@function(*_loss("cosine_similarity"), *_loss("cosine_distance"))
def cosine_similarity(predictions: Any, targets: Any, *arguments: Any, **keywords: Any) -> Any:
    """One number for each pair of vectors."""
    product = ops.multiply(as_array(predictions), as_array(targets))
    return as_jax(ops.sum(product, axis=-1)) if product.shape.min_rank and not keywords else unknown_tensor()


@function(*_loss("kl_divergence"), *_loss("convex_kl_divergence"), *_loss("kl_divergence_with_log_targets"))
def kl_divergence(log_predictions: Any, targets: Any, *arguments: Any, **keywords: Any) -> Any:
    """One number for each pair of distributions."""
    return cosine_similarity(log_predictions, targets)


@function("optax.smooth_labels", "optax.losses.smooth_labels")
def smooth_labels(labels: Any, alpha: Any, *, axis: Any = -1, where: Any = None) -> Any:
    """Softer labels of the same shape."""
    return as_jax(ops.positive(as_array(labels)))


@function("optax.losses.poly_loss_cross_entropy", "optax.poly_loss_cross_entropy")
def poly_loss_cross_entropy(
    logits: Any, labels: Any, *, epsilon: Any = 2.0, axis: Any = -1, where: Any = None
) -> Any:
    """One loss for each row of logits and probabilities."""
    return softmax_cross_entropy(logits, labels, axis)


@function("optax.losses.generalized_kl_divergence", "optax.generalized_kl_divergence")
def generalized_kl_divergence(log_predictions: Any, targets: Any, axis: Any = -1, where: Any = None) -> Any:
    """One number for each pair of distributions, or for all entries."""
    product = ops.multiply(as_array(log_predictions), as_array(targets))
    return unknown_tensor() if is_unknown(axis) else as_jax(ops.sum(product, axis=as_axis(axis)))


@function("optax.losses.sparsemax_loss")
def sparsemax_loss(logits: Any, labels: Any) -> Any:
    """A loss for each entry."""
    return as_jax(ops.cast(ops.subtract(as_array(logits), as_array(labels)), dtype=None))


@function("optax.losses.perceptron_loss")
def perceptron_loss(predictor_outputs: Any, targets: Any) -> Any:
    """A loss for each entry."""
    return sparsemax_loss(predictor_outputs, targets)


@function(
    "optax.losses.multiclass_hinge_loss",
    "optax.losses.multiclass_perceptron_loss",
)
def multiclass(scores: Any, labels: Any) -> Any:
    """One loss for each row of scores and class."""
    x = as_array(scores)
    if x.shape.min_rank == 0:
        return unknown_tensor()
    return as_jax(ops.cast(ops.add(ops.sum(x, axis=-1), as_array(labels)), dtype=x.dtype))


@function("optax.losses.triplet_margin_loss")
def triplet_margin_loss(anchors: Any, positives: Any, negatives: Any, axis: Any = -1, **options: Any) -> Any:
    """One loss for each row of three vectors."""
    if is_unknown(axis):
        return unknown_tensor()
    both = ops.add(ops.subtract(as_array(anchors), as_array(positives)), as_array(negatives))
    return as_jax(ops.sum(both, axis=as_axis(axis)))


@function("optax.losses.ranking_softmax_loss")
def ranking_softmax_loss(logits: Any, labels: Any, *, reduce_fn: Any = "mean", **options: Any) -> Any:
    """One loss for all lists, or for each."""
    if reduce_fn != "mean":
        return unknown_tensor()
    ops.multiply(as_array(logits), as_array(labels))
    return made(Shape(()))


@function(
    *under("optax.losses", "dice_loss binary_dice_loss multiclass_generalized_dice_loss ntxent"),
    "optax.losses.multiclass_sparsemax_loss",
    "optax.losses.ctc_loss_with_forward_probs",
    "optax.ntxent",
    "optax.nnls",
    tensor=False,
)
def unfollowed(*arguments: Any, **keywords: Any) -> Any:
    """A loss whose shape depends on its options."""
    return unknown_tensor()


@function("optax.safe_root_mean_squares")
def safe_root_mean_squares(x: Any, min_rms: Any) -> Any:
    """The root of the mean of the squares, at least a number."""
    return as_jax(reduced(ops.norm, as_array(x), None, False))


@function("optax.safe_norm")
def safe_norm(x: Any, min_norm: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    """A norm whose derivative is a number where all entries are 0."""
    return as_jax(reduced(ops.norm, as_array(x), axis, keepdims))


@function("optax.safe_increment")
def safe_increment(count: Any) -> Any:
    """The next number."""
    return as_jax(ops.positive(as_array(count)))


@function("optax.scale_gradient", raw=True, tensor=False)
def scale_gradient(inputs: Any, scale: Any) -> Any:
    """The arrays themselves."""
    return inputs


@function("optax.ctc_loss", "optax.losses.ctc_loss")
def ctc_loss(logits: Any, *arguments: Any, **keywords: Any) -> Any:
    """One loss for each sequence."""
    x = as_array(logits)
    batch = x.shape.axis(0) if x.shape.min_rank else None
    return made(Shape((symbol() if batch is None else batch,)))
