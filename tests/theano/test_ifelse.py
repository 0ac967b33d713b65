"""`ifelse` computes one branch, whatever the shapes of the two."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T
from gnomon.theano.ifelse import ifelse


@pytest.mark.parametrize("condition", [0, 1])
def test_branches_may_have_shapes_of_their_own(condition):
    a, b, c = T.dmatrix("a"), T.dmatrix("b"), T.iscalar("c")
    f = theano.function([a, b, c], ifelse(c, T.dot(a, a), T.exp(b)))
    square, other = np.arange(9.0).reshape(3, 3), np.ones((2, 5))
    np.testing.assert_allclose(f(square, other, condition), square @ square if condition else np.exp(other))


@pytest.mark.parametrize("condition", [0, 1])
def test_what_the_other_branch_needs_may_fail(condition):
    a, b, c = T.dmatrix("a"), T.dmatrix("b"), T.iscalar("c")
    inverse = T.nlinalg.matrix_inverse(a)
    f = theano.function([a, b, c], ifelse(c, inverse * 2, T.exp(b)))
    singular, other = np.zeros((3, 3)), np.ones((2, 5))
    if condition:
        with pytest.raises(np.linalg.LinAlgError):
            f(singular, other, condition)
    else:
        np.testing.assert_allclose(f(singular, other, condition), np.exp(other))


def test_the_shapes_that_only_the_other_branch_needs_may_not_fit():
    a, b, c = T.dmatrix("a"), theano.shared(np.zeros((0, 0))), T.iscalar("c")
    f = theano.function([a, c], ifelse(c, T.minimum(a, b), a), updates=[(b, ifelse(c, T.dot(b, a), a))])
    first = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(f(first, 0), first)
    np.testing.assert_array_equal(f(first[:1], 0), first[:1])
    with pytest.raises(ValueError, match=r"dot|matmul"):
        f(first, 1)


def test_sparse_matrices_of_two_formats_are_no_alternatives():
    dense, rows, columns = T.dmatrix(), theano.sparse.csr_matrix(), theano.sparse.csc_matrix()
    for first, second in ((dense, rows), (rows, dense), (rows, columns)):
        with pytest.raises(TypeError, match="identical types"):
            ifelse(T.iscalar(), first, second)
