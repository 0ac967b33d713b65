"""Updates of shared arrays, several threads, and the memory of a call."""

import os
import threading

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops


@pytest.fixture(name="x")
def symbol():
    return gn.symbol("x", ("n",))


def test_updates_read_old_values(x):
    a, b = gn.shared(np.zeros(3), name="a"), gn.shared(np.ones(3), name="b")
    f = gn.function([x], a + b, updates={a: b + 0, b: a + x})
    assert f.is_native
    np.testing.assert_array_equal(f(np.ones(3)), np.ones(3))
    np.testing.assert_array_equal(a.get_value(), np.ones(3))
    np.testing.assert_array_equal(b.get_value(), np.ones(3))


def test_swap():
    a, b = gn.shared(np.zeros(3), name="a"), gn.shared(np.ones(3), name="b")
    f = gn.function([], None, updates={a: b, b: a})
    f()
    np.testing.assert_array_equal(a.get_value(), np.ones(3))
    np.testing.assert_array_equal(b.get_value(), np.zeros(3))
    f()
    np.testing.assert_array_equal(b.get_value(), np.ones(3))
    assert not np.shares_memory(a.cell[0], b.cell[0])


def test_an_update_that_is_also_a_result(x):
    a = gn.shared(np.zeros(3))
    new = a + x
    f = gn.function([x], new, updates={a: new})
    result = f(np.ones(3))
    result[:] = 7
    np.testing.assert_array_equal(a.get_value(), np.ones(3))
    np.testing.assert_array_equal(f(np.ones(3)), 2 * np.ones(3))


def test_an_argument_does_not_become_shared(x):
    a = gn.shared(np.zeros(3))
    f = gn.function([x], None, updates={a: x})
    given = np.ones(3)
    f(given)
    given[:] = 5
    np.testing.assert_array_equal(a.get_value(), np.ones(3))


def test_a_result_kept_from_before_stays(x):
    a = gn.shared(np.zeros(3))
    f = gn.function([x], a + 0, updates={a: a + x})
    results = [f(np.ones(3)) for _ in range(5)]
    np.testing.assert_array_equal(results, np.arange(5.0)[:, None] * np.ones(3))


def test_a_failing_call_updates_nothing(x):
    a, b = gn.shared(np.zeros(3), name="a"), gn.shared(np.zeros(3), name="b")
    f = gn.function([x], None, updates={a: a + 1, b: b + x})
    with pytest.raises(gn.ShapeError):
        f(np.ones(4))
    np.testing.assert_array_equal(a.get_value(), np.zeros(3))


def test_values_are_set_between_calls(x):
    a = gn.shared(np.zeros(3))
    f = gn.function([x], a * 2 + x)
    a.set_value(np.arange(3))
    np.testing.assert_array_equal(f(np.zeros(3)), 2 * np.arange(3.0))
    with pytest.raises(gn.ShapeError, match=r"is \(3,\), but a value of the shape \(4,\) was given"):
        a.set_value(np.arange(4))
    np.testing.assert_array_equal(f(np.zeros(3)), 2 * np.arange(3.0))


def in_threads(count, body):
    errors = []

    def run(number):
        try:
            body(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors[0]


@pytest.mark.parametrize("size", [10, 50_000])
@pytest.mark.parametrize("plain", [False, True], ids=["native", "with a step of NumPy"])
def test_no_update_is_lost(x, size, plain):
    a = gn.shared(np.zeros(size))
    change = ops.mode(x) * 0 + 1 if plain else x * 0 + 1
    f = gn.function([x], None, updates={a: a + change})
    assert f.is_native is not plain
    ones = np.ones(size)
    turns = 40

    def body(number):
        for turn in range(turns):
            f(ones[::-1] if (turn + number) % 4 == 0 else ones)

    in_threads(4, body)
    np.testing.assert_array_equal(a.get_value(), np.full(size, 4.0 * turns))


def test_threads_have_memory_of_their_own():
    x = gn.symbol("x", ("n", "m"))
    total = gn.sum(x, axis=0)
    f = gn.function([x], gn.sum(gn.exp(total - gn.max(total)) * total))
    assert f.is_native
    assert len(f.plan.steps) > 1

    def body(number):
        rng = np.random.default_rng(number)
        for _ in range(30):
            given = rng.normal(size=(rng.integers(1, 100), rng.integers(1, 900)))
            t = given.sum(0)
            np.testing.assert_allclose(f(given), np.sum(np.exp(t - t.max()) * t), rtol=1e-9)

    in_threads(4, body)


def test_intermediate_values_share_memory():
    x = gn.symbol("x", ("n", "n"))
    y = x
    for _ in range(6):
        y = gn.tanh(y @ y)
    f = gn.function([x], gn.sum(y))
    layout = f.plan.layout
    assert len(layout.buffer) == 11
    assert len(layout.bytes) == 2
    given = np.eye(5) / 2
    wanted = given
    for _ in range(6):
        wanted = np.tanh(wanted @ wanted)
    np.testing.assert_allclose(f(given), wanted.sum())


def test_long_calls_let_others_run():
    x = gn.symbol("x", ("n", "n"))
    f = gn.function([x], gn.sum(x @ x @ x))
    given = np.random.default_rng(0).normal(size=(700, 700))
    f(given)
    turns, done = [0], threading.Event()

    def count():
        while not done.is_set():
            turns[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = turns[0]
    f(given)
    after = turns[0]
    done.set()
    thread.join()
    assert after > before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_goes_on():
    a = gn.shared(np.zeros(100_000))
    f = gn.function([], None, updates={a: gn.tanh(a) + 1})
    g = gn.function([], gn.sum(a))
    stop = threading.Event()

    def work():
        while not stop.is_set():
            f()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(5):
            child = os.fork()
            if not child:
                f()
                os._exit(0 if f._python() is None and g() > 0 else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        thread.join()
