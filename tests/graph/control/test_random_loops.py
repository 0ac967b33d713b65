"""Loops with bodies drawn at random keep their values and gradients under laws."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.rewrites import rewrite

from graph.control.slopes import drawn

UNARY = [gn.tanh, gn.sin, lambda a: a * 0.5, lambda a: 1 - a, lambda a: a + a.sum(), gn.flip, lambda a: a * 1]
BINARY = [gn.add, gn.subtract, gn.multiply, gn.maximum, lambda a, b: gn.where(a > b, a, 0.5 * b),
          lambda a, b: gn.cond(a.sum() > b.sum(), lambda: gn.sin(a), lambda: a * b),
          lambda a, b: gn.cond(a.sum() > 0, gn.cos(a), b),
          lambda a, b: gn.fori_loop(0, 2, lambda i, c: gn.sin(c) * b + i, a),
          gn.remat(lambda a, b: gn.tanh(a) * b)]  # fmt: skip


def grown(random, leaves, matrices):
    """Draw expressions over some vectors and matrices."""
    pool = list(leaves)
    for _ in range(7):
        chance = random.random()
        first = pool[random.integers(len(pool))]
        if chance < 0.35:
            pool.append(UNARY[random.integers(len(UNARY))](first))
        elif chance < 0.6:
            pool.append(first @ matrices[random.integers(len(matrices))])
        else:
            pool.append(BINARY[random.integers(len(BINARY))](first, pool[random.integers(len(pool))]))
    return pool


def program(random, rows):
    """Return inputs of a loop, and what it gives."""
    shape = (3,) if rows is None else (rows, 3)
    names = ["a", "b", "x", "y", "v", "w", "u"]
    shapes = [shape, shape, ("T", *shape), ("T", *shape), shape, (3, 3), (3, 3)]
    a, b, x, y, v, w, u = symbols = [gn.symbol(n, s) for n, s in zip(names, shapes)]
    options = [{}, {"reverse": True}, {"checkpoint": 2}, {"truncate": 3}][random.integers(4)]

    def step(carry, row):
        pool = grown(random, [*carry, *row, v], [w, u])
        picks = [pool[-k] for k in random.integers(1, len(pool), 4)]
        return (gn.tanh(picks[0]), gn.tanh(picks[1])), (picks[2], picks[3].sum())

    seed = random.integers(2**32)

    def steady(carry, row):
        nonlocal random
        random = np.random.default_rng(seed)
        return step(carry, row)

    (last, other), (ys, sums) = gn.scan(steady, (a, b), (x, y), **options)
    return symbols, [last, other, ys, sums]


@pytest.mark.parametrize("seed", range(40))
def test_values_and_gradients_stay(seed):
    random = np.random.default_rng(seed)
    rows = [None, 2, "rows"][seed % 3]
    symbols, results = program(random, rows)
    chosen = [r for r in results if random.random() < 0.7] or results[:1]
    cost = sum(gn.sin(r).sum() for r in chosen)
    gradients = gn.grad(cost, symbols, disconnected="zero")
    wanted = [*chosen, *gradients]
    shape = (3,) if rows is None else (2, 3)
    arrays = drawn([shape, shape, (5, *shape), (5, *shape), shape, (3, 3), (3, 3)], seed)
    known = dict(zip(symbols, arrays))
    expected = evaluate(wanted, known)
    for laws in ("exact", "all"):
        found = evaluate(rewrite(wanted, laws).outputs, known)
        for a, b in zip(found, expected):
            np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-10)
    directions = drawn([array.shape for array in arrays], seed + 1)
    forward = gn.jvp(cost, symbols, [gn.asarray(d) for d in directions]).eval(known)
    back = sum((g * d).sum() for g, d in zip(expected[len(chosen) :], directions))
    np.testing.assert_allclose(forward, back, rtol=1e-8, atol=1e-10)
    if seed % 4 == 0:
        f = gn.function(symbols, wanted, on_unused_input="ignore")
        for a, b in zip(f(*arrays), expected):
            np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-10)
