"""Pooling, windows and sums of regions by native steps against the reference."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon import ops
from gnomon.graph.constants import symbol
from gnomon.graph.errors import EvaluationError, ShapeError
from gnomon.runtime.function import function

from compile.stepwise import interpreted

POOLS = (ops.max_pool, ops.avg_pool, ops.lp_pool)
MOVING = ("pad", "narrow", "index", "select_at", "stack", "max", "constant")
"""What a gradient by simpler operations may still leave to the reference."""


def values_for(op, shape, dtype):
    """Few different numbers, so that some tie; positive for powers."""
    data = np.random.default_rng(1).integers(-6, 7, shape)
    return ((np.abs(data) + 1 if op is ops.lp_pool else data) / 2).astype(dtype)


def compared(op, shape, dtype="float32", unknown=(0,), *, gradients=True, reference=(), **attributes):
    x = symbol("x", tuple(f"d{k}" if k in unknown else size for k, size in enumerate(shape)), dtype)
    value = op(x, **attributes)
    outputs = (value, gn.grad(ops.sum(value * value), x)) if gradients else (value,)
    native, data = function([x], outputs), values_for(op, shape, dtype)
    for step in native.program.steps:
        assert "reference" not in repr(step) or any(name in repr(step) for name in reference), step
    close = 1e-5 if dtype == "float32" else 1e-12
    for got, wanted in zip(native(data), function([x], outputs, native=False)(data), strict=True):
        assert got.dtype == wanted.dtype
        assert got.shape == wanted.shape
        np.testing.assert_allclose(got, wanted, rtol=close, atol=close)


CASES = {
    "plain": ((2, 3, 10, 12), {"window": (2, 2)}),
    "overlapping": ((2, 3, 10, 12), {"window": (3, 2), "stride": (2, 1), "padding": (1, 1)}),
    "apart": ((2, 3, 11, 12), {"window": (2, 2), "stride": (3, 4)}),
    "same": ((2, 3, 9, 12), {"window": (3, 2), "stride": 2, "padding": "same"}),
    "hanging over": ((2, 10, 12, 3), {"window": (3, 2), "stride": (2, 3), "padding": 1, "ceil_mode": True, "layout": "last"}),
    "dilation": ((2, 3, 11, 12), {"window": (3, 2), "stride": (2, 3), "padding": (1, 0), "ceil_mode": True, "dilation": 2}),
    "one axis": ((2, 3, 11), {"window": (3,), "stride": 2, "padding": 1}),
    "three axes": ((2, 3, 5, 6, 7), {"window": (3, 2, 2), "stride": (2, 1, 1), "padding": (1, 1, 0)}),
    "larger than the image": ((2, 3, 3, 4), {"window": (5, 4), "padding": (2, 2), "stride": 1}),
}  # fmt: skip


@pytest.mark.parametrize("op", POOLS, ids=lambda op: op.name)
@pytest.mark.parametrize("title", CASES)
def test_native_is_the_reference(title, op):
    shape, attributes = CASES[title]
    reference = MOVING if op is ops.lp_pool else ()
    if "dilation" in attributes and op is ops.lp_pool:
        reference = (*MOVING, "index_update")
    compared(op, shape, reference=reference, **attributes)


@pytest.mark.parametrize("op", POOLS[:2], ids=lambda op: op.name)
@pytest.mark.parametrize("title", ["plain", "overlapping", "same", "one axis", "three axes"])
def test_sizes_that_only_a_call_tells(title, op):
    shape, attributes = CASES[title]
    compared(op, shape, "float64", (0, *range(2, len(shape))), **attributes)


@pytest.mark.parametrize("op", POOLS, ids=lambda op: op.name)
@pytest.mark.parametrize("title", [title for title in CASES if title != "three axes"])
def test_kernels_mean_the_pooling(monkeypatch, title, op):
    shape, attributes = CASES[title]
    x = symbol("x", ("n", *shape[1:]), "float64")
    value = op(x, **attributes)
    outputs = [value] if op is ops.lp_pool else [value, gn.grad(ops.sum(value * value), x)]
    data = values_for(op, shape, "float64")
    got, names = interpreted(monkeypatch, [x], outputs, [data])
    assert op.name in names
    for one, other in zip(got, function([x], outputs, native=False)(data), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint16", "int64"])
def test_the_largest_integers(dtype):
    x = symbol("x", ("n", 2, 5, 6), dtype)
    pooled = ops.max_pool(x, window=(3, 2), padding=1)
    data = np.random.default_rng(0).integers(0, 100, (2, 2, 5, 6)).astype(dtype)
    np.testing.assert_array_equal(
        function([x], pooled)(data), function([x], pooled, native=False)(data), strict=True
    )


def test_an_average_without_padding_counts_what_is_there():
    compared(ops.avg_pool, (2, 3, 5, 6), window=(3, 2), padding=1, count_padding=False)


@st.composite
def geometries(draw):
    spatial = draw(st.integers(1, 3))
    each = lambda low, high: tuple([draw(st.integers(low, high)) for _ in range(spatial)])
    window, stride, dilation = each(1, 4), each(1, 4), each(1, 2)
    padding = tuple([min(pad, k // 2) for pad, k in zip(each(0, 2), window)])
    room = [max(1, d * (k - 1) + 1 - 2 * a) for k, d, a in zip(window, dilation, padding)]
    space = tuple([low + more for low, more in zip(room, each(0, 7))])
    layout = draw(st.sampled_from(["first", "last"]))
    batch, channels = draw(st.integers(0, 3)), draw(st.integers(1, 20))
    shape = (batch, channels, *space) if layout == "first" else (batch, *space, channels)
    attributes = {
        "window": window,
        "stride": stride,
        "dilation": dilation,
        "padding": padding,
        "layout": layout,
    }
    return shape, {**attributes, "ceil_mode": draw(st.booleans())}


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(geometries(), st.sampled_from(POOLS[:2]), st.sampled_from(["float32", "float64"]))
def test_any_geometry(geometry, op, dtype):
    shape, attributes = geometry
    compared(op, shape, dtype, **attributes)


@pytest.mark.parametrize("layout", ["first", "last"])
def test_nan_and_infinity(layout):
    shape = (1, 2, 6, 7) if layout == "first" else (1, 6, 7, 2)
    x = symbol("x", ("n", *shape[1:]))
    value = ops.max_pool(x, window=(2, 3), padding=1, layout=layout)
    outputs = (value, gn.grad(ops.sum(value), x))
    data = np.random.default_rng(0).normal(size=shape)
    data[0, 1, 1, 1], data[0, 0, 4, 0], data[0, 0, 0, 0] = np.nan, np.inf, -np.inf
    for got, wanted in zip(
        function([x], outputs)(data), function([x], outputs, native=False)(data), strict=True
    ):
        np.testing.assert_array_equal(got, wanted)


def test_a_border_is_below_everything():
    x = symbol("x", ("n", 1, 2, 2))
    f = function([x], ops.max_pool(x, window=(2, 2), stride=1, padding=1))
    assert np.all(f(np.full((1, 1, 2, 2), -5.0)) == -5)


def test_second_derivatives():
    x = symbol("x", ("n", 2, 5, 4))
    for op in POOLS[:2]:
        value = op(x, window=(2, 2), stride=1, padding=1)
        slope = gn.grad(ops.sum(value**3), x)
        bend = gn.grad(ops.sum(slope**2), x)
        data = np.random.default_rng(0).permutation(80).reshape(2, 2, 5, 4) / 40
        np.testing.assert_allclose(
            function([x], bend)(data), function([x], bend, native=False)(data), rtol=1e-12, atol=1e-12
        )


@pytest.mark.parametrize("op", [ops.global_avg_pool, ops.global_max_pool], ids=lambda op: op.name)
@pytest.mark.parametrize("keepdims", [True, False])
def test_all_space(op, keepdims):
    compared(op, (2, 3, 7, 9), spatial=2, layout="first", keepdims=keepdims, reference=MOVING)
    compared(op, (2, 7, 9, 3), "float64", (0, 1, 2), spatial=2, keepdims=keepdims, reference=MOVING)


def test_the_largest_of_nothing_is_refused():
    x = symbol("x", ("n", 3, "h", 4))
    for native in (True, False):
        f = function([x], ops.global_max_pool(x, spatial=2, layout="first"), native=native)
        with pytest.raises((ShapeError, EvaluationError)):
            f(np.zeros((2, 3, 0, 4)))


@pytest.mark.parametrize("op", [ops.adaptive_avg_pool, ops.adaptive_max_pool], ids=lambda op: op.name)
def test_regions(op):
    compared(op, (2, 3, 7, 9), gradients=False, size=(3, 4))
    compared(op, (2, 7, 9, 3), "float64", (0, 1, 2), gradients=False, size=(3, None), layout="last")
    compared(op, (2, 3, 4), "float64", gradients=False, size=(7,))
    compared(op, (2, 2, 6), reference=MOVING, size=(4,))


def test_windows_and_their_sums():
    compared(ops.sliding_windows, (6, 10, 3), axis=1, size=4, step=2)
    compared(ops.sliding_windows, (6, 10, 3), "float64", (0, 1), axis=2, size=2)
    compared(ops.sliding_windows, (40, 2), "float64", (0, 1), axis=0, size=17, step=3)
    compared(ops.overlap_add, (4, 3, 5), axis=0, length=11, step=2, unknown=(1,))
    compared(ops.overlap_add, (4, 3, 20), axis=1, length=24, step=1, unknown=(), reference=MOVING)
    compared(ops.unfold, (2, 3, 6, 5), window=(2, 3), stride=(2, 1), padding=1, dilation=(1, 2))
    compared(ops.fold, (2, 6, 8), size=(3, 4), window=(2, 1))
    compared(ops.fold, (2, 12, 12), size=(5, 3), window=(3, 2), padding=1, stride=(2, 1))


@pytest.mark.parametrize("axis", [(0, 2, 3), (0, 2), (1, 3), (1, 2), (0, 3)])
def test_sums_over_axes_around_others(axis):
    compared(ops.sum, (3, 4, 5, 6), axis=axis)
    compared(ops.sum, (3, 4, 5, 6), "int32", gradients=False, axis=axis, keepdims=True)
    compared(ops.prod, (2, 3, 2, 20), "float64", (0, 1, 2, 3), gradients=False, axis=axis)


@pytest.mark.parametrize("case", ["sums", "windows", "regions", "unfold"])
def test_kernels_by_the_interpreter(monkeypatch, case):
    x = symbol("x", ("n", 3, "h", 5), "float64")
    outputs = {
        "sums": [ops.sum(x, axis=(0, 2, 3)), ops.sum(x, axis=(1, 2))],
        "windows": [gn.grad(ops.sum(ops.square(ops.sliding_windows(x, axis=k, size=3, step=2))), x) for k in (2, 3)],
        "regions": [ops.adaptive_avg_pool(x, size=(2, 3)), ops.global_max_pool(x, spatial=2, layout="first")],
        "unfold": [gn.grad(ops.sum(ops.square(ops.unfold(x, window=(2, 3), padding=1))), x)],
    }[case]  # fmt: skip
    data = np.random.default_rng(0).normal(size=(2, 3, 6, 5))
    got, names = interpreted(monkeypatch, [x], outputs, [data])
    assert names
    for one, other in zip(got, function([x], outputs, native=False)(data), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
