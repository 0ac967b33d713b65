"""Fourier transforms by NumPy's pocketfft without Python objects."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops

from compile.pairs import both, numbers

BOUND = {"float32": 2e-5, "complex64": 2e-5, "float64": 1e-13, "complex128": 1e-13}


@pytest.mark.parametrize("dtype", BOUND)
@pytest.mark.parametrize(
    "shape, axis", [((8,), 0), ((7,), -1), ((2, 5, 4), 0), ((2, 5, 4), 1), ((2, 5, 4), -1), ((1, 1), 1)]
)
@pytest.mark.parametrize("n", [None, 4, 9])
@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
def test_transforms(shape, axis, n, norm, dtype):
    names = ("fft", "ifft", "irfft") if "complex" in dtype else ("rfft",)
    if shape == (1, 1) and n is None:
        names = names[:2]
    given = numbers(shape, dtype)
    f, got, wanted = both(
        lambda x: [getattr(ops, name)(x, axis=axis, n=n, norm=norm) for name in names], given, named=False
    )
    for one, other in zip(got, wanted):
        np.testing.assert_allclose(one, other, rtol=BOUND[dtype], atol=BOUND[dtype] * 50)
    assert f.is_native


@pytest.mark.parametrize("points", [1, 2, 3, 16, 17, 97, 1024])
def test_one_function_for_even_and_odd(points):
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.fft.rfft(x))
    given = numbers((points,), "float64")
    np.testing.assert_allclose(f(given), np.fft.rfft(given), atol=1e-11)
    assert f.is_native


def test_several_axes():
    given = numbers((4, 5, 6), "complex128")
    real = given.real.copy()
    x, r = gn.symbol("x", (4, 5, 6), "complex128"), gn.symbol("r", (4, 5, 6))
    f = gn.function(
        [x, r],
        (gn.fft.fftn(x, axes=(0, 1)), gn.fft.irfftn(x), gn.fft.rfftn(r), gn.fft.ifftn(x, norm="ortho")),
    )
    got = f(given, real)
    wanted = (
        np.fft.fftn(given, axes=(0, 1)),
        np.fft.irfftn(given),
        np.fft.rfftn(real),
        np.fft.ifftn(given, norm="ortho"),
    )
    for one, other in zip(got, wanted):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
    assert f.is_native


def test_no_points_are_refused_and_named():
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.fft.rfft(x) * 1)
    with pytest.raises(gn.EvaluationError, match="number of FFT data points"):
        f(np.zeros(0))


def test_nothing_filled_up_is_zero():
    x = gn.symbol("x", (2, 0), "complex128")
    for native in (True, False):
        assert not gn.function([x], gn.fft.irfft(x, n=4), native=native)(np.zeros((2, 0), complex)).any()
