"""Derivatives through loops and choices: reverse and forward mode, once and twice."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.graph.errors import GradientError

from graph.control.slopes import check, drawn

NETWORK = ((2, 3), (4, 2, 3), (3, 3), (3, 3), (3,))


def network(h, xs, w, u, b, **options):
    def step(h, x):
        h = gn.tanh(h @ w + x @ u + b)
        return h, h * h

    last, ys = gn.scan(step, h, xs, **options)
    return (last**2).sum() + gn.sin(ys).sum()


@pytest.mark.parametrize(
    "options", [{}, {"reverse": True}, {"checkpoint": 2}, {"checkpoint": 3, "reverse": True}, {"truncate": 9}]
)
def test_a_recurrent_network(options):
    check(lambda *arrays: network(*arrays, **options), *NETWORK)


def test_a_long_short_term_memory():
    def cost(h, c, xs, w, u, b):
        def step(state, x):
            h, c = state
            i, f, o, g = gn.split(x @ w + h @ u + b, 4, axis=-1)
            c = gn.nn.sigmoid(f) * c + gn.nn.sigmoid(i) * gn.tanh(g)
            h = gn.nn.sigmoid(o) * gn.tanh(c)
            return (h, c), h

        (h, c), hs = gn.scan(step, (h, c), xs)
        return (hs**2).sum() + c.sum()

    check(cost, (2,), (2,), (3, 3), (3, 8), (2, 8), (8,), twice=False)


def test_products_and_carries_that_feed_each_other():
    check(lambda c, xs: gn.scan(lambda p, x: (p * x, p), c, xs)[0], (), (5,))
    check(
        lambda a, b, xs: sum(gn.scan(lambda s, x: ((s[1] * x, s[0] + s[1]), None), (a, b), xs)[0]),
        (), (), (5,),
    )  # fmt: skip


def test_counted_loops():
    check(lambda a: gn.fori_loop(0, 5, lambda i, r: r * a * (i + 1), 1.0), ())
    check(lambda xs, w: gn.map(lambda x: gn.sin(x * w), xs).sum(), (4, 2), (2,))


def test_a_loop_in_a_loop():
    def cost(w, xs):
        def step(c, row):
            ys = gn.scan(lambda d, y: (gn.sin(d * y + w), d), c, row)[1]
            return ys.sum() * 0.3, c

        return gn.scan(step, w, xs)[0]

    check(cost, (), (3, 2))


def test_a_choice():
    def cost(x, y):
        return gn.cond(x.sum() > 0, lambda: gn.exp(x).sum() * y.sum(), lambda: (x * x * y).sum())

    check(cost, (3,), (3,))
    check(cost, (3,), (3,), seed=3)


@pytest.mark.parametrize("functions", [True, False])
def test_a_choice_in_each_step(functions):
    def step(c, x, w):
        if functions:
            return gn.cond(x > 0, lambda: gn.sin(c * w), lambda: c * x), c
        return gn.cond(x > 0, gn.sin(c * w), c * x), c

    check(lambda c, xs, w: gn.scan(lambda c, x: step(c, x, w), c, xs)[0], (), (6,), ())


def test_a_loop_in_a_choice():
    def cost(x, xs):
        loop = lambda: gn.scan(lambda c, y: (c * y + x, None), x, xs)[0]
        return gn.cond(x > 0, loop, lambda: x * xs.sum())

    check(cost, (), (3,))
    check(cost, (), (3,), seed=1)


def test_the_branch_that_is_not_taken_has_no_part_in_a_gradient():
    x = gn.symbol("x")
    root = gn.cond(x > 0, lambda: gn.sqrt(x), lambda: 2.0 * x)
    assert gn.grad(root, x).eval({x: -1.0}) == 2.0


def test_a_while_with_a_bound_is_differentiated_back():
    check(lambda x: gn.while_loop(lambda v: v < 5.0, lambda v: 1.5 * v + x * x, x, max_steps=8), ())


def test_a_while_that_ends_by_its_bound():
    x = gn.symbol("x")
    y = gn.while_loop(lambda v: v < 1e9, lambda v: v * v, x, max_steps=3)
    assert y.eval({x: 2.0}) == 256.0
    assert gn.grad(y, x).eval({x: 2.0}) == 8 * 2.0**7


def test_a_while_without_a_bound_has_forward_mode_only():
    x = gn.symbol("x")
    y = gn.while_loop(lambda v: v < 50.0, lambda v: v * v, x)
    assert gn.jvp(y, x, 1.0).eval({x: 3.0}) == 4 * 3.0**3
    with pytest.raises(GradientError, match="nothing bounds their number") as caught:
        gn.grad(y, x)
    assert "give max_steps=" in str(caught.value)
    assert caught.value.site.path == __file__


def test_what_is_recomputed_has_the_same_gradient():
    check(lambda x: gn.remat(lambda v: gn.tanh(gn.sin(v) * v))(x).sum(), (3,))


def test_concrete_loops_are_differentiated_as_functions():
    slope = gn.grad(lambda a: gn.scan(lambda c, x: (c * x, None), a, gn.asarray([2.0, 3.0]))[0])
    assert float(slope(5.0)) == 6.0
    second = gn.grad(gn.grad(lambda a: gn.fori_loop(0, 3, lambda i, c: c * a, 1.0)))
    assert float(second(2.0)) == 12.0


def test_integers_among_the_carries_have_no_gradient():
    check(lambda x: gn.scan(lambda s, y: ((s[0] + 1, s[1] * y * s[0]), None), (1, 1.0), x)[0][1], (4,))


def test_numbers_from_nowhere_do_not_reach_a_gradient():
    x = gn.symbol("x", (3,))
    y = gn.scan(lambda c, v: (c + gn.stop_gradient(v), v * 0 + 1), 0.0, x)[0]
    assert gn.grad(y * x[0], x).eval({x: np.arange(3.0)}).tolist() == [3.0, 0.0, 0.0]


@pytest.mark.parametrize("steps", [4, "T"])
@pytest.mark.parametrize("reverse", [False, True])
def test_truncation_takes_what_lies_before_as_constant(steps, reverse):
    arrays = drawn(NETWORK)
    symbols = [gn.symbol(f"a{k}", shape=array.shape) for k, array in enumerate(arrays)]
    symbols[1] = gn.symbol("xs", (steps, 2, 3))
    given = dict(zip(symbols, arrays))
    found = gn.grad(network(*symbols, truncate=2, reverse=reverse), symbols, disconnected="zero")

    h, xs, *weights = symbols
    early, late = (xs[2:], xs[:2]) if reverse else (xs[:2], xs[2:])

    def by_hand():
        def step(h, x):
            h = gn.tanh(h @ weights[0] + x @ weights[1] + weights[2])
            return h, h * h

        before, first = gn.scan(step, h, early, reverse=reverse)
        last, ys = gn.scan(step, gn.stop_gradient(before), late, reverse=reverse)
        return (last**2).sum() + gn.sin(ys).sum() + gn.stop_gradient(gn.sin(first).sum())

    expected = gn.grad(by_hand(), symbols, disconnected="zero")
    for a, b in zip(found, expected):
        np.testing.assert_allclose(a.eval(given), b.eval(given), rtol=1e-12)
    assert not found[0].eval(given).any()
    assert found[1].eval(given)[2 if reverse else 0].any() == 0


def test_truncation_beyond_the_beginning_is_none():
    arrays = drawn(NETWORK)
    symbols = [gn.symbol(f"a{k}", shape=array.shape) for k, array in enumerate(arrays)]
    symbols[1] = gn.symbol("xs", ("T", 2, 3))
    given = dict(zip(symbols, arrays))
    for options in ({"truncate": 4}, {"truncate": 9}, {"truncate": 9, "checkpoint": 2}, {"checkpoint": 7}):
        found = gn.grad(network(*symbols, **options), symbols)
        for a, b in zip(found, gn.grad(network(*symbols), symbols)):
            np.testing.assert_allclose(a.eval(given), b.eval(given), rtol=1e-12)


def stacks(expression):
    """The shapes of what loops hand from the way forth to the way back, loops inside of loops included."""
    shapes = []
    for array in gn.ancestors(expression):
        if array.application is not None and array.application.op.name == "scan":
            inner, carries = (array.application.attributes[key] for key in ("inner", "carries"))
            if array.index >= carries:
                shapes.append(tuple(array.shape.dims))
            shapes += stacks(inner.outputs)
    return shapes


def test_cheap_work_is_done_again_and_costly_work_is_kept():
    h, xs, w = gn.symbol("h", (3,)), gn.symbol("xs", (20, 3)), gn.symbol("w", (3, 3))

    def saved(step):
        last = gn.scan(lambda h, x: (step(h, x), None), h, xs)[0]
        return stacks(gn.grad(last.sum(), h))

    assert saved(lambda h, x: h * x + x) == []
    assert saved(lambda h, x: gn.where(h > x, h, 2 * x)) == [(20, 3)]
    assert saved(lambda h, x: gn.tanh(h + x)) == [(20, 3)]
    assert saved(lambda h, x: gn.tanh(h @ w + x)) == [(20, 3)]
    assert saved(lambda h, x: gn.exp(x) * h) == [(20, 3)]
    assert saved(lambda h, x: gn.exp(w).sum() * h) == []
    assert saved(lambda h, x: gn.flip(gn.tanh(h + x)) * x) == [(20, 3)]
    assert saved(lambda h, x: h * (gn.sin(h) > x)) == [(20, 3)]


def test_checkpoints_keep_the_beginnings_of_segments():
    h, xs = gn.symbol("h", (3,)), gn.symbol("xs", (20, 3))

    def saved(**options):
        last = gn.scan(lambda h, x: (gn.tanh(h * x), None), h, xs, **options)[0]
        return stacks(gn.grad(last.sum(), xs))

    assert sorted(set(saved())) == [(20, 3)]
    assert (20, 3) not in saved(checkpoint=4)[:1]
    assert (4, 3) in saved(checkpoint=4)
    assert saved(truncate=5).count((20, 3)) == 0
