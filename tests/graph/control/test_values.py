"""Loops and choices give what Python's own give."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon.graph.errors import ArgumentError, DtypeError, ShapeError, SymbolicValueError
from gnomon.graph.printing import listing


def test_a_running_sum():
    last, sums = gn.scan(lambda total, x: (total + x, total + x), 0, gn.asarray([1, 2, 3, 4]))
    assert int(last) == 10
    assert sums.tolist() == [1, 3, 6, 10]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("steps", [0, 1, 5])
def test_trees_of_carries_sequences_and_results(reverse, steps):
    random = np.random.default_rng(0)
    xs = {"a": random.normal(size=(steps, 3)), "b": (random.normal(size=steps), np.arange(steps))}
    h, count = random.normal(size=3), 0

    def step(carry, x):
        h, count = carry
        h = h * x["b"][0] + x["a"]
        return (h, count + x["b"][1]), {"h": h, "sum": h.sum()}

    (last, total), ys = gn.scan(step, (h, count), xs, reverse=reverse)
    hs, sums = np.zeros((steps, 3)), np.zeros(steps)
    for t in reversed(range(steps)) if reverse else range(steps):
        h = h * xs["b"][0][t] + xs["a"][t]
        hs[t], sums[t], count = h, h.sum(), count + t
    np.testing.assert_allclose(last, h)
    np.testing.assert_allclose(ys["h"], hs)
    np.testing.assert_allclose(ys["sum"], sums)
    assert int(total) == count
    assert ys["h"].shape == (steps, 3)


def test_what_is_concrete_runs_at_once_and_makes_no_graph():
    last, ys = gn.scan(lambda c, x: (c * 1.5 + x, c), np.zeros(2), np.ones((1000, 2)))
    assert last.application is None
    assert ys.application is None
    assert gn.while_loop(lambda v: v < 100, lambda v: v * 2, 3).application is None


def test_the_body_is_traced_a_few_times_however_long_the_loop_is():
    calls = []

    def step(c, x):
        calls.append(1)
        return c + x, None

    gn.scan(step, 0.0, np.ones(10_000))
    assert len(calls) == 2


def test_python_numbers_take_the_dtype_that_they_become():
    x32 = gn.ones(3, dtype="float32")
    assert gn.scan(lambda c, x: (c + x, None), 0, x32)[0].dtype is gn.float32
    assert gn.scan(lambda c, x: (c + x, None), 0.0, x32)[0].dtype is gn.float32
    assert gn.scan(lambda c, x: (c + 1, None), 0, x32)[0].dtype is gn.int64
    assert gn.scan(lambda c, x: (c * 0.5, None), 1, x32)[0].dtype is gn.float64
    first, second = gn.scan(lambda c, x: ((c[1], c[0] + x), None), (0, 0), x32)[0]
    assert first.dtype is second.dtype is gn.float32
    assert gn.scan(lambda c, x: (1, None), x32[0], x32)[0].dtype is gn.float32


def test_shared_arrays_and_outer_expressions_are_used_in_a_body():
    w = gn.shared(np.array([1.0, 2.0]), name="w")
    x = gn.symbol("x", ("n", 2))
    f = gn.function([x], gn.scan(lambda c, row: (c + row * w * x[0, 0], None), gn.zeros(2), x)[0])
    rows = np.array([[2.0, 1.0], [3.0, 4.0]])
    assert f(rows).tolist() == [10.0, 20.0]
    w.set_value([0.0, 1.0])
    assert f(rows).tolist() == [0.0, 10.0]


def test_lengths_are_numbers_names_sizes_and_arrays():
    x, n = gn.symbol("x", ("T",)), gn.symbol("n", dtype="int64")
    double = lambda c, _: (2 * c, c)
    assert int(gn.scan(double, 1, length=5)[0]) == 32
    last, ys = gn.scan(double, 1, length=x.shape[0])
    assert last.eval({x: np.zeros(6)}) == 64
    assert ys.shape == x.shape
    named = gn.scan(lambda c, v: (c + v, None), 0.0, x, length="T")[0]
    assert named.eval({x: np.ones(4)}) == 4.0
    last, ys = gn.scan(double, 1, length=n)
    assert last.eval({n: 3}) == 8
    assert ys.eval({n: 4}).tolist() == [1, 2, 4, 8]
    assert (ys * 2).sum().eval({n: 4}) == 30
    assert gn.scan(double, gn.asarray(1), length=n + 1)[0].eval({n: 3}) == 16
    f = gn.function([n], [last, ys])
    assert [f(2)[0], f(2)[1].tolist()] == [4, [1, 2]]


def test_counted_loops():
    assert int(gn.fori_loop(0, 10, lambda i, total: total + i, 0)) == 45
    assert int(gn.fori_loop(3, 3, lambda i, total: total + i, 7)) == 7
    assert int(gn.fori_loop(5, 3, lambda i, total: total + i, 7)) == 7
    ones = gn.ones((), dtype="float32")
    assert gn.fori_loop(1, 4, lambda i, c: c * i, ones).dtype is gn.float32
    n = gn.symbol("n", dtype="int64")
    total = gn.fori_loop(2, n, lambda i, c: c + i, 0)
    assert [int(total.eval({n: k})) for k in (0, 3, 5)] == [0, 2, 9]


def test_a_mapped_function():
    xs = np.arange(12.0).reshape(4, 3)
    values = gn.map(lambda x: {"sum": x.sum(), "twice": 2 * x}, xs)
    np.testing.assert_allclose(values["sum"], xs.sum(1))
    np.testing.assert_allclose(values["twice"], 2 * xs)


def test_choices_with_values_functions_and_operands():
    x = gn.symbol("x")
    by_value = gn.cond(x > 0, x, -x)
    by_function = gn.cond(x > 0, lambda: {"y": x}, lambda: {"y": -x})["y"]
    by_operands = gn.cond(x > 0, lambda a, b: a + b, lambda a, b: a - b, x, 1.0)
    assert [by_value.eval({x: v}) for v in (2.0, -3.0)] == [2.0, 3.0]
    assert [by_function.eval({x: v}) for v in (2.0, -3.0)] == [2.0, 3.0]
    assert [by_operands.eval({x: v}) for v in (2.0, -3.0)] == [3.0, -4.0]
    f = gn.function([x], [by_value, by_function, by_operands])
    assert [float(value) for value in f(-3.0)] == [3.0, 3.0, -4.0]


def test_python_numbers_in_a_choice_take_the_dtype_of_the_other():
    x = gn.symbol("x", dtype="float32")
    assert gn.cond(x > 0, x, 0).dtype is gn.float32
    assert gn.cond(x > 0, lambda: 1, lambda: x).dtype is gn.float32
    assert gn.cond(x > 0, 1, 2.5).eval({x: 1.0}) == 1.0


def test_only_the_branch_of_a_known_condition_is_called():
    def factorial(n):
        return gn.cond(n == 0, lambda: 1, lambda: n * factorial(n - 1))

    assert int(factorial(gn.asarray(6))) == 720


def test_what_is_not_chosen_is_not_computed():
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    for choice in (gn.cond(x > 0, v[5], x), gn.cond(x > 0, lambda: v[5], lambda: x)):
        assert choice.eval({x: -1.0, v: [1.0]}) == -1.0
        with pytest.raises(IndexError):
            choice.eval({x: 1.0, v: [1.0]})


@pytest.mark.parametrize(("place", "expected"), [(-3, 5.0), (0, 5.0), (1, 10.0), (2, 25.0), (9, 25.0)])
def test_a_switch_among_many(place, expected):
    k = gn.symbol("k", dtype="int64")
    branches = [lambda x: x, lambda x: 2 * x, lambda x: x * x]
    assert gn.switch(k, branches, 5.0).eval({k: place}) == expected
    assert float(gn.switch(place, branches, 5.0)) == expected


def test_loops_print_as_their_steps():
    h, xs, w = gn.symbol("h", ("n", 3)), gn.symbol("xs", ("T", "n", 3)), gn.symbol("w", (3, 3))
    last, ys = gn.scan(lambda c, x: (gn.tanh(c @ w + x), c.sum()), h, xs, reverse=True)
    step = "carry = tanh(carry @ w + xs[t]) from h; gives sum(carry), reversed"
    assert repr(ys) == f"scan({step})[1]"
    assert repr(gn.while_loop(lambda s: s["x"] < 9, lambda s: {"x": 2 * s["x"]}, {"x": w[0, 0]})["x"]) == (
        "while_loop(carry['x'] = 2*carry['x'] from w[0, 0], while carry['x'] < 9)"
    )
    assert repr(gn.cond(w[0, 0] > 0, lambda: gn.sin(w), lambda: w)) == "cond(w[0, 0] > 0, sin(w), w)"
    assert listing([last], sites=False).split("\n")[3:] == [
        "%1      float64 (n, 3)     (scan from h over xs reversed)[0]    <- result",
        "  body                     ",
        "  . %1  float64 (n, 3)     carry @ w",
        "  . %2  float64 (n, 3)     %1 + xs[t]",
        "  . %3  float64 (n, 3)     tanh(%2)    <- next carry",
        "  . %4  float64 ()         sum(carry)    <- y",
    ]


def test_loops_pickle():
    x, w = gn.symbol("x", ("T", 2)), gn.shared(np.eye(2), name="w")
    last, ys = gn.scan(lambda c, v: (gn.tanh(c @ w + v), c.sum()), gn.zeros(2), x)
    y = gn.while_loop(lambda v: v.sum() < 5, lambda v: v + (last * last).sum(), ys)
    z = gn.cond(y.sum() > 0, lambda: gn.scan(lambda c, v: (c + v, None), 0.0, y)[0], lambda: 0.0)
    read, symbol = pickle.loads(pickle.dumps((z, x)))
    rows = np.ones((3, 2))
    assert read.eval({symbol: rows}) == z.eval({x: rows})
    f = gn.function([x], [z, last])
    g = pickle.loads(pickle.dumps(f))
    assert g(rows)[0] == f(rows)[0]


def test_a_loop_over_expressions_that_were_replaced():
    x, y = gn.symbol("x", ("n", 2)), gn.symbol("y", ("m", 2))
    total = gn.scan(lambda c, v: (c + v, None), gn.zeros(2), x)[0]
    other = gn.replace(total, {x: 2 * y})
    assert other.eval({y: np.ones((3, 2))}).tolist() == [6.0, 6.0]
    w, z = gn.symbol("w", ("n", "width")), gn.symbol("z", ("k", 5), "float32")
    running = gn.scan(lambda c, v: (c + (0 * v + 1) * w.shape[1], v), 0 * w[0], w)
    last, ys = gn.replace(running, {w: z})
    assert (last.dtype, last.shape, ys.shape) == (gn.float32, z[0].shape, z.shape)
    assert last.eval({z: np.ones((3, 5))}).tolist() == [15.0] * 5


W = gn.symbol("w", (4, 3))


@pytest.mark.parametrize(
    ("program", "kind", "message"),
    [
        (
            lambda: gn.scan(lambda c, x: (c.astype("float32"), None), gn.zeros(3), W),
            DtypeError,
            "scan: carry is (3,) float64 before a step, but (3,) float32 after it",
        ),
        (
            lambda: gn.scan(lambda c, x: ({"h": gn.concat([c["h"], x])}, None), {"h": gn.zeros(3)}, W),
            ShapeError,
            "scan: carry['h'] is (3,) float64 before a step, but (6,) float64 after it",
        ),
        (
            lambda: gn.scan(lambda c, x: (c + x, None), 0.0, W),
            ShapeError,
            "scan: carry is () float64 before a step, but (3,) float64 after it",
        ),
        (lambda: gn.scan(lambda c, x: (c, None), gn.zeros(3)), ArgumentError, "how many steps are there?"),
        (
            lambda: gn.scan(lambda c, x: c, gn.zeros(3), W),
            ArgumentError,
            "should return a pair of carry and y",
        ),
        (
            lambda: gn.scan(lambda c, x: ((c, c), x), gn.zeros(3), W),
            ArgumentError,
            "the carry began as one array, but the body returns (*, *)",
        ),
        (
            lambda: gn.scan(lambda c, x: (c, x), 0.0, (W, gn.symbol("v", (5,)))),
            ShapeError,
            "the sequences differ: w is (4, 3) with 4, v is (5,) with 5",
        ),
        (
            lambda: gn.scan(lambda c, x: (c, x), 0.0, W, length=3),
            ShapeError,
            "w is (4, 3), with 4 entries, but there are 3 steps",
        ),
        (
            lambda: gn.scan(lambda c, x: (c, x), 0.0, gn.symbol("s")),
            ArgumentError,
            "s has no axis to step along",
        ),
        (lambda: gn.scan(None, 0.0, W), ArgumentError, "the body should be a function, not NoneType"),
        (lambda: gn.scan(lambda c, x: (c, None), 0.0, length=2.5), ArgumentError, "length is a whole number"),
        (
            lambda: gn.scan(lambda c, x: (c, None), 0.0, W, checkpoint=0),
            ArgumentError,
            "checkpoint is a positive whole number, not 0",
        ),
        (
            lambda: gn.scan(lambda c, x: (c, x[x > 0]), 0.0, W),
            ShapeError,
            "which may differ from step to step",
        ),
        (
            lambda: gn.scan(lambda c, x: (c + 1 if c > 0 else c, x), 0.0, W),
            SymbolicValueError,
            "choose between arrays with gn.where or gn.cond",
        ),
        (lambda: gn.while_loop(lambda c: c > 0, lambda c: c - 1, W), ShapeError, "carry > 0 is (4, 3)"),
        (lambda: gn.cond(W > 0, 1, 2), ArgumentError, "where() chooses entry by entry"),
        (
            lambda: gn.cond(W[0, 0] > 0, gn.zeros(3), gn.zeros(4)),
            ShapeError,
            "cond: the branches differ",
        ),
        (
            lambda: gn.cond(W[0, 0] > 0, lambda: (W, W), lambda: W),
            ArgumentError,
            "one branch gives (*, *), the other one array",
        ),
    ],
)
def test_errors_name_what_is_wrong_at_the_users_line(program, kind, message):
    with pytest.raises(kind) as caught:
        program()
    assert message in str(caught.value)
    assert caught.value.site.path == __file__


def test_a_step_that_fails_names_its_line():
    xs = gn.symbol("xs", ("T", "n"))
    last = gn.scan(lambda c, x: (c + x[3], None), 0.0, xs)[0]
    with pytest.raises(IndexError) as caught:
        last.eval({xs: np.ones((2, 3))})
    assert "x[3]" in str(caught.value)


def test_sizes_that_a_step_claims_are_checked():
    x, y = gn.symbol("x", ("T", "n")), gn.symbol("y", ("m",))
    last = gn.scan(lambda c, row: (c + (row * y).sum(), None), 0.0, x)[0]
    assert last.eval({x: np.ones((2, 3)), y: np.ones(3)}) == 6.0
    f = gn.function([x, y], last)
    for run in (
        lambda: last.eval({x: np.ones((2, 3)), y: np.ones(4)}),
        lambda: f(np.ones((2, 3)), np.ones(4)),
    ):
        with pytest.raises(ShapeError):
            run()
