"""Random programs, natively and by NumPy, called with sizes that include 0 and 1 and with arrays that lie strangely."""

import random

import numpy as np
import pytest

import gnomon as gn

STEPS = [
    lambda r, x, y: x + y,
    lambda r, x, y: x - y * 2,
    lambda r, x, y: gn.maximum(x, y),
    lambda r, x, y: gn.where(x > 0, y, x),
    lambda r, x, y: gn.tanh(x),
    lambda r, x, y: x[:: r.choice([1, -1, 2, -2])],
    lambda r, x, y: x[..., r.choice([0, 1, -2]) :],
    lambda r, x, y: gn.flip(x, axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.roll(x, r.choice([1, -2, 5]), axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.permute_dims(x, tuple(reversed(range(x.ndim)))),
    lambda r, x, y: gn.pad(x, [(r.randrange(3), r.randrange(3))] * x.ndim),
    lambda r, x, y: gn.concat([x, y], axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.stack([x, x * 2], axis=-1),
    lambda r, x, y: gn.sum(x, axis=r.randrange(x.ndim), keepdims=r.random() < 0.5),
    lambda r, x, y: gn.cumulative_sum(x, axis=r.randrange(x.ndim)),
    lambda r, x, y: x.at[:: r.choice([1, -1, 3])].add(1),
    lambda r, x, y: x @ gn.matrix_transpose(x),
    lambda r, x, y: x[x > 0],
]
SIZES = [{"n": 4, "m": 5}, {"n": 0, "m": 2}, {"n": 1, "m": 1}, {"n": 3, "m": 0}, {"n": 17, "m": 3}]


def program(seed):
    """Return the inputs and some of what a random program makes of them."""
    r = random.Random(seed)
    inputs = [
        gn.symbol(f"x{k}", [r.choice(["n", "n", "m", 1, 3]) for _ in range(r.choice([1, 2, 2]))], "float64")
        for k in range(2)
    ]
    pool = list(inputs)
    for _ in range(r.randint(3, 10)):
        x, y = r.choice(pool[-4:]), r.choice(pool)
        if x.ndim:
            try:
                pool.append(r.choice(STEPS)(r, x, y))
            except (gn.GnomonError, TypeError, ValueError):  # these two do not fit
                continue
    return inputs, r.sample(pool[2:], min(3, len(pool) - 2))


def lying(r, value):
    """The same numbers, elsewhere in memory."""
    return r.choice(
        [value, np.asfortranarray(value), value[::-1].copy()[::-1], np.repeat(value, 2, -1)[..., ::2]]
    )


def called(function, values):
    """Return the results of a call, or the kind of its error."""
    try:
        return function(*values)
    except gn.GnomonError as error:
        return type(error)


@pytest.mark.parametrize("seed", range(60))
def test_a_random_program(seed):
    inputs, outputs = program(seed)
    if not outputs:
        return
    made = [gn.function(inputs, outputs, native=n, on_unused_input="ignore") for n in (True, False)]
    r, rng = random.Random(seed), np.random.default_rng(seed)
    for sizes in SIZES:
        shapes = [[size if type(size) is int else sizes[str(size)] for size in x.shape.dims] for x in inputs]
        values = [lying(r, np.round(rng.normal(size=shape) * 8) / 8) for shape in shapes]
        natively, by_numpy = (called(f, values) for f in made)
        if isinstance(natively, type) or isinstance(by_numpy, type):
            assert natively is by_numpy, sizes
            continue
        for one, other in zip(natively, by_numpy, strict=True):
            assert (one.shape, one.dtype) == (other.shape, other.dtype)
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)
            assert not any(np.shares_memory(one, value) for value in values)
