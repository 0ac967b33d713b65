"""Rows for functions of each element and for conversions."""

import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row, v1
from models.tensorflow.drawing import (
    BOOLS,
    BOTH,
    FLOATS,
    NUMBERS,
    REALS,
    WHOLE,
    axes,
    binary,
    filled,
    pairs,
    shapes,
    similar,
    tensors,
    unary,
)

FLOAT_FUNCTIONS = [
    "math.acos",
    "math.acosh",
    "math.asin",
    "math.asinh",
    "math.atan",
    "math.atanh",
    "math.ceil",
    "math.cos",
    "math.cosh",
    "math.digamma",
    "math.erf",
    "math.erfc",
    "math.exp",
    "math.expm1",
    "math.floor",
    "math.is_finite",
    "math.is_inf",
    "math.is_nan",
    "math.lgamma",
    "math.log",
    "math.log1p",
    "math.log_sigmoid",
    "math.reciprocal",
    "math.rint",
    "math.rsqrt",
    "math.sigmoid",
    "math.sin",
    "math.sinh",
    "math.softplus",
    "math.sqrt",
    "math.tan",
    "math.tanh",
    "nn.relu",
    "nn.relu6",
    "nn.elu",
    "nn.selu",
    "nn.leaky_relu",
    "nn.softsign",
    "nn.softplus",
    "nn.sigmoid",
    "nn.tanh",
    "nn.silu",
    "nn.swish",
    "nn.gelu",
    "exp",
    "sqrt",
    "tanh",
    "sigmoid",
    "cos",
    "sin",
    "floor",
    "erf",
    "log",
    "rsqrt",
    "lgamma",
    "is_nan",
    "stop_gradient",
]
NUMBER_FUNCTIONS = [
    "abs",
    "negative",
    "square",
    "sign",
    "math.abs",
    "math.negative",
    "math.square",
    "math.sign",
    "math.round",
    "identity",
]
PAIRS = [
    "add",
    "subtract",
    "multiply",
    "maximum",
    "minimum",
    "math.add",
    "math.subtract",
    "math.multiply",
    "math.maximum",
    "math.minimum",
    "math.squared_difference",
    "math.floordiv",
    "math.floormod",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "math.equal",
    "math.less",
    "math.greater",
    "div",
    "floordiv",
    "mod",
    "squared_difference",
]
FLOAT_PAIRS = [
    "divide",
    "math.divide",
    "math.divide_no_nan",
    "math.atan2",
    "math.pow",
    "pow",
    "realdiv",
    "truediv",
]


@st.composite
def casts(draw):
    x = draw(tensors(dtypes=REALS))
    kind = draw(
        st.sampled_from([tf.float32, tf.float64, tf.int32, tf.int64, tf.bool, "float32", "int32", "bool"])
    )
    return (draw(st.sampled_from([x, x, x.numpy(), [1, 2], 3])), kind), {}


@st.composite
def conditions(draw):
    x, y = draw(pairs(FLOATS, scalars=False, mixed=False))
    test = draw(st.sampled_from([x, y]))
    if draw(st.integers(0, 4)) == 0:
        test = filled(draw(shapes(0, 3)))
    return (tf.cast(test, tf.bool), x, y), {}


@st.composite
def clipped(draw):
    x = draw(tensors(dtypes=BOTH))
    if draw(st.booleans()):
        return (x, 0.0, 1.0), {}
    return (x,), {"clip_value_min": 0.5, "clip_value_max": filled(x.shape[1:], x.dtype.name)}


@st.composite
def dropouts(draw):
    return (draw(tensors(dtypes=FLOATS)),), {"rate": 0.5}


@st.composite
def sums(draw):
    parts, _, _ = draw(similar(0, 3))
    return (parts,), {}


@st.composite
def masks(draw):
    lengths = draw(tensors(0, 2, WHOLE))
    return (lengths, draw(st.integers(1, 5))), draw(st.sampled_from([{}, {"dtype": tf.float32}]))


@st.composite
def crelu(draw):
    x = draw(tensors(1, 3, FLOATS))
    return (x,), {"axis": draw(axes(x.shape.rank))}


ROWS = [
    *[Row(name, unary()) for name in FLOAT_FUNCTIONS],
    *[Row(name, unary(dtypes=NUMBERS)) for name in NUMBER_FUNCTIONS],
    *[Row(name, binary()) for name in PAIRS],
    *[Row(name, binary(FLOATS)) for name in FLOAT_PAIRS],
    *[Row(name, binary(BOOLS, scalars=False)) for name in ("logical_and", "logical_or", "math.logical_xor")],
    Row("logical_not", unary(dtypes=BOOLS)),
    Row("cast", casts()),
    Row("to_float", unary(dtypes=REALS), real="compat.v1.to_float"),
    Row("to_int32", unary(dtypes=REALS), real="compat.v1.to_int32"),
    Row("saturate_cast", casts(), lenient=True),
    Row("where", conditions()),
    Row("where", unary(1, dtypes=BOOLS), open=True),
    Row("clip_by_value", clipped()),
    Row("nn.dropout", dropouts()),
    Row("add_n", sums()),
    Row("sequence_mask", masks()),
    Row("nn.crelu", crelu(), real=v1.nn.crelu),
    Row("math.scalar_mul", binary(FLOATS, scalars=False).map(lambda call: ((2.0, call[0][0]), {}))),
    Row("clip_by_norm", unary().map(lambda call: ((*call[0], 1.0), {}))),
    Row("debugging.check_numerics", unary().map(lambda call: ((*call[0], "message"), {}))),
    Row("complex", binary(FLOATS, scalars=False), dtype=False),
    Row("nn.softmax", unary(1, 3)),
]
