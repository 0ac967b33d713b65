"""Loops and choices mapped over an axis give what a Python loop over the rows gives."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.graph.errors import BatchingError

RANDOM = np.random.default_rng(0)
XS = RANDOM.normal(size=(5, 4, 3))
HS = RANDOM.normal(size=(5, 3))
W = RANDOM.normal(size=(3, 3))


def agree(function, axes, *arrays):
    """Compare a mapped function with a loop, run at once and compiled, and its gradient."""
    symbols = [
        gn.symbol(f"a{k}", shape=array.shape, dtype=str(array.dtype)) for k, array in enumerate(arrays)
    ]
    mapped = gn.vmap(function, in_axes=axes)
    rows = [
        function(*[gn.asarray(a if axis is None else a[k]) for a, axis in zip(arrays, axes)])
        for k in range(5)
    ]
    expected = [np.stack([np.asarray(row[k]) for row in rows]) for k in range(len(rows[0]))]
    built = mapped(*symbols)
    compiled = gn.function(symbols, list(built))(*arrays)
    for found in (mapped(*[gn.asarray(a) for a in arrays]), compiled):
        for a, b in zip(found, expected):
            np.testing.assert_allclose(a, b, rtol=1e-12)
    floats = [symbol for symbol in symbols if symbol.dtype.kind == "float"]
    cost = sum(result.sum() for result in built if result.dtype.kind == "float")
    slopes = gn.function(symbols, gn.grad(cost, floats, disconnected="zero"))(*arrays)
    if len(floats) < len(arrays):
        return

    def in_turn(*values):
        results = [function(*[a if x is None else a[k] for a, x in zip(values, axes)]) for k in range(5)]
        return sum(result.sum() for row in results for result in row)

    alone = gn.grad(in_turn, tuple(range(len(arrays))))(*[gn.asarray(a) for a in arrays])
    for a, b in zip(slopes, alone):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("axes", [(0, 0, None), (0, None, None), (None, 0, None), (0, 0, 0)])
@pytest.mark.parametrize("reverse", [False, True])
def test_scans(axes, reverse):
    arrays = (HS, XS, np.stack([W + k for k in range(5)]))
    given = [a if axis is not None else a[0] for a, axis in zip(arrays, axes)]

    def run(h, xs, w):
        return gn.scan(lambda h, x: (gn.tanh(h @ w + x), h.sum()), h, xs, reverse=reverse)

    agree(run, axes, *given)


def test_scans_in_which_some_carries_are_the_same_for_all_rows():
    def run(h, xs):
        (h, total), (hs, totals) = gn.scan(lambda c, x: ((c[0] * x, c[1] + 1.5), c), (h, xs.sum() * 0), xs)
        return h, total, hs, totals

    agree(lambda h, xs: run(h, xs), (0, None), HS, XS[0])


def test_whiles_whose_rows_end_one_after_the_other():
    def run(x, y):
        return gn.while_loop(
            lambda s: s[0].sum() < 50, lambda s: (s[0] * 2 + 1, s[1] + y), (x, y), max_steps=9
        )

    agree(run, (0, 0), np.abs(HS), np.arange(5.0))
    agree(run, (None, 0), np.abs(HS[0]), np.arange(5.0))


@pytest.mark.parametrize("functions", [True, False])
@pytest.mark.parametrize("axes", [(0, 0), (None, 0), (0, None)])
def test_choices(functions, axes):
    arrays = [a if axis is not None else a[0] for a, axis in zip((HS[:, 0], HS), axes)]

    def run(p, v):
        if functions:
            return (gn.cond(p > 0, lambda: gn.sin(v), lambda: v * p),)
        return (gn.cond(p > 0, gn.sin(v), v * p),)

    agree(run, axes, *arrays)


def test_work_that_is_recomputed():
    agree(lambda v, w: (gn.remat(lambda v: gn.tanh(v @ w))(v),), (0, None), HS, W)


def test_numbers_of_steps_that_differ_are_refused_where_results_are_stacked():
    n = gn.symbol("n", (3,), "int64")
    with pytest.raises(BatchingError, match="number of steps differs"):
        gn.vmap(lambda k: gn.scan(lambda c, _: (c + 1, c), 0, length=k)[1].sum())(n)
    gn.vmap(lambda k: gn.scan(lambda c, _: (c + 1, None), 0, length=k)[0])(n)
