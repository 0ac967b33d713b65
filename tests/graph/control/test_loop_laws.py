"""What laws make of loops: one way forth and one back, with products outside."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.inner import ordered
from gnomon.graph.loop import loop_of
from gnomon.graph.rewrites import rewrite

from graph.control.slopes import drawn


def loops(outputs):
    return [loop_of(application) for application in ordered(outputs) if application.op.name == "scan"]


def names(outputs):
    return [application.op.name for application in ordered(outputs)]


def network():
    h, xs = gn.symbol("h", ("batch", 3)), gn.symbol("xs", ("T", "batch", 5))
    weights = gn.symbol("w", (3, 3)), gn.symbol("u", (5, 3)), gn.symbol("b", (3,))
    w, u, b = weights

    def step(h, x):
        h = gn.tanh(h @ w + x @ u + b)
        return h, h

    last, hs = gn.scan(step, h, xs)
    cost = (hs**2).sum() + last.sum()
    return (h, xs, *weights), cost, gn.grad(cost, (h, *weights))


def test_a_network_and_its_gradient_are_two_loops_with_one_product_each():
    symbols, cost, gradients = network()
    after = rewrite([cost, *gradients]).outputs
    forth, back = loops(after)
    assert (forth.reverse, back.reverse) == (False, True)
    for loop in (forth, back):
        assert names(loop.inner.outputs).count("matmul") == 1
        assert loop.carries == 1
    assert [array.shape.dims[1:] for array in forth.application.outputs[1:]] == [(symbols[0].shape.dims)] * 2
    arrays = drawn([(2, 3), (4, 2, 5), (3, 3), (5, 3), (3,)])
    known = dict(zip(symbols, arrays))
    for a, b in zip(evaluate(after, known), evaluate([cost, *gradients], known)):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("laws", ["none", "exact", "stable", "all"])
def test_compiled_gradients_agree_at_all_levels(laws):
    symbols, cost, gradients = network()
    f = gn.function(symbols, [cost, *gradients], laws=laws)
    for steps in (0, 1, 4):
        arrays = drawn([(2, 3), (steps, 2, 5), (3, 3), (5, 3), (3,)])
        known = dict(zip(symbols, arrays))
        for a, b in zip(f(*arrays), evaluate([cost, *gradients], known)):
            np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


def test_a_law_reaches_the_inside_of_loops():
    x = gn.symbol("x", ("n", 3))
    last = gn.scan(lambda c, v: (gn.log(1 + c * 1) + v, None), x[0], x)[0]
    rewriting = rewrite([last])
    assert "log1p" in names(loops(rewriting.outputs)[0].inner.outputs)
    assert "log(1 + x)" in {firing.law.name for firing in rewriting.fired}


def test_loops_over_the_same_steps_are_joined():
    x, y = gn.symbol("x", ("n", 3)), gn.symbol("y", ("n", 3))
    sums = gn.scan(lambda c, v: (c + v, c), x[0], x)[1]
    products = gn.scan(lambda c, v: (c * v, c), y[0], x)[1]
    behind = gn.scan(lambda c, v: (c * v, c), y[0], sums)[1]
    back = gn.scan(lambda c, v: (c * v, c), y[0], x, reverse=True)[1]
    others = gn.scan(lambda c, v: (c * v, c), y[0], y[1:])[1]
    assert len(loops(rewrite([sums, products]).outputs)) == 1
    assert len(loops(rewrite([sums, behind]).outputs)) == 2
    assert len(loops(rewrite([sums, back]).outputs)) == 2
    assert len(loops(rewrite([sums, others]).outputs)) == 2
    known = {x: drawn([(4, 3)])[0], y: drawn([(4, 3)], 1)[0]}
    wanted = [sums, products, behind, back, others]
    for a, b in zip(evaluate(rewrite(wanted).outputs, known), evaluate(wanted, known)):
        np.testing.assert_array_equal(a, b)


def test_what_is_not_asked_for_is_not_carried():
    x = gn.symbol("x", ("n", 3))

    def step(carry, v):
        a, b, c = carry
        return (a + v, b * a, c + b), (a, b, c)

    last, ys = gn.scan(step, (x[0], x[0] * 2, x[0] * 3), x)
    assert loops(rewrite([last[0]]).outputs)[0].carries == 1
    assert loops(rewrite([last[1]]).outputs)[0].carries == 2
    (loop,) = loops(rewrite([ys[1]]).outputs)
    assert (loop.carries, len(loop.application.outputs)) == (2, 3)


def test_recomputed_work_stays_apart():
    x = gn.symbol("x", (3,))
    f = gn.remat(lambda v: gn.tanh(gn.sin(v) * v))
    after = rewrite([f(x).sum(), gn.grad(f(x).sum(), x)]).outputs
    assert names(after).count("call") == 1
    assert names(after).count("sin") == 1


def test_loops_counted_by_an_array_keep_their_values():
    n, x = gn.symbol("n", dtype="int64"), gn.symbol("x", (3,))
    last, ys = gn.scan(lambda c, _: ((gn.log(1 + c[0]) + x, c[1] + 1), c), (x, 0), length=n)
    f = gn.function([n, x], [last[0], ys[0], gn.grad(last[0].sum(), x)])
    values = np.array([0.5, 1.0, 2.0])
    for a, b in zip(f(3, values), evaluate([last[0], ys[0], gn.grad(last[0].sum(), x)], {n: 3, x: values})):
        np.testing.assert_allclose(a, b, rtol=1e-12)
