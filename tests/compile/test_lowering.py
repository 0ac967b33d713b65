"""Functions by native kernels against the same functions by NumPy: fusion, broadcasting, rows, sizes."""

import numpy as np
import pytest

from gnomon import ops
from gnomon.graph import world  # noqa: F401
from gnomon.graph.constants import as_array, symbol
from gnomon.graph.errors import EvaluationError, PlaceError, ShapeError
from gnomon.runtime.function import function
from gnomon.shapes import dtypes


def softmax(z):
    e = ops.exp(z - ops.max(z, axis=(-1,), keepdims=True))
    return e / ops.sum(e, axis=(-1,), keepdims=True)


def variance(x):
    centred = x - ops.sum(x, axis=(-1,), keepdims=True) * 0.2
    return ops.sum(centred * centred, axis=(-1,)) * 0.5 + 1


PROGRAMS = {
    "chain": lambda x, v: 2 * ops.tanh(x) * ops.exp(-x * x) + ops.log1p(x * x),
    "vector along the last axis": lambda x, v: (x + v) * (v + 1),
    "column": lambda x, v: x * ops.sum(x, axis=(1,), keepdims=True),
    "softmax": lambda x, v: softmax(x),
    "variance": lambda x, v: variance(x),
    "softmax and a vector along the rows": lambda x, v: softmax(x) * (v + 1),
    "softmax and one row": lambda x, v: softmax(x) * (ops.expand_dims(v, axis=0) + 1),
    "row sums against columns": lambda x, v: x + ops.sum(x * x, axis=(0,)),
    "sums of all kinds": lambda x, v: (ops.sum(x), ops.sum(x, axis=(0,)), ops.sum(x, axis=(1,)), ops.max(x)),
    "logarithms of row sums": lambda x, v: (ops.log(ops.sum(x * x, axis=(1,)) + 1), ops.sum(x, axis=(1,))),
    "a row's tail beside its elements": lambda x, v: (ops.tanh(ops.sum(x, axis=(1,), keepdims=True)), x + 1),
    "spread of columns": lambda x, v: ops.sum((x - ops.sum(x, axis=(0,), keepdims=True)) ** 2, axis=(0,)),
    "sums of columns of weighted rows": lambda x, v: ops.sum(x * ops.exp(v), axis=(0,)),
    "a result that is used again": lambda x, v: (ops.exp(x), ops.sum(ops.exp(x), axis=(1,))),
    "comparison": lambda x, v: ops.where(ops.greater(x, v), x, 0.0),
    "casts": lambda x, v: ops.cast(x * 10, dtype=dtypes.int32) + 1,
}


NEED_ELEMENTS = {
    "softmax": 1,
    "softmax and a vector along the rows": 1,
    "softmax and one row": 1,
    "sums of all kinds": 0,
}
"""Programs with a maximum, which nothing has, and the first axis it is taken over."""


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    "shape", [(1, 1), (3, 5), (7, 7), (16, 33), (40, 1), (1, 70), (2, 0), (0, 3)], ids=str
)
@pytest.mark.parametrize("title", PROGRAMS)
def test_native_is_the_reference(title, shape, dtype):
    x = symbol("x", ("rows", "columns"), dtype)
    v = symbol("v", ("columns",), dtype)
    outputs = PROGRAMS[title](x, v)
    native = function([x, v], outputs, on_unused_input="ignore")
    plain = function([x, v], outputs, on_unused_input="ignore", native=False)
    rng = np.random.default_rng(3)
    given = rng.normal(size=shape).astype(dtype), rng.normal(size=shape[1]).astype(dtype)
    if title in NEED_ELEMENTS and 0 in shape[NEED_ELEMENTS[title] :]:
        for function_ in (native, plain):
            with pytest.raises((ShapeError, EvaluationError), match="max"):
                function_(*given)
        return
    got, wanted = native(*given), plain(*given)
    close = 1e-5 if dtype == "float32" else 1e-12
    for one, other in zip(*[a if type(a) is tuple else (a,) for a in (got, wanted)], strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=close, atol=close)


def test_a_square_does_not_confuse_rows_with_columns():
    x = symbol("x", (4, 4))
    rows = ops.sum(x, axis=(1,))
    f, g = function([x], x - rows), function([x], x - rows, native=False)
    value = np.arange(16.0).reshape(4, 4)
    np.testing.assert_array_equal(f(value), g(value))


@pytest.mark.parametrize("shape", [(3, 3), ("n", "n")], ids=str)
@pytest.mark.parametrize(
    "other", [lambda x: x * 2, ops.exp, lambda x: x.at[[2, 0]].multiply(x[:2])], ids=["product", "exp", "put"]
)
def test_results_of_rows_that_stretch_along_the_rows_of_a_square(other, shape):
    x = symbol("x", shape, "float64")
    a = np.random.default_rng(0).normal(size=(3, 3))
    for rows in (ops.log(ops.sum(ops.exp(x), axis=(1,))), ops.logsumexp(x, axis=-1)):
        natively, by_numpy = [function([x], rows + other(x), native=native)(a) for native in (True, False)]
        np.testing.assert_allclose(natively, by_numpy, rtol=1e-14)


def test_softmax_is_one_kernel():
    x = symbol("x", ("rows", "columns"))
    assert len(function([x], softmax(x)).program.steps) == 1


@pytest.mark.parametrize("rows", [0, 1, 2, 7, 15, 16, 17, 40])
def test_a_logsumexp_by_hand_is_one_kernel(rows):
    x = symbol("x", ("rows", "columns"))
    top = ops.max(x, axis=(1,), keepdims=True)
    f = function([x], ops.log(ops.sum(ops.exp(x - top), axis=(1,))) + top[:, 0])
    assert sum("kernel" in repr(step) for step in f.program.steps) == 1
    value = np.random.default_rng(0).normal(size=(rows, 50)) * 9
    np.testing.assert_allclose(f(value), np.log(np.exp(value).sum(1)), rtol=1e-14)


def test_tails_of_rows_of_matrices():
    x = symbol("x", ("n", "rows", "columns"))
    total = ops.log(ops.sum(x, axis=(2,)))
    f = function([x], [total, total * ops.exp(ops.max(x, axis=(2,)))])
    assert len(f.program.steps) == 1
    value = np.random.default_rng(0).uniform(size=(3, 21, 33))
    logs = np.log(value.sum(2))
    for got, wanted in zip(f(value), [logs, logs * np.exp(value.max(2))], strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-13)


def test_a_composite_becomes_kernels():
    x = symbol("x", ("rows", "columns"))
    f = function([x], ops.sum(ops.log_softmax(x, axis=-1) * x))
    assert not any("reference" in repr(step) for step in f.program.steps)
    value = np.random.default_rng(0).normal(size=(4, 6))
    np.testing.assert_allclose(f(value), function([x], f._outputs[0], native=False)(value))


@pytest.mark.parametrize(
    "shape", [("rows", 1), (1, "columns"), (1, 1), ("rows", 1, 3), ("rows", 3, 1)], ids=str
)
def test_axes_of_size_one(shape):
    x = symbol("x", shape)
    row = ops.max(x, axis=(-1,), keepdims=True)
    outputs = (x + row, ops.sum(x, axis=(0,)), ops.sum(x * row, axis=(-1,)), ops.exp(x) * row, ops.sum(x))
    given = np.random.default_rng(2).normal(size=[4 if type(size) is str else size for size in shape])
    for one, other in zip(function([x], outputs)(given), function([x], outputs, native=False)(given)):
        np.testing.assert_allclose(one, other)


@pytest.mark.parametrize(
    "shape",
    [(1,), (1, 1), ("n", 1), (1, "n"), ("n", 1, 1), (1, "n", 1), ("n", 1, "m"), ("n", "m", 1), (3, 1)],
    ids=str,
)
@pytest.mark.parametrize("title", ["chain", "softmax", "column", "sums", "both"])
def test_axes_of_one_element(title, shape):
    programs = {
        "chain": lambda x: ops.exp(x) + 1,
        "softmax": softmax,
        "column": lambda x: x - ops.sum(x * x, axis=(-1,), keepdims=True),
        "sums": lambda x: (ops.sum(x), ops.sum(x, axis=(0,)), ops.sum(x, axis=(-1,))),
        "both": lambda x: (x + 1, ops.max(x, axis=(-1,)), ops.sum(x, axis=(0,), keepdims=True) + x),
    }
    x = symbol("x", shape)
    given = np.random.default_rng(0).normal(size=[{"n": 5, "m": 3}.get(size, size) for size in shape])
    got, wanted = [function([x], programs[title](x), native=native)(given) for native in (True, False)]
    for one, other in zip(*[a if type(a) is tuple else (a,) for a in (got, wanted)], strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("laws", ["none", "stable"])
@pytest.mark.parametrize("native", [True, False])
def test_a_softmax_of_nothing_is_empty(native, laws):
    x = symbol("x", ("rows", "columns"))
    f = function([x], ops.softmax(x, axis=-1), native=native, laws=laws)
    assert f(np.zeros((2, 0))).shape == (2, 0)


def steps_of(outputs, inputs):
    f = function(inputs, outputs, on_unused_input="ignore")
    assert not any("reference" in repr(step) for step in f.program.steps)
    return f


def test_a_log_softmax_that_is_read_twice_is_one_kernel():
    x = symbol("x", ("rows", "columns"))
    scores = ops.log_softmax(x, axis=-1)
    f = steps_of([scores, ops.sum(scores * x)], [x])
    assert len(f.program.steps) == 2
    value = np.random.default_rng(0).normal(size=(4, 6))
    for one, other in zip(f(value), function([x], f._outputs, native=False)(value)):
        np.testing.assert_allclose(one, other)


@pytest.mark.parametrize("axis", [(1,), (0, 2), (1, 2), (0, 3), (0, 2, 3), (0, 1, 2, 3), ()])
@pytest.mark.parametrize("keepdims", [True, False])
def test_reductions_over_any_axes_are_kernels(axis, keepdims):
    x = symbol("x", ("a", "b", "c", "d"))
    outputs = [ops.TABLE[name](x, axis=axis, keepdims=keepdims) for name in ("sum", "max", "mean", "prod")]
    value = np.random.default_rng(0).normal(size=(2, 3, 4, 5))
    for one, other in zip(steps_of(outputs, [x])(value), function([x], outputs, native=False)(value)):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_sizes_and_positions_are_computed_where_they_are_used():
    x = symbol("x", ("rows", "columns"))
    labels = symbol("labels", ("rows",), "int64")
    f = steps_of([ops.cross_entropy_with_integer_labels(x, labels), ops.mean(x)], [x, labels])
    assert not any("constant" in repr(step) or "arange" in repr(step) for step in f.program.steps)
    given = np.random.default_rng(0).normal(size=(5, 3)), np.array([0, 2, 1, 1, 0])
    for one, other in zip(f(*given), function([x, labels], f._outputs, native=False)(*given)):
        np.testing.assert_allclose(one, other)


@pytest.mark.parametrize("axis", [None, 0, -1, ()])
@pytest.mark.parametrize(
    "name", "sum max mean var std prod logsumexp nanmean nansum nanvar ptp count_nonzero".split()
)
def test_reductions_of_a_number(name, axis):
    x = symbol("x", ())
    if name in ("mean", "var", "std") and axis in (
        0,
        -1,
    ):  # NumPy finds no axis here, where sums pass over it
        with pytest.raises(PlaceError, match="x is a scalar without axes"):
            ops.TABLE[name](x, axis=axis)
        return
    out = ops.TABLE[name](x, axis=axis)
    got, wanted = [function([x], out, native=native)(2.5) for native in (True, False)]
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    np.testing.assert_allclose(got, wanted)


def test_arithmetic_of_sizes_and_python_numbers_stays_weak():
    x = symbol("x", ("n",), "float32")
    share = 1.0 / as_array(x.shape.dims[0])
    assert (share.weak, (x * share).dtype, (x * (1.0 / as_array(4))).dtype) == (
        True,
        dtypes.float32,
        dtypes.float32,
    )
    assert (x * ops.sqrt(as_array(2.0))).dtype is dtypes.float64
    np.testing.assert_allclose(function([x], x * share)(np.ones(4, np.float32)), np.full(4, 0.25))


@pytest.mark.parametrize("shape", [(21, 5, 3), (8, 37), (3, 1), (1, 4)])
@pytest.mark.parametrize("keepdims", [True, False])
def test_columns_are_swept_beside_what_has_one_element_for_each(shape, keepdims):
    names = tuple([f"n{k}" if size > 1 else 1 for k, size in enumerate(shape)])
    lead = (1,) if keepdims else ()
    x, y = symbol("x", shape=names), symbol("y", shape=(*lead, *names[1:]))
    f = function([x, y], ops.sum(ops.square(x - y), axis=0))
    rng = np.random.default_rng(0)
    given, other = rng.normal(size=shape), rng.normal(size=(*lead, *shape[1:]))
    np.testing.assert_allclose(f(given, other), ((given - other) ** 2).sum(0), rtol=1e-12)
    if len(shape) == 2 and min(shape) > 1:
        (step,) = [planned.step for planned in f.plan.steps]
        assert [loop.kind for loop in step.nest.kernel.body] == ["lane", "serial", "serial"]


@pytest.mark.parametrize("added", [True, False])
def test_a_logsumexp_by_hand_looks_for_the_maximum_once(added):
    x = symbol("x", shape=("n", "m"))
    top = ops.max(x, axis=1, keepdims=True)
    total = ops.log(ops.sum(ops.exp(x - top), axis=1))
    f = function([x], total + ops.squeeze(top, axis=1) if added else total)
    given = np.random.default_rng(0).normal(size=(6, 40)) * 300
    given[1], given[2, 3], given[3, 4] = -np.inf, np.inf, np.nan
    with np.errstate(all="ignore"):
        peak = given.max(1, keepdims=True)
        wanted = np.log(np.exp(given - peak).sum(1)) + (peak[:, 0] if added else 0)
    found = f(given)
    np.testing.assert_allclose(found[[0, 4, 5]], wanted[[0, 4, 5]], rtol=1e-12)
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(wanted))
    kernels = [planned.step for planned in f.plan.steps if hasattr(planned.step, "group")]
    assert sum(m.op.name == "max" for k in kernels for m in k.group.members) == 1
