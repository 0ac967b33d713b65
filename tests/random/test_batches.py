"""Draws for many rows at once are those of each row: keys that differ, parameters that differ, or both."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.graph.batching.interpret import carried

KEYS = np.array([0, 1, 2**63, 2**64 - 1, 7], np.uint64)
NUMBERS = np.linspace(1, 40, 5)

key, number = gn.symbol("key", (), "uint64"), gn.symbol("number", ())
keys, numbers = gn.symbol("keys", ("n",), "uint64"), gn.symbol("numbers", ("n",))
fixed = gn.random.key(3)

DRAWS = {
    "normal": gn.random.normal(key, (2, 3)),
    "one": gn.random.uniform(key, dtype="float32"),
    "moved": gn.random.normal(key, (2, 3), loc=number),
    "moved alone": gn.random.normal(fixed, (2, 3), loc=number),
    "poisson": gn.random.poisson(key, number, (4,)),
    "poisson of one key": gn.random.poisson(fixed, number, (4,)),
    "binomial": gn.random.binomial(key, 30, 1 / number, (4,)),
    "gamma": ops.random_gamma(key, number, shape=(4,)),
    "gamma of one key": ops.random_gamma(fixed, number, shape=(4,)),
    "folded": gn.random.fold_in(key, 3),
    "parts": gn.random.split(key, 3),
}


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", DRAWS)
def test_rows(name, native):
    (many,) = carried([DRAWS[name]], {key: keys, number: numbers}, keys.shape[0])
    options = {"native": native, "on_unused_input": "ignore"}
    found = gn.function([keys, numbers], many, **options)(KEYS, NUMBERS)
    each = gn.function([key, number], DRAWS[name], **options)
    np.testing.assert_array_equal(found, [each(*row) for row in zip(KEYS, NUMBERS)])


def test_keys_are_mapped_by_vmap():
    draw = gn.vmap(lambda each: gn.random.gamma(each, 0.5, (3,)))(keys)
    found = gn.function([keys], draw)(KEYS)
    each = [gn.random.gamma(gn.random.key(int(k)), 0.5, (3,)) for k in KEYS]
    np.testing.assert_allclose(found, each, rtol=1e-13)


@pytest.mark.parametrize("native", [False, True])
def test_keys_are_carried_and_folded_in_loops(native):
    def carried_on(state, _):
        first, second = gn.random.split(state)
        return first, gn.random.normal(second, (2,))

    def folded(state, turn):
        return state, gn.random.normal(gn.random.fold_in(state, turn), (2,))

    loops = [gn.scan(step, key, gn.arange(4))[1] for step in (carried_on, folded)]
    first, second = gn.function([key], loops, native=native)(np.uint64(5))
    state = gn.random.key(5)
    for turn in range(4):
        np.testing.assert_array_equal(second[turn], gn.random.normal(gn.random.fold_in(state, turn), (2,)))
    for turn in range(4):
        state, drawn = gn.random.split(state)
        np.testing.assert_array_equal(first[turn], gn.random.normal(drawn, (2,)))
