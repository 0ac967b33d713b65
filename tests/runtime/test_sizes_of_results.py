"""Sizes that only results tell: what mentions one needs the result, taken as an input or not."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops

X = np.array([1.0, 0, -2, 3, 0, 5])
WAYS = [{}, {"native": False}, {"laws": "none"}, {"laws": "none", "native": False}]


def selected(x):
    return gn.nonzero(x)[0]


def count(x):
    return selected(x).shape[0]


CASES = {
    "beside the result": lambda m, x: [m.arange(m.nonzero(x)[0].shape[0]), m.nonzero(x)[0]],
    "alone": lambda m, x: [m.arange(m.nonzero(x)[0].shape[0])],
    "twice": lambda m, x: [m.arange(m.nonzero(x)[0].shape[0]) + m.nonzero(x)[0]],
    "of a size of a size": lambda m, x: [m.zeros(m.nonzero(m.arange(m.nonzero(x)[0].shape[0]) % 2)[0].shape)],
    "ones like a mask's": lambda m, x: [m.ones_like(x[x > 0] // 1) * 2.0],
    "shapes": lambda m, x: [m.zeros((m.nonzero(x)[0].shape[0],) * 2), m.eye(x[x > 0].shape[0])],
    "as a number": lambda m, x: [m.sum(x) / m.nonzero(x)[0].shape[0]],
    "stretched": lambda m, x: [m.broadcast_to(x[0], x[x > 0].shape), m.full((2, x[x > 0].shape[0]), 3.0)],
    "in keys": lambda m, x: [x[: x[x > 0].shape[0]], x[x[x > 0].shape[0]], m.roll(x, x[x > 0].shape[0])],
    "reshaped": lambda m, x: [m.reshape(m.arange(m.nonzero(x)[0].shape[0] * 2), (2, -1))],
}


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_mentions_a_size_has_it(case, way):
    x = gn.symbol("x", ("n",), "float64")
    found = gn.function([x], case(gn, x), **way)(X)
    for one, wanted in zip(found, case(np, X), strict=True):
        np.testing.assert_array_equal(one, wanted)


LOOPS = {
    "arrays made inside": (
        lambda x, n: gn.scan(lambda c, _: (c + gn.arange(n), c), gn.zeros(n), None, length=3)[0],
        np.arange(4) * 3.0,
    ),
    "a number inside": (
        lambda x, n: gn.scan(lambda c, _: (c * n + gn.asarray(n), c), x[0], None, length=2)[0],
        (1 * 4 + 4) * 4 + 4.0,
    ),
    "rows of a mask": (
        lambda x, n: gn.scan(lambda c, e: (c + e * gn.arange(n), gn.sum(c)), gn.zeros(n), x[x > 0])[0],
        np.arange(4) * 9.0,
    ),
    "born inside": (
        lambda x, n: gn.map(lambda e: gn.sum(gn.ones(count(x > e))), x),
        [(e < X).sum() for e in X],
    ),
    "in a choice": (
        lambda x, n: gn.cond(gn.sum(x) > 99, lambda a: gn.ones(n), lambda a: gn.zeros(n) + a[0] * n, x),
        [4.0] * 4,
    ),
    "over rows": (
        lambda x, n: gn.vmap(lambda e: gn.arange(n) * e)(x),
        np.arange(4) * X[:, None],
    ),
}


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize(("case", "wanted"), LOOPS.values(), ids=LOOPS)
def test_in_loops(case, wanted, way):
    x = gn.symbol("x", ("n",), "float64")
    np.testing.assert_array_equal(gn.function([x], case(x, count(x)), **way)(X), wanted)


def test_evaluated_pickled_and_replaced():
    x, y = gn.symbol("x", ("n",), "float64"), gn.symbol("y", ("m",), "float64")
    numbers = gn.arange(count(x))
    assert numbers.eval({x: X}).tolist() == [0, 1, 2, 3]
    assert next(iter(gn.ancestors(numbers))) is x
    f = pickle.loads(pickle.dumps(gn.function([x], numbers)))
    assert f(X).tolist() == [0, 1, 2, 3]
    again, same = pickle.loads(pickle.dumps((x, numbers)))
    assert gn.function([again], same)(X).tolist() == [0, 1, 2, 3]
    assert gn.function([y], gn.replace(numbers, {x: y * 2}))(X[:3]).tolist() == [0, 1]
    assert gn.function([y], numbers, givens={x: y[1:]})(X[:3]).tolist() == [0]
    gradient = gn.grad(gn.sum(gn.broadcast_to(x[0], x[x > 0].shape) * x[x > 0]), x)
    np.testing.assert_array_equal(gn.function([x], gradient)(X), [10, 0, 0, 1, 0, 1])


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_entries_of_what_may_be_stretched(way):
    x, y = gn.symbol("x", ("n",), "float64"), gn.symbol("y", ("m", "k"), "float64")
    for source, values in ((x, [2.0, 3, 4]), (x[x > 0], [2.0, 3, 4]), (x, [7.0])):
        wide = gn.broadcast_to(source, y.shape)
        f = gn.function([x, y], [wide[:, ::-1], wide[:, :0], wide[1:, :2], wide[0]], **way)
        there = np.broadcast_to(values, (2, 3))
        wanted = [there[:, ::-1], there[:, :0], there[1:, :2], there[0]]
        for one, other in zip(f(np.array(values), np.zeros((2, 3))), wanted, strict=True):
            np.testing.assert_array_equal(one, other)


def test_the_largest_of_no_element_inside_of_other_operations():
    """A size of 1 sends the call to NumPy, with the maximum that is taken for a logarithm of a sum."""
    x = gn.symbol("x", ("n", "m"), "float64")
    sums = ops.logsumexp(x[gn.asarray([], dtype="int64")], axis=-1)
    f = gn.function([x], gn.logaddexp(gn.pad(x, [(0, 0), (0, 1)]), sums))
    assert f(np.zeros((5, 0))).shape == (5, 0)
    with pytest.raises(gn.GnomonError, match="max"):
        gn.function([x], gn.max(x, axis=1))(np.zeros((0, 0)))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_positions_along_an_axis_without_entries(way):
    x, k = gn.symbol("x", ("n", "m"), "float64"), gn.symbol("k", ("k",), "int64")
    for picked in (x[:, [0, 0, -1]], x[:, k], x[[0, 2]], x[k]):
        f = gn.function([x, k], picked, on_unused_input="ignore", **way)
        with pytest.raises(gn.GnomonError, match=r"out of range|does not hold"):
            f(np.zeros((0, 0)), np.array([0]))
    assert gn.function([x, k], x[:, k], **way)(np.zeros((2, 0)), np.zeros(0, int)).shape == (2, 0)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_take_looks_at_positions_once_for_each_place_before(way):
    x, k = gn.symbol("x", ("n", "m"), "float64"), gn.symbol("k", ("k",), "int64")
    first, last = [gn.function([x, k], gn.take(x, k, axis=axis), **way) for axis in (0, 1)]
    assert last(np.zeros((0, 0)), np.array([0, 1])).shape == (0, 2)
    assert first(np.zeros((0, 0)), np.zeros(0, int)).shape == (0, 0)
    for f, shape in ((first, (0, 0)), (last, (2, 0))):
        with pytest.raises(gn.GnomonError):
            f(np.zeros(shape), np.array([0]))


@pytest.mark.parametrize("mode", ["edge", "wrap", "reflect", "symmetric"])
def test_nothing_surrounds_an_axis_without_entries(mode):
    x = gn.symbol("x", ("n", 2), "float64")
    with pytest.raises(gn.GnomonError, match="without entries"):
        gn.pad(x[:0], [(1, 0), (0, 0)], mode=mode)
    assert gn.pad(x[:0], [(0, 0), (1, 0)], mode=mode).shape == (0, 3)
    for way in WAYS:
        f = gn.function([x], gn.pad(x, [(1, 0), (0, 0)], mode=mode), **way)
        assert f(np.ones((1, 2))).tolist() == [[1, 1], [1, 1]]
        with pytest.raises(gn.GnomonError, match="without entries"):
            f(np.ones((0, 2)))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_gradients_of_loops_whose_steps_select_rows(way):
    """What a step selects has a size of its own, so it is selected again on the way back."""
    x, a = gn.symbol("x", ("n", 4), "float64"), np.random.default_rng(0).normal(size=(5, 4))

    def selected(row):
        return gn.sum(row[row > 0] ** 3 * gn.arange(count(row > 0)))

    def counted(carry, row):
        carry = carry * 0.5 + selected(row) * gn.sum(gn.exp(row[row < carry]))
        return carry, carry

    f = gn.function([x], gn.grad(gn.sum(gn.map(selected, x)), x), **way)
    wanted = np.zeros_like(a)
    for row, slope in zip(a, wanted, strict=True):
        slope[row > 0] = 3 * row[row > 0] ** 2 * np.arange((row > 0).sum())
    np.testing.assert_allclose(f(a), wanted)
    total = gn.scan(counted, gn.asarray(0.0), x)[0]
    slope = gn.function([x], gn.grad(total, x), **way)(a)
    step = 1e-6 * np.random.default_rng(1).normal(size=a.shape)
    moved = gn.function([x], total, **way)
    np.testing.assert_allclose(moved(a + step) - moved(a - step), 2 * np.sum(slope * step), rtol=1e-6)


@pytest.mark.parametrize("way", WAYS[:3], ids=str)
@pytest.mark.parametrize(
    "values",
    [
        np.array([3.0, 1, np.nan, 1, -0.0, 0.0, np.nan, 3]),
        np.array([[5, 5, 2], [7, 2, 2]]),
        np.array([True, False, True]),
        np.array([2j, 1, 2j]),
        np.zeros(0, "float32"),
    ],
    ids=lambda values: str(values.dtype),
)
def test_distinct_elements(values, way):
    x = gn.symbol("x", ("n", "m")[: values.ndim], str(values.dtype))
    found = [*gn.unique_all(x), gn.unique_counts(x).counts, gn.unique_inverse(x).inverse_indices]
    parts = {"return_index": True, "return_inverse": True, "return_counts": True, "equal_nan": False}
    distinct, indices, inverse, counts = np.unique(values, **parts)
    inverse = inverse.reshape(values.shape)
    wanted = [distinct, indices, inverse, counts, counts, inverse, distinct]
    f = gn.function([x], [*found, gn.unique_values(x)], **way)
    for one, other in zip(f(values), wanted, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def test_numbers_that_may_be_negative_as_sizes():
    x = gn.symbol("x", ("n",), "float64")
    one_less = x.shape[0] - 1
    for made in (gn.zeros((one_less, 2)), gn.random.uniform(gn.random.key(1), (one_less, 2))):
        assert str(made.shape) == "(n - 1, 2)"
        for way in WAYS:
            f = gn.function([x], [made, made * 2], on_unused_input="ignore", **way)
            assert [one.shape for one in f(np.ones(3))] == [(2, 2)] * 2
            with pytest.raises(gn.GnomonError, match="n - 1 >= 0"):
                f(np.ones(0))


def test_an_axis_without_entries_has_none_to_crop():
    x = gn.symbol("x", ("n",), "float64")
    with pytest.raises(gn.GnomonError, match="less than nothing"):
        ops.pad(x[:0], widths=((-1, 2),))
    for way in WAYS:
        f = gn.function([x], ops.pad(x, widths=((-1, 2),)), **way)
        assert f(np.ones(1)).tolist() == [0, 0]
        with pytest.raises(gn.GnomonError, match="less than nothing"):
            f(np.ones(0))


def test_an_input_may_be_there_for_its_sizes_alone():
    w = gn.symbol("w", ("rows", "columns"))
    rows, columns = w.shape
    for out, wanted in (
        (rows * 2.0, 10),
        (gn.asarray(w.size), 15),
        (gn.asarray([rows, columns]), [5, 3]),
        (gn.full((), rows), 5),
    ):
        np.testing.assert_array_equal(gn.function([w], out)(np.ones((5, 3))), wanted)
    other = gn.symbol("other", ("elsewhere",))
    with pytest.raises(gn.ArgumentError, match="other is not used"):
        gn.function([w, other], rows * 2.0)
