"""tf.losses and tf.metrics of TensorFlow 1: scalars from predictions and labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import ListValue, Shape, Tensor, dtypes
from gnomon.models.tensorflow.common import adopted, array, made, tf_function
from gnomon.models.tensorflow.neural_losses import labelled
from gnomon.models.tensorflow.running import is_running

SCALAR = Shape(())
WHOLE = (
    "sum",
    "weighted_sum",
    "weighted_mean",
    "weighted_sum_by_nonzero_weights",
    "weighted_sum_over_batch_size",
    "mean",
)


def _reduced(each: Tensor, reduction: Any) -> Tensor:
    """Return one loss for the batch, or one for each sample where the reduction says so."""
    if reduction == "none":
        return each
    return ops.sum(each) if reduction is None or reduction in WHOLE else made(Shape.unknown(), each.dtype)


@tf_function("losses.softmax_cross_entropy", "contrib.losses.softmax_cross_entropy")
def _softmax(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: Any = 0,
    scope: Any = None,
    loss_collection: Any = None,
    reduction: Any = None,
) -> Any:
    labels, scores = labelled(onehot_labels, logits)
    return _reduced(ops.softmax_cross_entropy(*_same(scores, labels)), reduction)


def _same(scores: Any, labels: Any) -> tuple[Any, Any]:
    """Require labels of the shape of the scores, without broadcasting."""
    both = ops.sigmoid_cross_entropy(labels, scores)
    return both, scores


@tf_function("losses.sparse_softmax_cross_entropy", "contrib.losses.sparse_softmax_cross_entropy")
def _sparse(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: Any = None,
    reduction: Any = None,
) -> Any:
    classes, scores = array(labels), array(logits)
    if (
        classes.shape.rank is not None
        and classes.shape.rank == scores.shape.rank
        and classes.shape.axis(-1) == 1
    ):
        classes = ops.squeeze(classes, axis=-1)
    return _reduced(ops.sparse_softmax_cross_entropy(classes, scores), reduction)


@tf_function("losses.sigmoid_cross_entropy", "contrib.losses.sigmoid_cross_entropy")
def _sigmoid(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: Any = 0,
    scope: Any = None,
    loss_collection: Any = None,
    reduction: Any = None,
) -> Any:
    return _reduced(ops.sigmoid_cross_entropy(*labelled(multi_class_labels, logits)), reduction)


def _pair(name: str) -> None:
    def model(
        labels: Any = None,
        predictions: Any = None,
        weights: Any = 1.0,
        *args: Any,
        reduction: Any = None,
        **kwargs: Any,
    ) -> Any:
        if labels is None or predictions is None:
            return made(Shape.unknown(), dtypes.float32)
        guess = array(predictions)
        truth = adopted(labels, guess.dtype)
        each = ops.subtract(truth, guess) if is_running() else ops.sigmoid_cross_entropy(truth, guess)
        return _reduced(each, reduction)

    # With the names y_true and y_pred it is the function of Keras, which keeps one loss per sample.
    tf_function(f"compat.v1.losses.{name}", f"contrib.losses.{name}")(model)

    def either(*args: Any, **kwargs: Any) -> Any:
        if "labels" in kwargs or "predictions" in kwargs or "weights" in kwargs:
            return model(*args, **kwargs)
        return made(Shape.unknown(), dtypes.float32)

    tf_function(f"losses.{name}")(either)


for _name in ("mean_squared_error", "absolute_difference", "huber_loss", "log_loss", "hinge_loss"):
    _pair(_name)


@tf_function("losses.cosine_distance")
def _cosine(
    labels: Any, predictions: Any, axis: Any = None, *args: Any, reduction: Any = None, **kwargs: Any
) -> Any:
    return made(SCALAR if reduction is None else Shape.unknown(), dtypes.float32)


@tf_function(
    "losses.get_total_loss",
    "losses.get_regularization_loss",
    "losses.compute_weighted_loss",
    "losses.add_loss",
    "contrib.losses.get_total_loss",
    "contrib.slim.losses.get_total_loss",
    "contrib.slim.get_total_loss",
)
def _total(*args: Any, **kwargs: Any) -> Any:
    return made(SCALAR, dtypes.float32)


@tf_function("losses.get_losses", "losses.get_regularization_losses", tensor=False)
def _listed(*args: Any, **kwargs: Any) -> Any:
    return ListValue(None, element=made(SCALAR, dtypes.float32))


def _metric(check: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def model(*args: Any, **kwargs: Any) -> Any:
        labels = kwargs.get("labels", args[0] if args else None)
        predictions = kwargs.get("predictions", args[1] if len(args) > 1 else None)
        if labels is not None and predictions is not None:
            check(labels, predictions)
        return made(SCALAR, dtypes.float32), made(SCALAR, dtypes.float32)

    return model


def _nothing(labels: Any, predictions: Any) -> None:
    return None


for _name in (
    "accuracy",
    "auc",
    "precision",
    "recall",
    "mean_absolute_error",
    "mean_squared_error",
    "root_mean_squared_error",
    "mean_per_class_accuracy",
    "mean_iou",
    "false_negatives",
    "false_positives",
    "true_negatives",
    "true_positives",
    "mean_cosine_distance",
    "mean_relative_error",
    "precision_at_k",
    "recall_at_k",
    "sparse_precision_at_k",
    "percentage_below",
    "sensitivity_at_specificity",
    "specificity_at_sensitivity",
):
    tf_function(f"metrics.{_name}", f"contrib.metrics.streaming_{_name}", tensor=False)(_metric(_nothing))


@tf_function("metrics.mean", "contrib.metrics.streaming_mean", tensor=False)
def _mean(values: Any, *args: Any, **kwargs: Any) -> Any:
    return made(SCALAR, dtypes.float32), made(SCALAR, dtypes.float32)


@tf_function("metrics.mean_tensor", tensor=False)
def _mean_tensor(values: Any, *args: Any, **kwargs: Any) -> Any:
    x = array(values)
    return ops.positive(x), ops.positive(x)


@tf_function("contrib.metrics.accuracy")
def _accuracy(predictions: Any, labels: Any, *args: Any, **kwargs: Any) -> Any:
    return made(SCALAR, dtypes.float32)
