"""tf.nn: losses and the samplers of classes that some of them take."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, dtypes, host, symbol
from gnomon.models.tensorflow.common import (
    adopted,
    array,
    is_tensor,
    made,
    older_than,
    settled_by,
    tf_function,
)
from gnomon.models.tensorflow.reductions import single
from gnomon.shapes import Equal, Never


@tf_function("nn.softmax_cross_entropy_with_logits", "nn.softmax_cross_entropy_with_logits_v2")
def _softmax_cross_entropy(
    _sentinel: Any = None,
    labels: Any = None,
    logits: Any = None,
    dim: Any = None,
    name: Any = None,
    axis: Any = None,
) -> Any:
    if logits is None:
        logits = _sentinel  # before TensorFlow 1.0 the scores came first
    place = single(dim if axis is None else axis, -1)
    return ops.softmax_cross_entropy(*labelled(labels, logits), axis=place if type(place) is int else -1)


def labelled(labels: Any, logits: Any) -> tuple[Any, Any]:
    scores = array(logits)
    return adopted(labels, scores.dtype), scores


@tf_function("nn.sparse_softmax_cross_entropy_with_logits")
def _sparse_softmax(_sentinel: Any = None, labels: Any = None, logits: Any = None, name: Any = None) -> Any:
    first, second = array(labels), array(_sentinel if logits is None else logits)
    if logits is None and first.shape.min_rank > second.shape.min_rank:
        first, second = (
            second,
            first,
        )  # before TensorFlow 1.0 the scores came first, in TensorFlow 2 the labels
    return ops.sparse_softmax_cross_entropy(first, second)


@tf_function("nn.sigmoid_cross_entropy_with_logits")
def _sigmoid_cross_entropy(
    _sentinel: Any = None, labels: Any = None, logits: Any = None, name: Any = None
) -> Any:
    if logits is None:
        logits = _sentinel  # before TensorFlow 1.0 the scores came first
    return elementwise_loss(*labelled(labels, logits))


def elementwise_loss(labels: Any, scores: Any) -> Any:
    """Compare scores with labels of the same shape."""
    result = ops.sigmoid_cross_entropy(labels, scores)
    return settled_by(result, labels.shape) if type(labels) is Tensor else result


@tf_function("nn.weighted_cross_entropy_with_logits")
def _weighted_cross_entropy(
    labels: Any = None, logits: Any = None, pos_weight: Any = None, name: Any = None, targets: Any = None
) -> Any:
    return elementwise_loss(*labelled(targets if labels is None else labels, logits))


@tf_function("nn.log_poisson_loss")
def _log_poisson(targets: Any, log_input: Any, compute_full_loss: Any = False, name: Any = None) -> Any:
    return elementwise_loss(*labelled(targets, log_input))


def _require_rows(weights: Any, biases: Tensor, labels: Any, inputs: Any) -> None:
    """Each class has one row of weights, as wide as the inputs, and one bias; labels are columns."""
    table, features = array(weights).shape, array(inputs).shape
    if table.rank == 2 and features.rank == 2:
        host.require(
            Equal(table.dims[1], features.dims[1]),
            "inner-size",
            "{op}: the inputs {x} are {features}, but the weights {w} are {table}: one row of {size} is needed "
            "for each class",
            blame=weights,
            help="the weights are (classes, features), not (features, classes)",
            x=inputs,
            w=weights,
            features=features,
            table=table,
            size=features.dims[1],
        )
    chosen = array(labels).shape
    if chosen.rank not in (None, 2) and is_tensor(labels):
        host.require(
            Never(),
            "rank",
            "{op}: the labels {y} are {chosen}, but a column of class numbers is needed: (batch, 1)",
            blame=labels,
            help="tf.reshape(labels, [-1, 1]) makes a column",
            y=labels,
            chosen=chosen,
        )


@tf_function("nn.nce_loss", "nn.sampled_softmax_loss")
def _sampled_loss(
    weights: Any, biases: Any, labels: Any = None, inputs: Any = None, *args: Any, **kwargs: Any
) -> Any:
    batch = array(inputs).shape.axis(0)  # before TensorFlow 1.0 inputs came before labels
    kind = array(biases).dtype
    if is_tensor(weights) and not older_than(1, 0):
        _require_rows(weights, array(biases), labels, inputs)
    return made(Shape((symbol() if batch is None else batch,)), kind)


@tf_function("nn.ctc_loss", "nn.ctc_loss_v2")
def _ctc(*args: Any, **kwargs: Any) -> Any:
    return made(Shape((symbol(),)), dtypes.float32)


@tf_function(
    "nn.log_uniform_candidate_sampler",
    "nn.uniform_candidate_sampler",
    "nn.learned_unigram_candidate_sampler",
    tensor=False,
)
def _sampler(*args: Any, **kwargs: Any) -> Any:
    return made(Shape.unknown(), dtypes.int64)
