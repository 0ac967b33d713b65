"""Rows for convolution, pooling, normalisation and losses."""

import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row, v1
from models.tensorflow.drawing import FLOATS, WHOLE, filled, positive, shapes, tensors

sizes = st.integers(1, 7)
paddings = st.sampled_from(["SAME", "VALID"])


@st.composite
def convolutions(draw, spatial, named="filters"):
    space = [draw(sizes) for _ in range(spatial)]
    channels = draw(positive)
    window = [draw(st.integers(1, 3)) for _ in range(spatial)]
    inner = draw(st.sampled_from([channels, channels, channels, channels + 1]))
    image = filled([draw(positive), *space, channels])
    if draw(st.integers(0, 9)) == 0:
        image = filled([*space, channels])
    kernel = filled([*window, inner, draw(positive)])
    stride = draw(st.integers(1, 2))
    strides = (
        stride
        if spatial == 1
        else [1, *[stride] * spatial, 1]
        if draw(st.booleans()) or spatial == 3
        else [stride] * spatial
    )
    keywords = {"padding": draw(paddings)}
    return (image,), {named: kernel, "stride" if spatial == 1 else "strides": strides, **keywords}


@st.composite
def explicit(draw):
    image = filled([draw(positive), draw(sizes), draw(sizes), 2])
    pads = [[0, 0], [draw(st.integers(0, 2)), 1], [draw(st.integers(0, 2)), 0], [0, 0]]
    return (image, filled([2, 2, 2, 3])), {"strides": draw(st.integers(1, 2)), "padding": pads}


@st.composite
def atrous(draw):
    image = filled([1, draw(sizes), draw(sizes), 2])
    return (image, filled([2, 2, 2, 3])), {"rate": draw(st.integers(1, 3)), "padding": draw(paddings)}


@st.composite
def depthwise(draw):
    channels = draw(positive)
    image = filled([draw(positive), draw(sizes), draw(sizes), channels])
    kernel = filled(
        [
            draw(st.integers(1, 3)),
            draw(st.integers(1, 3)),
            draw(st.sampled_from([channels, channels, channels + 1])),
            2,
        ]
    )
    stride = draw(st.integers(1, 2))
    return (image, kernel), {"strides": [1, stride, stride, 1], "padding": draw(paddings)}


@st.composite
def separable(draw):
    channels = draw(positive)
    image = filled([draw(positive), draw(sizes), draw(sizes), channels])
    inner = draw(st.sampled_from([2 * channels, 2 * channels, 2 * channels + 1]))
    kernels = filled([2, 2, channels, 2]), filled([1, 1, inner, 3])
    return (image, *kernels), {"strides": [1, 1, 1, 1], "padding": draw(paddings)}


@st.composite
def transposed(draw):
    batch, height, width, channels = (draw(positive) for _ in range(4))
    stride = draw(st.integers(1, 3))
    outputs = draw(positive)
    kernel = filled(
        [
            draw(st.integers(1, 3)),
            draw(st.integers(1, 3)),
            outputs,
            draw(st.sampled_from([channels, channels + 1])),
        ]
    )
    padding = draw(paddings)
    grown = (
        [height * stride, width * stride]
        if padding == "SAME"
        else [(height - 1) * stride + kernel.shape[0], (width - 1) * stride + kernel.shape[1]]
    )
    if draw(st.integers(0, 4)) == 0:
        grown[0] += stride
    goal = [batch, *map(int, grown), outputs]
    form = draw(st.sampled_from([list, tf.constant]))
    return (filled([batch, height, width, channels]), kernel, form(goal)), {
        "strides": stride,
        "padding": padding,
    }


@st.composite
def pools(draw, spatial):
    image = filled([draw(positive), *[draw(sizes) for _ in range(spatial)], draw(positive)])
    if draw(st.integers(0, 9)) == 0:
        image = filled(image.shape[1:])
    window, stride = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    listed = spatial == 3 or draw(st.booleans())
    keywords = {
        "ksize": [1, *[window] * spatial, 1] if listed else window,
        "strides": [1, *[stride] * spatial, 1] if listed else stride,
    }
    return (image,), {**keywords, "padding": draw(paddings)}


@st.composite
def pools_across(draw):
    """Windows and steps over batch and channels too; steps that skip channels are ignored, with a warning."""
    image = filled([draw(positive), 4, 5, draw(st.sampled_from([2, 4]))])
    ones = st.sampled_from([1, 1, 1, 2])
    window = [draw(ones) for _ in range(4)]
    strides = draw(st.sampled_from([window, [draw(ones) for _ in range(4)]]))
    return (image,), {"ksize": window, "strides": strides, "padding": draw(paddings)}


@st.composite
def steps_of_all_axes(draw):
    kernel = filled([2, 2, 3, 2])
    steps = [draw(st.sampled_from([1, 1, 1, 2])) for _ in range(4)]
    return (filled([2, 6, 7, 3]), kernel), {"strides": steps, "padding": draw(paddings)}


@st.composite
def biases(draw):
    x = draw(tensors(1, 4, FLOATS))
    size = int(x.shape[-1]) + draw(st.sampled_from([0, 0, 0, 1]))
    return (x, filled([size]) if draw(st.integers(0, 7)) else filled([1, size])), {}


@st.composite
def normalised(draw):
    x = draw(tensors(2, 4, FLOATS))
    part = filled(x.shape[-1:])
    return (x, part, part, part, part, 0.001), {}


@st.composite
def lookups(draw):
    table = filled([draw(positive), *draw(shapes(0, 2))])
    return (table, tf.zeros(draw(shapes(0, 2)), draw(st.sampled_from([tf.int32, tf.int64])))), {}


@st.composite
def losses(draw, strict=False):
    shape = list(draw(shapes(1, 3)))
    other = [draw(st.sampled_from([n, n, n, n + 1, 1])) for n in shape]
    if draw(st.integers(0, 5)) == 0:
        other = other[1:]
    return (), {"labels": filled(other), "logits": filled(shape)}


@st.composite
def sparse(draw):
    shape = list(draw(shapes(1, 3, st.integers(4, 5))))
    other = [draw(st.sampled_from([n, n, n, n + 1])) for n in shape[:-1]]
    if draw(st.integers(0, 4)) == 0:
        other = shape
    return (), {"labels": filled(other, draw(st.sampled_from(WHOLE))), "logits": filled(shape)}


@st.composite
def old_losses(draw, first="labels", second="predictions"):
    shape = list(draw(shapes(1, 3)))
    other = [draw(st.sampled_from([n, n, n, n + 1])) for n in shape]
    if draw(st.integers(0, 5)) == 0:
        other = other[1:]
    return (filled(other), filled(shape)), {}


ROWS = [
    Row("nn.conv2d", convolutions(2), windows=True),
    Row("nn.conv1d", convolutions(1), windows=True),
    Row("nn.conv3d", convolutions(3), windows=True),
    Row("nn.conv2d", explicit(), windows=True),
    Row("nn.atrous_conv2d", atrous(), windows=True),
    Row("nn.depthwise_conv2d", depthwise(), windows=True),
    Row("nn.separable_conv2d", separable(), windows=True),
    Row("nn.conv2d_transpose", transposed(), lenient=True, windows=True),
    Row("compat.v1.nn.max_pool", pools(2), windows=True),
    Row("nn.max_pool", pools(2), windows=True),
    Row("compat.v1.nn.avg_pool", pools(2), windows=True),
    Row("nn.avg_pool", pools(2), windows=True),
    Row("nn.max_pool2d", pools(2), windows=True),
    Row("nn.max_pool1d", pools(1), windows=True),
    Row("nn.max_pool3d", pools(3), windows=True),
    Row("nn.max_pool2d", pools_across(), open=True, lenient=True),
    Row("nn.avg_pool2d", pools_across(), open=True, lenient=True),
    Row("nn.conv2d", steps_of_all_axes()),
    Row("nn.bias_add", biases()),
    Row("nn.batch_normalization", normalised()),
    Row("nn.lrn", tensors(4, 4, FLOATS).map(lambda x: ((x,), {}))),
    Row("nn.embedding_lookup", lookups()),
    Row("nn.softmax_cross_entropy_with_logits", losses(), lenient=True),
    Row("nn.sigmoid_cross_entropy_with_logits", losses()),
    Row("nn.sparse_softmax_cross_entropy_with_logits", sparse()),
    Row("losses.softmax_cross_entropy", old_losses(), real=v1.losses.softmax_cross_entropy, lenient=True),
    Row("losses.sigmoid_cross_entropy", old_losses(), real=v1.losses.sigmoid_cross_entropy),
    Row("compat.v1.losses.mean_squared_error", old_losses()),
    Row("compat.v1.losses.absolute_difference", old_losses()),
    Row("nn.moments", tensors(2, 4, FLOATS).map(lambda x: ((x, [0, 1]), {}))),
    Row("nn.weighted_cross_entropy_with_logits", losses().map(lambda c: (c[0], {**c[1], "pos_weight": 2.0}))),
]
