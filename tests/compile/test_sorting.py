"""Sorts of NumPy by pointer: the same order, NaN last, zeros of both signs as they stood."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops

from compile.pairs import both

DTYPES = "float64 float32 int64 int32 int8 uint8 bool complex128".split()
SHAPES = [(1,), (9,), (100,), (3, 4), (0,), (2, 0), (300,)]


def values(shape, dtype):
    given = np.random.default_rng(0).integers(-5, 5, shape) / 2
    given = (given + 1j * np.random.default_rng(1).integers(0, 3, shape)) if dtype == "complex128" else given
    given = given.astype(dtype)
    if dtype.startswith("float") and given.size > 5:
        given.flat[2:6] = [-0.0, np.nan, 0.0, -np.inf]
    return given


def equal(call, given, native=True):
    f, got, wanted = both(call, given, named=False)
    for one, other in zip(got, wanted):
        np.testing.assert_array_equal(one, other)
        if one.dtype.kind == "f":
            np.testing.assert_array_equal(np.signbit(one), np.signbit(other))
    assert f.is_native or not native, gn.explain(f)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("descending", [False, True])
def test_sort_and_argsort(shape, dtype, descending):
    given = values(shape, dtype)
    equal(lambda x: (ops.sort(x, descending=descending), ops.argsort(x, descending=descending)), given)
    equal(lambda x: ops.sort(x, axis=None, descending=descending), given)


@pytest.mark.parametrize("dtype", ["float32", "int64"])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_any_axis(axis, dtype):
    given = values((3, 4, 5), dtype)
    equal(lambda x: (ops.sort(x, axis=axis), *ops.topk(x, k=2, axis=axis)), given)
    equal(lambda x: ops.kth_value(x, k=3, axis=axis), given)
    equal(lambda x: ops.kth_value(x, k=3, axis=axis, keepdims=True), given)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("largest", [False, True])
def test_largest_and_smallest(dtype, largest):
    equal(lambda x: ops.topk(x, k=4, largest=largest), values((3, 40), dtype))


@pytest.mark.parametrize("shape", [(1, 7), (3, 20), (2, 3, 6)], ids=str)
def test_several_keys(shape):
    equal(lambda x: ops.lexsort(x), values(shape, "int32"))


def test_parts():
    given = values((50,), "float64")
    x = gn.symbol("x", (50,))
    f = gn.function([x], (ops.partition(x, kth=7), ops.argpartition(x, kth=7)))
    parted, places = f(given)
    assert parted[7] == np.sort(given)[7]
    assert given[places[7]] == parted[7]
    assert (parted[:7] <= parted[7]).all()
    assert not (parted[8:] < parted[7]).any()
    assert f.is_native


def test_more_than_there_are_is_refused():
    x = gn.symbol("x", ("n",))
    f = gn.function([x], ops.topk(x, k=3))
    with pytest.raises(gn.GnomonError):
        f(np.zeros(2))


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_middles_of_any_length(n):
    x = gn.symbol("x", ("n", "k"))
    f = gn.function(
        [x], (gn.median(x), gn.median(x, axis=0), gn.quantile(x, 0.3, axis=0), gn.nanmedian(x, axis=1))
    )
    given = np.random.default_rng(n).normal(size=(n, 3))
    wanted = (
        np.median(given),
        np.median(given, axis=0),
        np.quantile(given, 0.3, axis=0),
        np.median(given, axis=1),
    )
    for one, other in zip(f(given), wanted):
        np.testing.assert_allclose(one, other)
    assert f.is_native, gn.explain(f)
    given[0, 1] = np.nan
    assert np.isnan(f(given)[0])


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "int64"])
@pytest.mark.parametrize("name", ["median", "nanmedian", "quantile"])
def test_middles_of_integers_do_not_overflow(name, dtype):

    low, high = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    a = np.array([[low, high], [high, high], [low, low]]).astype(dtype)
    more = (0.25,) if name == "quantile" else ()
    x = gn.symbol("x", a.shape, dtype)
    for axis in (0, 1):
        expected = getattr(np, name)(a.astype("float64"), *more, axis=axis)
        found = gn.function([x], getattr(gn, name)(x, *more, axis=axis))(a)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-6)


@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
def test_logarithms_of_sums_of_integers_do_not_overflow(name):

    a, b = np.array([0, 1, 255], "uint8"), np.array([2, 200, 254], "uint8")
    x, y = gn.symbol("x", ("n",), "uint8"), gn.symbol("y", ("n",), "uint8")
    found = gn.function([x, y], getattr(gn, name)(x, y))(a, b)
    np.testing.assert_allclose(found, getattr(np, name)(a, b), rtol=1e-2)
