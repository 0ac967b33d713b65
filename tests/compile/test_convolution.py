"""Convolutions by native steps against the reference: geometry, layouts, gradients, special values."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon import ops
from gnomon.graph.constants import symbol
from gnomon.runtime.function import function

from compile.stepwise import interpreted

CLOSE = {"float32": 2e-5, "float64": 1e-12}


def near(got, wanted):
    """Whether arrays agree to the accuracy of sums of that length."""
    assert got.dtype == wanted.dtype
    assert got.shape == wanted.shape
    close = CLOSE[got.dtype.name]
    scale = np.nanmax(np.abs(wanted), initial=1.0, where=np.isfinite(wanted))
    np.testing.assert_allclose(got, wanted, rtol=close, atol=close * scale)


def drawn(shapes, dtype, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape).astype(dtype) for shape in shapes]


def inputs(shapes, dtype, unknown=()):
    """Symbols of shapes; the sizes of the first at ``unknown`` axes are names."""
    named = [tuple(f"d{k}" if not n and k in unknown else size for k, size in enumerate(shape))
             for n, shape in enumerate(shapes)]  # fmt: skip
    return [symbol(f"x{n}", shape, dtype) for n, shape in enumerate(named)]


def compared(op, shapes, dtype="float32", unknown=(0,), *, gradients=True, reference=(), **attributes):
    """Value and gradients by native steps and by the reference; ``reference`` may stay."""
    given_ = inputs(shapes, dtype, unknown)
    value = op(*given_, **attributes)
    outputs = (value, *gn.grad(ops.sum(value * value), given_)) if gradients else (value,)
    values = drawn(shapes, dtype)
    native = function(given_, outputs)
    for step in native.program.steps:
        assert "reference" not in repr(step) or any(name in repr(step) for name in reference), step
    for got, wanted in zip(native(*values), function(given_, outputs, native=False)(*values), strict=True):
        near(got, wanted)
    return native


CASES = {
    "one axis": (ops.conv, [(2, 3, 11), (4, 3, 3), (4,)], {}),
    "plain": (ops.conv, [(2, 3, 10, 12), (5, 3, 3, 2), (5,)], {}),
    "three axes": (ops.conv, [(2, 3, 5, 6, 7), (4, 3, 2, 3, 2), (4,)], {"padding": 1}),
    "stride": (ops.conv, [(2, 3, 10, 12), (4, 3, 3, 3)], {"stride": (2, 3)}),
    "padding": (ops.conv, [(2, 3, 7, 5), (4, 3, 3, 3)], {"padding": ((1, 2), (0, 3))}),
    "cropping": (ops.conv, [(2, 3, 10, 12), (4, 3, 3, 3)], {"padding": ((-1, 0), (2, -2))}),
    "dilation": (ops.conv, [(2, 3, 10, 12), (4, 3, 3, 3)], {"dilation": (2, 3)}),
    "groups": (ops.conv, [(2, 4, 10, 12), (6, 2, 3, 2), (6,)], {"groups": 2, "stride": 2, "padding": 1}),
    "same": (ops.conv, [(2, 4, 9, 8), (4, 4, 3, 2)], {"padding": "same", "stride": 2}),
    "many channels": (ops.conv, [(1, 40, 5, 9), (70, 40, 5, 5)], {"padding": 2}),
    "one output": (ops.conv, [(2, 3, 6, 20), (1, 3, 3, 3)], {}),
    "kernel larger than the image": (ops.conv, [(2, 3, 4, 4), (5, 3, 7, 6)], {"padding": 3}),
    "last": (ops.conv, [(2, 10, 12, 3), (3, 2, 3, 20), (20,)], {"layout": "last"}),
    "last, many channels": (ops.conv, [(1, 6, 9, 20), (3, 3, 20, 70)], {"layout": "last", "padding": 1}),
    "last, groups": (
        ops.conv,
        [(2, 10, 12, 4), (3, 2, 2, 8), (8,)],
        {"layout": "last", "groups": 2, "stride": (2, 1), "dilation": (1, 2), "padding": "same"},
    ),
    "causal": (ops.conv, [(2, 10, 4), (3, 4, 6)], {"layout": "last", "padding": "causal"}),
    "kernel of another layout": (ops.conv, [(2, 9, 8, 4), (6, 4, 3, 3)], {"layout": "last", "kernel_layout": "first"}),
    "depthwise": (ops.depthwise_conv, [(2, 7, 8, 5), (3, 3, 5, 1), (5,)], {"padding": "same"}),
    "depthwise, several": (ops.depthwise_conv, [(2, 7, 8, 3), (3, 2, 3, 4)], {"stride": 2}),
    "transposed": (ops.conv_transpose, [(2, 4, 6), (4, 5, 3), (5,)], {"stride": 2, "padding": 1, "output_padding": 1}),
    "transposed, groups": (
        ops.conv_transpose,
        [(2, 4, 5, 6), (4, 3, 3, 3), (6,)],
        {"stride": (2, 3), "groups": 2, "dilation": 2},
    ),
    "transposed, same": (ops.conv_transpose, [(2, 5, 6, 4), (3, 3, 5, 4)], {"stride": 2, "padding": "same", "layout": "last"}),
    "transposed, three axes": (ops.conv_transpose, [(1, 4, 3, 2, 4), (4, 4, 2, 2, 2)], {"stride": 2}),
}  # fmt: skip

NARROW = ("narrow",)
"""Cuts a gradient to the size of its kernel where a stride leaves entries over."""


@pytest.mark.parametrize("title", CASES)
def test_native_is_the_reference(title):
    op, shapes, attributes = CASES[title]
    compared(op, shapes, reference=NARROW, **attributes)


@pytest.mark.parametrize("title", ["three axes", "groups", "last", "transposed"])
def test_double_precision(title):
    op, shapes, attributes = CASES[title]
    compared(op, shapes, "float64", reference=NARROW, **attributes)


@pytest.mark.parametrize("title", ["stride", "groups", "same", "last", "transposed"])
def test_sizes_that_only_a_call_tells(title):
    op, shapes, attributes = CASES[title]
    space = range(1, len(shapes[0]) - 1) if attributes.get("layout") == "last" else range(2, len(shapes[0]))
    compared(op, shapes, unknown=(0, *space), reference=NARROW, **attributes)


def test_one_function_takes_every_batch_and_size():
    x, w = symbol("x", ("n", 3, "h", "w")), symbol("w", (8, 3, 3, 3))
    outputs = (ops.conv(x, w, padding=1), *gn.grad(ops.sum(ops.square(ops.conv(x, w, padding=1))), [x, w]))
    native, plain = function([x, w], outputs), function([x, w], outputs, native=False)
    for shape in ((1, 3, 5, 7), (4, 3, 1, 1), (2, 3, 40, 70), (0, 3, 5, 5), (3, 3, 2, 64)):
        values = drawn([shape, (8, 3, 3, 3)], "float64")
        for got, wanted in zip(native(*values), plain(*values), strict=True):
            near(got, wanted)


@pytest.mark.parametrize("title", [title for title in CASES if "many channels" not in title])
def test_kernels_mean_the_convolution(monkeypatch, title):
    op, shapes, attributes = CASES[title]
    given_ = inputs(shapes, "float64", (0,))
    value = op(*given_, **attributes)
    values = drawn(shapes, "float64")
    (got,), names = interpreted(monkeypatch, given_, [value], values)
    assert any(name.startswith("conv") for name in names)
    near(got, function(given_, value, native=False)(*values))


TINY = {
    "one pixel": ((1, 2, 1, 1), (4, 2, 3, 3), {"padding": 1}),
    "one axis": ((1, 4, 2), (4, 4, 2), {"padding": 1}),
    "a flat window": ((2, 4, 1, 3), (5, 4, 1, 2), {"padding": ((0, 0), (1, 1))}),
    "stride": ((1, 2, 4, 5), (4, 2, 3, 3), {"padding": 1, "stride": (1, 3)}),
    "three axes": ((1, 2, 1, 2, 3), (4, 2, 2, 2, 2), {"padding": 1}),
}


@pytest.mark.parametrize("title", TINY)
def test_whole_vectors_of_the_smallest_images_stay_in_memory(monkeypatch, title):
    """The interpreter raises where a kernel reads what is beyond the memory of its arrays."""
    shape, window, attributes = TINY[title]
    given_ = inputs([shape, window], "float32", range(2, len(shape)))
    value = ops.conv(*given_, **attributes)
    values = drawn([shape, window], "float32")
    (got,), names = interpreted(monkeypatch, given_, [value], values)
    assert "conv_pixels" in names
    near(got, function(given_, value, native=False)(*values))


SCHEDULES = {
    "conv_pixels": ("first", (1, 3, 4, 5), (4, 3, 2, 2)),
    "conv_channels": ("last", (1, 2, 5, 2), (2, 2, 2, 70)),
    "conv": ("first", (1, 3, 4, 5), (2, 3, 2, 2)),
    "conv_series": ("first", (2, 2, 27, 26), (3, 2, 26, 25)),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_each_schedule_by_the_interpreter(monkeypatch, name):
    layout, *shapes = SCHEDULES[name]
    given_ = inputs(shapes, "float64", (0,))
    value = ops.conv(*given_, layout=layout)
    values = drawn(shapes, "float64")
    (got,), names = interpreted(monkeypatch, given_, [value], values)
    assert name in names
    near(got, function(given_, value, native=False)(*values))


@pytest.mark.parametrize("spatial", [1, 2, 3])
def test_gradients_by_the_interpreter(monkeypatch, spatial):
    shapes = [(2, 2, 5, 4, 3)[: 2 + spatial], (4, 2, 2, 3, 2)[: 2 + spatial]]
    given_ = inputs(shapes, "float64", range(5))
    outputs = gn.grad(ops.sum(ops.square(ops.conv(*given_, padding=1))), given_)
    values = drawn(shapes, "float64")
    got, names = interpreted(monkeypatch, given_, outputs, values)
    assert "conv_series" in names
    for one, other in zip(got, function(given_, outputs, native=False)(*values), strict=True):
        near(one, other)


@st.composite
def geometries(draw):
    spatial = draw(st.integers(1, 3))
    each = lambda low, high: tuple([draw(st.integers(low, high)) for _ in range(spatial)])
    window, stride, dilation = each(1, 3), each(1, 3), each(1, 2)
    pads = tuple(zip(each(0, 2), each(0, 2)))
    room = [max(1, d * (k - 1) + 1 - a - b) for k, d, (a, b) in zip(window, dilation, pads)]
    space = tuple([low + more for low, more in zip(room, each(0, 6))])
    groups, inside, outside = draw(st.integers(1, 2)), draw(st.integers(1, 3)), draw(st.integers(1, 5))
    layout = draw(st.sampled_from(["first", "last"]))
    batch = draw(st.integers(0, 3))
    transposed = draw(st.booleans())
    channels = (groups * inside, outside) if transposed else (groups * outside, inside)
    if layout == "first":
        shapes = [(batch, groups * inside, *space), (*channels, *window)]
    else:
        shapes = [(batch, *space, groups * inside), (*window, channels[1], channels[0])]
    attributes = {"stride": stride, "dilation": dilation, "groups": groups, "layout": layout}
    if transposed:
        return ops.conv_transpose, shapes, attributes
    return ops.conv, shapes, {**attributes, "padding": pads}


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(geometries(), st.sampled_from(["float32", "float64"]), st.booleans())
def test_any_geometry(geometry, dtype, dynamic):
    op, shapes, attributes = geometry
    unknown = range(len(shapes[0])) if dynamic else (0,)
    channel = len(shapes[0]) - 1 if attributes["layout"] == "last" else 1
    unknown = [axis for axis in unknown if axis != channel]
    compared(op, shapes, dtype, unknown, reference=NARROW, **attributes)


@pytest.mark.parametrize("layout", ["first", "last"])
def test_special_values_stay_where_windows_see_them(layout):
    shapes = [(1, 2, 6, 20), (5, 2, 3, 3)] if layout == "first" else [(1, 6, 20, 2), (3, 3, 2, 5)]
    x, w = inputs(shapes, "float32", (0,))
    f, g = (function([x, w], ops.conv(x, w, padding=1, layout=layout), native=n) for n in (True, False))
    image, kernel = drawn(shapes, "float32")
    image[0, 1, 1, 1], image[0, 0, 4, 0] = np.nan, np.inf
    got, wanted = f(image, kernel), g(image, kernel)
    np.testing.assert_array_equal(np.isnan(got), np.isnan(wanted))
    np.testing.assert_array_equal(np.isinf(got), np.isinf(wanted))
    near(np.nan_to_num(got, posinf=0, neginf=0), np.nan_to_num(wanted, posinf=0, neginf=0))


def test_images_that_are_no_contiguous_memory():
    x, w = symbol("x", ("n", 3, 8, 9)), symbol("w", (4, 3, 3, 3))
    f = function([x, w], ops.conv(x, w))
    image, kernel = drawn([(2, 8, 9, 3), (3, 3, 3, 4)], "float64")
    moved, turned = image.transpose(0, 3, 1, 2), kernel.transpose(3, 2, 0, 1)
    near(f(moved, turned), f(np.ascontiguousarray(moved), np.ascontiguousarray(turned)))


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_signals(mode):
    compared(ops.convolve, [(9,), (4,)], "float64", (), mode=mode, reference=("flip", "pad", "narrow"))
    compared(ops.convolve, [(3,), (8,)], "float64", (), mode=mode, reference=("flip", "pad", "narrow"))
    compared(
        ops.convolve_many, [(9, 7), (4, 3)], "float64", (), mode=mode, reference=("flip", "pad", "narrow")
    )


def test_what_kernels_do_not_know_stays_with_the_reference():
    x, w = symbol("x", ("n", 2, 6), "complex128"), symbol("w", (3, 2, 3), "complex128")
    f = function([x, w], ops.conv(x, w))
    assert [repr(step) for step in f.program.steps] == ["<reference conv>"]
    image, kernel = (
        a + 1j * b
        for a, b in zip(drawn([(2, 2, 6), (3, 2, 3)], "float64"), drawn([(2, 2, 6), (3, 2, 3)], "float64", 1))
    )
    np.testing.assert_allclose(
        f(image, kernel), function([x, w], ops.conv(x, w), native=False)(image, kernel)
    )


def test_a_gradient_of_what_lies_in_the_padding_alone() -> None:
    x, w = gn.symbol("x", ("n", 1, 1)), gn.symbol("w", (1, 1, 1))
    y = gn.nn.conv(x, w, stride=3, padding=((2, 0),))
    for native in (True, False):
        f = gn.function([x, w], [y, gn.grad(gn.sum(y + 1), x)], native=native)
        for found in f(np.ones((2, 1, 1)), np.ones((1, 1, 1))):
            assert np.array_equal(found, np.zeros((2, 1, 1)))
