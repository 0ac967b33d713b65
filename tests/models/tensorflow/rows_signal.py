"""Rows for `tf.signal`, and for rarer functions of matrices, numbers and images."""

import numpy as np
import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row
from models.tensorflow.drawing import FLOATS, axes, filled, positive, shapes, tensors


@st.composite
def transformed(draw, rank, dtype="float32", length=True):
    lead = draw(shapes(0, 1))
    x = filled((*lead, *[draw(st.integers(2, 6)) for _ in range(rank)]), "float32")
    keywords = {}
    if length and draw(st.booleans()):
        keywords["fft_length"] = [draw(st.integers(2, 8)) for _ in range(rank)]
    return (tf.cast(x, dtype),), keywords


@st.composite
def framed(draw):
    x = filled(draw(shapes(1, 3, st.integers(1, 9))))
    keywords = {"pad_end": draw(st.booleans())}
    if draw(st.booleans()):
        keywords["axis"] = draw(axes(x.shape.rank))
    return (x, draw(st.integers(1, 5)), draw(st.integers(1, 4))), keywords


@st.composite
def short_time(draw):
    x = filled((*draw(shapes(0, 2)), draw(st.integers(4, 30))))
    size = draw(st.integers(2, 9))
    keywords = {"pad_end": draw(st.booleans())}
    if draw(st.booleans()):
        keywords["fft_length"] = draw(st.integers(size, 16))
    return (x, size, draw(st.integers(1, 4))), keywords


@st.composite
def inverse(draw):
    x = tf.cast(filled((*draw(shapes(0, 1)), draw(st.integers(1, 5)), 9)), "complex64")
    return (x, 16, draw(st.integers(1, 8))), {}


@st.composite
def solved(draw):
    n, m = draw(positive), draw(positive)
    other = n if draw(st.integers(0, 4)) else n + 1
    return (tf.eye(n), tf.range(n), filled((other, m))), {}


def call(*arguments, **keywords):
    fixed = [a if isinstance(a, st.SearchStrategy) else st.just(a) for a in arguments]
    return st.tuples(st.tuples(*fixed), st.fixed_dictionaries(keywords))


images = st.just(filled((2, 5, 6, 3)))
square = positive.map(lambda n: ((tf.eye(n),), {}))
any_rank = tensors(1, 3, FLOATS).map(lambda x: ((x,), {}))

ROWS = [
    *(Row(f"signal.{name}", transformed(1, "complex64", False)) for name in ("fft", "ifft")),
    *(Row(f"signal.{name}", transformed(2, "complex64", False)) for name in ("fft2d", "ifft2d")),
    Row("signal.rfft", transformed(1)),
    Row("signal.irfft", transformed(1, "complex64")),
    Row("signal.rfft2d", transformed(2)),
    Row("signal.irfft2d", transformed(2, "complex64")),
    Row("signal.frame", framed(), open=True),
    Row("signal.stft", short_time(), open=True),
    Row("signal.inverse_stft", inverse(), graph=False),
    Row("signal.overlap_and_add", call(tensors(2, 3, FLOATS), st.integers(1, 3))),
    Row("signal.dct", call(tensors(1, 3, FLOATS))),
    Row("signal.dct", call(tensors(1, 2, FLOATS), n=st.integers(1, 5))),
    *(
        Row(f"signal.{name}", call(st.integers(1, 8)))
        for name in ("hann_window", "hamming_window", "kaiser_window")
    ),
    Row("signal.linear_to_mel_weight_matrix", call(st.integers(1, 8), st.integers(3, 9))),
    Row("signal.mfccs_from_log_mel_spectrograms", any_rank),
    Row("signal.fftshift", any_rank),
    Row("linalg.eigvals", square, graph=False),
    Row("linalg.eigvalsh", square, graph=False),
    Row("linalg.matrix_rank", square),
    Row("linalg.slogdet", square, graph=False),
    Row("linalg.lu_solve", solved(), graph=False, lenient=True),
    Row("linalg.sqrtm", square, graph=False),
    Row("math.lbeta", any_rank),
    Row("math.polyval", call([1.0, 2.0], tensors(0, 2, FLOATS))),
    Row("math.sobol_sample", call(st.integers(1, 3), st.integers(1, 4))),
    Row("math.is_non_decreasing", any_rank),
    Row("math.approx_max_k", call(tensors(1, 2, FLOATS), st.integers(1, 3)), lenient=True, graph=False),
    Row("unravel_index", call(tf.constant([1, 2, 3]), tf.constant([2, 4]))),
    Row("histogram_fixed_width_bins", call(tensors(0, 2, FLOATS), [0.0, 5.0])),
    Row("identity_n", call([filled((2, 3)), filled((4,))])),
    Row("random.stateless_gamma", call((2, 3), [1, 2], alpha=st.just(1.0))),
    Row("random.stateless_categorical", call(filled((3, 4)), st.integers(1, 3), [1, 2])),
    Row("random.split", call([1, 2], st.integers(1, 3)), graph=False),
    Row("nn.sufficient_statistics", call(filled((2, 3, 4)), [0, 1], keepdims=st.booleans())),
    Row("nn.normalize_moments", call(np.float32(2), filled((3,)), filled((3,)), None)),
    Row("nn.compute_average_loss", call(filled((3,))), graph=False),
    Row("nn.isotonic_regression", call(tensors(1, 2, FLOATS)), graph=False),
    Row("image.image_gradients", images.map(lambda x: ((x,), {}))),
    Row("image.sobel_edges", images.map(lambda x: ((x,), {}))),
    Row("image.extract_glimpse", call(filled((2, 5, 6, 3)), [3, 2], filled((2, 2))), graph=False),
    Row(
        "image.combined_non_max_suppression",
        call(filled((2, 5, 1, 4)), filled((2, 5, 3)), 4, 6),
        lenient=True,
        graph=False,
    ),
    Row("quantization.fake_quant_with_min_max_vars", call(tensors(0, 3, FLOATS), 0.0, 1.0)),
    Row("sparse.segment_sum", call(filled((4, 3)), [0, 1], [0, 1]), open=True),
    *(
        Row(f"experimental.numpy.{name}", call(tensors(1, 3, FLOATS)), lenient=True)
        for name in ("sum", "mean", "transpose", "ravel", "sin", "flip", "atleast_2d", "argmax", "cumsum")
    ),
    Row("experimental.numpy.matmul", call(filled((2, 3)), filled((3, 4)))),
    Row("experimental.numpy.concatenate", call([filled((2, 3)), filled((4, 3))], axis=st.just(0))),
    Row("experimental.numpy.reshape", call(filled((2, 3)), (3, -1))),
    Row("experimental.numpy.zeros", call((2, 3))),
]
