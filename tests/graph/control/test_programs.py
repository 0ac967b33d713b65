"""Small programs as they are written elsewhere: sequences of numbers, fractals, physics, Theano's loops."""

import numpy as np
import pytest

import gnomon as gn


def test_fibonacci_numbers():
    (_, _), numbers = gn.scan(lambda c, _: ((c[1], c[0] + c[1]), c[0]), (0, 1), length=10)
    assert numbers.tolist() == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]


def test_powers_of_each_element():
    a, k = gn.symbol("a", ("n",)), gn.symbol("k", dtype="int64")
    last, powers = gn.scan(lambda p, _: (p * a, p * a), gn.ones_like(a), length=k)
    f = gn.function([a, k], [last, powers])
    result, steps = f(np.arange(4.0), 3)
    assert result.tolist() == [0.0, 1.0, 8.0, 27.0]
    assert steps.shape == (3, 4)


def test_a_polynomial_from_its_coefficients():
    coefficients, x = gn.symbol("coefficients", ("n",)), gn.symbol("x")
    terms = gn.map(lambda pair: pair[0] * x ** pair[1], (coefficients, gn.arange(coefficients.shape[0])))
    assert terms.sum().eval({coefficients: [1.0, 0.0, 2.0], x: 3.0}) == 19.0
    horner = gn.scan(lambda total, c: (total * x + c, None), 0.0, coefficients, reverse=True)[0]
    assert horner.eval({coefficients: [1.0, 0.0, 2.0], x: 3.0}) == 19.0


def test_a_geometric_series():
    r = gn.symbol("r")
    total = gn.fori_loop(0, 60, lambda i, total: 1 + r * total, 0.0)
    assert total.eval({r: 0.5}) == pytest.approx(2.0)
    assert gn.grad(total, r).eval({r: 0.5}) == pytest.approx(4.0)


def test_powers_of_two_until_a_limit():
    limit = gn.symbol("limit", dtype="int64")
    value, steps = gn.while_loop(lambda s: 2 * s[0] < limit, lambda s: (2 * s[0], s[1] + 1), (1, 0))
    assert [int(v) for v in gn.function([limit], [value, steps])(45)] == [32, 5]


def test_the_greatest_common_divisor():
    a, b = gn.symbol("a", dtype="int64"), gn.symbol("b", dtype="int64")
    found = gn.while_loop(lambda s: s[1] != 0, lambda s: (s[1], s[0] % s[1]), (a, b))[0]
    assert found.eval({a: 1071, b: 462}) == 21


def test_the_mandelbrot_set():
    def counts(c, limit):
        def step(state):
            z, count, k = state
            inside = gn.abs(z) <= 2
            return gn.where(inside, z * z + c, z), count + inside, k + 1

        begin = (gn.zeros_like(c), gn.zeros(c.shape, dtype="int64"), 0)
        return gn.while_loop(lambda s: (s[2] < limit) & gn.any(gn.abs(s[0]) <= 2), step, begin)[1]

    points = np.linspace(-2, 0.5, 7)[:, None] + 1j * np.linspace(-1, 1, 5)
    c = gn.symbol("c", ("h", "w"), "complex128")
    z, expected = np.zeros_like(points), np.zeros(points.shape, int)
    for _ in range(30):
        inside = np.abs(z) <= 2
        expected += inside
        z = np.where(inside, z * z + points, z)
    assert gn.function([c], counts(c, 30))(points).tolist() == expected.tolist()


def test_leapfrog_keeps_the_energy_and_is_differentiated():
    def energy(q, p):
        return 0.5 * p * p - gn.cos(q)

    def swing(q, p, step=0.05, count=200):
        def leap(state, _):
            q, p = state
            p = p - 0.5 * step * gn.sin(q)
            q = q + step * p
            p = p - 0.5 * step * gn.sin(q)
            return (q, p), q

        return gn.scan(leap, (q, p), length=count)

    q = gn.symbol("q")
    (last, speed), path = swing(q, gn.asarray(0.0))
    begun, ended = energy(q, 0.0), energy(last, speed)
    f = gn.function([q], [begun, ended, path])
    before, after, places = f(1.0)
    assert after == pytest.approx(before, abs=1e-3)
    assert places.min() < -0.9
    slope = gn.function([q], gn.grad(last, q))
    near = [swing(gn.asarray(1.0 + d), gn.asarray(0.0))[0][0] for d in (1e-6, -1e-6)]
    assert slope(1.0) == pytest.approx((float(near[0]) - float(near[1])) / 2e-6, rel=1e-6)


def test_a_recurrence_with_two_taps():
    """x[t] from x[t-1] and x[t-2], as taps are written: carried one after the other."""
    start, w = gn.symbol("start", (2,)), gn.symbol("w", (2,))

    def step(taps, u):
        before, last = taps
        new = w[0] * last + w[1] * before + u
        return (last, new), new

    inputs = gn.symbol("inputs", ("T",))
    f = gn.function([start, w, inputs], gn.scan(step, (start[0], start[1]), inputs)[1])
    values, expected = [0.5, 1.0], []
    for u in (1.0, 2.0, 3.0):
        values.append(0.3 * values[-1] - 0.2 * values[-2] + u)
        expected.append(values[-1])
    np.testing.assert_allclose(f([0.5, 1.0], [0.3, -0.2], [1.0, 2.0, 3.0]), expected)


def test_gibbs_like_updates_of_shared_values():
    total = gn.shared(np.zeros(2), name="total")
    x = gn.symbol("x", ("T", 2))
    last = gn.scan(lambda c, v: (0.5 * c + v, None), total, x)[0]
    f = gn.function([x], last.sum(), updates={total: last})
    f(np.ones((1, 2)))
    f(np.ones((2, 2)))
    np.testing.assert_allclose(total.get_value(), [1.75, 1.75])


def test_newtons_root_with_a_gradient():
    a = gn.symbol("a")
    root = gn.while_loop(
        lambda r: gn.abs(r * r - a) > 1e-12, lambda r: 0.5 * (r + a / r), gn.ones_like(a), max_steps=50
    )
    assert root.eval({a: 2.0}) == pytest.approx(2**0.5)
    assert gn.grad(root, a).eval({a: 2.0}) == pytest.approx(0.5 / 2**0.5)


def test_a_hidden_markov_model_by_its_logarithms():
    first, change, seen = gn.symbol("first", (2,)), gn.symbol("change", (2, 2)), gn.symbol("seen", ("T", 2))

    def step(alpha, emission):
        return gn.special.logsumexp(gn.expand_dims(alpha, axis=1) + change, axis=0) + emission, None

    loglikelihood = gn.special.logsumexp(gn.scan(step, first + seen[0], seen[1:])[0], axis=0)
    p0, p, e = (
        np.array([0.6, 0.4]),
        np.array([[0.7, 0.3], [0.4, 0.6]]),
        np.array([[0.1, 0.6], [0.4, 0.3], [0.5, 0.1]]),
    )
    alpha = p0 * e[0]
    for row in e[1:]:
        alpha = (alpha @ p) * row
    f = gn.function([first, change, seen], loglikelihood)
    assert f(np.log(p0), np.log(p), np.log(e)) == pytest.approx(np.log(alpha.sum()))
