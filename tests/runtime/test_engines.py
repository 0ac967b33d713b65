"""Arrays whose values are known are computed by an engine: NumPy, or kernels compiled at first use."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.runtime import eager


@pytest.fixture(autouse=True)
def native():
    before = gn.config.engine
    gn.config.engine = "native"
    eager._kernels.clear()
    yield
    gn.config.engine = before


def test_one_kernel_serves_all_sizes():
    for size in (2, 3, 700):
        x = np.linspace(-1, 1, size)
        found = gn.asarray(x) * gn.asarray(x)
        assert isinstance(found, gn.Array)
        np.testing.assert_array_equal(np.asarray(found), x * x)
    (kernel,) = eager._kernels.values()
    assert kernel.is_native


def test_an_axis_of_one_is_a_kind_of_its_own():
    x, y = gn.asarray(np.ones((3, 1))), gn.asarray(np.ones((3, 4)))
    assert (x + y).shape == (3, 4)
    assert (y + y).shape == (3, 4)
    assert len(eager._kernels) == 2


def test_places_and_shapes_as_numbers_are_no_kinds():
    x = gn.asarray(np.arange(6.0))
    for k in range(6):
        assert float(x[k]) == k
        assert x[k:].shape == (6 - k,)
        x[k] = 2.0
    assert gn.reshape(x, (3, 2)).shape == (3, 2)
    assert not eager._kernels
    np.testing.assert_array_equal(np.asarray(x[gn.asarray([2, 0])]), [2, 2])
    assert len(eager._kernels) == 1


def test_products_and_factors_have_kernels():
    x = gn.asarray(np.eye(3) * 4)
    np.testing.assert_array_equal(np.asarray(x @ x), np.eye(3) * 16)
    np.testing.assert_array_equal(np.asarray(gn.linalg.cholesky(x)), np.eye(3) * 2)
    assert all(kernel is not None and kernel.is_native for kernel in eager._kernels.values())


def test_what_has_no_kernel_is_left_to_the_reference():
    values, counts = np.unique([3, 1, 3], return_counts=True)
    found = gn.unique_counts(gn.asarray([3, 1, 3]))
    np.testing.assert_array_equal(np.asarray(found.values), values)
    np.testing.assert_array_equal(np.asarray(found.counts), counts)


def test_python_numbers_stay_weak():
    x = gn.asarray(np.ones(3, "float32"))
    assert (x * 2.5).dtype == gn.float32
    assert (x * np.float64(2.5)).dtype == gn.float64


def test_errors_are_those_of_the_reference():
    with pytest.raises(gn.ShapeError, match=r"\(2,\)"):
        gn.asarray([1.0, 2.0]) + gn.asarray([1.0, 2.0, 3.0])


def test_an_unknown_engine_is_refused():
    with pytest.raises(gn.ArgumentError, match="the engine is one of reference, native, not 'numba'"):
        gn.config.engine = "numba"
