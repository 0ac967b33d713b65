"""More of `keras.ops`, `keras.backend` and the layers: rarer names."""

import numpy as np
from hypothesis import strategies as st

from models.keras.comparing import Row
from models.keras.drawing import (
    FLOATS,
    arrays,
    call,
    filled,
    flags,
    layer,
    of_rank,
    options,
    pairs,
    small,
)
from models.keras.rows_ops import along, chosen, convolved, joined, pooled, reduced, taken

REAL = (
    "absolute arcsin arctanh arccos cbrt conj conjugate deg2rad erfc erfinv fabs hard_shrink hard_swish i0 imag"
    " isneginf isposinf isreal nan_to_num rad2deg real reciprocal signbit sinc soft_shrink sparse_plus"
    " sparse_sigmoid squareplus swish tanh_shrink sparsemax fliplr flipud rms_normalization layer_normalization"
).split()
WHOLE_PAIRS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm".split()
FLOAT_PAIRS = "true_divide divide_no_nan fmax fmin fmod heaviside hypot logaddexp2 nextafter isclose".split()
REDUCED = "nanmax nanmin nansum nanprod nanmean nanstd nanvar nanmedian ptp".split()


@st.composite
def square(draw):
    n = draw(st.integers(1, 3))
    lead = draw(st.lists(small, max_size=1))
    return (np.broadcast_to(np.eye(n, dtype="float32") * 3, (*lead, n, n)).copy(),), {}


@st.composite
def solved(draw):
    n = draw(st.integers(1, 3))
    wrong = draw(st.integers(0, 4)) == 0
    return (np.eye(n, dtype="float32"), filled((n + wrong, draw(small)))), {}


@st.composite
def segments(draw):
    x = draw(arrays(1, 3))
    return (x, np.zeros(len(x), "int32")), {"num_segments": draw(small)}


@st.composite
def grids(draw):
    return tuple(filled((draw(small),)) for _ in range(draw(st.integers(1, 3)))), {
        "indexing": draw(st.sampled_from(("xy", "ij")))
    }


@st.composite
def vectors(draw):
    n = draw(small)
    return (filled((n,)), filled((n if draw(st.integers(0, 4)) else n + 1,))), {}


@st.composite
def along_taken(draw):
    x = draw(arrays(2, 2))
    return (x, np.zeros((x.shape[0], draw(small)), "int32")), {"axis": 1}


@st.composite
def depthwise(draw):
    channels = draw(small)
    return (filled((2, 5, 5, channels)), filled((2, 2, channels, draw(small)))), {}


@st.composite
def transposed(draw):
    channels = draw(small)
    x = filled((2, draw(st.integers(2, 4)), draw(st.integers(2, 4)), channels))
    return (x, filled((3, 3, draw(small), channels))), {
        "strides": draw(st.integers(1, 2)),
        "padding": draw(st.sampled_from(("valid", "same"))),
    }


@st.composite
def normalized(draw):
    x = draw(arrays(2, 3))
    n = x.shape[-1]
    return (x, filled((n,)), filled((n,)), -1), {}


@st.composite
def batches(draw):
    batch, inner = draw(small), draw(small)
    return (filled((batch, draw(small), inner)), filled((batch, inner, draw(small)))), {}


def blocks(*sizes):
    return st.just((filled(sizes), 2)).map(lambda given: (given, {}))


OPS = [
    *[Row(f"keras.ops.{name}", call(of_rank(2, 2, 3))) for name in REAL],
    *[
        Row(f"keras.ops.{name}", pairs(("int32", "int64")).map(lambda both: (both, {})), lenient=True)
        for name in WHOLE_PAIRS
    ],
    *[
        Row(f"keras.ops.{name}", pairs(FLOATS).map(lambda both: (both, {})), lenient=True)
        for name in FLOAT_PAIRS
    ],
    *[Row(f"keras.ops.{name}", reduced(name, FLOATS), lenient=True) for name in REDUCED],
    *[
        Row(f"keras.ops.{name}", reduced(name, FLOATS), lenient=True)
        for name in ("argmax", "nanargmax", "argmin")
    ],
    *[
        Row(f"keras.ops.{name}", square(), dtype=False)
        for name in ("det", "inv", "cholesky", "pinv", "slogdet", "logdet")
    ],
    Row("keras.ops.solve", solved()),
    Row("keras.ops.solve_triangular", solved()),
    Row("keras.ops.qr", call(of_rank(2, dtypes=("float32",)))),
    Row("keras.ops.svd", call(of_rank(2, dtypes=("float32",)))),
    Row("keras.ops.cdist", call(st.just(filled((3, 4))), st.just(filled((5, 4))))),
    Row("keras.ops.trace", call(of_rank(2, 3))),
    Row("keras.ops.diagonal", call(of_rank(2, 3))),
    Row("keras.ops.diagflat", call(of_rank(1))),
    Row("keras.ops.diff", call(of_rank(2), axis=(st.integers(-2, 1),))),
    Row("keras.ops.normalize", along(none=False, many=False, dtypes=FLOATS), lenient=True),
    Row("keras.ops.moments", call(of_rank(3), st.sampled_from((0, (0, 1), [1, 2])), keepdims=(flags,))),
    Row("keras.ops.average", call(of_rank(2), axis=(st.integers(-2, 1),))),
    Row(
        "keras.ops.quantile", call(of_rank(2), st.sampled_from((0.5, [0.2, 0.7])), axis=(st.integers(-2, 1),))
    ),
    Row("keras.ops.cumprod", along(none=False, many=False), lenient=True),
    Row("keras.ops.append", call(of_rank(2), of_rank(2))),
    Row("keras.ops.array", call(arrays(0, 2))),
    Row("keras.ops.array_split", call(of_rank(2), small)),
    Row("keras.ops.vsplit", call(st.just(filled((4, 4))), st.sampled_from((1, 2, 4)))),
    Row("keras.ops.hsplit", call(st.just(filled((4, 4))), st.sampled_from((1, 2, 4)))),
    Row("keras.ops.dstack", joined(new=True).map(lambda drawn: (drawn[0], {})), unknown=True, lenient=True),
    Row("keras.ops.rot90", call(of_rank(2, 3), st.integers(0, 3))),
    Row("keras.ops.take_along_axis", along_taken()),
    Row("keras.ops.slice", call(st.just(filled((4, 4))), st.just((0, 0)), st.tuples(small, small))),
    Row("keras.ops.slice_update", call(st.just(filled((4, 4))), st.just((0, 0)), of_rank(2))),
    Row(
        "keras.ops.scatter_update",
        call(st.just(filled((4,))), st.just(np.array([[1], [2]])), st.just(filled((2,)))),
    ),
    Row("keras.ops.scatter", call(st.just(np.array([[1], [2]])), st.just(filled((2,))), st.just((5,)))),
    Row("keras.ops.nonzero", call(of_rank(1, 2)), open=True, dtype=False),
    Row("keras.ops.unravel_index", call(st.just(np.array([1, 2])), st.just((2, 3))), dtype=False),
    Row("keras.ops.meshgrid", grids()),
    Row("keras.ops.tri", call(small, small)),
    Row("keras.ops.empty_like", call(arrays(0, 2))),
    Row("keras.ops.full_like", call(arrays(0, 2), st.just(2))),
    Row("keras.ops.inner", vectors()),
    Row("keras.ops.vdot", vectors()),
    Row("keras.ops.kron", call(of_rank(2), of_rank(2))),
    Row("keras.ops.cross", call(st.just(filled((2, 3))), st.just(filled((2, 3))))),
    Row(
        "keras.ops.rearrange",
        call(st.just(filled((2, 3, 4))), st.sampled_from(("a b c -> (a b) c", "a b c -> c a b"))),
    ),
    Row("keras.ops.rfft", call(of_rank(1, 2, dtypes=("float32",)))),
    Row("keras.ops.segment_sum", segments()),
    Row("keras.ops.segment_max", segments()),
    Row(
        "keras.ops.select",
        chosen().map(lambda drawn: (([drawn[0][0]], [drawn[0][1]]), {})),
        unknown=True,
        lenient=True,
    ),
    Row("keras.ops.searchsorted", call(of_rank(1), of_rank(1, 2)), lenient=True),
    Row("keras.ops.digitize", call(of_rank(1, 2), st.just(np.array([1.0, 2.0])))),
    Row("keras.ops.isin", call(of_rank(1, 2), of_rank(1))),
    Row("keras.ops.in_top_k", call(st.just(np.array([0, 1])), st.just(filled((2, 3))), st.just(1))),
    Row("keras.ops.multi_hot", call(arrays(1, 2, ("int32",)), st.just(9)), dtype=False),
    Row("keras.ops.glu", call(st.just(filled((2, 4))))),
    Row("keras.ops.depthwise_conv", depthwise()),
    Row(
        "keras.ops.separable_conv",
        depthwise().map(lambda d: ((*d[0], filled((1, 1, d[0][1].shape[2] * d[0][1].shape[3], 3))), {})),
    ),
    Row("keras.ops.conv_transpose", transposed()),
    Row("keras.ops.batch_normalization", normalized()),
    Row("keras.ops.depth_to_space", blocks(1, 2, 2, 4)),
    Row("keras.ops.space_to_depth", blocks(1, 4, 4, 1)),
    Row("keras.ops.categorical_crossentropy", call(st.just(filled((2, 3))), st.just(filled((2, 3))))),
    Row(
        "keras.ops.sparse_categorical_crossentropy", call(st.just(np.array([0, 1])), st.just(filled((2, 3))))
    ),
    Row("keras.ops.binary_crossentropy", call(of_rank(2), of_rank(2))),
    Row("keras.ops.saturate_cast", call(arrays(0, 2), st.just("int32"))),
    Row("keras.ops.image.rgb_to_grayscale", call(st.just(filled((2, 3, 3, 3))))),
    *[Row(f"keras.ops.{name}", call(st.just(5))) for name in ("bartlett", "blackman", "hamming", "hanning")],
    Row("keras.ops.logspace", call(st.just(0.0), st.just(1.0), num=(small,)), lenient=True),
    Row("keras.ops.allclose", pairs(FLOATS).map(lambda both: (both, {})), lenient=True),
    *[
        Row(f"keras.random.{name}", call(st.lists(small, max_size=3).map(tuple)))
        for name in ("truncated_normal",)
    ],
    Row("keras.random.shuffle", call(arrays(1, 3))),
    Row("keras.random.dropout", call(of_rank(2, dtypes=("float32",)), st.just(0.5))),
    Row("keras.utils.normalize", call(of_rank(2, dtypes=("float32",)))),
    *[
        Row(f"keras.activations.{name}", call(of_rank(2, dtypes=("float32",))))
        for name in ("relu", "softmax", "gelu", "mish", "linear", "exponential", "hard_sigmoid", "swish")
    ],
    *[
        Row(f"keras.metrics.{name}", call(st.just(filled((3, 4))), st.just(filled((3, 4)))))
        for name in ("categorical_accuracy", "top_k_categorical_accuracy")
    ],
]

BACKEND = [
    *[
        Row(f"keras.backend.{name}", call(of_rank(2, dtypes=("float32",))))
        for name in (
            "cos",
            "elu",
            "hard_sigmoid",
            "log",
            "round",
            "sin",
            "softplus",
            "softsign",
            "stop_gradient",
            "transpose",
            "ones_like",
            "zeros_like",
            "l2_normalize",
        )
    ],
    *[
        Row(f"keras.backend.{name}", pairs(("float32",)).map(lambda both: (both, {})))
        for name in ("less", "less_equal", "greater_equal", "not_equal")
    ],
    *[Row(f"keras.backend.{name}", reduced(name, FLOATS), lenient=True) for name in ("std", "var")],
    Row("keras.backend.argmin", call(of_rank(2, 3))),
    Row("keras.backend.batch_dot", batches()),
    Row("keras.backend.concatenate", joined().map(lambda drawn: (drawn[0], {})), dtype=False),
    Row("keras.backend.cumsum", call(of_rank(2), axis=(st.integers(-2, 1),))),
    Row("keras.backend.gather", taken().map(lambda drawn: (drawn[0], {}))),
    Row("keras.backend.squeeze", call(st.just(filled((1, 3, 1))), st.sampled_from((0, 2, 1)))),
    Row("keras.backend.tile", call(of_rank(2), st.tuples(small, small))),
    Row("keras.backend.clip", call(of_rank(2), st.just(0), st.just(1))),
    Row("keras.backend.cast", call(of_rank(2), st.just("int32"))),
    Row("keras.backend.eye", call(small)),
    Row("keras.backend.ones", call(st.lists(small, max_size=3).map(tuple))),
    Row("keras.backend.random_uniform", call(st.lists(small, max_size=3).map(tuple))),
    Row("keras.backend.truncated_normal", call(st.lists(small, max_size=3).map(tuple))),
    Row(
        "keras.backend.conv2d",
        convolved().map(
            lambda d: d if d[0][0].ndim == 4 else ((filled((1, 4, 4, 2)), filled((3, 3, 2, 5))), {})
        ),
        lenient=True,
    ),
    Row("keras.backend.pool2d", pooled().map(lambda d: ((filled((1, 4, 4, 2)), (2, 2)), {}))),
    Row("keras.backend.spatial_2d_padding", call(of_rank(4))),
    Row("keras.backend.temporal_padding", call(of_rank(3))),
    Row(
        "keras.backend.resize_images",
        call(of_rank(4, dtypes=("float32",)), small, small, st.just("channels_last")),
    ),
    Row("keras.backend.shape", call(arrays(0, 3))),
    Row("keras.backend.count_params", call(arrays(0, 3))),
    Row("keras.backend.variable", call(of_rank(2, dtypes=("float32",)))),
    Row("keras.backend.constant", call(of_rank(2, dtypes=("float32",)))),
    Row("keras.backend.get_value", call(of_rank(2, dtypes=("float32",)))),
]

pictures = of_rank(4, 3, dtypes=("float32",), size=st.integers(2, 4))
colored = st.just(filled((2, 6, 6, 3)) / 3)
LAYERS = [
    Row("keras.layers.RandomCrop", layer(st.just((2, 2)), options(), pictures)),
    *[
        Row(f"keras.layers.{name}", layer(st.just((0.2,)), options(), colored))
        for name in ("RandomShear", "RandomInvert")
    ],
    Row("keras.layers.RandomTranslation", layer(st.just((0.2, 0.2)), options(), colored)),
    Row(
        "keras.layers.Normalization",
        layer(st.just(()), st.just({"mean": 0.0, "variance": 1.0}), of_rank(2, 3)),
    ),
    Row(
        "keras.layers.Discretization", layer(st.just(()), st.just({"bin_boundaries": [0.0, 1.0]}), of_rank(2))
    ),
    Row("keras.layers.Hashing", layer(st.just((3,)), options(), st.just(np.array([[1], [2]]))), dtype=False),
    Row(
        "keras.layers.IntegerLookup",
        layer(st.just(()), st.just({"vocabulary": [1, 2, 3]}), arrays(1, 2, ("int32",))),
        dtype=False,
    ),
    Row("keras.layers.Cropping3D", layer(st.just((1,)), options(), of_rank(5, size=st.integers(3, 4)))),
    Row(
        "keras.layers.GroupQueryAttention",
        st.just(((4, 4, 2), {}, (filled((2, 3, 8)), filled((2, 5, 8))), {})),
    ),
    Row("keras.layers.ConvLSTM3D", layer(st.just((2, 2)), options(), of_rank(6, size=st.integers(2, 3)))),
]
