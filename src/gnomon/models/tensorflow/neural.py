"""tf.nn: convolution, pooling, normalisation, embeddings and losses."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Shape, Tensor, dtypes, host, items, symbol
from gnomon.models.tensorflow.common import (
    adopted,
    alike,
    array,
    is_tensor,
    made,
    older_than,
    settled_by,
    sizes,
    tf_function,
)
from gnomon.models.tensorflow.reductions import single
from gnomon.models.tensorflow.sliding import (
    layout_of,
    over_batches,
    paddings,
    pools_across,
    slides_inside,
    spatial_axes,
    unknown_image,
    windows,
)
from gnomon.shapes import Equal, Never


def _warn_of_groups(x: Any, kernel: Any, channels: Any, taken: Any) -> None:
    """A kernel for a fraction of the channels is refused by old versions and quietly makes groups in new ones."""
    if type(channels) is int and type(taken) is int and 1 < taken < channels and channels % taken == 0:
        if not older_than(1, 13):
            host.warn(
                "channels",
                "{op}: {x} has {channels} channels, but the kernel takes {taken}: TensorFlow 1 refuses this, "
                "TensorFlow 2 convolves {groups} groups of channels apart",
                blame=x,
                help="a kernel of shape (*window, {channels}, filters) sums over all channels",
                x=x,
                channels=channels,
                taken=taken,
                groups=channels // taken,
            )


def convolution(
    x: Any, kernel: Any, strides: Any, padding: Any, data_format: Any, dilations: Any, spatial: int | None
) -> Any:
    """Slide a kernel (*window, in, out) over an image."""
    image, weight = map(array, alike(x, kernel))
    layout = layout_of(data_format)
    count = spatial
    if count is None:
        count = weight.shape.rank - 2 if weight.shape.rank is not None else None
    if layout is None or count is None or count < 1:
        return made(Shape.unknown(), image.dtype)
    widths = paddings(padding, count, layout)
    steps = slides_inside(image, {"strides": strides, "dilations": dilations}, layout, count)
    if widths is None or not steps:
        return unknown_image(image, weight.shape.axis(-1), count, layout)
    if layout == "last":
        _warn_of_groups(x, kernel, image.shape.axis(-1), weight.shape.axis(-2))
    options = {
        "stride": windows(strides, count, layout),
        "padding": widths,
        "dilation": windows(dilations, count, layout),
        "groups": 1 if older_than(1, 13) else None,
        "layout": layout,
        "kernel_layout": "last",
        "spatial": count,
    }
    if older_than(2, 0):
        return ops.conv(image, weight, **options)
    return over_batches(image, count + 2, lambda batch: ops.conv(batch, weight, **options))


@tf_function("nn.conv2d", "python.ops.nn_ops.conv2d")
def _conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = True,
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: Any = None,
    filters: Any = None,
) -> Any:
    if type(use_cudnn_on_gpu) is str:
        data_format = use_cudnn_on_gpu
    return convolution(
        input, filters if filter is None else filter, strides, padding, data_format, dilations, 2
    )


@tf_function("nn.conv1d")
def _conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = None,
    data_format: Any = None,
    name: Any = None,
    input: Any = None,
    dilations: Any = None,
) -> Any:
    if type(use_cudnn_on_gpu) is str:
        data_format = use_cudnn_on_gpu
    return convolution(input if value is None else value, filters, stride, padding, data_format, dilations, 1)


@tf_function("nn.conv3d")
def _conv3d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: Any = None,
    filters: Any = None,
) -> Any:
    return convolution(
        input, filters if filter is None else filter, strides, padding, data_format, dilations, 3
    )


@tf_function("nn.convolution")
def _convolution(
    input: Any,
    filter: Any = None,
    padding: Any = "VALID",
    strides: Any = None,
    dilation_rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    if type(padding) is not str and type(strides) is str:
        padding, strides = strides, padding
    spread = dilations if dilation_rate is None else dilation_rate
    return convolution(
        input, filters if filter is None else filter, strides, padding, data_format, spread, None
    )


@tf_function("nn.atrous_conv2d")
def _atrous(value: Any, filters: Any, rate: Any, padding: Any, name: Any = None) -> Any:
    return convolution(value, filters, 1, padding, "NHWC", rate, 2)


@tf_function("nn.depthwise_conv2d", "nn.depthwise_conv2d_native")
def _depthwise(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    image, weight = map(array, alike(input, filter))
    layout = layout_of(data_format)
    widths = None if layout is None else paddings(padding, 2, layout)
    if layout is None or widths is None:
        return made(Shape.unknown(), image.dtype)
    if not slides_inside(image, {"strides": strides, "dilations": dilations}, layout, 2):
        return unknown_image(image, None, 2, layout)
    steps, spread = windows(strides, 2, layout), windows(dilations if rate is None else rate, 2, layout)
    if steps != (1, 1) and spread != (1, 1):
        return unknown_image(
            image, None, 2, layout
        )  # spread windows are taken out of pieces that it skips in
    return ops.depthwise_conv(image, weight, stride=steps, padding=widths, dilation=spread, layout=layout)


@tf_function("nn.separable_conv2d")
def _separable(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    deep = _depthwise(input, depthwise_filter, strides, padding, rate, None, data_format, dilations)
    return convolution(deep, pointwise_filter, 1, "VALID", data_format, None, 2)


def _transposed(
    value: Any, kernel: Any, output_shape: Any, strides: Any, padding: Any, data_format: Any, spatial: int
) -> Any:
    image, weight = map(array, alike(value, kernel))
    layout = layout_of(data_format)
    goal = sizes(output_shape)
    if layout is None:
        return made(Shape.unknown(), image.dtype)
    widths = paddings(padding, spatial, layout)
    if widths is None or goal.rank != spatial + 2:
        channels = weight.shape.axis(-2)
        return unknown_image(image, channels, spatial, layout)
    space = goal.dims[1:-1] if layout == "last" else goal.dims[2:]
    result = ops.conv_transpose(
        image,
        weight,
        stride=windows(strides, spatial, layout),
        padding=widths,
        layout=layout,
        kernel_layout="last",
        output=space,
        spatial=spatial,
    )
    return settled_by(result, goal)


@tf_function("nn.conv2d_transpose")
def _conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: Any = "NHWC",
    name: Any = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    image = input if value is None else value
    kernel = filters if filter is None else filter
    return _transposed(image, kernel, output_shape, strides, padding, data_format, 2)


@tf_function("nn.conv3d_transpose")
def _conv3d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: Any = "NDHWC",
    name: Any = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    image = input if value is None else value
    kernel = filters if filter is None else filter
    return _transposed(image, kernel, output_shape, strides, padding, data_format, 3)


@tf_function("nn.conv1d_transpose", "contrib.nn.conv1d_transpose")
def _conv1d_transpose(
    input: Any = None,
    filters: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: Any = "NWC",
    dilations: Any = None,
    name: Any = None,
    value: Any = None,
    filter: Any = None,
    stride: Any = None,
) -> Any:
    image = value if input is None else input
    kernel = filter if filters is None else filters
    return _transposed(
        image, kernel, output_shape, stride if strides is None else strides, padding, data_format, 1
    )


def pooling(
    operation: Any, value: Any, window: Any, strides: Any, padding: Any, data_format: Any, spatial: int
) -> Any:
    """Pool an image by windows."""
    image = array(value)
    layout = layout_of(data_format)
    if layout is None:
        return made(Shape.unknown(), image.dtype)
    widths = paddings(padding, spatial, layout)
    across = pools_across(image, window, strides, layout) if spatial == 2 else None
    if across is not None:
        return across
    if widths is None:
        channels = image.shape.axis(-1 if layout == "last" else 1)
        return unknown_image(image, channels, spatial, layout)
    size = windows(window, spatial, layout)
    return operation(
        image,
        window=size,
        stride=size if strides is None else windows(strides, spatial, layout),
        padding=widths,
        layout=layout,
    )


def _pool_of_any_rank(operation: Any) -> Any:
    """Return the model of a pooling over the axes of the image."""

    def pool(
        value: Any = None,
        ksize: Any = None,
        strides: Any = None,
        padding: Any = None,
        data_format: Any = "NHWC",
        name: Any = None,
        input: Any = None,
    ) -> Any:
        image = input if value is None else value
        axes = spatial_axes(image, ksize, strides)
        return pooling(operation, image, ksize, strides, padding, data_format, axes)

    return pool


def _pool_of_pictures(operation: Any) -> Any:
    """Return the model of a pooling of TensorFlow 1, over two axes."""

    def pool(
        value: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NHWC",
        name: Any = None,
        input: Any = None,
    ) -> Any:
        return pooling(operation, input if value is None else value, ksize, strides, padding, data_format, 2)

    return pool


for _name, _operation in (("max_pool", ops.max_pool), ("avg_pool", ops.avg_pool)):
    tf_function(f"nn.{_name}")(_pool_of_any_rank(_operation))
    tf_function(f"compat.v1.nn.{_name}")(_pool_of_pictures(_operation))


@tf_function("nn.max_pool2d")
def _max_pool2d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NHWC", name: Any = None
) -> Any:
    return pooling(ops.max_pool, input, ksize, strides, padding, data_format, 2)


@tf_function("nn.avg_pool2d")
def _avg_pool2d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NHWC", name: Any = None
) -> Any:
    return pooling(ops.avg_pool, input, ksize, strides, padding, data_format, 2)


@tf_function("nn.max_pool1d", "nn.avg_pool1d")
def _pool1d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NWC", name: Any = None
) -> Any:
    return pooling(ops.max_pool, input, ksize, strides, padding, data_format, 1)


@tf_function("nn.max_pool3d", "nn.avg_pool3d")
def _pool3d(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: Any = "NDHWC", name: Any = None
) -> Any:
    return pooling(ops.max_pool, input, ksize, strides, padding, data_format, 3)


@tf_function("nn.max_pool_with_argmax")
def _max_pool_with_argmax(input: Any, ksize: Any, strides: Any, padding: Any, **kwargs: Any) -> Any:
    pooled = pooling(ops.max_pool, input, ksize, strides, padding, kwargs.get("data_format", "NHWC"), 2)
    return pooled, ops.cast(pooled, dtype=dtypes.int64)


@tf_function("nn.pool")
def _pool(
    input: Any,
    window_shape: Any,
    pooling_type: Any,
    padding: Any = "VALID",
    dilation_rate: Any = None,
    strides: Any = None,
    name: Any = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Any:
    window = items(window_shape)
    if window is None or dilation_rate is not None or dilations is not None or type(padding) is not str:
        return made(Shape.unknown(), array(input).dtype)
    return pooling(
        ops.max_pool, input, window, 1 if strides is None else strides, padding, data_format, len(window)
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
    return ops.softmax_cross_entropy(*_labelled(labels, logits), axis=place if type(place) is int else -1)


def _labelled(labels: Any, logits: Any) -> tuple[Any, Any]:
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
    return elementwise_loss(*_labelled(labels, logits))


def elementwise_loss(labels: Any, scores: Any) -> Any:
    """Compare scores with labels of the same shape."""
    result = ops.sigmoid_cross_entropy(labels, scores)
    return settled_by(result, labels.shape) if type(labels) is Tensor else result


@tf_function("nn.weighted_cross_entropy_with_logits")
def _weighted_cross_entropy(
    labels: Any = None, logits: Any = None, pos_weight: Any = None, name: Any = None, targets: Any = None
) -> Any:
    return elementwise_loss(*_labelled(targets if labels is None else labels, logits))


@tf_function("nn.log_poisson_loss")
def _log_poisson(targets: Any, log_input: Any, compute_full_loss: Any = False, name: Any = None) -> Any:
    return elementwise_loss(*_labelled(targets, log_input))


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
