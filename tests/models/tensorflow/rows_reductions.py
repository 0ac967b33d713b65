"""Rows for reductions, positions, cumulative sums and order."""

import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row, v1
from models.tensorflow.drawing import BOOLS, FLOATS, NUMBERS, WHOLE, along, axes, filled, positive, tensors

SUMS = ["reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "math.reduce_sum", "math.reduce_max"]
FLOAT_SUMS = [
    "reduce_mean",
    "reduce_logsumexp",
    "math.reduce_std",
    "math.reduce_variance",
    "math.reduce_euclidean_norm",
]


@st.composite
def older(draw):
    """The names that axis and keepdims had before."""
    x = draw(tensors(0, 3, FLOATS))
    keywords = {}
    keywords[draw(st.sampled_from(["axis", "reduction_indices"]))] = draw(
        axes(x.shape.rank, True, True, True)
    )
    keywords[draw(st.sampled_from(["keepdims", "keep_dims"]))] = draw(st.booleans())
    return (x,), keywords


@st.composite
def tensor_axes(draw):
    x = draw(tensors(1, 3, FLOATS))
    place = draw(axes(x.shape.rank))
    return (x, tf.constant(place)), {}


@st.composite
def moments(draw):
    x = draw(tensors(1, 4, FLOATS))
    return (x, draw(axes(x.shape.rank, True, listed=True))), {"keepdims": draw(st.booleans())}


@st.composite
def top(draw):
    x = draw(tensors(0, 3, FLOATS))
    return (x,), {"k": draw(positive)}


@st.composite
def norms(draw):
    x = draw(tensors(0, 3, FLOATS))
    return (x,), {"axis": draw(axes(x.shape.rank, none=True)), "keepdims": draw(st.booleans())}


@st.composite
def inside(draw):
    rows = draw(positive)
    return (filled((rows,), "int32"), filled((rows, 4)), 1), {}


@st.composite
def confusion(draw):
    rows = draw(positive)
    return (filled((rows,), "int32"), filled((rows,), "int32")), {"num_classes": draw(st.integers(4, 6))}


ROWS = [
    *[Row(name, along(dtypes=NUMBERS, many=True, keep="keepdims", listed=True)) for name in SUMS],
    *[Row(name, along(many=True, keep="keepdims", listed=True)) for name in FLOAT_SUMS],
    *[
        Row(name, along(dtypes=BOOLS, many=True, keep="keepdims", listed=True))
        for name in ("reduce_any", "reduce_all")
    ],
    Row("reduce_sum", older(), real=v1.reduce_sum),
    Row("reduce_mean", older(), real=v1.reduce_mean),
    Row("reduce_max", tensor_axes()),
    *[Row(name, along(1, dtypes=NUMBERS)) for name in ("argmax", "argmin", "math.argmax")],
    Row("argmax", along(1, name="dimension", none=False), real=v1.argmax),
    Row("count_nonzero", along(dtypes=NUMBERS, many=True, listed=True), real=v1.count_nonzero),
    *[Row(name, along(1, 3, none=False)) for name in ("nn.softmax", "nn.log_softmax")],
    Row("nn.softmax", along(1, 3, none=False, name="dim"), real=v1.nn.softmax),
    *[Row(name, along(none=False)) for name in ("cumsum", "math.cumsum", "math.cumprod")],
    Row("norm", norms()),
    Row("nn.l2_normalize", along(1, none=False)),
    Row("nn.l2_loss", tensors(dtypes=FLOATS).map(lambda x: ((x,), {}))),
    Row("nn.moments", moments()),
    Row("nn.top_k", top()),
    Row("math.in_top_k", inside(), graph=False),
    Row("sort", along(1, none=False), lenient=True),
    Row("argsort", along(1, none=False), lenient=True),
    Row("unique", tensors(1, 1, WHOLE).map(lambda x: ((x,), {})), open=True),
    Row("unique_with_counts", tensors(1, 1, WHOLE).map(lambda x: ((x,), {})), open=True),
    Row("math.confusion_matrix", confusion()),
    Row("math.bincount", tensors(1, 1, ("int32",)).map(lambda x: ((x,), {})), open=True),
    Row("histogram_fixed_width", tensors(1, 2, FLOATS).map(lambda x: ((x, [0.0, 5.0]), {"nbins": 7}))),
    Row("math.zero_fraction", tensors(dtypes=FLOATS).map(lambda x: ((x,), {}))),
]
