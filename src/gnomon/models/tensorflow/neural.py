"""tf.nn: biases, normalisation, embeddings."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Shape, Tensor, items
from gnomon.models.tensorflow.common import (
    adopted,
    alike,
    array,
    made,
    tf_function,
)
from gnomon.models.tensorflow.sliding import (
    layout_of,
)


@tf_function("nn.bias_add", "python.ops.nn_ops.bias_add")
def _bias_add(value: Any, bias: Any, data_format: Any = None, name: Any = None) -> Any:
    x, b = map(array, alike(value, bias))
    place = 1 if layout_of(data_format) == "first" else -1
    result = ops.bias_add(x, b, axis=place)
    size = b.shape.axis(0)
    if type(size) is int and type(result.shape.axis(place)) is Dim:
        return made(result.shape.with_axis(place, size), result.dtype)
    return result


@tf_function("nn.xw_plus_b", "compat.v1.nn.xw_plus_b")
def _xw_plus_b(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    a, w = map(array, alike(x, weights))
    return ops.bias_add(ops.matmul(a, w, vectors=False), array(biases), axis=-1)


@tf_function("nn.relu_layer")
def _relu_layer(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    return _xw_plus_b(x, weights, biases)


@tf_function("nn.batch_normalization", "nn.batch_norm_with_global_normalization_v2")
def _batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any = 1e-3, name: Any = None
) -> Any:
    value = array(x)
    return ops.moments_norm(value, adopted(mean, value.dtype), adopted(variance, value.dtype))


@tf_function("nn.fused_batch_norm")
def _fused(x: Any, scale: Any, offset: Any, *args: Any, **kwargs: Any) -> Any:
    value, gain = array(x), array(scale)
    return ops.batch_norm(value, gain, axis=-1), ops.positive(gain), ops.positive(gain)


@tf_function("nn.lrn", "nn.local_response_normalization")
def _lrn(input: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.local_response_norm(array(input))


@tf_function("nn.embedding_lookup", "contrib.layers.embedding_lookup_unique")
def _embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: Any = "mod",
    name: Any = None,
    validate_indices: Any = True,
    max_norm: Any = None,
) -> Any:
    entries = items(params) if type(params) is not Tensor else None
    if entries is not None and len(entries) == 1:
        params = entries[0]
    elif entries is not None:
        return made(Shape.unknown())
    return ops.take(array(params), array(ids), axis=0)
