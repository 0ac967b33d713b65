"""Loops and choices inside of a map: what differs from row to row may be carries, sequences, limits and conditions."""

import itertools

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.graph.array import Input
from gnomon.graph.errors import BatchingError
from gnomon.graph.inner import Inner
from gnomon.shapes import Shape, dtypes

RNG = np.random.default_rng(4)
ROWS = 3
H, XS, W = RNG.normal(size=(ROWS, 2)), RNG.normal(size=(ROWS, 5, 2)), RNG.normal(size=(ROWS, 2, 2)) / 2
CHOICES = [axes for axes in itertools.product((0, None), repeat=3) if 0 in axes]


def network(h, xs, w, reverse=False):
    """A small recurrent network: a carry that counts stays the same for all rows."""

    def step(carry, x):
        h, count = carry
        h = gn.tanh(w @ h + x)
        return (h, count + 1), {"sum": gn.sum(h), "count": count}

    return gn.scan(step, (h, 0), xs, reverse=reverse)


def given(axes, arrays):
    return [array if axis == 0 else array[0] for axis, array in zip(axes, arrays)]


def row(axes, arrays, k):
    return [gn.asarray(array[k] if axis == 0 else array) for axis, array in zip(axes, arrays)]


def same(found, wanted):
    """Assert that each leaf of a tree is the stacked leaves of the rows."""
    listed = [gn.map_tree(np.asarray, tree) for tree in wanted]
    stacked = gn.map_tree(lambda *leaves: np.stack(leaves), listed[0], *listed[1:])
    gn.map_tree(
        lambda a, b: np.testing.assert_allclose(np.asarray(a), b, rtol=1e-10, atol=1e-12), found, stacked
    )


@pytest.mark.parametrize("axes", CHOICES)
@pytest.mark.parametrize("reverse", [False, True])
def test_scan(axes, reverse):
    arrays = given(axes, (H, XS, W))
    found = gn.vmap(lambda *a: network(*a, reverse=reverse), in_axes=axes)(*arrays)
    same(found, [network(*row(axes, arrays, k), reverse=reverse) for k in range(ROWS)])


@pytest.mark.parametrize("axes", CHOICES)
def test_gradients_through_scan(axes):
    arrays = given(axes, (H, XS, W))

    def slopes(*a):
        return gn.grad(lambda *b: gn.sum(network(*b)[0][0] ** 2) + gn.sum(network(*b)[1]["sum"]), (0, 1, 2))(
            *a
        )

    same(gn.vmap(slopes, in_axes=axes)(*arrays), [slopes(*row(axes, arrays, k)) for k in range(ROWS)])


def test_scan_compiles_with_a_symbolic_number_of_rows():
    h, xs, w = gn.symbol("h", ("batch", 2)), gn.symbol("xs", ("batch", "time", 2)), gn.symbol("w", (2, 2))
    (last, _), ys = gn.vmap(network, in_axes=(0, 0, None))(h, xs, w)
    assert str(ys["sum"].shape) == "(batch, time)"
    f = gn.function([h, xs, w], [last, ys["sum"]])
    found = f(H, XS, W[0])
    for k in range(ROWS):
        (want, _), rows = network(gn.asarray(H[k]), gn.asarray(XS[k]), gn.asarray(W[0]))
        np.testing.assert_allclose(found[0][k], np.asarray(want), rtol=1e-10)
        np.testing.assert_allclose(found[1][k], np.asarray(rows["sum"]), rtol=1e-10)


def test_a_loop_that_no_row_changes_runs_once():
    def fixed(x):
        total = gn.fori_loop(0, 4, lambda i, t: t * 2 + i, 1.0)
        return total, x * total

    x = gn.symbol("x", ("batch",))
    total, _ = gn.vmap(fixed, out_axes=(None, 0))(x)
    assert total.ndim == 0
    same(gn.vmap(fixed)(H[:, 0]), [fixed(v) for v in H[:, 0]])


def test_numbers_of_steps_of_each_row():
    def powered(x, n):
        return gn.fori_loop(0, n, lambda i, c: (c[0] * x + i, c[1] + 1), (1.0, 0))

    x, n = np.array([1.5, 2.0, 3.0]), np.array([0, 3, 2])
    same(gn.vmap(powered)(x, n), [powered(gn.asarray(x[k]), gn.asarray(n[k])) for k in range(ROWS)])
    with pytest.raises(BatchingError, match="the number of steps differs from row to row"):
        gn.vmap(lambda x, n: gn.scan(lambda c, _: (c * x, c), 1.0, length=n)[1].sum())(x, n)


@pytest.mark.parametrize("axes", [(0, None), (None, 0), (0, 0)])
def test_while_loops_end_row_by_row(axes):
    def doubled(x, limit):
        return gn.while_loop(
            lambda c: c["x"] < limit, lambda c: {"x": c["x"] * 2, "n": c["n"] + 1}, {"x": x, "n": 0}
        )

    arrays = given(axes, (np.array([1.0, 3.0, 50.0]), np.array([10.0, 100.0, 5.0])))
    same(gn.vmap(doubled, in_axes=axes)(*arrays), [doubled(*row(axes, arrays, k)) for k in range(ROWS)])


def test_a_while_loop_whose_condition_rows_share():
    def halved(x):
        return gn.while_loop(lambda c: c[1] < 3, lambda c: (c[0] / 2, c[1] + 1), (x, 0))

    x = gn.symbol("x", ("batch",))
    _, count = gn.vmap(halved, out_axes=(0, None))(x)
    assert count.ndim == 0
    same(gn.vmap(halved)(H[:, 0]), [halved(v) for v in H[:, 0]])
    assert gn.vmap(halved)(np.zeros(0))[0].shape == (0,)


def test_gradients_through_while_loops():
    def last(x):
        return gn.while_loop(lambda c: c < 20, lambda c: c * c, x, max_steps=6)

    x = np.array([1.5, 2.0, 30.0])
    same(gn.vmap(gn.grad(last))(x), [gn.grad(last)(v) for v in x])


@pytest.mark.parametrize("axes", [(0, None), (None, 0), (0, 0)])
def test_cond(axes):
    def chosen(p, x):
        return gn.cond(p > 0, lambda: (gn.sqrt(gn.abs(x)), x), lambda: (x * 3, x))

    arrays = given(axes, (np.array([1.0, -1.0, 2.0]), H))
    same(gn.vmap(chosen, in_axes=axes)(*arrays), [chosen(*row(axes, arrays, k)) for k in range(ROWS)])

    def slope(p, x):
        return gn.grad(lambda v: gn.sum(chosen(p, v)[0]))(x)

    same(gn.vmap(slope, in_axes=axes)(*arrays), [slope(*row(axes, arrays, k)) for k in range(ROWS)])


def _inner(function, *shapes):
    inputs = [Input(Shape(shape), dtypes.float64) for shape in shapes]
    return Inner(inputs, function(*inputs))


@pytest.mark.parametrize("axes", [(0, None, None), (None, 0, None), (None, None, 0), (0, 0, 0)])
def test_branches_and_calls_over_inner_graphs(axes):
    then = _inner(lambda x, y: [x * y, y + 1.0], (2,), ())
    otherwise = _inner(lambda x, y: [x - 2.0, y], (2,), ())

    def both(p, x, y):
        chosen = ops.branch(p > 0, (x, y), then=then, otherwise=otherwise)
        return (*chosen, *ops.call((x, y), inner=then))

    arrays = given(axes, (np.array([1.0, -1.0, 2.0]), H, H[:, 1]))
    arrays = [gn.asarray(array) for array in arrays]
    same(gn.vmap(both, in_axes=axes)(*arrays), [both(*row(axes, arrays, k)) for k in range(ROWS)])


def test_recomputed_functions():
    steps = gn.remat(lambda x: gn.sin(x) * x)
    slopes = gn.grad(lambda x: gn.sum(steps(x)))
    same(gn.vmap(slopes)(H), [slopes(h) for h in H])


def test_maps_inside_of_loops():
    def step(total, x):
        return total + gn.sum(gn.vmap(lambda a, b: a * b * total)(x, x)), None

    found = gn.vmap(lambda xs: gn.scan(step, 1.0, xs)[0])(XS)
    same(found, [gn.scan(step, 1.0, gn.asarray(xs))[0] for xs in XS])
