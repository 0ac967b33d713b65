"""Python numbers that an array's dtype does not hold."""

import operator

import numpy as np
import pytest

import gnomon as gn

CASES = [("uint8", -1), ("uint8", 300), ("int8", -129), ("int32", 2**40), ("uint64", -5), ("int64", 2**63)]


@pytest.mark.parametrize(("dtype", "number"), CASES)
@pytest.mark.parametrize("name", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_comparisons_are_those_of_the_numbers(dtype, number, name):
    compare, info = getattr(operator, name), np.iinfo(dtype)
    a = np.array([info.min, 0, 1, info.max], dtype)
    x = gn.symbol("x", ("n",), dtype)
    f = gn.function([x], [compare(x, number), compare(number, x)])
    for found in (f(a), (compare(gn.asarray(a), number), compare(number, gn.asarray(a)))):
        np.testing.assert_array_equal(np.asarray(found[0]), compare(a, number))
        np.testing.assert_array_equal(np.asarray(found[1]), compare(number, a))


@pytest.mark.parametrize(("dtype", "number"), CASES)
def test_arithmetic_is_refused(dtype, number):
    x = gn.symbol("x", ("n",), dtype)
    for compute in (operator.add, operator.mul, gn.maximum, operator.floordiv, operator.lshift, operator.pow):
        with pytest.raises(gn.RangeError, match="out of the range of x"):
            compute(x, number)


@pytest.mark.parametrize(("dtype", "number"), CASES)
def test_what_is_stored_or_filled_must_fit(dtype, number):
    """As in NumPy, where it is an OverflowError; arrays and floats are converted."""
    a = np.array([1, 2, 3], dtype)
    x = gn.symbol("x", ("n",), dtype)
    for array in (x, gn.asarray(a)):
        for store in ("set", "add", "subtract", "multiply", "min", "max"):
            for key in (0, slice(1, None), [0, 2], array > 1):
                with pytest.raises(OverflowError, match="out of the range of"):
                    getattr(array.at[key], store)(number)
        with pytest.raises(gn.RangeError, match="set: "):
            array.at[:2].set([number, 1])
        with pytest.raises(gn.RangeError, match="full_like"):
            gn.full_like(array, number)
        with pytest.raises(gn.RangeError, match="append"):
            gn.append(array, number)
    for make in (gn.full, lambda shape, n, dtype: gn.arange(n, n + 2, dtype=dtype)):
        with pytest.raises(gn.RangeError, match=f"{number} is out of the range of {dtype}"):
            make((2,), number, dtype=dtype)
    np.testing.assert_array_equal(np.asarray(gn.asarray(a).at[0].set(np.array(7.0))), [7, 2, 3])
    np.testing.assert_array_equal(gn.function([x], x.at[0].subtract(1))(a), [0, 2, 3])


@pytest.mark.parametrize("native", [True, False])
def test_floats_are_computed_with_the_number_itself(native):
    a = np.array([1, 2], "uint8")
    x = gn.symbol("x", ("n",), "uint8")
    for compute in (operator.truediv, gn.hypot, gn.atan2):
        wanted = compute(a.astype(float), 300.0)
        np.testing.assert_allclose(gn.function([x], compute(x, 300), native=native)(a), wanted, rtol=1e-3)
        np.testing.assert_allclose(np.asarray(compute(gn.asarray(a), 300)), wanted, rtol=1e-3)


def test_bounds_beyond_the_dtype_bound_nothing():
    a = np.array([0, 1, 200, 255], "uint8")
    x = gn.symbol("x", ("n",), "uint8")
    for low, high in ((-5, 300), (-5, 100), (7, 300), (-1, None), (None, 256)):
        expected = np.clip(a.astype(int), low, high).astype("uint8")
        np.testing.assert_array_equal(gn.function([x], x.clip(low, high))(a), expected)
        np.testing.assert_array_equal(np.asarray(gn.clip(a, low, high)), expected)
    with pytest.raises(gn.DtypeError, match="clip: 300 is out of the range of x"):
        x.clip(300, None)


def test_sizes_of_inputs():
    x = gn.symbol("x", (None, 3))
    assert str(x.shape) == "(x_0, 3)"
    np.testing.assert_array_equal((x * 2).sum(axis=0).eval({x: np.ones((4, 3))}), [8, 8, 8])
    assert gn.symbol("y", (x.shape[0], np.int64(2), gn.asarray(4))).shape == (x.shape[0], 2, 4)
    for shape in (-1, (2.5,), (gn.symbol("i", (), "int64"),)):
        with pytest.raises(gn.ArgumentError, match="sizes of 0 or more"):
            gn.symbol("x", shape)


def test_the_next_float_of_sixteen_bits():
    a, b = np.array([1, 255, 0], "float16"), np.array([0, 300, 1], "float16")
    x, y = gn.symbol("x", ("n",), "float16"), gn.symbol("y", ("n",), "float16")
    np.testing.assert_array_equal(gn.function([x, y], gn.nextafter(x, y))(a, b), np.nextafter(a, b))
