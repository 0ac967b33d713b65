"""Running and other reductions by kernels: any axis, special values, small dtypes."""

import numpy as np
import pytest
from tests.compile.test_moving import both, values

import gnomon as gn
from gnomon import ops
from gnomon.graph.errors import EvaluationError, ShapeError
from gnomon.shapes import dtypes

pytestmark = pytest.mark.usefixtures("verified")
RUNNING = [ops.cumsum, ops.cumprod, ops.cummax, ops.cummin, ops.logcumsumexp]
EXTREMES = [ops.argmax, ops.argmin, ops.max, ops.min, ops.nanmax, ops.nanmin]
SPECIAL = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.5, -3.0])


def name(value):
    return getattr(value, "name", None)


@pytest.mark.parametrize("dtype", ["float32", "int8", "bool"])
@pytest.mark.parametrize("axis", [None, 0, -1])
@pytest.mark.parametrize(
    "shape", [(3, 5, 4), (1, 1, 1), (40, 3, 1), (0, 3, 2), (3, 0, 2), (2, 3, 67)], ids=str
)
@pytest.mark.parametrize("op", RUNNING, ids=name)
def test_running(op, shape, axis, dtype):
    if (op.name in ("cummax", "cummin") and dtype == "bool") or (
        op.name == "logcumsumexp" and dtype[0] in "uib"
    ):
        return
    x = gn.symbol("x", ("a", "b", "c"), dtype)
    data = values(shape, dtype)
    close = {"float32": 2e-5, "float64": 1e-12}.get(dtype, 0)
    for got, wanted in both([x], op(x, axis=axis), data):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol=close * 10, atol=close)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 16, 1000])
@pytest.mark.parametrize("op", RUNNING, ids=name)
def test_a_running_vector(op, length):
    x = gn.symbol("x", ("n",))
    data = np.random.default_rng(0).normal(size=length)
    for got, wanted in both([x], op(x, axis=0), data):
        np.testing.assert_allclose(got, wanted, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("op", RUNNING, ids=name)
def test_running_over_special_values(op):
    x = gn.symbol("x", ("n", "m"))
    rng = np.random.default_rng(0)
    data = SPECIAL[rng.integers(0, len(SPECIAL), (40, 5))]
    for axis in (0, 1):
        for got, wanted in both([x], op(x, axis=axis), data):
            np.testing.assert_allclose(got, wanted, rtol=1e-14)


def test_a_sum_of_negative_zeros_is_one():
    x = gn.symbol("x", ("n",))
    got = gn.function([x], ops.cumsum(x, axis=0))(np.full(20, -0.0))
    assert np.signbit(got).all()


@pytest.mark.parametrize("axis", [None, 0, 1, 2])
@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "uint64", "bool"])
@pytest.mark.parametrize("op", EXTREMES, ids=name)
def test_extremes(op, dtype, axis):
    x = gn.symbol("x", ("a", "b", "c"), dtype)
    data = (values((4, 5, 6), dtype) if dtype == "bool" else values((4, 5, 6), dtype) // 2 * 1).astype(dtype)
    for keepdims in (False, True):
        for got, wanted in both([x], op(x, axis=axis, keepdims=keepdims), data):
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
            np.testing.assert_array_equal(got, wanted)


@pytest.mark.filterwarnings("ignore:All-NaN")
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", EXTREMES, ids=name)
def test_extremes_among_special_values(op, dtype):
    x = gn.symbol("x", ("n", "m"), dtype)
    rng = np.random.default_rng(0)
    for width in (1, 2, 7, 33):
        data = SPECIAL[rng.integers(0, len(SPECIAL), (60, width))].astype(dtype)
        data[:20] = np.where(np.isnan(data[:20]), 2, data[:20])
        data[3] = np.nan
        for axis in (0, 1):
            for got, wanted in both([x], op(x, axis=axis), data):
                np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("op", [ops.argmax, ops.argmin, ops.nanmax], ids=name)
def test_nothing_has_no_largest_element(op):
    x = gn.symbol("x", ("n", "m"))
    f = gn.function([x], op(x, axis=1))
    assert f(np.zeros((0, 3))).shape == (0,)
    with pytest.raises((ShapeError, EvaluationError)):
        f(np.zeros((3, 0)))


@pytest.mark.parametrize("axis", [0, 1, (0, 2), (0, 1), (1, 2)], ids=str)
@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "bool"])
@pytest.mark.parametrize(
    "op", [ops.sum, ops.prod, ops.any, ops.all, ops.count_nonzero, ops.nansum, ops.mean], ids=name
)
def test_reductions_over_any_axes(op, dtype, axis):
    x = gn.symbol("x", ("a", "b", "c"), dtype)
    close = {"float32": 1e-5, "float64": 1e-12, "float16": 2e-3}.get(dtype, 1e-12 if op is ops.mean else 0)
    for shape in ((4, 5, 6), (2, 3, 70), (1, 1, 1), (3, 2, 0)):
        if op is ops.mean and 0 in shape:
            continue
        data = values(shape, dtype)
        data = np.clip(data, -2, 2).astype(dtype)
        for got, wanted in both([x], op(x, axis=axis), data):
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
            np.testing.assert_allclose(got, wanted, rtol=close, atol=close)


HALVES = {
    "arithmetic": lambda x, y: (x + y) * x - y / (x * x + 1),
    "functions": lambda x, y: ops.tanh(x) + ops.exp(-y * y),
    "comparisons": lambda x, y: ops.where(ops.less(x, y), x, y),
    "maximum": lambda x, y: ops.maximum(x, y) - ops.minimum(x, 0.5),
    "relu": lambda x, y: ops.relu(x) + ops.square(y),
    "as integers": lambda x, y: ops.cast(x * 10, dtype=dtypes.int32) + 1,
    "asking": lambda x, y: ops.logical_or(ops.isnan(x / y), ops.isfinite(x)),
    "softmax": lambda x, y: ops.softmax(x, axis=-1),
    "variance": lambda x, y: ops.sum((x - ops.mean(x, axis=-1, keepdims=True)) ** 2, axis=-1),
    "float32 joins": lambda x, y: x * ops.cast(y, dtype=dtypes.float32),
    "a slice": lambda x, y: x[1:, ::-1] + y[:-1],
}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("title", HALVES)
def test_halves_are_computed_in_float32(title, dtype):
    x, y = gn.symbol("x", ("n", "m"), dtype), gn.symbol("y", ("n", "m"), dtype)
    if title == "float32 joins" and dtype == "bfloat16":
        return
    outputs = HALVES[title](x, y)
    data = [np.asarray(gn.asarray(values((9, 33), "float32", s)).astype(dtype)) for s in (0, 1)]
    exact = title in ("arithmetic", "comparisons", "maximum", "relu", "as integers", "asking", "a slice")
    close = 0 if exact else 2e-3 if dtype == "float16" else 2e-2
    for got, wanted in both([x, y], outputs, *data):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got.astype("float32"), wanted.astype("float32"), rtol=close, atol=close)


def test_creation_from_named_sizes():
    x = gn.symbol("x", ("n", "m"), "float32")
    n, m = x.shape.dims if hasattr(x.shape, "dims") else x.shape
    results = (
        gn.arange(n) * 2,
        gn.arange(2, n + 3, dtype="float32"),
        gn.arange(0.5, 4.0, 0.25),
        gn.eye(n, m, k=1) + x,
        gn.zeros((n, m)) + 1,
        gn.full((m,), 7, dtype="int8"),
        ops.full_like(x, value=2) * x,
        gn.nn.one_hot(gn.arange(n) % 3, 4),
        gn.linspace(0.0, 1.0, 11) + x[0, 0],
    )
    for got, wanted in both([x], results, values((6, 9), "float32")):
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)
