"""Shared variables: values that functions read and update."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T


def test_updates_happen_after_the_outputs_are_computed():
    count = theano.shared(np.int64(3), name="count")
    step = T.lscalar("step")
    f = theano.function([step], count * 10, updates=[(count, count + step)])
    assert f(4) == 30
    assert count.get_value() == 7


def test_two_variables_exchange_their_values():
    a, b = theano.shared(np.array([1.0])), theano.shared(np.array([2.0]))
    theano.function([], [], updates=[(a, b), (b, a)])()
    assert (a.get_value()[0], b.get_value()[0]) == (2.0, 1.0)


def test_values_are_copied_unless_they_are_borrowed():
    data = np.zeros(2)
    own, lent = theano.shared(data), theano.shared(data, borrow=True)
    data += 1
    np.testing.assert_array_equal(own.get_value(), [0.0, 0.0])
    np.testing.assert_array_equal(lent.get_value(), [1.0, 1.0])


def test_values_of_another_type_are_refused():
    w = theano.shared(np.zeros((2, 3), "float32"))
    with pytest.raises(TypeError):
        w.set_value(np.zeros(3, "float32"))
    assert w.type == T.fmatrix


def test_training_a_linear_model():
    rng = np.random.default_rng(1)
    data = rng.normal(size=(50, 3))
    target = data @ [1.0, -2.0, 0.5] + 0.3
    w, b = theano.shared(np.zeros(3)), theano.shared(0.0)
    x, y = T.dmatrix("x"), T.dvector("y")
    cost = T.mean((T.dot(x, w) + b - y) ** 2)
    updates = [(p, p - 0.1 * g) for p, g in zip((w, b), T.grad(cost, [w, b]))]
    train = theano.function([x, y], cost, updates=updates)
    costs = [train(data, target) for _ in range(200)]
    assert costs[-1] < 1e-6 < costs[0]
    np.testing.assert_allclose(w.get_value(), [1.0, -2.0, 0.5], atol=1e-3)


def test_random_streams_draw_anew_at_each_call_and_can_be_reset():
    draws = T.shared_randomstreams.RandomStreams(seed=7)
    f = theano.function([], draws.uniform((3,)))
    first, second = f(), f()
    assert not np.array_equal(first, second)
    draws.seed(7)
    np.testing.assert_array_equal(f(), first)


def test_normal_numbers_can_be_kept_within_two_deviations():
    draws = theano.sandbox.rng_mrg.MRG_RandomStreams(3)
    found = theano.function([], draws.normal((1000,), avg=1.0, std=2.0, truncate=True))()
    assert found.min() >= -3
    assert found.max() <= 5
    assert found.std() > 1
