"""A size that a call makes 1 is broadcast as NumPy does, though kernels are made for the usual case."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops

X = np.array([2.0])


def both(inputs, outputs, *values):
    """Return what a function gives natively and by NumPy."""
    made = [gn.function(inputs, outputs, native=native) for native in (True, False)]
    return [f(*values) for f in made]


def test_a_size_that_can_only_be_stretched():
    x = gn.symbol("x", ("n",), "float64")
    longer = gn.pad(x, [(2, 1)])
    for result in both([x], longer + x, X):
        np.testing.assert_array_equal(result, [2, 2, 4, 2])
    with pytest.raises(gn.GnomonError, match="n"):
        gn.function([x], longer + x)(np.ones(2))


def test_sizes_from_slices_that_are_stretched():
    x = gn.symbol("x", ("m", "n"), "float64")
    wide = gn.pad(x, [(2, 1), (0, 3)])
    natively, by_numpy = both([x], [gn.where(x > 0, wide + x[:2, ::-3], wide)], np.array([[3.0]]))
    np.testing.assert_array_equal(natively[0], by_numpy[0])


@pytest.mark.parametrize(
    "other",
    [lambda x: x[-5:0:-1], lambda x: x[x > 0], lambda x: gn.nonzero(x)[0]],
    ids=["slice", "mask", "nonzero"],
)
def test_beside_sizes_that_only_results_tell(other):
    x, y = gn.symbol("x", ("n",), "float64"), gn.symbol("y", (3,), "float64")
    natively, by_numpy = both([x, y], [y - x, other(x)], X, np.arange(3.0))
    for one, wanted in zip(natively, by_numpy, strict=True):
        np.testing.assert_array_equal(one, wanted)
    np.testing.assert_array_equal(natively[0], [-2, -1, 0])


def test_sizes_of_results_that_do_not_fit():
    x, y = gn.symbol("x", ("n",), "float64"), gn.symbol("y", ("m",), "float64")
    f = gn.function([x, y], x[x > 0] + y)
    np.testing.assert_array_equal(f(np.array([1.0, -1, 2]), np.arange(2.0)), [1, 3])
    for count in (1, 3, 30_000):
        with pytest.raises(gn.GnomonError):
            f(np.array([1.0, -1, 2]), np.arange(float(count)))


def test_storing_into_an_array_of_one_element():
    x, k = gn.symbol("x", (1,), "float64"), gn.symbol("k", ("n",), "int64")
    natively, by_numpy = both([x, k], [x.at[0].set(3), x.at[k].add(2)], X, np.zeros(3, int))
    np.testing.assert_array_equal(natively, [[3], [8]])
    np.testing.assert_array_equal(by_numpy, [[3], [8]])


def test_cropping_more_than_there_is():
    x = gn.symbol("x", ("n",), "float64")
    cropped = ops.pad(x, widths=((-1, -1),))
    for output in (cropped, gn.sum(cropped), gn.cumulative_sum(cropped)):
        f = gn.function([x], output)
        assert np.sum(f(np.ones(4))) >= 2
        for count in (0, 1):
            with pytest.raises(gn.ShapeError, match="less than nothing"):
                f(np.ones(count))


def test_results_of_such_a_call_have_memory_of_their_own():
    x, y = gn.symbol("x", ("n", "k"), "float64"), gn.symbol("y", (3,), "float64")
    w = gn.shared(np.ones((1, 3)), "w")
    double = x * 2
    f = gn.function(
        [x, y], [double + y, double, double[-1], w[0, ::-1], x[0] + 0, double * w], updates={w: w + y}
    )
    value = np.ones((1, 1))
    results = f(value, np.zeros(3))
    for place, result in enumerate(results):
        for other in (value, w.cell[0], *results[:place]):
            assert not np.shares_memory(result, other)


def test_all_stretched_to_one_shape_that_is_empty():
    x = gn.symbol("x", ("n", 3), "float64")
    whole = gn.broadcast_arrays(x, x[gn.asarray([], dtype="int64")])[0]
    for result in both([x], [whole, whole - x], np.ones((1, 3))):
        assert [one.shape for one in result] == [(0, 3), (0, 3)]


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_sizes_of_which_either_may_be_1(dtype):
    x = gn.symbol("x", ("n",), dtype)
    longer = gn.pad(x, [(1, 0)])
    for count, length in ((1, 2), (0, 0)):
        for result in both([x], [longer / (gn.abs(x) + 1), gn.sin(longer * x)], np.ones(count, dtype)):
            assert [one.shape for one in result] == [(length,), (length,)]


def test_arrays_stretched_together_of_which_either_may_have_one_row():
    x, y = gn.symbol("x", ("n", 2), "float64"), gn.symbol("y", ("n", 2), "float64")
    longer = gn.pad(y, [(0, 1), (0, 0)])
    for result in both([x, y], gn.broadcast_arrays(x, longer), np.ones((1, 2)), np.ones((1, 2))):
        assert [one.shape for one in result] == [(2, 2), (2, 2)]


def test_products_of_complex_rows_of_which_either_may_be_1():
    x = gn.symbol("x", ("n", 2), "complex128")
    longer = gn.pad(x, [(1, 0), (0, 0)])
    for result in both([x], [gn.vecdot(x, longer), gn.vecdot(longer, x) * 2], np.ones((1, 2), complex)):
        np.testing.assert_array_equal(result, [[0, 2], [0, 4]])
