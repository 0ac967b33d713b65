"""Sparse matrices: what SciPy gives for the same matrices, compiled, and gradients by stored entries."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gnomon as gn

scipy_sparse = pytest.importorskip("scipy.sparse")

A = scipy_sparse.random(10, 8, 0.3, format="csr", random_state=0)
B = scipy_sparse.random(8, 5, 0.4, format="csc", random_state=1)
C = scipy_sparse.random(10, 8, 0.3, format="csc", random_state=2)
DENSE = np.random.default_rng(3).normal(size=(8, 4))
WIDE = np.random.default_rng(4).normal(size=(10, 8))

CASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "product with an array": lambda a, b, c: a @ DENSE,
    "product with a vector": lambda a, b, c: b @ DENSE[:5, 0],
    "product of an array": lambda a, b, c: WIDE.T @ a,
    "product of two": lambda a, b, c: a @ b,
    "sum of two": lambda a, b, c: a + c,
    "difference": lambda a, b, c: a - c,
    "transpose": lambda a, b, c: a.T,
    "rows and columns": lambda a, b, c: a[2:7:2, 1:],
    "a list of rows": lambda a, b, c: c[[3, 0, 3]],
    "sum with an array": lambda a, b, c: a + WIDE,
    "one entry": lambda a, b, c: a[3, 2],
    "sums of columns": lambda a, b, c: a.sum(axis=0),
    "sums of rows": lambda a, b, c: c.sum(axis=1),
    "sum": lambda a, b, c: a.sum(),
}


def dense(value: Any) -> Any:
    """Return a matrix of SciPy's or Gnomon's as an array without axes of SciPy's own."""
    if isinstance(value, gn.sparse.Matrix):
        value = gn.sparse.to_scipy(value)
    return np.squeeze(np.asarray(value.toarray() if scipy_sparse.issparse(value) else value))


def compiled(function: Callable[..., Any], *given: Any) -> Any:
    """Return what a function gives for matrices of SciPy, compiled with unknown sizes."""
    symbols = [
        gn.sparse.symbol(f"m{k}", format=matrix.format, dtype=matrix.dtype) for k, matrix in enumerate(given)
    ]
    inputs = [part for symbol in symbols for part in symbol.parts]
    values = [part for matrix in given for part in gn.sparse.parts(matrix)]
    return gn.function(inputs, function(*symbols), on_unused_input="ignore")(*values)


@pytest.mark.parametrize("name", CASES)
def test_what_scipy_gives(name: str) -> None:
    expected = CASES[name](A, B, C)
    np.testing.assert_allclose(dense(compiled(CASES[name], A, B, C)), dense(expected), atol=1e-12)


def test_elementwise_products_keep_entries_of_both() -> None:
    found = compiled(lambda a, c: [a * c, a * WIDE, a * 2.0], A, C)
    for mine, own in zip(found, [A.multiply(C), A.multiply(WIDE), A * 2.0]):
        np.testing.assert_allclose(dense(mine), dense(own))


def test_stacks_diagonals_and_conversions() -> None:
    found = compiled(
        lambda a, c: [
            gn.sparse.hstack([a, c]),
            gn.sparse.vstack([a, c], "csc"),
            gn.sparse.diagonal(c[:8]),
            gn.sparse.to_format(a, "csc"),
            gn.sparse.from_dense(c.todense()),
        ],
        A,
        C,
    )
    expected = [
        scipy_sparse.hstack([A, C]), scipy_sparse.vstack([A, C]), C[:8].diagonal(), A, C,
    ]  # fmt: skip
    for mine, own in zip(found, expected):
        np.testing.assert_allclose(dense(mine), dense(own))


def test_stored_zeros_are_cleaned_away() -> None:
    stored = A.copy()
    stored.data[:5] = 0
    assert compiled(gn.sparse.clean, stored).nnz == A.nnz - 5


def test_gradients_are_those_of_stored_entries() -> None:
    def loss(a: Any, x: Any) -> Any:
        return gn.sum((a @ x) ** 2)

    def gradient(a: Any) -> Any:
        return gn.grad(loss(a, gn.asarray(DENSE)), a.data)

    found = compiled(gradient, A)
    whole = 2 * (A @ DENSE) @ DENSE.T
    rows, columns = A.nonzero()
    np.testing.assert_allclose(found, whole[rows, columns])


def test_gradients_of_sparse_results_reach_both_matrices() -> None:
    found = compiled(lambda a, b: gn.grad(gn.sum((a @ b).todense() ** 2), [a.data, b.data]), A, B)
    product = (A @ B).toarray()
    by_a, by_b = 2 * product @ B.toarray().T, 2 * A.toarray().T @ product
    places = np.repeat(np.arange(B.shape[1]), np.diff(B.indptr))
    np.testing.assert_allclose(found[0], by_a[A.nonzero()], atol=1e-12)
    np.testing.assert_allclose(found[1], by_b[B.indices, places], atol=1e-12)


def test_jit_takes_a_matrix() -> None:
    found = gn.jit(lambda a, x: a @ x)(gn.sparse.from_scipy(A), DENSE)
    np.testing.assert_allclose(found, A @ DENSE)


def test_a_product_runs_as_native_code() -> None:
    a, x = gn.sparse.symbol("a"), gn.symbol("x", (None, None))
    function = gn.function([*a.parts, x], a @ x, on_unused_input="ignore")
    assert "native: sparse_product" in str(gn.explain(function))


def test_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(gn.GnomonError):
        compiled(lambda a: a @ DENSE[:3], A)


def test_matrices_of_scipy_are_converted_first():
    matrix = scipy_sparse.csr_matrix(np.eye(3))
    product = gn.jit(lambda a: a @ np.ones(3))
    with pytest.raises(gn.ArgumentError, match="from_scipy"):
        product(matrix)
    np.testing.assert_array_equal(product(gn.sparse.from_scipy(matrix)), np.ones(3))
    with pytest.raises(gn.ArgumentError, match="takes a sparse matrix of SciPy, got ndarray"):
        gn.sparse.from_scipy(np.eye(3))
