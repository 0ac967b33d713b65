"""Special functions, matrices with structure and transforms give what SciPy gives."""

from __future__ import annotations

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.gradient import verify_grad
from gnomon.theano.tensor import fft, fourier, slinalg

special = pytest.importorskip("scipy.special")
SPD = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])


@pytest.mark.parametrize(
    ("name", "numpys"),
    [
        ("erfcx", "erfcx"),
        ("erfcinv", "erfcinv"),
        ("j0", "j0"),
        ("j1", "j1"),
        ("i0", "i0"),
        ("i1", "i1"),
        ("psi", "psi"),
    ],
)
def test_functions_of_one_number(name: str, numpys: str) -> None:
    x = T.dvector("x")
    given = np.array([0.3, 0.9, 1.7])
    np.testing.assert_allclose(
        getattr(T, name)(x).eval({x: given}), getattr(special, numpys)(given), rtol=1e-10
    )
    verify_grad(getattr(T, name), [given], rng=np.random.RandomState(1))


def test_functions_of_an_order() -> None:
    x = T.dvector("x")
    given = np.array([0.5, 2.5])
    np.testing.assert_allclose(T.jv(2, x).eval({x: given}), special.jv(2, given))
    np.testing.assert_allclose(T.chi2sf(x, 3).eval({x: given}), special.chdtrc(3, given))
    verify_grad(lambda x: T.jv(2, x), [given], rng=np.random.RandomState(1))


def test_the_factor_of_a_matrix() -> None:
    x = T.dmatrix("x")
    low = slinalg.cholesky(x).eval({x: SPD})
    np.testing.assert_allclose(low @ low.T, SPD)
    high = slinalg.Cholesky(lower=False)(x).eval({x: SPD})
    np.testing.assert_allclose(high, low.T)
    verify_grad(lambda r: slinalg.cholesky(r.dot(r.T)), [low + 0.1], rng=np.random.RandomState(1))


def test_what_has_no_factor_is_nan_where_that_is_asked_for() -> None:
    x = T.dmatrix("x")
    factor = slinalg.Cholesky(on_error="nan")(x)
    f = theano.function([x], [factor, T.grad(T.sum(T.switch(T.isnan(factor), 0, factor)), x)])
    assert np.isnan(f(-SPD)).all()
    assert np.isfinite(f(SPD)).all()


@pytest.mark.parametrize("structure", ["general", "lower_triangular", "upper_triangular"])
def test_systems_of_equations(structure: str) -> None:
    matrix = {"general": SPD, "lower_triangular": np.tril(SPD), "upper_triangular": np.triu(SPD)}[structure]
    a, b = T.dmatrix("a"), T.dvector("b")
    found = slinalg.Solve(structure)(a, b).eval({a: matrix, b: np.ones(3)})
    np.testing.assert_allclose(matrix @ found, np.ones(3))


def test_products_exponentials_and_eigenvalues() -> None:
    x = T.dmatrix("x")
    np.testing.assert_allclose(slinalg.kron(x, x).eval({x: SPD}), np.kron(SPD, SPD))
    np.testing.assert_allclose(slinalg.eigvalsh(x, None).eval({x: SPD}), np.linalg.eigvalsh(SPD))
    values, vectors = np.linalg.eigh(SPD)
    np.testing.assert_allclose(slinalg.expm(x).eval({x: SPD}), vectors @ np.diag(np.exp(values)) @ vectors.T)


@pytest.mark.parametrize("norm", [None, "ortho"])
def test_a_transform_and_back(norm: str | None) -> None:
    x = T.dmatrix("x")
    given = np.arange(8.0).reshape(2, 4)
    pairs = fft.rfft(x, norm=norm).eval({x: given})
    np.testing.assert_allclose(pairs[..., 0] + 1j * pairs[..., 1], np.fft.rfft(given, norm=norm))
    np.testing.assert_allclose(
        fft.irfft(fft.rfft(x, norm=norm), norm=norm).eval({x: given}), given, atol=1e-12
    )


@pytest.mark.parametrize("axis", [0, 1])
def test_fourier_transforms_of_an_axis(axis) -> None:
    x, n, place = T.dmatrix("x"), T.iscalar("n"), T.iscalar("place")
    value = np.random.RandomState(0).normal(size=(5, 4))
    f = theano.function(
        [x, n], [fourier.fft(x, n, axis), fourier.fft(x, None, axis), fourier.fft(x, n, None)]
    )
    for length in (3, 8):
        cut, whole, last = f(value, length)
        np.testing.assert_allclose(cut, np.fft.fft(value, length, axis))
        np.testing.assert_allclose(whole, np.fft.fft(value, axis=axis))
        np.testing.assert_allclose(last, np.fft.fft(value, length))
    found = theano.function([x, place], fourier.fft(x, 6, place))(value, axis)
    np.testing.assert_allclose(found, np.fft.fft(value, 6, axis))
    with pytest.raises(TypeError, match="axis"):
        fourier.fft(x, 6, 2)
