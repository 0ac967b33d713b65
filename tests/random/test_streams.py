"""Generators: functions draw anew at each call, seeds repeat, states are shared, copied and pickled."""

import pickle

import numpy as np
import pytest

import gnomon as gn


def test_two_calls_differ_and_a_seed_repeats():
    rng = gn.random.default_rng(3)
    f = gn.function([], rng.normal(size=4))
    first, second = f(), f()
    assert not np.any(first == second)
    rng.seed(3)
    np.testing.assert_array_equal(f(), first)
    np.testing.assert_array_equal(gn.function([], gn.random.default_rng(3).normal(size=4))(), first)


def test_two_draws_in_one_function_differ():
    rng = gn.random.default_rng(0)
    a, b = gn.function([], [rng.random(5), rng.random(5)])()
    assert not np.any(a == b)


def test_functions_of_a_generator_share_its_state():
    rng = gn.random.default_rng(0)
    draw = rng.random(3)
    f, g = gn.function([], draw), gn.function([], draw)
    seen = [f(), g(), f(), g()]
    assert len({each.tobytes() for each in seen}) == 4
    rng.seed(0)
    np.testing.assert_array_equal([f() for _ in range(4)], seen)


def test_evaluation_shows_what_the_next_call_draws():
    rng = gn.random.default_rng(0)
    draw = rng.random()
    f = gn.function([], draw)
    assert draw.eval() == draw.eval() == f()
    shown = draw.eval()
    assert shown == f()
    assert draw.eval() != shown


def test_a_copy_has_a_state_of_its_own():
    rng = gn.random.default_rng(0)
    f = gn.function([], rng.random(3))
    f()
    twin = f.copy()
    again = pickle.loads(pickle.dumps(f))
    expected = [f(), f()]
    np.testing.assert_array_equal([twin(), twin()], expected)
    np.testing.assert_array_equal([again(), again()], expected)


def test_a_pickled_generator_goes_on():
    rng = gn.random.default_rng(5)
    rng.random(2)
    twin = pickle.loads(pickle.dumps(rng))
    np.testing.assert_array_equal(
        gn.function([], twin.normal(size=3))(), gn.function([], rng.normal(size=3))()
    )


def test_other_updates_go_together_with_the_state():
    rng = gn.random.default_rng(1)
    total = gn.shared(np.zeros(2))
    draw = rng.random(2)
    f = gn.function([], draw, updates={total: total + draw})
    seen = [f(), f(), f()]
    np.testing.assert_allclose(total.get_value(), np.sum(seen, axis=0))
    assert set(f.updates) == {total, rng.state}


def test_a_state_may_be_kept():
    rng = gn.random.default_rng(1)
    draw = rng.random(2)
    kept = gn.function([], draw, updates={rng.state: rng.state})
    np.testing.assert_array_equal(kept(), kept())
    listed = gn.function([], draw, updates=rng.updates())
    assert not np.any(listed() == listed())


def test_a_state_may_be_given():
    rng = gn.random.default_rng(1)
    state = gn.symbol("state", (), "uint64")
    f = gn.function([state], rng.random(2), givens={rng.state: state})
    assert not f.updates
    np.testing.assert_array_equal(f(np.uint64(4)), f(np.uint64(4)))


def test_jitted_functions_draw_anew():
    rng = gn.random.default_rng(0)

    @gn.jit
    def noisy(x):
        return x + rng.normal(size=x.shape)

    seen = [noisy(np.zeros(3)) for _ in range(4)] + [noisy(np.zeros(5))[:3]]
    assert len({each.tobytes() for each in seen}) == 5


def test_seeds_are_far_from_each_other():
    draws = [gn.random.default_rng(seed).random(1000).eval() for seed in range(20)]
    assert len(np.unique(np.concatenate(draws))) == 20000
    assert abs(np.corrcoef(draws) - np.eye(20)).max() < 0.12


def test_spawned_generators_have_nothing_in_common():
    rng = gn.random.default_rng(0)
    children = [*rng.spawn(2), *rng.spawn(1), rng]
    assert len({child.random(8).eval().tobytes() for child in children}) == 4
    again, other = (gn.random.default_rng(0).spawn(2)[1] for _ in range(2))
    np.testing.assert_array_equal(again.random(3).eval(), other.random(3).eval())


def test_without_a_seed_each_generator_is_another():
    assert gn.random.default_rng().random().eval() != gn.random.default_rng().random().eval()


def test_keys_of_a_generator_change_with_the_calls():
    rng = gn.random.default_rng(0)
    first, second = rng.key(), rng.key()
    f = gn.function([], [gn.random.normal(first), gn.random.normal(second), first])
    a, b = f(), f()
    assert len({float(x) for x in (*a[:2], *b[:2])}) == 4
    assert a[2].dtype == np.uint64
    assert a[2] != b[2]


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "a", True, [1.0]])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(gn.ArgumentError, match="seed must be"):
        gn.random.default_rng(seed)


def test_arrays_do_not_change_in_place():
    with pytest.raises(TypeError, match="permutation"):
        gn.random.default_rng(0).shuffle(np.arange(3))


METHODS = {
    "random": (3,), "uniform": (0.0, 2.0, 3), "standard_normal": (3,), "normal": (1.0, 2.0, 3),
    "standard_exponential": (3,), "exponential": (2.0, 3), "laplace": (0.0, 1.0, 3), "logistic": (0.0, 1.0, 3),
    "gumbel": (0.0, 1.0, 3), "standard_cauchy": (3,), "lognormal": (0.0, 1.0, 3), "rayleigh": (1.0, 3),
    "weibull": (2.0, 3), "pareto": (2.0, 3), "power": (2.0, 3), "triangular": (0.0, 1.0, 2.0, 3), "wald": (1.0, 1.0, 3),
    "standard_gamma": (2.0, 3), "gamma": (2.0, 1.0, 3), "beta": (1.0, 2.0, 3), "chisquare": (2.0, 3),
    "standard_t": (2.0, 3), "f": (2.0, 3.0, 3), "binomial": (5, 0.5, 3), "negative_binomial": (5, 0.5, 3),
    "geometric": (0.5, 3), "hypergeometric": (5, 6, 3, 3), "poisson": (2.0, 3), "logseries": (0.5, 3), "zipf": (2.0, 3),
    "vonmises": (0.0, 1.0, 3), "integers": (0, 9, 3), "choice": (9, 3), "dirichlet": ([1.0, 2.0], 3),
    "multinomial": (4, [0.5, 0.5], 3), "multivariate_normal": ([0.0, 1.0], np.eye(2), 3), "bernoulli": (0.5, 3),
}  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_methods_take_what_those_of_numpy_take(name):
    rng = gn.random.default_rng(0)
    draw = getattr(rng, name)(*METHODS[name])
    f = gn.function([], draw)
    first, second = f(), f()
    assert first.shape[0] == 3
    assert first.tobytes() != second.tobytes()
    theirs = getattr(np.random.default_rng(0), name, None)
    if theirs is not None:
        other = theirs(*METHODS[name])
        assert (other.shape, other.dtype) == (first.shape, first.dtype)
