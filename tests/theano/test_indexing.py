"""Parts of arrays: read, set, incremented, and differentiated."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T

DATA = np.arange(24.0).reshape(4, 6)


@pytest.mark.parametrize(
    "index",
    [
        1,
        slice(1, 3),
        (slice(None), -1),
        (slice(None, None, -2), slice(1, 4)),
        (None, 2),
        (Ellipsis, 0),
        [0, 2],
    ],
    ids=str,
)
def test_parts_are_those_of_numpy(index):
    x = T.dmatrix("x")
    np.testing.assert_array_equal(x[index].eval({x: DATA}), DATA[index])


def test_indices_may_be_symbolic():
    x, i, rows = T.dmatrix("x"), T.iscalar("i"), T.lvector("rows")
    f = theano.function([x, i, rows], [x[i], x[:i], x[rows], x[rows, i]])
    found = f(DATA, 2, [3, 0])
    for got, expected in zip(found, [DATA[2], DATA[:2], DATA[[3, 0]], DATA[[3, 0], 2]]):
        np.testing.assert_array_equal(got, expected)


def test_masks_select():
    x = T.dmatrix("x")
    np.testing.assert_array_equal(x[T.gt(x, 20)].eval({x: DATA}), [21.0, 22.0, 23.0])


def test_parts_are_set_and_incremented():
    x = T.dmatrix("x")
    changed = T.set_subtensor(x[1:3, 0], -1.0)
    added = T.inc_subtensor(x[T.constant(np.array([0, 0]))], 1.0)
    expected_set, expected_sum = DATA.copy(), DATA.copy()
    expected_set[1:3, 0] = -1
    expected_sum[0] += 2
    np.testing.assert_array_equal(changed.eval({x: DATA}), expected_set)
    np.testing.assert_array_equal(added.eval({x: DATA}), expected_sum)


def test_gradients_of_parts():
    x = T.dmatrix("x")
    g = T.grad((x[[1, 1], :] ** 2).sum() + x[0, 0], x)
    expected = np.zeros_like(DATA)
    expected[1] = 4 * DATA[1]
    expected[0, 0] = 1
    np.testing.assert_array_equal(g.eval({x: DATA}), expected)


def test_what_is_no_index_is_refused():
    x = T.dvector("x")
    for index in (1.5, True, (0, 0)):
        with pytest.raises((IndexError, TypeError)):
            x[index]


def test_places_and_their_numbers():
    places, sizes = T.lvector("places"), T.lvector("sizes")
    f = theano.function([places, sizes], T.unravel_index(places, sizes, ndim=2))
    for found, expected in zip(f([5, 7], [3, 4]), np.unravel_index([5, 7], (3, 4)), strict=True):
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(ValueError, match="length not known"):
        T.unravel_index(places, sizes)
    with pytest.raises(ValueError, match="ndim"):
        T.unravel_index(places, (3, 4), ndim=2.5)
    with pytest.raises(TypeError, match="index"):
        T.ravel_multi_index((places, places), (3.5, 4.5))
    with pytest.raises(TypeError, match="uint64"):
        T.repeat(places, T.vector(dtype="uint64"))


def test_saying_what_is_known_about_axes_changes_nothing():
    x, row = T.dmatrix("x"), T.drow("row")
    assert T.unbroadcast(x, 0, 1) is x
    assert T.patternbroadcast(x, ()) is x
    assert T.unbroadcast(T.addbroadcast(x, 0), 0) is x
    assert T.addbroadcast(row, 0, 1).owner.inputs[0] is row
    assert T.unbroadcast(T.unbroadcast(row, 0), 0).owner.inputs[0] is row
    with pytest.raises(ValueError, match="non-existent"):
        T.addbroadcast(x, 2)


def test_a_computed_shape_may_leave_one_size_open():
    x, shape = T.dmatrix("x"), T.ivector("shape")
    f = theano.function([x, shape], x.reshape(shape, ndim=2))
    for given in ([-1, 4], [2, -1], [6, 2]):
        np.testing.assert_array_equal(f(np.arange(12.0).reshape(3, 4), given), np.arange(12.0).reshape(given))
    for given in ([-1, 5], [-1, -1], [7, 5]):
        with pytest.raises(ValueError, match="reshape"):
            f(np.ones((3, 4)), given)


def test_all_of_an_array_is_set():
    x, y = T.dmatrix("x"), T.dvector("y")
    f = theano.function([x, y], [T.set_subtensor(x[:], y), T.inc_subtensor(x[:, :], y)])
    first, second = f(np.ones((2, 3)), [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(first, [[1, 2, 3], [1, 2, 3]])
    np.testing.assert_array_equal(second, [[2, 3, 4], [2, 3, 4]])


def test_tiles_of_a_vector_of_numbers():
    x, reps = T.dmatrix("x"), T.ivector("reps")
    f = theano.function([x, reps], T.tile(x, reps, ndim=3))
    value = np.arange(6.0).reshape(2, 3)
    for given in ([2], [3, 2], [2, 1, 3]):
        wide = np.tile(value, given)
        np.testing.assert_array_equal(f(value, given), wide.reshape((1,) * (3 - wide.ndim) + wide.shape))
    with pytest.raises(AssertionError, match="reps"):
        f(value, [1, 2, 3, 4])
    with pytest.raises(ValueError, match="vector"):
        T.tile(x, T.imatrix())


def test_choices_from_the_rows_of_an_array_are_repeated():
    place, rows = T.ivector("place"), T.dtensor3("rows")
    f = theano.function([place, rows], T.choose(place, rows))
    values, places = np.arange(24.0).reshape(2, 4, 3), np.array([0, 1, 1], "int32")
    np.testing.assert_array_equal(f(places, values), np.choose(places, values))
    g = theano.function([rows], T.choose(T.as_tensor_variable([[[0]], [[1]]]), rows))
    np.testing.assert_array_equal(g(values), np.choose([[[0]], [[1]]], values))
    assert T.choose(T.iscalar("k"), T.dcol("column")).broadcastable == (True,)


def test_an_index_with_none_drops_the_axes_of_size_one_that_it_leaves_out() -> None:
    """Theano hands the pattern of the index alone to dimshuffle; where NumPy would keep an axis of another size, so do we."""
    mask = T.alloc(1.0, 3, 1)
    assert mask[:, None].broadcastable == (False, True)
    assert mask[:, None].eval().shape == (3, 1)
    assert mask[:, None, :].eval().shape == (3, 1, 1)
    assert T.alloc(1.0, 3, 2)[:, None].eval().shape == (3, 1, 2)
    assert T.alloc(1.0, 1, 2)[None].eval().shape == (1, 1, 2)


def test_parts_and_places_that_do_not_fit_are_refused():
    x, sizes = T.dmatrix("x"), T.lvector("sizes")
    values = np.arange(12.0).reshape(2, 6)
    f = theano.function([x, sizes], T.split(x, sizes, 2, axis=1))
    assert [part.shape for part in f(values, [2, 4])] == [(2, 2), (2, 4)]
    for wrong in ([2, 2], [4, 4]):
        with pytest.raises(ValueError, match="2"):
            f(values, wrong)
    with pytest.raises(ValueError, match="2 parts, but 3 sizes"):
        theano.function([x], T.split(x, [2, 2, 2], 2, axis=1))
    places = theano.function([sizes], T.unravel_index(sizes, (2, 3)))
    assert [found.tolist() for found in places([5, 0])] == [[1, 0], [2, 0]]
    for wrong in ([6], [-1]):
        with pytest.raises(IndexError, match="out of bounds"):
            places(wrong)
    with pytest.raises(IndexError, match="axis 5"):
        T.roll(x, 1, axis=5)


def test_sizes_that_are_said_are_those_of_each_axis():
    x, n = T.dmatrix("x"), T.lscalar("n")
    f = theano.function([x, n], T.specify_shape(x, (n, 4)) * 2)
    assert f(np.ones((6, 4)), 6).shape == (6, 4)
    for shape in [(4, 6), (24, 1), (1, 24), (6, 1)]:
        with pytest.raises(ValueError, match="4"):
            f(np.ones(shape), 6)
    slope = T.grad((T.specify_shape(x, (2, 3)) ** 2).sum(), x)
    np.testing.assert_array_equal(slope.eval({x: np.ones((2, 3))}), 2 * np.ones((2, 3)))
