"""Rows for tensors made from sizes and numbers."""

import numpy as np
import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row, v1
from models.tensorflow.drawing import REALS, WHOLE, filled, positive, shapes, tensors, unary

forms = st.sampled_from([list, tuple, lambda shape: tf.constant(shape, tf.int32)])


@st.composite
def made(draw, typed=True):
    shape = draw(forms)(list(draw(shapes())))
    return (shape,), draw(st.sampled_from([{}, {"dtype": tf.float64}])) if typed else {}


@st.composite
def ranges(draw):
    parts = draw(st.lists(st.integers(-3, 6), min_size=1, max_size=2))
    if len(parts) == 2 and draw(st.booleans()):
        parts.append(draw(st.sampled_from([1, 2, -1])))
    if len(parts) == 1:
        parts = [abs(parts[0])]
    if (len(parts) == 3 and (parts[1] - parts[0]) * parts[2] < 0) or (
        len(parts) == 2 and parts[0] > parts[1]
    ):
        parts[:2] = parts[1::-1]
    return tuple(parts), draw(st.sampled_from([{}, {"dtype": tf.int64}, {"dtype": tf.float32}]))


@st.composite
def constants(draw):
    value = draw(
        st.sampled_from(
            [
                1,
                1.5,
                True,
                [1, 2],
                [[1.0, 2.0]],
                [[1, 2], [3, 4], [5, 6]],
                "text",
                ["a", "b"],
                np.zeros([2, 3]),
                np.zeros([2], "int64"),
                [[1, 2], [3]],
                [],
            ]
        )
    )
    keywords = {}
    if (
        draw(st.booleans()) and not isinstance(value, str) and value != ["a", "b"]
        if not isinstance(value, np.ndarray)
        else True
    ):
        keywords = draw(st.sampled_from([{}, {"dtype": tf.float32}]))
    if not isinstance(value, (list, np.ndarray, str)) and draw(st.booleans()):
        keywords = {**keywords, "shape": draw(shapes())}
    return (value,), keywords


@st.composite
def hot(draw):
    x = draw(tensors(0, 2, WHOLE))
    keywords = draw(st.sampled_from([{}, {"dtype": tf.int32}, {"on_value": 1.0, "off_value": 0.0}]))
    if draw(st.booleans()):
        keywords = {**keywords, "axis": draw(st.integers(-1, x.shape.rank))}
    return (x, draw(positive)), keywords


@st.composite
def whole_numbers(draw):
    return (draw(forms)(list(draw(shapes()))),), {"minval": 0, "maxval": draw(positive), "dtype": tf.int32}


@st.composite
def drawn(draw):
    return (filled((draw(positive), draw(positive))), draw(positive)), {}


@st.composite
def crops(draw):
    x = draw(tensors(1, 3))
    return (x, [draw(st.integers(1, int(size))) for size in x.shape]), {}


ROWS = [
    *[
        Row(name, made())
        for name in ("zeros", "ones", "random.normal", "random.uniform", "random.truncated_normal")
    ],
    *[
        Row(name, made(), real=getattr(v1, name))
        for name in ("random_normal", "random_uniform", "truncated_normal")
    ],
    Row("random.uniform", whole_numbers()),
    Row("fill", made(False).map(lambda call: ((call[0][0], 2.5), {}))),
    Row("fill", made(False).map(lambda call: ((call[0][0], 3), {}))),
    *[Row(name, unary(dtypes=REALS)) for name in ("zeros_like", "ones_like")],
    Row("ones_like", unary().map(lambda call: (call[0], {"dtype": tf.int32}))),
    Row("range", ranges()),
    Row("linspace", positive.map(lambda count: ((0.0, 1.0, count), {}))),
    Row("eye", positive.map(lambda count: ((count,), {}))),
    Row("eye", st.tuples(positive, positive).map(lambda pair: (pair, {"batch_shape": [2]}))),
    Row("constant", constants(), lenient=True),
    Row("convert_to_tensor", constants().map(lambda call: (call[0], {})), lenient=True),
    Row("one_hot", hot()),
    Row("random.categorical", drawn()),
    Row("image.random_crop", crops()),
    Row("sequence_mask", positive.map(lambda n: ((tf.constant([1] * n), 4), {}))),
]
