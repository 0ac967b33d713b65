"""Looking at values while a function runs: `gn.tap`, `gn.ensure`, and holding each step against NumPy."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.reference.engine import find_reference
from gnomon.compile.reference.registry import REFERENCES


@pytest.fixture
def x():
    return gn.symbol("x", shape=("n",))


def test_a_tap_prints_at_each_call_and_changes_nothing(x, capsys):
    y = gn.tap(x * 2, "doubled")
    f = gn.function([x], [y.sum(), gn.grad((y * y).sum(), x)])
    total, slope = f(np.array([1.0, 2.0]))
    assert capsys.readouterr().out == "doubled = [2. 4.]\n"
    assert total == 6.0
    np.testing.assert_array_equal(slope, [8.0, 16.0])


def test_a_tap_calls_a_function_inside_of_loops(x):
    seen = []

    def add(total, item):
        total = gn.tap(total + item, lambda value: seen.append(float(value)))
        return total, total

    last, _ = gn.scan(add, gn.asarray(0.0), x)
    assert gn.function([x], last)(np.array([1.0, 2.0, 3.0])) == 6.0
    assert seen == [1.0, 3.0, 6.0]


def test_a_tap_of_values_looks_at_once_and_under_vmap_at_all_rows(capsys):
    gn.tap(gn.asarray([1.0, 2.0]), "now")
    gn.jit(gn.vmap(lambda row: gn.tap(row, "rows").sum()))(np.ones((2, 2)))
    assert capsys.readouterr().out == "now = [1. 2.]\nrows = [[1. 1.]\n [1. 1.]]\n"


def test_ensure_stops_with_the_message_and_the_line(x):
    f = gn.function([x], gn.sqrt(gn.ensure(x, x >= 0, "x should not be negative")))
    np.testing.assert_array_equal(f(np.array([4.0, 9.0])), [2.0, 3.0])
    with pytest.raises(
        gn.EvaluationError, match=r"x should not be negative \(1 of 2 do not\)[\s\S]*test_watching"
    ):
        f(np.array([4.0, -9.0]))


def test_ensure_passes_gradients_and_pickles(x):
    y = gn.ensure(x, gn.sum(x) > 0, "nothing there")
    f = pickle.loads(pickle.dumps(gn.function([x], gn.grad((y * y).sum(), x))))
    np.testing.assert_array_equal(f(np.array([1.0, 2.0])), [2.0, 4.0])


def test_the_message_is_a_text(x):
    with pytest.raises(gn.ArgumentError, match="message is a text"):
        gn.ensure(x, x > 0, 3)


@pytest.fixture
def compare():
    gn.config.compare = True
    yield
    gn.config.compare = False


def test_comparing_finds_the_first_expression_that_differs(x, compare, monkeypatch):
    f = gn.function([x], gn.exp(gn.tanh(x)).sum())
    assert f(np.array([0.5, -0.5])) == pytest.approx(np.exp(np.tanh([0.5, -0.5])).sum())
    true = find_reference("tanh")
    monkeypatch.setitem(REFERENCES, "tanh", lambda x: true(x) + 0.01)
    with pytest.raises(
        gn.DifferenceError, match=r"is 2.2[\s\S]* in NumPy[\s\S]*1 of 1 values[\s\S]*test_watching"
    ):
        f(np.array([0.5, -0.5]))


def test_comparing_takes_infinities_nan_and_rounding_for_equal(x, compare):
    f = gn.function([x], [gn.log(x), gn.sum(x), gn.mean(x * x)])
    with np.errstate(all="ignore"):
        logs, total, _ = f(np.array([0.0, -1.0, np.inf, np.nan]))
    assert logs[0] == -np.inf
    assert np.isnan(total)


def test_comparing_holds_a_step_of_training(compare):
    rng = np.random.default_rng(0)
    a = gn.symbol("a", shape=("rows", 20), dtype="float32")
    labels = gn.symbol("labels", shape=("rows",), dtype="int32")
    w = gn.shared(rng.normal(size=(20, 5)).astype("float32"))
    loss = gn.mean(gn.nn.cross_entropy(gn.tanh(a @ w), labels))
    step = gn.function([a, labels], loss, updates={w: w - 0.1 * gn.grad(loss, w)})
    values = rng.normal(size=(8, 20)).astype("float32"), np.arange(8, dtype="int32") % 5
    assert step(*values) > step(*values)
