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
    for compute in (operator.add, operator.mul, gn.maximum, operator.floordiv):
        with pytest.raises(gn.DtypeError, match="out of the range of x"):
            compute(x, number)
