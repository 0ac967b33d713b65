"""`theano.sparse` on small matrices."""

from typing import Any

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T

scipy_sparse = pytest.importorskip("scipy.sparse")
sparse: Any = pytest.importorskip("gnomon.theano.sparse")

VALUES = np.array([[0.0, 2, 0], [1, 0, 3], [0, 0, 0], [4, 5, 0]])


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_products_and_their_gradients(format: str) -> None:
    x, w = sparse.matrix(format, "x", dtype="float64"), T.dmatrix("w")
    cost = (sparse.structured_dot(x, w) ** 2).sum()
    by_x, by_w = theano.grad(cost, [x, w])
    f = theano.function([x, w], [cost, by_x, by_w])
    weights = np.arange(6.0).reshape(3, 2)
    value, for_x, for_w = f(scipy_sparse.csr_matrix(VALUES).asformat(format), weights)
    product = VALUES @ weights
    np.testing.assert_allclose(value, (product**2).sum())
    np.testing.assert_allclose(for_w, 2 * VALUES.T @ product)
    assert for_x.format == format
    np.testing.assert_allclose(for_x.toarray(), np.where(VALUES != 0, 2 * product @ weights.T, 0))


def test_structured_functions_leave_zeros() -> None:
    x = sparse.csr_matrix("x", dtype="float64")
    f = theano.function([x], [sparse.structured_exp(x), sparse.sqr(x), sparse.structured_add(x, 1.0)])
    found = [matrix.toarray() for matrix in f(scipy_sparse.csr_matrix(VALUES))]
    for mine, own in zip(found, [np.exp(VALUES), VALUES**2, VALUES + 1]):
        np.testing.assert_allclose(mine, np.where(VALUES != 0, own, 0))


def test_parts_make_the_matrix_again() -> None:
    x = sparse.csc_matrix("x", dtype="float64")
    again = sparse.CSC(*sparse.csm_properties(x))
    matrix = scipy_sparse.csc_matrix(VALUES)
    assert (theano.function([x], again)(matrix) != matrix).nnz == 0


def test_a_shared_matrix_is_updated() -> None:
    state = theano.shared(scipy_sparse.csr_matrix(VALUES))
    step = theano.function([], [], updates=[(state, state + state)])
    step(), step()
    np.testing.assert_allclose(state.get_value().toarray(), 4 * VALUES)


def test_rows_parts_and_entries() -> None:
    x, n = sparse.csr_matrix("x", dtype="float64"), T.iscalar("n")
    f = theano.function([x, n], [x[[3, 0]], x[n:, :2], x[n, 2], x[[1, 3], [2, 1]]])
    rows, part, entry, entries = f(scipy_sparse.csr_matrix(VALUES), 1)
    np.testing.assert_allclose(rows.toarray(), VALUES[[3, 0]])
    np.testing.assert_allclose(part.toarray(), VALUES[1:, :2])
    assert entry == 3
    np.testing.assert_allclose(entries, [3, 5])


def test_the_gradient_of_rows_may_be_sparse() -> None:
    x, rows = T.dmatrix("x"), T.ivector("rows")
    g = theano.grad(theano.sparse_grad(x[rows]).sum(), x)
    found = theano.function([x, rows], g)(np.ones((3, 2)), np.array([2, 2], "int32"))
    np.testing.assert_allclose(found.toarray(), [[0, 0], [0, 0], [2, 2]])


def test_an_operation_of_the_user_takes_matrices() -> None:
    class Doubled(theano.Op):
        def make_node(self, x: Any) -> Any:
            return theano.Apply(self, [x], [x.type()])

        def perform(self, node: Any, inputs: Any, outputs: Any, params: Any = None) -> None:
            outputs[0][0] = inputs[0] * 2

    x = sparse.csr_matrix("x", dtype="float64")
    f = theano.function([x], sparse.dense_from_sparse(Doubled()(x)))
    np.testing.assert_allclose(f(scipy_sparse.csr_matrix(VALUES)), 2 * VALUES)
