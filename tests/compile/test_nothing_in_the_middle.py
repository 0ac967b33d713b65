"""Medians of rows that may be empty: NaN, as NumPy says, compiled, mapped and of what a mask leaves."""

import numpy as np
import pytest

import gnomon as gn

MEDIANS = {"median": (gn.median, np.median), "nanmedian": (gn.nanmedian, np.nanmedian)}


@pytest.mark.filterwarnings("ignore:(Mean|All-NaN)")
@pytest.mark.parametrize("dtype", ["float64", "float32", "int32", "uint8", "bool"])
@pytest.mark.parametrize("title", MEDIANS)
def test_rows_of_any_length(title, dtype):
    ours, numpys = MEDIANS[title]
    if dtype == "bool" and title == "nanmedian":
        pytest.skip("NumPy has none")
    x = gn.symbol("x", ("rows", "columns"), dtype)
    for axis in (None, 0, 1):
        f = gn.function([x], ours(x, axis=axis))
        for shape in ((3, 4), (5, 1), (0, 4), (3, 0), (0, 0), (4, 7)):
            given = (np.random.default_rng(0).normal(size=shape) * 9).astype(dtype)
            with np.errstate(invalid="ignore"):
                wanted = numpys(given.astype(float) if dtype == "bool" else given, axis=axis)
            np.testing.assert_allclose(f(given), wanted, rtol=1e-6)


@pytest.mark.parametrize("title", MEDIANS)
def test_what_a_mask_leaves(title):
    x = gn.symbol("x", ("n",))
    f = gn.function([x], MEDIANS[title][0](x[x > 0]))
    assert f(np.array([1.0, 2.0, 6.0, -1.0])) == 2
    assert np.isnan(f(np.array([-1.0, -2.0])))
    assert np.isnan(f(np.zeros(0)))


@pytest.mark.parametrize("title", MEDIANS)
def test_gradients(title):
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.grad(MEDIANS[title][0](x), x))
    np.testing.assert_allclose(f(np.array([3.0, 1.0, 2.0, 9.0])), [0.5, 0, 0.5, 0])
    assert f(np.zeros(0)).shape == (0,)
