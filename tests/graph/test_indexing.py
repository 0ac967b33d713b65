import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn

ARRAY = np.arange(4 * 5 * 6, dtype="float64").reshape(4, 5, 6)
MASK = ARRAY[..., 0] % 3 == 0
KEYS = [
    0,
    -1,
    (1, 2),
    (1, 2, 3),
    slice(1, 3),
    slice(None, None, -1),
    (slice(1, None), 0),
    (Ellipsis, 0),
    (0, Ellipsis),
    Ellipsis,
    None,
    (None, 0, None),
    (slice(None), None, slice(0, 4, 2)),
    [0, 2],
    [[0, 2], [1, 1]],
    ([0, 2], [1, 3]),
    (slice(None), [0, 2, 2]),
    ([0, 1], slice(1, 3), [2, 3]),
    (0, slice(None), [1, 2]),
    (0, [1, 2]),
    ([0, 1], None, [2, 3]),
    ([0, 1], Ellipsis, [2, 3]),
    ([[0], [1]], [1, 2]),
    (slice(0, 2), [0, 1], [2, 3]),
    (np.array([-1, 0]), -1),
    MASK,
    ARRAY > 50,
    (slice(None), np.array([True, False, True, False, True])),
    (MASK, 0),
    (MASK, [0]),
    (np.array([True, False, True, False]), slice(1, 3)),
    (np.array([True, False, True, False]), slice(None), [1, 2]),
    [],
    np.array([], dtype="int64"),
]
TEXTS = [repr(key)[:40] for key in KEYS]


@pytest.mark.parametrize("key", KEYS, ids=TEXTS)
def test_reading_agrees_with_numpy(key):
    expected = ARRAY[key] if not (isinstance(key, list) and not key) else ARRAY[np.array([], int)]
    np.testing.assert_array_equal(np.asarray(gn.asarray(ARRAY)[key]), expected)
    x = gn.symbol("x", ("a", "b", "c"))
    np.testing.assert_array_equal(x[key].eval({x: ARRAY}), expected)


@pytest.mark.parametrize("key", KEYS, ids=TEXTS)
@pytest.mark.parametrize("mode", ["set", "add", "multiply", "min", "max"])
def test_storing_agrees_with_numpy(key, mode):
    key = np.array([], int) if isinstance(key, list) and not key else key
    expected = ARRAY.copy()
    stored = np.full(ARRAY[key].shape, 7.0) + np.arange(ARRAY[key].size).reshape(ARRAY[key].shape) % 2 * 60
    function = {"add": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum}.get(mode)
    if function is None:
        expected[key] = stored
    else:
        function.at(expected, key, stored)
    x = gn.asarray(ARRAY)
    np.testing.assert_array_equal(np.asarray(getattr(x.at[key], mode)(stored)), expected)
    symbol = gn.symbol("x", ("a", "b", "c"))
    np.testing.assert_array_equal(getattr(symbol.at[key], mode)(stored).eval({symbol: ARRAY}), expected)
    scalar = ARRAY.copy()
    if function is None:
        scalar[key] = 3
    else:
        function.at(scalar, key, 3)
    np.testing.assert_array_equal(np.asarray(getattr(x.at[key], mode)(3)), scalar)


@st.composite
def keys(draw):
    size = draw(st.integers(0, 3))
    items = []
    for axis in range(size):
        length = ARRAY.shape[axis]
        items.append(
            draw(
                st.one_of(
                    st.integers(-length, length - 1),
                    st.slices(length),
                    st.lists(st.integers(-length, length - 1), min_size=1, max_size=3).map(np.array),
                )
            )
        )
    lengths = {len(item) for item in items if isinstance(item, np.ndarray)}
    if len(lengths) > 1:
        items = [item[:1] if isinstance(item, np.ndarray) else item for item in items]
    if draw(st.booleans()):
        items.insert(draw(st.integers(0, size)), draw(st.sampled_from([None, Ellipsis])))
    return tuple(items)


@settings(max_examples=200, deadline=None)
@given(keys())
def test_any_key_reads_as_numpy_does(key):
    np.testing.assert_array_equal(np.asarray(gn.asarray(ARRAY)[key]), ARRAY[key])


def test_symbolic_positions_and_bounds():
    x, i = gn.symbol("x", ("n", 4)), gn.symbol("i", (), "int64")
    a = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(x[i].eval({x: a, i: np.int64(2)}), a[2])
    np.testing.assert_array_equal(x[i, 1:].eval({x: a, i: np.int64(1)}), a[1, 1:])
    assert str(x[: x.shape[0] // 2].shape) == "(n//2, 4)"
    np.testing.assert_array_equal(x[: x.shape[0] - 1].eval({x: a}), a[:-1])
    np.testing.assert_array_equal(x[x.shape[0] - 1].eval({x: a}), a[-1])
    np.testing.assert_array_equal(x[::i].eval({x: a, i: np.int64(-2)}), a[::-2])
    with pytest.raises(gn.ArgumentError, match="step of a slice cannot be 0"):
        x[i::0]
    with pytest.raises(ValueError, match="step of a slice cannot be 0"):
        x[::i].eval({x: a, i: np.int64(0)})
    with pytest.raises(gn.DtypeError, match="a slice is made of integers"):
        x[: x.sum()]


@pytest.mark.parametrize("step", [-3, -2, -1, 1, 2, 3])
def test_slices_by_computed_bounds_and_steps(step):
    x, start, stop, by = (
        gn.symbol("x", ("n",)),
        *(gn.symbol(name, dtype="int64") for name in ("start", "stop", "by")),
    )
    w = gn.symbol("w", ("m",))
    a = np.arange(5.0)
    keys = [slice(start, stop, step), slice(start, stop, by), slice(start, None, by), slice(None, stop, step)]
    f = gn.function([x, start, stop, by], [x[key] for key in keys])
    put = gn.function(
        [x, start, stop, by, w], [x.at[keys[1]].add(w), gn.grad(gn.sum(x.at[keys[1]].set(w) * x), x)]
    )
    for first in range(-7, 8):
        for last in range(-7, 8):
            known = [
                slice(first, last, step),
                slice(first, last, step),
                slice(first, None, step),
                slice(None, last, step),
            ]
            for found, key in zip(f(a, first, last, step), known):
                np.testing.assert_array_equal(found, a[key])
            b, kept = a.copy(), np.ones(5)
            values = np.arange(float(len(a[known[0]]))) + 1
            b[known[0]] += values
            kept[known[0]] = 0
            added, slope = put(a, first, last, step, values)
            np.testing.assert_array_equal(added, b)
            changed = a.copy()
            changed[known[0]] = values
            np.testing.assert_array_equal(slope, a * kept + changed)


def test_mistakes_are_told_at_the_users_line():
    x = gn.symbol("x", (3, 4))
    with pytest.raises(IndexError, match=r"x is \(3, 4\) and has 2 axes, but 3 are indexed") as caught:
        x[0, 0, 0]
    assert "test_indexing.py" in str(caught.value)
    with pytest.raises(ValueError, match="index 3 is out of range"):
        x[3]
    with pytest.raises(TypeError, match="an index is an integer"):
        x[0.5]
    with pytest.raises(TypeError, match="float64"):
        x[gn.asarray([0.5])]


def test_an_expression_cannot_be_stored_into_but_a_concrete_array_can():
    x = gn.symbol("x", (3,))
    with pytest.raises(gn.SymbolicValueError, match=r"x = x\.at\[\.\.\.\]\.set\(value\)"):
        x[0] = 1
    a = gn.zeros(3)
    a[1] = 5
    assert a.tolist() == [0, 5, 0]
    x + a
    with pytest.raises(gn.SymbolicValueError, match="part of an expression"):
        a[0] = 1
    b = a.copy()
    b[0] = 1
    assert (a.tolist(), b.tolist()) == ([0, 5, 0], [1, 5, 0])


def test_looping_over_a_known_length_only():
    assert [float(row.sum()) for row in gn.ones((2, 3))] == [3, 3]
    with pytest.raises(TypeError, match="not known"):
        list(gn.symbol("x", ("n",)))
    with pytest.raises(TypeError, match="cannot be looped over"):
        list(gn.symbol("x"))


def test_a_mask_without_elements_selects_nothing_and_another_size_is_an_index_error():
    x = gn.zeros((2, 3))
    assert x[gn.zeros((2, 0), dtype="bool")].shape == (0,)
    assert x[gn.asarray(True)].shape == (1, 2, 3)
    with pytest.raises(IndexError, match=r"the mask .* is \(3,\)"):
        x[gn.zeros(3, dtype="bool")]
    with pytest.raises(IndexError, match="axis"):
        gn.expand_dims(x, axis=5)


COMPUTED = {
    "both": lambda i, j: slice(i, j),
    "start": lambda i, j: slice(i, None),
    "stop": lambda i, j: slice(None, j),
    "step": lambda i, j: slice(i, j, 2),
    "beside a slice": lambda i, j: (slice(i, j), slice(1, 3)),
    "last axis": lambda i, j: (Ellipsis, slice(i, j)),
    "beside positions": lambda i, j: (slice(i, j), [0, 2]),
    "beside a number": lambda i, j: (slice(i, j), 1),
    "new axes": lambda i, j: (None, slice(i, None), None, 0),
    "two": lambda i, j: (slice(i, None), slice(None, j)),
}


@pytest.mark.parametrize("form", COMPUTED)
def test_slices_with_computed_bounds_agree_with_numpy(form):
    key, a = COMPUTED[form], np.random.default_rng(0).normal(size=(6, 4))
    x, i, j = gn.symbol("x", ("n", 4)), gn.symbol("i", (), "int64"), gn.symbol("j", (), "int32")
    at = x.at[key(i, j)]
    f = gn.function([x, i, j], [at.get(), at.set(7.0), at.multiply(at.get())], on_unused_input="ignore")
    for start in (-9, -2, 0, 1, 5, 8):
        for stop in (-8, -1, 0, 3, 6, 9):
            known, stored, multiplied = key(start, stop), a.copy(), a.copy()
            stored[known] = 7
            multiplied[known] *= a[known]
            for got, expected in zip(f(a, start, stop), (a[known], stored, multiplied)):
                np.testing.assert_array_equal(got, expected)


def test_windows_have_a_known_size_and_run_natively():
    x, i = gn.symbol("x", ("n", 3)), gn.symbol("i", (), "int64")
    window = x[i * 2 : (i + 1) * 2]
    assert str(window.shape) == "(2, 3)"
    assert str(x[i : i + x.shape[0] // 2].shape) == "(n//2, 3)"
    assert x[3 + i : i].shape[0] == 0
    assert x[i - 6 : i - 1 : 2].shape[0] == 3
    f = gn.function([x, i], [window, gn.grad(gn.sum(window**2), x)])
    a = np.arange(15.0).reshape(5, 3)
    found, slope = f(a, 1)
    np.testing.assert_array_equal(found, a[2:4])
    np.testing.assert_array_equal(slope[2:4], 2 * a[2:4])
    assert f.is_native
    np.testing.assert_array_equal(x[i - 3 : i - 1].eval({x: a, i: 0}), a[-3:-1])
    for beyond in (2, -1):
        with pytest.raises(IndexError, match=r"out of bounds.*\n.*\n.*is cut off there"):
            f(a, beyond)


def test_slices_longer_than_the_array_are_cut_off():
    i, a = gn.symbol("i", (), "int64"), np.arange(12.0).reshape(4, 3)
    x, y = gn.symbol("x", (4, 3)), gn.symbol("y", ("n", 3))
    rows = [x[i : i + 5], y[i : i + y.shape[0] + 1], y[i : gn.minimum(i + 2, y.shape[0])]]
    f = gn.function([x, y, i], [*rows, x.at[i : i + 5 : 2].set(7.0)])
    for start in (-9, -5, -2, 0, 1, 3, 4, 8):
        stored = a.copy()
        stored[start : start + 5 : 2] = 7
        wanted = [a[start : start + 5], a[start : start + 5], a[start : min(start + 2, 4)], stored]
        for got, expected in zip(f(a, a, start), wanted, strict=True):
            np.testing.assert_array_equal(got, expected)


def test_changes_by_division_powers_and_functions():
    a = np.array([1.0, 2.0, 4.0])
    x = gn.asarray(a)
    np.testing.assert_array_equal(np.asarray(x.at[1:].divide(2)), [1, 1, 2])
    np.testing.assert_array_equal(np.asarray(x.at[1:].power(2)), [1, 4, 16])
    np.testing.assert_array_equal(np.asarray(x.at[[0, 2]].apply(gn.sqrt)), [1, 2, 2])
    np.testing.assert_array_equal(np.asarray(x.at[0].mul(5)), [5, 2, 4])
