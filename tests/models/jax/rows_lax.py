"""Rows for ``jax.lax``, ``jax.nn``, ``jax.random``, ``jax.image`` and ``jax.scipy``."""

import jax
import numpy as np
from hypothesis import strategies as st

from models.jax.comparing import Row
from models.jax.drawing import images, same_shapes
from models.numpy.drawing import along, arrays, call, filled, pairs, positive, shapes

FLOAT = ("float32",)
KEY = np.zeros((2,), "uint32")
small = st.integers(1, 4)


def key_call(*arguments, **keywords):
    """A call whose first argument is a key."""
    return call(KEY, *arguments, **keywords)


@st.composite
def contractions(draw):
    batch, left, inner, right = (draw(small) for _ in range(4))
    x = filled((batch, left, inner), "float32")
    y = filled(
        (
            batch if draw(st.integers(0, 5)) else batch + 1,
            inner if draw(st.integers(0, 5)) else inner + 1,
            right,
        ),
        "float32",
    )
    return (x, y, (((2,), (1,)), ((0,), (0,)))), {}


@st.composite
def blocks(draw):
    x = draw(arrays(low=1, dtypes=FLOAT, size=positive))
    sizes = tuple(draw(st.integers(0, n + 1)) for n in x.shape)
    return (x, (0,) * x.ndim, sizes), {}


@st.composite
def slices(draw):
    x = draw(arrays(low=1, dtypes=FLOAT, size=st.integers(2, 5)))
    starts = tuple(draw(st.integers(0, 1)) for _ in x.shape)
    limits = tuple(draw(st.integers(1, n)) for n in x.shape)
    return (x, starts, limits), {"strides": draw(st.sampled_from([None, (2,) * x.ndim]))}


@st.composite
def convolutions(draw):
    x = draw(images(wrong=False))
    inputs = x.shape[-1] if draw(st.integers(0, 5)) else x.shape[-1] + 1
    window = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    kernel = filled((*window, inputs, draw(small)), "float32")
    strides = draw(st.sampled_from([(1, 1), (2, 2), (2, 1)]))
    padding = draw(st.sampled_from(["SAME", "VALID", ((1, 1), (0, 2))]))
    if draw(st.booleans()):
        return (x, kernel, strides, padding), {"dimension_numbers": ("NHWC", "HWIO", "NHWC")}
    first = np.transpose(x, (0, 3, 1, 2)), np.transpose(kernel, (3, 2, 0, 1))
    if draw(st.booleans()):
        return (*first, strides, padding), {}
    return (*first, strides, padding), {"dimension_numbers": ("NCHW", "OIHW", "NHWC")}


@st.composite
def transposed(draw):
    x = draw(images(wrong=False))
    inputs = x.shape[-1] if draw(st.integers(0, 5)) else x.shape[-1] + 1
    kernel = filled((draw(small), draw(small), inputs, draw(small)), "float32")
    strides = draw(st.sampled_from([(1, 1), (2, 2), (3, 2)]))
    return (x, kernel, strides, draw(st.sampled_from(["SAME", "VALID"]))), {}


@st.composite
def windows(draw):
    x = draw(images(wrong=False))
    window = (1, draw(st.integers(1, 3)), draw(st.integers(1, 3)), 1)
    strides = draw(st.sampled_from([(1, 1, 1, 1), (1, 2, 2, 1)]))
    return (x, 0.0, jax.lax.add, window, strides, draw(st.sampled_from(["SAME", "VALID"]))), {}


@st.composite
def paddings(draw):
    x = draw(arrays(low=1, dtypes=FLOAT))
    count = x.ndim if draw(st.integers(0, 5)) else x.ndim + 1
    return (x, 0.0, [(draw(st.integers(0, 2)), draw(st.integers(0, 2)), 0) for _ in range(count)]), {}


@st.composite
def attentions(draw):
    batch, length, other, heads, width = (draw(small) for _ in range(5))
    q = filled((batch, length, heads, width), "float32")
    k = filled((batch, other, heads, width if draw(st.integers(0, 5)) else width + 1), "float32")
    v = filled((batch, other if draw(st.integers(0, 5)) else other + 1, heads, width), "float32")
    return (q, k, v), {}


@st.composite
def selections(draw):
    x, y = draw(same_shapes(2))
    return (np.ones(x.shape, bool), x, y), {}


@st.composite
def segments(draw):
    x = draw(arrays(low=1, dtypes=FLOAT, size=positive))
    return (x, np.zeros(x.shape[0], "int32")), {"num_segments": draw(small)}


UNARY = [
    "abs",
    "neg",
    "sign",
    "floor",
    "ceil",
    "exp",
    "log",
    "log1p",
    "tanh",
    "sin",
    "cos",
    "sqrt",
    "rsqrt",
    "cbrt",
    "square",
    "logistic",
    "erf",
    "erfc",
    "lgamma",
    "expm1",
    "is_finite",
]
SAME = ["add", "sub", "mul", "div", "max", "min", "pow", "eq", "ne", "lt", "le", "gt", "ge", "atan2", "rem"]
DRAWS = [
    "normal",
    "uniform",
    "cauchy",
    "exponential",
    "gumbel",
    "laplace",
    "logistic",
    "maxwell",
    "rademacher",
]
ACTIVATIONS = [
    "relu",
    "relu6",
    "sigmoid",
    "softplus",
    "soft_sign",
    "silu",
    "swish",
    "log_sigmoid",
    "leaky_relu",
    "hard_sigmoid",
    "hard_silu",
    "hard_tanh",
    "elu",
    "celu",
    "selu",
    "gelu",
    "mish",
    "squareplus",
]
SPECIAL = [
    "erf",
    "erfc",
    "erfinv",
    "expit",
    "logit",
    "gammaln",
    "digamma",
    "entr",
    "i0",
    "i1",
    "ndtr",
    "ndtri",
]

ROWS = [
    *(Row(f"jax.lax.{name}", call(arrays(dtypes=FLOAT))) for name in UNARY),
    *(Row(f"jax.lax.{name}", same_shapes(2).map(lambda a: (a, {}))) for name in SAME),
    Row("jax.lax.select", selections()),
    Row("jax.lax.clamp", call(0.0, arrays(dtypes=FLOAT), 1.0)),
    Row("jax.lax.integer_pow", call(arrays(dtypes=FLOAT), 3)),
    Row(
        "jax.lax.convert_element_type",
        call(arrays(dtypes=FLOAT), st.sampled_from(["int32", "float16", "bool"])),
    ),
    Row("jax.lax.full", call(shapes(), 1.0)),
    Row("jax.lax.full_like", call(arrays(dtypes=FLOAT), 1.0)),
    Row("jax.lax.iota", call("int32", small)),
    Row("jax.lax.broadcasted_iota", call("int32", shapes(1, 3, positive), 0)),
    Row("jax.lax.expand_dims", call(arrays(dtypes=FLOAT), st.sampled_from([(0,), (1,), (-1,), (0, 1)]))),
    Row(
        "jax.lax.squeeze",
        call(arrays(low=1, dtypes=FLOAT, size=st.integers(1, 2)), st.sampled_from([(0,), (-1,)])),
    ),
    # JAX counts the elements of a reshape by lax only when it compiles the call
    Row(
        "jax.lax.reshape",
        call(arrays(low=1, dtypes=FLOAT, size=positive), shapes(1, size=positive)),
        eager=True,
    ),
    Row(
        "jax.lax.transpose",
        call(arrays(low=2, high=2, dtypes=FLOAT), st.sampled_from([(1, 0), (0, 1), (0, 2)])),
    ),
    Row("jax.lax.rev", call(arrays(low=1, dtypes=FLOAT), st.sampled_from([(0,), (1,)]))),
    Row("jax.lax.broadcast", call(arrays(dtypes=FLOAT), shapes(0, 2))),
    Row("jax.lax.collapse", call(arrays(low=2, high=3, dtypes=FLOAT), 0, st.sampled_from([1, 2]))),
    Row("jax.lax.concatenate", same_shapes(2, low=1).map(lambda a: ((list(a), 0), {}))),
    Row("jax.lax.pad", paddings(), lenient=True),
    Row("jax.lax.slice", slices(), lenient=True),
    Row("jax.lax.slice_in_dim", call(arrays(low=1, dtypes=FLOAT, size=st.integers(3, 5)), 1, 3)),
    Row("jax.lax.index_in_dim", call(arrays(low=1, dtypes=FLOAT, size=positive), 0, keepdims=st.booleans())),
    Row(
        "jax.lax.dynamic_index_in_dim",
        call(arrays(low=1, dtypes=FLOAT, size=positive), 0, keepdims=st.booleans()),
    ),
    Row("jax.lax.dynamic_slice", blocks()),
    Row("jax.lax.dynamic_slice_in_dim", call(arrays(low=1, dtypes=FLOAT, size=st.integers(3, 5)), 1, 2)),
    Row(
        "jax.lax.dynamic_update_slice",
        call(filled((4, 5), "float32"), arrays(low=2, high=2, dtypes=FLOAT), (0, 0)),
    ),
    Row(
        "jax.lax.dot",
        st.tuples(arrays(low=1, high=2, dtypes=FLOAT), arrays(low=1, high=2, dtypes=FLOAT)).map(
            lambda a: (a, {})
        ),
    ),
    Row("jax.lax.dot_general", contractions()),
    *(
        Row(
            f"jax.lax.reduce_{name}",
            call(arrays(low=2, dtypes=FLOAT, size=positive), st.sampled_from([(0,), (0, 1)])),
        )
        for name in ("sum", "max", "min", "prod")
    ),
    Row("jax.lax.argmax", call(arrays(low=1, dtypes=FLOAT, size=positive), 0, "int32")),
    *(
        Row(f"jax.lax.{name}", call(arrays(low=1, dtypes=FLOAT), axis=st.sampled_from([0, 1])))
        for name in ("cumsum", "cumprod", "cummax", "cummin")
    ),
    Row("jax.lax.sort", call(arrays(low=1, dtypes=FLOAT))),
    Row("jax.lax.top_k", call(arrays(low=1, dtypes=FLOAT, size=positive), small)),
    Row("jax.lax.conv_general_dilated", convolutions()),
    Row("jax.lax.conv_transpose", transposed()),
    Row("jax.lax.reduce_window", windows()),
    Row("jax.lax.stop_gradient", call(arrays(dtypes=FLOAT))),
    Row("jax.image.resize", call(filled((4, 5, 3), "float32"), shapes(2, 4, positive), "bilinear")),
    *(Row(f"jax.nn.{name}", call(arrays(dtypes=FLOAT))) for name in ACTIVATIONS),
    *(
        Row(f"jax.nn.{name}", along(low=1, dtypes=FLOAT, none=False))
        for name in ("softmax", "log_softmax", "standardize")
    ),
    Row(
        "jax.nn.logsumexp", along(low=1, dtypes=FLOAT, keepdims=st.booleans(), positional=False), lenient=True
    ),
    Row("jax.nn.glu", call(arrays(low=1, dtypes=FLOAT, size=st.integers(1, 4)))),
    Row("jax.nn.one_hot", call(arrays(dtypes=("int32",)), small)),
    Row("jax.nn.dot_product_attention", attentions()),
    *(Row(f"jax.random.{name}", key_call(shapes())) for name in DRAWS),
    Row("jax.random.split", key_call(st.sampled_from([2, 5, (2, 3)]))),
    Row("jax.random.fold_in", key_call(3)),
    Row("jax.random.PRNGKey", call(0)),
    Row("jax.random.randint", key_call(shapes(), 0, 10)),
    Row(
        "jax.random.uniform",
        key_call(shapes(), minval=arrays(high=2, dtypes=FLOAT, size=positive)),
        lenient=True,
        unknown=True,
    ),
    Row("jax.random.bernoulli", key_call(0.5, shape=shapes())),
    Row("jax.random.bernoulli", key_call(arrays(dtypes=FLOAT))),
    Row("jax.random.truncated_normal", key_call(-1.0, 1.0, shapes())),
    *(
        Row(f"jax.random.{name}", key_call(arrays(dtypes=FLOAT)))
        for name in ("gamma", "t", "chisquare", "pareto")
    ),
    Row("jax.random.beta", pairs(dtypes=FLOAT).map(lambda a: ((KEY, *a), {}))),
    Row("jax.random.categorical", key_call(arrays(low=1, dtypes=FLOAT, size=positive))),
    Row("jax.random.permutation", key_call(arrays(low=1, dtypes=FLOAT) | small)),
    Row("jax.random.choice", key_call(arrays(low=1, dtypes=FLOAT, size=positive) | small, shapes())),
    Row("jax.random.orthogonal", key_call(small)),
    Row(
        "jax.random.multivariate_normal",
        key_call(filled((3,), "float32"), np.eye(3, dtype="float32"), shape=shapes(0, 2)),
    ),
    *(Row(f"jax.scipy.special.{name}", call(arrays(dtypes=FLOAT))) for name in SPECIAL),
    Row("jax.scipy.special.logsumexp", along(low=1, dtypes=FLOAT, positional=False), lenient=True),
    Row("jax.scipy.stats.norm.logpdf", pairs(dtypes=FLOAT).map(lambda a: (a, {}))),
    Row("jax.scipy.stats.norm.pdf", call(arrays(dtypes=FLOAT))),
    Row("jax.scipy.stats.bernoulli.logpmf", call(arrays(dtypes=FLOAT), 0.5)),
    Row("jax.ops.segment_sum", segments()),
    Row("jax.numpy.nonzero", call(arrays(low=1, dtypes=FLOAT), size=st.just(3)), open=True, eager=True),
    Row("jax.numpy.where", pairs(dtypes=FLOAT).map(lambda a: ((np.ones((), bool), *a), {}))),
    Row("jax.numpy.asarray", call(arrays(), dtype=st.sampled_from([None, "float32", "int32"]))),
    Row(
        "jax.numpy.repeat",
        call(filled((3, 2), "float32"), small, total_repeat_length=st.just(7)),
        eager=True,
        lenient=True,
    ),
    Row("jax.numpy.astype", call(arrays(dtypes=FLOAT), st.sampled_from(["int32", "float16"]))),
    Row("jax.nn.initializers.zeros", key_call(shapes())),
]
