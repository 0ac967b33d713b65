"""Streams of MRG31k3p: the published recurrences, whatever the size and the number of streams."""

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.sandbox import rng_mrg
from gnomon.theano.sandbox.mrg31k3p import M1, M2
from gnomon.theano.sandbox.rng_mrg import MRG_RandomStreams


def stepped(state, count):
    """Walk the recurrences one step after the other, with Python's integers."""
    a, b, c, d, e, f = [int(entry) for entry in state]
    found = []
    for _ in range(count):
        a, b, c = (2**22 * b + 129 * c) % M1, a, b
        d, e, f = (2**15 * d + 32769 * f) % M2, d, e
        found.append((a - d if a > d else a - d + M1) * 2.0**-31)
    return found, [a, b, c, d, e, f]


def test_numbers_are_those_of_the_recurrences_in_turn():
    f = theano.function([], MRG_RandomStreams([1, 2, 3, 4, 5, 6]).uniform((7,), nstreams=1, dtype="float64"))
    expected, _ = stepped([1, 2, 3, 4, 5, 6], 14)
    np.testing.assert_array_equal(np.concatenate([f(), f()]), expected)


def test_streams_take_turns_and_a_part_of_a_round_is_kept():
    n = T.lscalar("n")
    draws = MRG_RandomStreams(99)
    states = rng_mrg.substreams(draws.rstate, 3)
    f = theano.function([n], draws.uniform((n,), nstreams=3, dtype="float64"))
    found = np.concatenate([f(5), f(0), f(4)])
    places = [0, 1, 2, 0, 1, 0, 1, 2, 0]
    for stream in range(3):
        mine = found[[k for k, place in enumerate(places) if place == stream]]
        np.testing.assert_array_equal(mine, stepped(states[stream], len(mine))[0])


def test_jumps_are_powers_of_one_step():
    jump = (np.array(rng_mrg.SUBSTREAM[0]), np.array(rng_mrg.SUBSTREAM[1]))
    state = np.array([11, 12, 13, 21, 22, 23], np.int32)
    _, later = stepped(state, 5)
    there = rng_mrg.jumped(np.array([later]), jump)[0]
    np.testing.assert_array_equal(stepped(rng_mrg.ff_2p72(state), 5)[1], there)


def test_classes_are_drawn_by_their_chances():
    chances = np.tile([[0.2, 0.5, 0.3]], (400, 1))
    draws = MRG_RandomStreams(4)
    counts = theano.function([], draws.multinomial(pvals=chances, n=10))()
    assert (counts.sum(1) == 10).all()
    np.testing.assert_allclose(counts.mean(0) / 10, chances[0], atol=0.03)
    pairs = theano.function([], draws.choice(p=chances, size=2, replace=False))()
    assert pairs.shape == (400, 2)
    assert (pairs[:, 0] != pairs[:, 1]).all()


def test_normal_numbers_have_the_mean_and_the_deviation():
    x = T.matrix("x")
    f = theano.function([x], MRG_RandomStreams(5).normal(x.shape, avg=3.0, std=2.0))
    found = f(np.zeros((301, 101), x.dtype))
    assert found.shape == (301, 101)
    assert abs(found.mean() - 3) < 0.05
    assert abs(found.std() - 2) < 0.05


@pytest.mark.parametrize("seed", [0, M2, [0, 0, 0, 1, 2, 3], [1, 2, 3, M2, 1, 1]])
def test_seeds_that_no_state_has_are_refused(seed):
    with pytest.raises(ValueError, match="seed"):
        MRG_RandomStreams(seed)


def test_parameters_have_no_gradient():
    mean = T.scalar("mean")
    with pytest.raises(theano.gradient.NullTypeGradError):
        theano.grad(MRG_RandomStreams(6).normal((), avg=mean), mean)


def test_one_number_is_drawn_for_the_shape_of_a_number():
    x = T.dscalar("x")
    drawn = MRG_RandomStreams(1).normal(x.shape) + 0 * x
    expected = MRG_RandomStreams(1).normal(()).eval()
    np.testing.assert_array_equal(theano.function([x], drawn)(2.0), expected)
