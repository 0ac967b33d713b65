"""Loops, choices and calls of inner graphs: native code against the reference engine."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.lower import direct
from gnomon.compile.lower.inside import BodyStep
from gnomon.compile.steps import InnerStep

from compile.loops import branch, call, scan, while_loop

T, N = "steps", "n"


def both(inputs, outputs, *rows, native=True, exact=False):
    """Compare a compiled function with the reference engine on some rows of arguments."""
    compiled = gn.function(inputs, outputs, on_unused_input="ignore")
    plain = gn.function(inputs, outputs, on_unused_input="ignore", native=False)
    assert compiled.is_native is native
    for row in rows:
        wanted = plain(*row)
        for got in (compiled(*row), compiled(*row), compiled._python(*row)):
            for one, other in zip(got, wanted, strict=True):
                assert one.dtype == other.dtype
                assert one.shape == other.shape
                if exact:
                    np.testing.assert_array_equal(one, other)
                else:
                    close = 1e-4 if one.dtype == np.float32 else 1e-11
                    np.testing.assert_allclose(one, other, rtol=close, atol=close)
    return compiled


BODIES = {
    "a sum that is stacked": lambda c, x: ([c[0] + x[0], c[1]], [c[0] + x[0]]),
    "a carry that is not stacked": lambda c, x: ([gn.tanh(c[0] + x[0]), c[1]], []),
    "the old carry stacked": lambda c, x: ([c[0] * x[0], c[1] + 1], [c[0], c[1]]),
    "carries that change places": lambda c, x: ([c[1], c[0]], [x[0] + c[0]]),
    "a shift register": lambda c, x: ([c[0] + c[1] * 0.5, c[0]], [c[0] - c[1]]),
    "a shift register of stacked carries": lambda c, x: shifted(c[0] + c[1] * 0.5, c),
    "carries as they are": lambda c, x: ([c[0], c[1]], []),
    "the last entry": lambda c, x: ([x[0], c[0]], [c[1]]),
    "twice the same": lambda c, x: twice(c[0] * 0.5 + x[0]),
    "entries as they are": lambda c, x: ([c[0], c[1] + x[0]], [x[0], x[0]]),
    "a number": lambda c, x: ([c[0] * 0.5, c[1]], [gn.asarray(2.5), gn.asarray(2.5)]),
    "a reduction": lambda c, x: (
        [c[0] - gn.mean(x[0] * c[0]), c[1] + gn.sum(c[0])],
        [gn.max(c[0]), gn.sum(x[0])],
    ),
    "steps on steps": lambda c, x: (
        [gn.mean(c[0]) + gn.tanh(x[0] * gn.mean(gn.exp(c[1] * 0.1))), gn.sin(c[1] + gn.mean(c[0]))],
        [],
    ),
    "another shape": lambda c, x: (
        [gn.reshape(gn.expand_dims(c[0] + 1, 0), (-1,)), c[1]],
        [gn.expand_dims(c[1] * x[0], 1)],
    ),
    "a comparison": lambda c, x: ([gn.where(c[0] > x[0], c[0], x[0]), c[1]], [c[0] > x[0]]),
}


def shifted(new, carries):
    return [new, carries[0]], [new]


def twice(new):
    return [new, new], [new, new]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("reverse", [False, True], ids=["forth", "back"])
@pytest.mark.parametrize("title", BODIES)
def test_scan(title, reverse, dtype):
    x = gn.symbol("x", (T, N), dtype)
    c, d = gn.symbol("c", (N,), dtype), gn.symbol("d", (N,), dtype)
    carries, stacks = scan(BODIES[title], [c, d], [x], reverse=reverse)
    rng = np.random.default_rng(0)
    rows = [
        [rng.normal(size=size).astype(dtype) for size in ((steps, n), n, n)]
        for steps, n in [(5, 3), (4, 17), (1, 1), (0, 3), (2, 40), (7, 1)]
    ]
    both([x, c, d], [*carries, *stacks], *rows)


@pytest.mark.parametrize("steps", [0, 1, 2, 9])
def test_a_loop_without_sequences(steps):
    x = gn.symbol("x", (N,))
    carries, stacks = scan(lambda c, _: ([c[0] * 0.5 + 1], [c[0]]), [x], length=steps)
    both([x], [*carries, *stacks], [np.arange(4.0)], [np.zeros(0)])


def test_as_many_steps_as_an_axis_is_long():
    x, y = gn.symbol("x", (N,)), gn.symbol("y", (T, 2))
    carries, _ = scan(lambda c, _: ([c[0] * 2 + gn.sum(y)], []), [x], length=y.shape[0])
    both([x, y], carries, [np.arange(4.0), np.ones((3, 2))], [np.arange(2.0), np.ones((0, 2))])


def test_a_counted_loop():
    x, count = gn.symbol("x", (N,)), gn.symbol("count", (), "int32")
    carries, _ = scan(lambda c, _: ([c[0] * 2], []), [x], count=count)
    both([x, count], carries, *[[np.arange(4.0), np.int32(number)] for number in (3, 0, -2)])


def test_a_count_that_is_not_the_length():
    x, count = gn.symbol("x", (T,)), gn.symbol("count", (), "int64")
    carries, stacks = scan(lambda c, x: ([c[0] + x[0]], [c[0]]), [gn.asarray(0.0)], [x], count=count)
    f = gn.function([x, count], [*carries, *stacks])
    assert f.is_native
    np.testing.assert_array_equal(f(np.arange(4.0), np.int64(4))[1], [0, 0, 1, 3])
    with pytest.raises(gn.EvaluationError, match="numbers of steps differ"):
        f(np.arange(4.0), np.int64(3))


def test_whole_numbers_and_truth_values():
    x = gn.symbol("x", (T, N), "int32")
    seen = gn.symbol("seen", (N,), "bool")
    carries, stacks = scan(
        lambda c, x: ([c[0] | (x[0] > 2), c[1] + 1], [c[0], x[0] * c[1]]),
        [seen, gn.asarray(np.int32(0))],
        [x],
    )
    given = np.arange(12, dtype=np.int32).reshape(4, 3)
    both([x, seen], [*carries, *stacks], [given, np.array([False, True, False])], exact=True)


ELEMENTWISE = {
    "leapfrog": lambda c, x: leapfrog(*c),
    "stacks and entries": lambda c, x: ([c[0] * 0.5 + x[0], c[1] + x[1]], [c[0], c[0] > x[0]]),
    "five carries of several dtypes": lambda c, x: (
        [c[0] * 0.5 + x[1], gn.tanh(c[1]) + c[0], c[2] + 1, c[3] | (c[0] > 0.5), c[2]],
        [gn.where(c[3], c[0], c[1])],
    ),
    "nothing but the last ones": lambda c, x: ([c[1], c[0]], []),
}


def leapfrog(place, speed):
    speed = speed - 0.05 * gn.sin(place)
    place = place + 0.1 * speed
    return [place, speed - 0.05 * gn.sin(place)], []


@pytest.mark.parametrize("reverse", [False, True], ids=["forth", "back"])
@pytest.mark.parametrize("title", ELEMENTWISE)
def test_elements_outside(title, reverse):
    x, s = gn.symbol("x", (T, N)), gn.symbol("s", (T,))
    given = [gn.symbol(name, (N,)) for name in "cd"]
    if title.startswith("five"):
        given += [
            gn.symbol("k", (N,), "int64"),
            gn.symbol("b", (N,), "bool"),
            gn.symbol("l", (N,), "int64"),
        ]
    sequences = [] if title == "leapfrog" else [x, s]
    length = x.shape[0] if title == "leapfrog" else None
    carries, stacks = scan(ELEMENTWISE[title], given, sequences, length, reverse)
    rng = np.random.default_rng(7)
    rows = []
    for steps, n in [(5, 3), (300, 70), (1, 1), (0, 5), (3, 0), (2000, 2), (3, 5000)]:
        starts = [(rng.normal(size=n) * 2).astype(str(array.dtype)) for array in given]
        rows.append([rng.normal(size=(steps, n)), rng.normal(size=steps), *starts])
    f = both([x, s, *given], [*carries, *stacks], *rows)
    assert "in registers" in str(gn.explain(f))


def test_draws_stay_in_registers():
    """An element's number in a draw does not depend on which loop is outside."""
    key, keys = gn.symbol("key", (), "uint64"), gn.symbol("keys", (T,), "uint64")
    x, turns = gn.symbol("x", (N,)), gn.symbol("turns", (T,), "int64")

    def step(c, entries):
        turn, own = entries
        noise = gn.random.normal(gn.random.fold_in(key, turn), c.shape, dtype="float64")
        c = c * 0.9 + noise + gn.random.gamma(own, 2.5, c.shape, dtype="float64")
        return c, (gn.random.poisson(own, 3.0, c.shape), gn.random.uniform(own, dtype="float32") * 2 + c)

    last, stacks = gn.scan(step, x, (turns, keys))
    rng = np.random.default_rng(8)
    rows = []
    for steps, n in [(5, 3), (40, 70), (1, 1), (0, 5), (3, 0)]:
        own = rng.integers(0, 2**63, steps).astype("uint64")
        rows.append([np.uint64(9), rng.normal(size=n), np.arange(steps), own])
    f = both([key, x, turns, keys], [last, *stacks], *rows)
    assert "in registers" in str(gn.explain(f))


def test_a_long_loop_is_cut_into_pieces():
    x = gn.symbol("x", (N,))
    (last,), _ = scan(lambda c, _: ([c[0] * 0.999 + 0.001], []), [x], length=5000)
    f = gn.function([x], last)
    wanted = given = np.linspace(-1, 1, 1003)
    for _ in range(5000):
        wanted = wanted * 0.999 + 0.001
    np.testing.assert_allclose(f(given), wanted, rtol=1e-9)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_loop_over_numbers(dtype):
    x = gn.symbol("x", (), dtype)
    carries, stacks = scan(lambda c, _: ([gn.cos(c[0])], [c[0]]), [x], length=40)
    both([x], [*carries, *stacks], [np.asarray(0.5, dtype)])


def recurrent(w, v):
    return lambda c, x: shifted_one(gn.tanh(x[0] @ v + c[0] @ w))


def shifted_one(new):
    return [new], [new]


@pytest.mark.parametrize("shape", [(5, 3, 4, 6), (1, 1, 1, 1), (0, 2, 3, 4)], ids=str)
def test_products_in_a_loop(shape):
    steps, batch, wide, hidden = shape
    x = gn.symbol("x", (T, "batch", "wide"))
    v, w = gn.symbol("v", ("wide", "hidden")), gn.symbol("w", ("hidden", "hidden"))
    h = gn.symbol("h", ("batch", "hidden"))
    carries, stacks = scan(recurrent(w, v), [h], [x])
    rng = np.random.default_rng(1)
    sizes = (steps, batch, wide), (wide, hidden), (hidden, hidden), (batch, hidden)
    both([x, v, w, h], [*carries, *stacks], [rng.normal(size=size) for size in sizes])


def test_a_loop_in_a_loop():
    x, y, z = gn.symbol("x", (T, N)), gn.symbol("y", ("inner", N)), gn.symbol("z", (N,))

    def outer(c, x):
        carries, stacks = scan(lambda d, y: shifted_one(d[0] * 0.5 + y[0] * x[0]), [c[0]], [y])
        return carries, [gn.sum(stacks[0], axis=0), carries[0]]

    carries, stacks = scan(outer, [z], [x])
    rng = np.random.default_rng(2)
    shapes = [((4, 3), (2, 3), 3), ((1, 5), (7, 5), 5), ((0, 2), (1, 2), 2), ((2, 2), (0, 2), 2)]
    rows = [[rng.normal(size=size) for size in row] for row in shapes]
    f = both([x, y, z], [*carries, *stacks], *rows)
    (outer_step,) = [each.step for each in f.plan.steps if isinstance(each.step, BodyStep)]
    assert any(isinstance(each.step, BodyStep) for each in outer_step.plans[0].steps)


@pytest.fixture(name="without_sorts")
def forget_sorts(monkeypatch):
    monkeypatch.delitem(direct.HAVE_STEPS, "sort")


@pytest.mark.usefixtures("without_sorts")
def test_a_step_without_native_code_is_run_by_python():
    x = gn.symbol("x", (T, N))
    body = lambda c, x: ([gn.tanh(c[0] + gn.sort(x[0]))], [gn.sort(c[0] + x[0])])
    carries, stacks = scan(body, [x[0]], [x])
    f = both([x], [*carries, *stacks], [np.random.default_rng(3).normal(size=(6, 5))], native=False)
    assert any(isinstance(each.step, InnerStep) for each in f.plan.steps)


def test_sizes_that_come_to_be_in_a_step():
    x = gn.symbol("x", (T, N))
    body = lambda c, x: ([c[0] + gn.sum(gn.nonzero(x[0] > 0)[0])], [])
    carries, _ = scan(body, [gn.asarray(np.int64(0))], [x])
    both([x], carries, [np.random.default_rng(4).normal(size=(6, 5))], native=False)


def test_a_body_may_use_a_size_that_none_of_its_arguments_has():
    """The entries have a size by name, which is that of the state: of what goes back, only the results have the name."""
    rng = np.random.default_rng(5)
    x = gn.symbol("x", (T, N, 2))
    weight, recurrent = gn.shared(rng.normal(size=(2, 12))), gn.shared(rng.normal(size=(3, 12)))
    state = tuple(rng.normal(size=(2, 4, 3)))
    outputs, _ = gn.nn.lstm(x, weight, recurrent, initial=state)
    loss = gn.sum(outputs**2)
    both([x], [loss, *gn.grad(loss, [weight, recurrent, x])], [rng.normal(size=(6, 4, 2))])


def test_what_goes_back_through_gates_is_joined_once():
    x = gn.symbol("x", (T, N, 2), "float32")
    weight, recurrent = gn.shared(np.ones((2, 12), "float32")), gn.shared(np.ones((3, 12), "float32"))
    outputs, _ = gn.nn.lstm(x, weight, recurrent)
    f = gn.function([x], gn.grad(gn.sum(outputs**2), [weight, recurrent]))
    told = gn.explain(f)
    assert "concat" in told
    assert "index_update" not in told


def test_shared_arrays_in_a_loop_and_by_a_loop():
    made = []
    for native in (True, False):
        w, total = gn.shared(np.eye(3), name="w"), gn.shared(np.zeros(3), name="total")
        x = gn.symbol("x", (T, 3))
        carries, stacks = scan(lambda c, x, w=w: shifted_one(c[0] @ w + x[0]), [total], [x])
        f = gn.function([x], stacks, updates={total: carries[0], w: w * 0.5}, native=native)
        assert f.is_native is native
        rng = np.random.default_rng(5)
        rows = [f(rng.normal(size=(steps, 3)))[0] for steps in (4, 1, 0, 3)]
        made.append([*rows, w.get_value(), total.get_value()])
    for one, other in zip(*made, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_what_goes_in_is_left_as_it_is():
    c = gn.symbol("c", (N,))
    f = gn.function([c], scan(lambda c, _: ([c[0] * 2], []), [c], length=3)[0])
    given = np.arange(3.0)
    (one,), (two,) = f(given), f(given)
    np.testing.assert_array_equal(given, np.arange(3.0))
    np.testing.assert_array_equal(one, two)
    assert not np.shares_memory(one, two)


LOOPS = {
    "halves": (lambda c: gn.max(c[0]) > 0.1, lambda c: [c[0] * 0.5, c[1] + 1]),
    "a carry that is copied": (lambda c: c[1] < 7, lambda c: [c[0] * 1, c[1] + 2]),
    "a number as condition": (lambda c: gn.maximum(5 - c[1], 0), lambda c: [c[0] + c[1], c[1] + 1]),
    "a truth value that is carried": (lambda c: c[1] < 4, lambda c: [c[0], c[1] + 1]),
}


@pytest.mark.parametrize("most", [None, 0, 3])
@pytest.mark.parametrize("title", LOOPS)
def test_while(title, most):
    condition, body = LOOPS[title]
    x, k = gn.symbol("x", (N,)), gn.symbol("k", (), "int64")
    results = while_loop(condition, body, [x, k], most)
    rows = [[np.arange(1.0, size + 1), np.int64(start)] for size, start in [(3, 0), (1, 4), (20, 9)]]
    both([x, k], results, *rows)


def test_a_search_by_bisection():
    target = gn.symbol("target", (N,))
    low, high = while_loop(
        lambda c: gn.max(c[1] - c[0]) > 1e-9,
        lambda c: halved(c[0], c[1], target),
        [target * 0, target + 1],
    )
    f = both([target], [low, high], [np.array([2.0, 9.0, 0.25])])
    np.testing.assert_allclose(f(np.array([2.0, 9.0, 0.25]))[0], np.sqrt([2, 9, 0.25]), atol=1e-8)


def halved(low, high, target):
    middle = (low + high) / 2
    below = middle * middle < target
    return [gn.where(below, middle, low), gn.where(below, high, middle)]


def test_newton_within_a_scan():
    x = gn.symbol("x", (T,))

    def root(c, x):
        (found,) = while_loop(
            lambda y: gn.abs(y[0] * y[0] - x[0]) > 1e-12,
            lambda y: [(y[0] + x[0] / y[0]) / 2],
            [gn.asarray(1.0)],
        )
        return [c[0] + found], [found]

    carries, stacks = scan(root, [gn.asarray(0.0)], [x])
    f = both([x], [*carries, *stacks], [np.array([4.0, 2.0, 100.0])])
    np.testing.assert_allclose(f(np.array([4.0, 2.0, 100.0]))[1], [2, np.sqrt(2), 10])


@pytest.mark.parametrize("dtype", ["bool", "int32", "float64"])
def test_branch(dtype):
    x, p = gn.symbol("x", (N,)), gn.symbol("p", (), dtype)
    results = branch(
        p, lambda x: [gn.tanh(x) * gn.sum(x), x], lambda x: [x + 1, gn.exp(gn.sum(x) * 0.1) * x], [x]
    )
    rows = [[np.arange(4.0), np.asarray(value, dtype)] for value in (0, 1)]
    both([x, p], results, *rows)


@pytest.mark.usefixtures("without_sorts")
def test_one_branch_by_python():
    x, p = gn.symbol("x", (N,)), gn.symbol("p", (), "bool")
    results = branch(p, lambda x: [gn.sort(x)], lambda x: [x + 1], [x])
    both([x, p], results, *[[np.array([2.0, 1.0]), np.bool_(value)] for value in (0, 1)], native=False)


def test_only_the_chosen_branch_runs():
    x, p = gn.symbol("x", (N,)), gn.symbol("p", (), "bool")
    endless = lambda x: while_loop(lambda c: c[0][0] >= 0, lambda c: [c[0] + 1], [x])
    (result,) = branch(p, endless, lambda x: [x], [x])
    f = gn.function([x, p], result)
    np.testing.assert_array_equal(f(np.ones(2), np.False_), [1, 1])


def test_call():
    x, y = gn.symbol("x", (N,)), gn.symbol("y", (N,))
    results = call(lambda x, y: [gn.tanh(x) * gn.sum(y), y, x + y], [x, y])
    both([x, y], [*results, gn.sum(results[0])], [np.arange(4.0), np.ones(4)])


def test_a_function_with_a_loop_is_pickled():
    import pickle

    x = gn.symbol("x", (T, N))
    carries, stacks = scan(BODIES["a sum that is stacked"], [x[0], x[1]], [x])
    f = gn.function([x], [*carries, *stacks])
    given = np.random.default_rng(6).normal(size=(5, 3))
    for one, other in zip(f(given), pickle.loads(pickle.dumps(f))(given), strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_branch_that_does_not_fit_the_sizes_is_refused_only_where_it_is_taken():
    v, w = gn.symbol("v", ("n",)), gn.symbol("w", ("m",))
    for other in (lambda: v[5], lambda: gn.sum(v + w), lambda: gn.sum(gn.reshape(v, (3, -1))[0])):
        f = gn.function([v, w], gn.cond(w[0] > 0, lambda: gn.sum(v), other), on_unused_input="ignore")
        assert f(np.ones(2), np.ones(3)) == 2
        with pytest.raises(gn.GnomonError):
            f(np.ones(2), -np.ones(3))
        assert np.isfinite(f(np.ones(6), -np.ones(6)))
