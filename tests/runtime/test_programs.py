"""Random programs: the native entry, the Python path and NumPy alone agree, and share no memory."""

import random

import numpy as np
import pytest

import gnomon as gn

UNARY = [
    gn.tanh,
    gn.exp,
    lambda a: a * 0.5,
    lambda a: a.T,
    lambda a: a + 1.5,
    lambda a: gn.where(a > 0, a, -a),
]
BINARY = [lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a - 2 * b, lambda a, b: a @ b, gn.maximum]
SHRINKING = [
    lambda a: a - gn.max(a, axis=1, keepdims=True),
    lambda a: a * gn.sum(a, axis=0),
    lambda a: a / (gn.sum(a * a) + 1),
    lambda a: gn.reshape(gn.reshape(a, (-1,)) * 0.25, (a.shape[0], a.shape[1])),
    lambda a: a + gn.expand_dims(gn.mean(a, axis=1), 1),
    lambda a: gn.tanh(a) * gn.cumulative_sum(a, axis=0),
]


def program(seed):
    """Return inputs, outputs, shared arrays and updates, all square so that everything fits."""
    choose = random.Random(seed)
    inputs = [gn.symbol(name, ("n", "n")) for name in "xy"]
    shared = [gn.shared(np.full((5, 5), 0.5 + k)) for k in range(2)]
    pool = [*inputs, *shared]
    for _ in range(choose.randint(2, 14)):
        kind = choose.random()
        if kind < 0.35:
            made = choose.choice(UNARY)(choose.choice(pool))
        elif kind < 0.7:
            made = choose.choice(BINARY)(choose.choice(pool), choose.choice(pool))
        else:
            made = choose.choice(SHRINKING[: None if seed % 2 else 5])(choose.choice(pool))
        pool.append(gn.tanh(made) if choose.random() < 0.5 else made * 0.1)
    outputs = [choose.choice(pool[2:]) for _ in range(choose.randint(1, 4))]
    outputs = [gn.sum(out) if choose.random() < 0.2 else out for out in outputs]
    updates = {leaf: choose.choice(pool) * 1 for leaf in shared if choose.random() < 0.4}
    return inputs, outputs, shared, updates


@pytest.mark.parametrize("seed", range(60))
def test_program(seed):
    inputs, outputs, shared, updates = program(seed)
    rng = np.random.default_rng(seed)
    given = [rng.normal(size=(5, 5)) for _ in inputs]
    start = [leaf.get_value() for leaf in shared]
    made = [
        gn.function(inputs, outputs, updates=updates, on_unused_input="ignore", native=native)
        for native in (False, True)
    ]
    seen = []
    with np.errstate(all="ignore"):
        for call in (made[0], made[1], made[1]._python, made[1]):
            for leaf, value in zip(shared, start):
                leaf.set_value(value)
            results = call(*given)
            call(*given)
            kept = [leaf.get_value() for leaf in shared]
            seen.append([*results, *kept])
            arrays = [*given, *results, *[leaf.cell[0] for leaf in shared]]
            for place, one in enumerate(arrays):
                assert not any(np.shares_memory(one, other) for other in arrays[:place])
    for other in seen[1:]:
        for one, two in zip(seen[0], other, strict=True):
            np.testing.assert_allclose(two, one, rtol=1e-9, atol=1e-9)
