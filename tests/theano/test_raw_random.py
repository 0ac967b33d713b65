"""Draws from a state that is given: the numbers are those that Theano 1.0.5 gave."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.tensor import raw_random
from gnomon.theano.tensor.shared_randomstreams import RandomStreams, randomstate_constructor

STATE = raw_random.random_state_type("state")


def drawn(following: Any, numbers: Any) -> list[Any]:
    """Return two draws of a function that keeps its state."""
    state = theano.In(STATE, value=np.random.RandomState(55), update=following, mutable=True)
    function = theano.function([state], numbers, accept_inplace=True)
    return [function().tolist() for _ in range(2)]


CASES: dict[str, Any] = {
    "uniform": (
        {"size": (2,), "low": -1.0, "high": [1.0, 5.0]},
        [[-0.8138, 4.8299], [-0.0323, 0.4551]],
    ),
    "normal": (
        {"size": (2, 1), "avg": [[1.0], [-5.0]]},
        [[[-0.6237], [-5.1018]], [[-0.8098], [-4.7373]]],
    ),
    "binomial": ({"size": (3,), "n": [4, 8, 12], "p": 0.3}, [[0, 5, 3], [1, 2, 3]]),
    "random_integers": (
        {"size": (2, 2), "low": [-5, 4], "high": [[5], [9]]},
        [[[5, 5], [3, 9]], [[0, 5], [0, 7]]],
    ),
    "choice": ({"size": (3,), "a": [3, 5, 8], "replace": False}, [[8, 3, 5], [8, 5, 3]]),
    "poisson": ({"size": (3,), "lam": 5.0}, [[4, 3, 3], [9, 10, 4]]),
    "permutation": (
        {"size": (2,), "n": 4},
        [[[0, 3, 2, 1], [3, 2, 1, 0]], [[0, 2, 3, 1], [2, 0, 3, 1]]],
    ),
    "multinomial": (
        {"size": (2,), "n": [3, 6], "pvals": [[0.2, 0.8], [0.5, 0.5]]},
        [[[0, 3], [5, 1]], [[0, 3], [2, 4]]],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_draws(name: str) -> None:
    arguments, wanted = CASES[name]
    np.testing.assert_allclose(drawn(*getattr(raw_random, name)(STATE, **arguments)), wanted, atol=5e-5)


def test_sizes_come_from_the_parameters() -> None:
    found = raw_random.uniform(STATE, size=(2, -1), low=[0.0, 1.0, 2.0], high=T.constant([3.0, 4.0, 5.0]))
    assert found[1].type.broadcastable == (False, False)
    np.testing.assert_allclose(
        drawn(*found)[0], [[0.2793, 3.915, 3.4516], [0.7276, 2.5934, 2.8566]], atol=5e-5
    )
    found = raw_random.normal(STATE, avg=np.zeros((2, 1)), std=np.ones((1, 2)))
    np.testing.assert_allclose(drawn(*found)[0], [[-1.6237, -0.1018], [-1.8098, 0.2627]], atol=5e-5)


def test_what_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="ndim=2"):
        raw_random.uniform(STATE, (4,), ndim=2)
    with pytest.raises(ValueError, match="parameters have 2"):
        raw_random.uniform(STATE, (4,), low=np.zeros((2, 4)))
    with pytest.raises(TypeError, match="give size"):
        raw_random.choice(STATE)
    sizes = T.lvector()
    function = theano.function([STATE, sizes], raw_random.uniform(STATE, sizes, ndim=1)[1])
    assert function(np.random.RandomState(1), [2]).shape == (2,)
    with pytest.raises(ValueError, match="Shape mismatch"):
        function(np.random.RandomState(1), [2, 3])


def test_a_state_that_is_given_stays_and_a_shared_one_moves_on() -> None:
    following, numbers = raw_random.uniform(STATE, (3,))
    given = np.random.RandomState(7)
    function = theano.function([STATE], [following, numbers])
    (moved, first), (_, second) = function(given), function(given)
    np.testing.assert_array_equal(first, second)
    assert raw_random.random_state_type.values_eq(given, np.random.RandomState(7))
    assert not raw_random.random_state_type.values_eq(given, moved)

    shared = theano.shared(np.random.RandomState(7))
    assert type(shared.type) is type(randomstate_constructor(given).type) is raw_random.RandomStateType
    following, numbers = raw_random.uniform(shared, (3,))
    function = theano.function([], numbers, updates=[(shared, following)])
    np.testing.assert_array_equal(function(), first)
    assert not np.array_equal(function(), first)


def test_streams_draw_by_functions_of_a_state() -> None:
    class Mine(raw_random.RandomStreamsBase):
        def gen(self, op: Any, *arguments: Any, **named: Any) -> Any:
            return op(theano.shared(np.random.RandomState(55)), *arguments, **named)[1]

    streams = Mine()
    np.testing.assert_allclose(
        streams.uniform((2,), -1.0, T.constant([1.0, 5.0])).eval(), [-0.8138, 4.8299], atol=5e-5
    )
    assert streams.permutation(n=5).eval().tolist() == [4, 1, 0, 3, 2]
    rows = streams.shuffle_row_elements(np.arange(8).reshape(2, 4))
    assert rows.eval().tolist() == [[0, 3, 2, 1], [7, 6, 5, 4]]
    assert rows.permutation.ndim == 2
    with pytest.raises(NotImplementedError, match="gen"):
        raw_random.RandomStreamsBase().poisson((2,))

    kept = RandomStreams(3)
    function = theano.function([], kept.gen(raw_random.uniform, (2,)))
    first, second = function(), function()
    assert not np.array_equal(first, second)
    kept.seed(3)
    np.testing.assert_array_equal(function(), first)
