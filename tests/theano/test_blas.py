"""Products under the names of BLAS: values and errors as Theano 1.0.5 has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.gof import InconsistencyError
from gnomon.theano.gradient import verify_grad
from gnomon.theano.tensor import blas

Z = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
X = np.array([[1.0, -1.0], [0.5, 2.0]])
Y = np.array([[2.0, 0.0, 1.0], [1.0, 3.0, -2.0]])
V = np.array([1.0, 0.5, -1.0])


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: blas.gemm(Z, 0.5, X, Y, 2.0), [[2.5, 2.5, 7.5], [9.5, 13.0, 10.25]]),
        (lambda: blas.gemm(Z * np.nan, 1.0, X, Y, 0.0), [[1.0, -3.0, 3.0], [3.0, 6.0, -3.5]]),
        (lambda: blas.gemm(Z, -1.0, X, Y, 1.0), [[0.0, 5.0, 0.0], [1.0, -1.0, 9.5]]),
        (lambda: blas.gemv(X[0], 2.0, Y, V, 3.0), [5.0, 6.0]),
        (lambda: blas.ger(Z, 2.0, X[1], V), [[2.0, 2.5, 2.0], [8.0, 7.0, 2.0]]),
        (lambda: blas.Dot22()(X, Y), [[1.0, -3.0, 3.0], [3.0, 6.0, -3.5]]),
        (lambda: blas.Dot22Scalar()(X, Y, 2.0), [[2.0, -6.0, 6.0], [6.0, 12.0, -7.0]]),
        (lambda: blas.batched_dot(np.stack([X, X + 1]), np.stack([Y, Y]))[1, 0], [4.0, 0.0, 2.0]),
    ],
)
def test_values(made: Any, wanted: Any) -> None:
    np.testing.assert_allclose(made().eval(), wanted)


def test_gradients() -> None:
    verify_grad(lambda z, x, y: blas.gemm(z, 0.5, x, y, 2.0), [Z, X, Y], rng=np.random.RandomState(3))
    verify_grad(lambda y, A, x: blas.gemv(y, 0.5, A, x, 2.0), [X[0], Y, V], rng=np.random.RandomState(3))
    verify_grad(lambda A, x, y: blas.ger(A, 0.5, x, y), [Z, X[1], V], rng=np.random.RandomState(3))


def test_in_place_ones_overwrite_what_they_are_given() -> None:
    z, x, y = T.dmatrices("z", "x", "y")
    function = theano.function([z, x, y], blas.gemm_inplace(z, 1.0, x, y, 1.0), accept_inplace=True)
    given = Z.copy()
    function(given, X, Y)
    np.testing.assert_allclose(given, Z + X @ Y)
    assert str(blas.gemm_inplace) == "Gemm{inplace}"
    assert str(blas.ger) == "Ger{non-destructive}"
    with pytest.raises(InconsistencyError, match="view"):
        blas.gemm_inplace(x, 1.0, x.T, y, 1.0)


def test_what_does_not_fit_is_an_error() -> None:
    x, y, v = T.dmatrix("x"), T.fmatrix("y"), T.dvector("v")
    with pytest.raises(TypeError, match="one dtype, got float64, float32"):
        blas.Dot22()(x, y)
    with pytest.raises(TypeError, match="input 2 has 2 axes"):
        blas.gemm(x, 1.0, v, x, 1.0)
    with pytest.raises(TypeError, match="floats"):
        blas.gemv(T.lvector(), 1, T.lmatrix(), T.lvector(), 1)
    z = T.drow("z")
    function = theano.function([z, v], blas.ger(z, 1.0, v, v))
    np.testing.assert_allclose(function([[5.0]], [2.0]), [[9.0]])
    with pytest.raises(ValueError, match="2, 2"):
        function([[1.0, 1.0]], [1.0, 2.0])


def test_flags_of_the_linker() -> None:
    with theano.change_flags({"blas.ldflags": "-L/opt/blas -lblas -fopenmp -I/opt/include"}):
        assert blas.ldflags() == ["blas"]
        assert blas.ldflags(libs=False, libs_dir=True) == ["/opt/blas"]
        assert blas.ldflags(libs=False, flags=True) == ["-fopenmp"]
        assert blas.ldflags(libs=False, include_dir=True) == ["/opt/include"]
