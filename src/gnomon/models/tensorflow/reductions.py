"""Reductions along axes, with the axis under its present and its older names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN_AXIS, Shape, Tensor, axis, dtypes, flag, host, items
from gnomon.models.tensorflow.common import array, as_dtype, made, number, tf_function, whole
from gnomon.shapes import Never

REDUCTIONS = {
    "reduce_sum": "sum",
    "reduce_mean": "mean",
    "reduce_prod": "prod",
    "reduce_max": "max",
    "reduce_min": "min",
    "reduce_any": "any",
    "reduce_all": "all",
    "reduce_logsumexp": "logsumexp",
    "reduce_euclidean_norm": "logsumexp",
    "reduce_variance": "var",
    "reduce_std": "std",
}


def axes(value: Any) -> Any:
    """Return an axis argument: an int, a tuple, None for all, or the unknown axis."""
    if type(value) is Tensor:
        entries = items(value)
        if entries is None and value.contents is not None and value.shape.rank:
            entries = list(value.contents)  # TensorFlow takes axes in any arrangement
        if entries is None:
            one = number(value)
            return UNKNOWN_AXIS if one is None else one
        return tuple(entries) if all(type(entry) is int for entry in entries) else UNKNOWN_AXIS
    if type(value) is list and not value:
        return ()
    if type(value) in (list, tuple, range):
        found = [entry if type(entry) is int else number(entry) for entry in value]
        return tuple(found) if None not in found else UNKNOWN_AXIS
    return axis(value)


def single(value: Any, default: int | None = None) -> Any:
    """Return an axis argument that names one axis."""
    if value is None:
        return default
    found = axes(value)
    if type(found) is tuple:
        return found[0] if len(found) == 1 else UNKNOWN_AXIS
    return found


def kept(value: Any, older: Any = None) -> bool | None:
    """Return whether reduced axes are kept; None where that is not known."""
    return flag(older if value is None else value)


def _reduction(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(
        input_tensor: Any,
        axis: Any = None,
        keepdims: Any = None,
        name: Any = None,
        reduction_indices: Any = None,
        keep_dims: Any = None,
    ) -> Any:
        return reduced(
            operation, input_tensor, reduction_indices if axis is None else axis, kept(keepdims, keep_dims)
        )

    return model


def reduced(operation: Callable[..., Any], value: Any, over: Any, keep: bool | None) -> Any:
    """Reduce along axes."""
    x = array(value)
    named = axes(over)
    if keep is None:
        return made(Shape.unknown(), x.dtype) if named is not None or x.shape.rank != 0 else x
    if named == ():
        return ops.positive(x)
    return operation(x, axis=named, keepdims=keep)


for _name, _operation in REDUCTIONS.items():
    tf_function(_name, f"math.{_name}", f"python.ops.math_ops.{_name}")(_reduction(ops.TABLE[_operation]))


@tf_function("argmax", "math.argmax", "arg_max")
def _argmax(
    input: Any, axis: Any = None, name: Any = None, dimension: Any = None, output_type: Any = dtypes.int64
) -> Any:
    return _position(ops.argmax, input, dimension if axis is None else axis, output_type)


@tf_function("argmin", "math.argmin", "arg_min")
def _argmin(
    input: Any, axis: Any = None, name: Any = None, dimension: Any = None, output_type: Any = dtypes.int64
) -> Any:
    return _position(ops.argmin, input, dimension if axis is None else axis, output_type)


def _position(operation: Callable[..., Any], value: Any, over: Any, kind: Any) -> Any:
    x = array(value)
    place = single(over, 0)
    result = ops.cast(operation(x, axis=place), dtype=as_dtype(kind, dtypes.int64))
    size = x.shape.axis(place) if type(place) is int else None
    if type(size) is int:
        result.bounds = (0, size - 1)
    return result


@tf_function("count_nonzero", "math.count_nonzero")
def _count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: Any = None,
    dtype: Any = dtypes.int64,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
    input: Any = None,
) -> Any:
    value = input if input_tensor is None else input_tensor
    found = reduced(
        ops.count_nonzero, value, reduction_indices if axis is None else axis, kept(keepdims, keep_dims)
    )
    return ops.cast(found, dtype=as_dtype(dtype, dtypes.int64))


@tf_function("nn.softmax", "math.softmax")
def _softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    return ops.softmax(array(logits), axis=single(dim if axis is None else axis, -1))


@tf_function("nn.log_softmax", "math.log_softmax")
def _log_softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    return ops.log_softmax(array(logits), axis=single(dim if axis is None else axis, -1))


@tf_function("cumsum", "math.cumsum", "cumprod", "math.cumprod")
def _cumulative(x: Any, axis: Any = 0, exclusive: Any = False, reverse: Any = False, name: Any = None) -> Any:
    return ops.cumsum(array(x), axis=single(axis, 0))


@tf_function("norm", "linalg.norm")
def _norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    keep_dims: Any = None,
) -> Any:
    return reduced(ops.logsumexp, tensor, axis, kept(keepdims, keep_dims))


@tf_function("nn.l2_normalize", "math.l2_normalize", "linalg.l2_normalize")
def _l2_normalize(x: Any, axis: Any = None, epsilon: Any = 1e-12, name: Any = None, dim: Any = None) -> Any:
    named = axes(dim if axis is None else axis)
    value = array(x)
    return ops.positive(value) if named is None else ops.normalize(value, axis=named)


@tf_function("linalg.normalize")
def _normalize(tensor: Any, ord: Any = "euclidean", axis: Any = None, name: Any = None) -> Any:
    value = array(tensor)
    return ops.positive(value), reduced(ops.logsumexp, value, axis, True)


@tf_function("nn.l2_loss")
def _l2_loss(t: Any, name: Any = None) -> Any:
    return ops.sum(array(t))


@tf_function("nn.moments")
def _moments(
    x: Any, axes: Any = None, shift: Any = None, name: Any = None, keep_dims: Any = None, keepdims: Any = None
) -> Any:
    return _both(x, axes, kept(keepdims, keep_dims))


def _both(x: Any, over: Any, keep: bool | None) -> Any:
    return reduced(ops.mean, x, over, keep), reduced(ops.var, x, over, keep)


@tf_function("nn.weighted_moments")
def _weighted_moments(
    x: Any, axes: Any, frequency_weights: Any, name: Any = None, keep_dims: Any = None, keepdims: Any = None
) -> Any:
    return _both(x, axes, kept(keepdims, keep_dims))


@tf_function("nn.zero_fraction", "math.zero_fraction")
def _zero_fraction(value: Any, name: Any = None) -> Any:
    return ops.cast(ops.sum(array(value)), dtype=dtypes.float32)


@tf_function("nn.top_k", "math.top_k")
def _top_k(
    input: Any, k: Any = 1, sorted: Any = True, index_type: Any = dtypes.int32, name: Any = None
) -> Any:
    values, places = ops.topk(array(input), k=whole(k), axis=-1)
    return values, ops.cast(places, dtype=as_dtype(index_type, dtypes.int32))


@tf_function("nn.in_top_k", "math.in_top_k")
def _in_top_k(
    predictions: Any = None, targets: Any = None, k: Any = None, name: Any = None
) -> Any:  # TensorFlow 2 has the first two the other way round
    scores, classes = array(predictions), array(targets)
    if scores.shape.rank == 1 or classes.shape.rank == 2:
        scores, classes = classes, scores
    return ops.cast(ops.sparse_softmax_cross_entropy(classes, scores), dtype=dtypes.bool)


@tf_function("sort")
def _sort(values: Any, axis: Any = -1, direction: Any = "ASCENDING", name: Any = None) -> Any:
    return ops.sort(array(values), axis=single(axis, -1))


@tf_function("argsort")
def _argsort(
    values: Any, axis: Any = -1, direction: Any = "ASCENDING", stable: Any = False, name: Any = None
) -> Any:
    return ops.cast(ops.argsort(array(values), axis=single(axis, -1)), dtype=dtypes.int32)


@tf_function("unique")
def _unique(x: Any, out_idx: Any = dtypes.int32, name: Any = None) -> Any:
    values = array(x)
    return ops.unique(values), ops.full_like(values, dtype=as_dtype(out_idx, dtypes.int32))


@tf_function("unique_with_counts")
def _unique_with_counts(x: Any, out_idx: Any = dtypes.int32, name: Any = None) -> Any:
    values = array(x)
    kind = as_dtype(out_idx, dtypes.int32)
    found = ops.unique(values)
    return found, ops.full_like(values, dtype=kind), ops.full_like(found, dtype=kind)


@tf_function("math.confusion_matrix", "confusion_matrix", "contrib.metrics.confusion_matrix")
def _confusion(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = dtypes.int32,
    name: Any = None,
    weights: Any = None,
) -> Any:
    truth, guess = array(labels), array(predictions)
    for mine, given in ((truth, labels), (guess, predictions)):
        scores = mine.shape.axis(-1)
        if mine.shape.rank is not None and mine.shape.rank > 1 and type(scores) is int and scores > 1:
            host.require(
                Never(),
                "loss-target",
                "{op}: {x} is {shape}, but one class number for each sample is needed",
                blame=given,
                help="tf.argmax(..., axis=-1) makes class numbers of scores and one-hot rows",
                x=given,
                shape=mine.shape,
            )
    size = whole(num_classes)
    return ops.full(shape=(size, size), dtype=as_dtype(dtype, dtypes.int32))


@tf_function("bincount", "math.bincount")
def _bincount(arr: Any, *args: Any, **kwargs: Any) -> Any:
    x = array(arr)
    return (
        ops.cast(ops.bincount(x), dtype=dtypes.int32) if kwargs.get("axis") is None else ops.unknown_like(x)
    )


@tf_function("histogram_fixed_width")
def _histogram(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = dtypes.int32, name: Any = None
) -> Any:
    return ops.full(shape=(whole(nbins),), dtype=as_dtype(dtype, dtypes.int32))
