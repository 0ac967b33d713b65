"""Cross-entropies."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.elementwise import log
from gnomon.theano.tensor.nnet.activations import Softmax, softmax, softplus
from gnomon.theano.tensor.nnet.rows import crossentropy_categorical_1hot_grad
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def binary_crossentropy(output: Any, target: Any) -> Any:
    """Return the cross-entropy of probabilities and 0/1 targets, elementwise."""
    return -(target * log(output) + (1.0 - target) * log(1.0 - output))


def sigmoid_binary_crossentropy(output: Any, target: Any) -> Any:
    """Return the cross-entropy of 0/1 targets and the sigmoid of numbers, elementwise."""
    output, target = as_tensor_variable(output), as_tensor_variable(target)
    return softplus(-abs(output)) + output * ((output > 0) - target)


class CrossentropyCategorical1Hot(GnomonOp):
    """The cross-entropy of each row of probabilities and the number of a class."""

    __props__ = ()

    def make_node(self, coding_dist: Any, true_one_of_n: Any) -> Apply:
        rows, classes = as_tensor_variable(coding_dist), as_tensor_variable(true_one_of_n)
        if rows.type.ndim != 2:
            raise TypeError("matrix required for argument: coding_dist")
        if classes.type.ndim != 1 or not classes.dtype.startswith(("int", "uint")):
            raise TypeError(f"integer vector required for argument: true_one_of_n(got type: {classes.type})")
        return Apply(self, [rows, classes], [TensorType(rows.dtype, (rows.broadcastable[0],))()])

    def lower(self, node: Apply, rows: Any, classes: Any) -> Any:
        made = rows.application
        of_scores = made is not None and made.op is ops.softmax
        logs = gn.nn.log_softmax(made.inputs[0], axis=-1) if of_scores else rows
        picked = gn.take_along_axis(logs, gn.astype(classes, gn.int64)[:, None], axis=1)[:, 0]
        return -(picked if of_scores else gn.log(picked))

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        """Give the gradient; for a softmax as a quotient, which `Softmax` takes apart."""
        from gnomon.theano.differentiating.reverse import disconnected_type
        from gnomon.theano.tensor.creation import arange
        from gnomon.theano.tensor.elementwise import cast, eq

        (rows, classes), (g,) = inputs, output_grads
        if rows.owner is None or not isinstance(rows.owner.op, Softmax):
            return [crossentropy_categorical_1hot_grad(g, rows, classes), disconnected_type()]
        hot = cast(eq(classes.dimshuffle(0, "x"), arange(rows.shape[1]).dimshuffle("x", 0)), rows.dtype)
        return [-(hot * g.dimshuffle(0, "x")) / rows, disconnected_type()]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that classes are not differentiated by."""
        return [[True], [False]]


crossentropy_categorical_1hot = CrossentropyCategorical1Hot()


def categorical_crossentropy(coding_dist: Any, true_dist: Any) -> Any:
    """Return the cross-entropy of each row of probabilities with a row of targets, or with the number of a class."""
    coding_dist, true_dist = as_tensor_variable(coding_dist), as_tensor_variable(true_dist)
    if true_dist.ndim == coding_dist.ndim:
        from gnomon.theano.tensor.statistics import sum as total

        return -total(true_dist * log(coding_dist), axis=coding_dist.ndim - 1)
    if true_dist.ndim == coding_dist.ndim - 1:
        return crossentropy_categorical_1hot(coding_dist, true_dist)
    raise TypeError("rank mismatch between coding and true distributions")


def crossentropy_softmax_1hot_with_bias(x: Any, b: Any, y_idx: Any, **named: Any) -> Any:
    """Return the cross-entropy of classes and the softmax of x + b, and that softmax."""
    rows = softmax(as_tensor_variable(x) + b)
    return crossentropy_categorical_1hot(rows, y_idx), rows


def crossentropy_softmax_1hot(x: Any, y_idx: Any, **named: Any) -> Any:
    """Return the cross-entropy of classes and the softmax of x, and that softmax."""
    rows = softmax(x)
    return crossentropy_categorical_1hot(rows, y_idx), rows


def crossentropy_softmax_max_and_argmax_1hot_with_bias(x: Any, b: Any, y_idx: Any, **named: Any) -> Any:
    """Return the cross-entropy, the softmax, its greatest entries and their places."""
    from gnomon.theano.tensor.statistics import max_and_argmax

    loss, rows = crossentropy_softmax_1hot_with_bias(x, b, y_idx)
    greatest, places = max_and_argmax(rows, axis=-1)
    return loss, rows, greatest, places


def crossentropy_softmax_max_and_argmax_1hot(x: Any, y_idx: Any, **named: Any) -> Any:
    """Return the cross-entropy, the softmax, its greatest entries and their places."""
    from gnomon.theano.tensor.creation import zeros_like

    return crossentropy_softmax_max_and_argmax_1hot_with_bias(x, zeros_like(as_tensor_variable(x)[0]), y_idx)


def confusion_matrix(actual: Any, pred: Any) -> list[Any]:
    """Return counts of pairs of an actual and a predicted class, and the classes."""
    from gnomon.theano.tensor.elementwise import cast, eq
    from gnomon.theano.tensor.extra_ops import Unique
    from gnomon.theano.tensor.joining import concatenate
    from gnomon.theano.tensor.products import dot

    actual, pred = as_tensor_variable(actual), as_tensor_variable(pred)
    for entry in (actual, pred):
        if entry.ndim != 1:
            raise ValueError("actual and pred must be 1-d tensor variable")
    order = Unique()(concatenate([actual, pred]))
    rows = cast(eq(order.dimshuffle(0, "x"), actual.dimshuffle("x", 0)), "int64")
    columns = cast(eq(order.dimshuffle(0, "x"), pred.dimshuffle("x", 0)), "int64")
    return [dot(rows, columns.T), order]


def h_softmax(
    x: Any, batch_size: Any, n_outputs: Any, n_classes: Any, n_outputs_per_class: Any, W1: Any, b1: Any, W2: Any, b2: Any,
    target: Any = None,
) -> Any:  # fmt: skip
    """Return probabilities of a softmax over classes and one over the outputs of each class."""
    from gnomon.theano.tensor.creation import arange
    from gnomon.theano.tensor.products import batched_dot, dot, tensordot

    classes = softmax(dot(x, W1) + b1)
    if target is None:
        scores = tensordot(x, W2, (1, 1)) + b2
        inside = softmax(scores.reshape((-1, n_outputs_per_class))).reshape((batch_size, n_classes, -1))
        probabilities = classes.dimshuffle(0, 1, "x") * inside
        return probabilities.reshape((batch_size, -1))[:, :n_outputs]
    target = target.flatten()
    which, within = target // n_outputs_per_class, target % n_outputs_per_class
    scores = batched_dot(x, W2[which]) + b2[which]
    inside = softmax(scores)
    chosen = classes[arange(batch_size), which]
    return chosen * inside[arange(batch_size), within]
