"""Gathering and scattering by kernels: positions that arrays hold, those named twice, those out of range."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.compile.test_moving import DTYPES, both, values

import gnomon as gn
from gnomon import ops
from gnomon.graph.array import Input
from gnomon.graph.errors import PositionError
from gnomon.shapes import Shape, dtypes, symbol

pytestmark = pytest.mark.usefixtures("verified")

GATHERS = {
    "rows": lambda x, i: x[i],
    "columns": lambda x, i: x[:, i],
    "entries": lambda x, i: x[i, i[::-1]],
    "a table of rows": lambda x, i: x[ops.stack((i, i))],
    "rows and a slice": lambda x, i: x[i, 1:3],
    "pairs": lambda x, i: x[i[:, None], i],
    "take": lambda x, i: ops.take(x, i, axis=1),
    "take flat": lambda x, i: ops.take(x, i),
    "index_select": lambda x, i: ops.index_select(x, i, axis=0),
    "embedding": lambda x, i: ops.embedding(i, x),
    "take_along_axis": lambda x, i: ops.take_along_axis(
        x, ops.broadcast_to(i, shape=(x.shape.dims[0], 3)), axis=1
    ),
    "gather": lambda x, i: ops.gather(x, ops.stack((i, i)), axis=1),
    "gather_nd": lambda x, i: ops.gather_nd(x, ops.stack((i, i), axis=1)),
    "take in batches": lambda x, i: ops.take(x[:3], ops.stack((i, i, i)), axis=1, batch_dims=1),
}
SCATTERS = {
    "rows": lambda x, i, mode: change(x, i, mode, x[:3]),
    "one row": lambda x, i, mode: change(x, i, mode, x[0]),
    "a number": lambda x, i, mode: change(x, i, mode, x[1, 1]),
    "columns": lambda x, i, mode: change(x, (slice(None), i), mode, x[:, :3]),
    "entries": lambda x, i, mode: change(x, (i, i), mode, x[0, :3]),
    "rows of slices": lambda x, i, mode: change(x, (i, slice(1, 3)), mode, x[:3, :2]),
    "a slice": lambda x, i, mode: change(x, slice(1, 3), mode, x[:2]),
    "scatter": lambda x, i, mode: ops.scatter(x, ops.stack((i, i)), x[1:3, 1:4], axis=1, mode=mode),
    "update_along": lambda x, i, mode: ops.update_along(x, i, x[:, :3], axis=1, mode=mode),
    "scatter_nd": lambda x, i, mode: ops.scatter_nd(x[:3], i[:, None], shape=x.shape.dims, mode=mode),
}


def change(x, key, mode, value):
    place = x.at[key]
    return {
        "set": place.set,
        "add": place.add,
        "multiply": place.multiply,
        "min": place.min,
        "max": place.max,
    }[mode](value)


@pytest.mark.parametrize("kind", ["int64", "int32", "int8", "uint8"])
@pytest.mark.parametrize("title", GATHERS)
def test_gathers(title, kind):
    x, i = gn.symbol("x", ("rows", 5), "float32"), gn.symbol("i", (3,), kind)
    positions = np.array([0, 3, 1] if kind[0] == "u" else [0, -1, 1], kind)
    for got, wanted in both([x, i], GATHERS[title](x, i), values((4, 5), "float32"), positions):
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("title", ["rows", "entries", "gather"])
def test_gathers_of_all_dtypes(title, dtype):
    x, i = gn.symbol("x", (4, 5), dtype), gn.symbol("i", (3,), "int64")
    for got, wanted in both([x, i], GATHERS[title](x, i), values((4, 5), dtype), np.array([2, -2, 2])):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "uint16", "bool"])
@pytest.mark.parametrize("mode", ["set", "add", "multiply", "min", "max"])
@pytest.mark.parametrize("title", SCATTERS)
def test_scatters_with_positions_named_twice(title, mode, dtype):
    x, i = gn.symbol("x", ("rows", 5), dtype), gn.symbol("i", (3,), "int64")
    given_ = values((4, 5), dtype)
    for got, wanted in both([x, i], SCATTERS[title](x, i, mode), given_, np.array([1, -1, 1])):
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("title", SCATTERS)
def test_complex_numbers_are_stored(title, dtype):
    x, i = gn.symbol("x", ("rows", 5), dtype), gn.symbol("i", (3,), "int64")
    for got, wanted in both(
        [x, i], SCATTERS[title](x, i, "set"), values((4, 5), dtype), np.array([1, -1, 1])
    ):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("position", [4, -5, 2**40])
@pytest.mark.parametrize("title", GATHERS)
def test_a_position_out_of_range_is_told(title, position):
    if title == "take flat" and position in (4, -5):
        return
    x, i = gn.symbol("x", (4, 4), "float32"), gn.symbol("i", (3,), "int64")
    f = gn.function([x, i], GATHERS[title](x, i))
    with pytest.raises(PositionError, match="out of bounds"):
        f(values((4, 4), "float32"), np.array([0, position, 1]))


def test_nothing_is_updated_where_a_position_is_out_of_range():
    table, i = gn.shared(np.zeros((4, 3))), gn.symbol("i", ("n",), "int64")
    step = gn.function([i], (), updates={table: table.at[i].add(1.0)})
    step(np.array([1, 1]))
    with pytest.raises(PositionError, match="9 is out of bounds"):
        step(np.array([0, 9]))
    np.testing.assert_array_equal(table.cell[0][:, 0], [0, 2, 0, 0])


def test_no_rows_and_no_positions():
    x, i = gn.symbol("x", ("rows", "columns")), gn.symbol("i", ("n",), "int64")
    for outputs in (x[i], x.at[i].add(1.0), x.at[i].set(x[i] * 2)):
        for shape, count in (((0, 3), 0), ((4, 0), 2), ((4, 3), 0)):
            for got, wanted in both([x, i], outputs, np.ones(shape), np.zeros(count, int)):
                np.testing.assert_array_equal(got, wanted)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-6, 5), max_size=40),
    st.sampled_from(["set", "add", "min", "max"]),
    st.integers(1, 40),
    st.integers(0, 3),
)
def test_updates_come_one_after_the_other(positions, mode, width, seed):
    x, i, v = gn.symbol("x", (6, width)), gn.symbol("i", ("n",), "int64"), gn.symbol("v", ("n", width))
    f = gn.function([x, i, v], change(x, i, mode, v))
    base, rows = values((6, width), "float64", seed), values((len(positions), width), "float64", seed + 1)
    wanted = base.copy()
    for place, row in zip(positions, rows):
        old = wanted[place]
        wanted[place] = {
            "set": row,
            "add": old + row,
            "min": np.minimum(old, row),
            "max": np.maximum(old, row),
        }[mode]
    np.testing.assert_array_equal(f(base, np.array(positions, np.int64), rows), wanted)


SLICES = st.builds(
    slice,
    st.none() | st.integers(-8, 8),
    st.none() | st.integers(-8, 8),
    st.sampled_from([None, 1, 2, 3, -1, -2]),
)
ITEMS = st.lists(SLICES | st.integers(-4, 3) | st.none() | st.just(Ellipsis), max_size=5)


@settings(max_examples=60, deadline=None)
@example([slice(-6, None, -1)])
@given(ITEMS)
def test_basic_indexing_is_numpys(items):
    used = sum(item is not None and item is not Ellipsis for item in items)
    if used > 3 or sum(item is Ellipsis for item in items) > 1:
        return
    x = gn.symbol("x", (4, 5, 6))
    data = values((4, 5, 6), "float64")
    try:
        wanted = data[tuple(items)]
    except IndexError:
        return
    for got, _ in both([x], x[tuple(items)] + 1, data):
        np.testing.assert_array_equal(got, wanted + 1)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64", "uint16"])
def test_searchsorted(side, dtype):
    places, x = gn.symbol("places", ("n",), dtype), gn.symbol("x", ("m",), dtype)
    for n in (0, 1, 2, 17, 1000):
        entries = np.sort(values(n, dtype))
        wanted = np.concatenate([values(50, dtype, 1), entries[:20]])
        if dtype[0] == "f":
            wanted = np.concatenate([wanted, [np.nan, np.inf, -np.inf]]).astype(dtype)
        for got, reference in both([places, x], ops.searchsorted(places, x, side=side), entries, wanted):
            np.testing.assert_array_equal(got, reference)


def test_searchsorted_among_nan():
    places, x = gn.symbol("places", ("n",)), gn.symbol("x", ("m",))
    for side in ("left", "right"):
        for got, wanted in both(
            [places, x],
            ops.searchsorted(places, x, side=side),
            np.array([1, 2, np.nan, np.nan]),
            np.array([2, np.nan, 5]),
        ):
            np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("mode", ["add", "multiply", "min", "max"])
def test_segments(mode):
    x, s = gn.symbol("x", ("n", 3)), gn.symbol("s", ("n",), "int32")
    f = ops.segment_reduce(x, s, count=6, mode=mode)
    for got, wanted in both(
        [x, s], f, values((8, 3), "float64"), np.array([0, 2, 2, 5, 0, 0, 2, 1], "int32")
    ):
        np.testing.assert_array_equal(got, wanted)
    with pytest.raises(Exception, match=r"out of (range|bounds)"):
        gn.function([x, s], f)(np.ones((2, 3)), np.array([0, -1], "int32"))


def test_counts():
    x = gn.symbol("x", ("n",), "int64")
    for got, wanted in both([x], ops.bincount(x, count=7), np.array([1, 1, 6, 0, 3, 1])):
        np.testing.assert_array_equal(got, wanted)
    for wrong in (7, -1):
        with pytest.raises(Exception, match=r"negative|out of (range|bounds)"):
            gn.function([x], ops.bincount(x, count=7))(np.array([wrong]))


def test_differences_are_one_kernel():
    x = gn.symbol("x", ("rows", "columns"))
    assert len(gn.function([x], x[:, 1:] - x[:, :-1]).program.steps) == 1
    assert len(gn.function([x], gn.tanh(x)[1:].T * 2 + x[0, 0]).program.steps) == 1


def test_the_gradient_of_an_embedding_has_no_reference_step():
    table, i = gn.symbol("table", (50, 8), "float32"), gn.symbol("i", ("n",), "int64")
    loss = ops.sum(ops.embedding(i, table) ** 2)
    for got, wanted in both(
        [table, i], gn.grad(loss, table), values((50, 8), "float32"), np.array([3, 3, 49, 0])
    ):
        np.testing.assert_allclose(got, wanted, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "float16", "float64", "complex64"])
@pytest.mark.parametrize("shape", [(), (1,), (1, 1)], ids=str)
def test_the_only_entry_is_stored(shape, dtype):
    x, value = gn.symbol("x", shape, dtype), gn.symbol("value", (), dtype)
    f = gn.function(
        [x, value], ops.index_update(x, value, items=(...,), mode="set"), on_unused_input="ignore"
    )
    assert f.is_native, gn.explain(f)
    np.testing.assert_array_equal(f(np.zeros(shape, dtype), np.ones((), dtype)), np.ones(shape, dtype))


def test_positions_along_sizes_without_names():
    x = Input(Shape((symbol(), symbol())), dtypes.float32, name="x")
    given = np.arange(1, 13, dtype="float32").reshape(3, 4)
    f = gn.function([x], gn.tril(x))
    np.testing.assert_array_equal(f(given), np.tril(given))
    many = gn.nonzero(x > 4)[0]
    f = gn.function([x], many * gn.arange(many.shape[0]))
    np.testing.assert_array_equal(f(given), np.nonzero(given > 4)[0] * np.arange(8))
