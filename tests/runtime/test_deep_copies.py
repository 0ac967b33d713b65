"""`copy.deepcopy` gives what is kept between calls a value of its own, as pickle does."""

import copy

import numpy as np

import gnomon as gn


def test_shared_arrays_functions_and_expressions():
    x, s = gn.symbol("x", shape=("n",)), gn.shared(np.ones(2), name="s")
    f = gn.function([x], gn.sum(x * s), updates={s: s + 1})
    twin = copy.deepcopy(f)
    assert [float(twin(np.ones(2))) for _ in range(3)] == [2, 4, 6]
    assert float(f(np.ones(2))) == 2
    total, its = copy.deepcopy((gn.sum(s), s))
    its.set_value(np.full(2, 9.0))
    assert (float(total), float(gn.sum(s))) == (18, 4)
    np.testing.assert_array_equal(gn.grad(total, its).eval(), [1, 1])


def test_what_cannot_change_is_its_own_copy():
    x = gn.symbol("x", shape=("n",))
    assert copy.deepcopy(x) is x
    y = gn.tanh(x)
    assert copy.deepcopy(y) is y


def test_concrete_arrays_that_are_stored_into():
    a = gn.asarray([1.0, 2.0])
    for twin in (copy.copy(a), copy.deepcopy(a)):
        twin[0] = 9
        assert (a.tolist(), twin.tolist()) == ([1, 2], [9, 2])


def test_generators():
    rng = gn.random.default_rng(0)
    draw, again = copy.deepcopy((rng.normal(), rng.normal()))
    first, second = gn.function([], rng.normal()), gn.function([], draw)
    before = float(second())
    first(), first()
    assert float(second()) != before
    assert float(again) != float(draw)


def test_modules():
    x = np.ones((2, 3), "float32")
    model = gn.nn.Sequential(gn.nn.Dense(4), gn.nn.BatchNorm()).initialise(0)
    before = model.predict(x)
    twin = copy.deepcopy(model)
    np.testing.assert_array_equal(twin.predict(x), before)
    for parameter in twin.parameters().values():
        parameter.set_value(parameter.get_value() + 1)
    np.testing.assert_array_equal(model.predict(x), before)
    assert (twin.predict(x) != before).any()
