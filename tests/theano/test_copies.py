"""Functions keep state, are copied and pickled with it, and overwrite what they may."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.compile.function import UnusedInputError


def counter() -> tuple[theano.compile.Function, object]:
    step, total = T.dscalar("step"), T.dscalar("total")
    return theano.function(
        [step, theano.In(total, value=1.0, update=total + step, mutable=True)], total
    ), total


def test_copies_go_on_from_the_state_of_the_first() -> None:
    f, total = counter()
    f(2)
    for g in (copy.copy(f), copy.deepcopy(f), pickle.loads(pickle.dumps(f, protocol=0))):
        assert g(5) == 3
    assert f.value[total] == 3


def test_two_functions_share_one_state() -> None:
    up, total = counter()
    step, other = T.dscalar("step"), T.dscalar("other")
    down = theano.function([step, theano.In(other, value=up.container[total], update=other - step)], [])
    up(4)
    down(1)
    assert up.value[total] == down.value[other] == 4


def test_values_of_inputs_are_checked_when_they_are_set() -> None:
    f, total = counter()
    with pytest.raises(TypeError, match="scalar"):
        f.container[total].value = "many"


def test_an_input_is_overwritten_only_where_that_is_accepted() -> None:
    x = T.dvector("x")
    given = np.array([1.0, 2.0])
    theano.function([x], T.inplace.neg_inplace(x))(given)
    assert given.tolist() == [1.0, 2.0]
    theano.function([x], T.inplace.neg_inplace(x), accept_inplace=True)(given)
    assert given.tolist() == [-1.0, -2.0]


def test_an_input_behind_another_input_is_not_used() -> None:
    m = T.dmatrix("m")
    with pytest.raises(UnusedInputError):
        theano.function([m, m.T], m.T * 2)


def test_an_input_cannot_be_given_too() -> None:
    x = T.dscalar("x")
    with pytest.raises(RuntimeError, match="givens"):
        theano.function([x], x * 2, givens={x: x + 1})


def test_an_error_of_numpy_keeps_its_kind() -> None:
    a = T.dmatrix("a")
    with pytest.raises(np.linalg.LinAlgError):
        theano.function([a], T.nlinalg.matrix_inverse(a))(np.ones((2, 2)))
