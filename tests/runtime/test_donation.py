"""Memory that calls use again: that of donated arguments, and of former values of shared arrays."""

import pickle
import threading
import tracemalloc

import numpy as np
import pytest

import gnomon as gn


@pytest.fixture(name="x")
def x_symbol():
    return gn.symbol("x", ("n",))


@pytest.fixture(name="y")
def y_symbol():
    return gn.symbol("y", ("n",))


def place(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("size", [0, 1, 7, 64, 1000, 300_000])
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "bool", "complex128"])
def test_an_elementwise_result_is_made_in_place(size, dtype):
    x, y = gn.symbol("x", ("n",), dtype), gn.symbol("y", ("n",), dtype)
    make = (lambda a, b: (a ^ b) & a) if dtype == "bool" else (lambda a, b: a * b + a)
    f = gn.function([x, y], make(x, y), donate=[x])
    rng = np.random.default_rng(size)
    a, b = (rng.integers(0, 2, size).astype(dtype) for _ in range(2))
    wanted, where, kept = make(a, b), place(a), b.copy()
    result = f(a, b)
    assert (place(result) == where) is (dtype != "complex128")  # whose kernels read and write two parts
    assert result.flags.owndata
    np.testing.assert_array_equal(result, wanted)
    np.testing.assert_array_equal(b, kept)


def test_a_state_keeps_its_memory(x):
    f = gn.function(x, gn.tanh(x) + 1, donate=x)
    state = np.zeros(100)
    where, wanted = place(state), np.zeros(100)
    for _ in range(10):
        state, wanted = f(state), np.tanh(wanted) + 1
    assert place(state) == where
    np.testing.assert_allclose(state, wanted)


def test_a_matrix_that_a_product_has_read():
    x = gn.symbol("x", ("n", "n"))
    f = gn.function([x], gn.tanh(x @ x), donate=[x])
    given = np.random.default_rng(0).normal(size=(20, 20))
    wanted, where = np.tanh(given @ given), place(given)
    result = f(given)
    assert place(result) == where
    np.testing.assert_allclose(result, wanted)


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.T + x,
        lambda x: gn.flip(x, axis=0) * 2,
        lambda x: x @ x,
        lambda x: x - gn.sum(x),
        lambda x: gn.cumulative_sum(x, axis=1),
        lambda x: x[:, ::-1] + x[::-1],
        lambda x: x * 2 + x[0],
        lambda x: gn.concat([x[1:], x[:1]]),
    ],
)
def test_places_read_by_others_are_not_written_over(make):
    x = gn.symbol("x", ("n", "n"))
    f, g = gn.function([x], make(x), donate=[x]), gn.function([x], make(x))
    for size in (1, 5, 33):
        given = np.random.default_rng(size).normal(size=(size, size))
        np.testing.assert_array_equal(f(given.copy()), g(given))


def test_two_results_take_one_each(x, y):
    f = gn.function([x, y], [x + y, x * y, x - y], donate=[x, y])
    a, b = np.arange(9.0), np.ones(9)
    places = [place(a), place(b)]
    results = f(a, b)
    assert len({place(result) for result in results}) == 3
    assert set(places) <= {place(result) for result in results} or len(f.reused) < 2
    for result, wanted in zip(results, [np.arange(9.0) + 1, np.arange(9.0), np.arange(9.0) - 1], strict=True):
        np.testing.assert_array_equal(result, wanted)


def test_an_argument_that_is_a_result_is_copied(x):
    f = gn.function([x], [x, x + 1], donate=[x])
    given = np.arange(5.0)
    same, more = f(given)
    assert f.reused == {}
    assert not np.shares_memory(same, given)
    np.testing.assert_array_equal(same, np.arange(5.0))
    np.testing.assert_array_equal(more, np.arange(5.0) + 1)


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "given",
    [
        lambda: read_only(np.arange(6.0)),
        lambda: np.arange(8.0)[1:7],
        lambda: np.arange(12.0)[::2],
        lambda: np.frombuffer(bytearray(48)),
        lambda: [0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
        lambda: np.arange(6, dtype="int32"),
    ],
    ids=["read-only", "view", "strided", "buffer", "list", "other dtype"],
)
def test_what_cannot_be_used_is_left_as_it_is(x, given):
    f = gn.function([x], x * 2 + 1, donate=[x])
    value = given()
    before = np.array(value)
    result = f(value)
    np.testing.assert_array_equal(result, before * 2.0 + 1)
    np.testing.assert_array_equal(value, before)
    assert result.flags.writeable


def test_arguments_that_overlap_are_left_as_they_are(x, y):
    f = gn.function([x, y], 2 * x + y, donate=[x, y])
    for other in (lambda a: a, lambda a: a[:], lambda a: a.view()):
        given = np.arange(50.0)
        np.testing.assert_array_equal(f(given, other(given)), 3 * np.arange(50.0))
        np.testing.assert_array_equal(given, np.arange(50.0))
    z = gn.symbol("z", ("m",))
    g = gn.function([x, z], [2 * x, gn.sum(z)], donate=[x])
    given = np.arange(50.0)
    doubled, total = g(given, given[49:])
    assert total == 49
    assert not np.shares_memory(doubled, given)


def test_a_call_that_fails_tells_what_is_wrong_with_the_arguments_as_given():
    x, i = gn.symbol("x", ("n",)), gn.symbol("i", ("n",), dtype="int64")
    f = gn.function([x, i], x * 2 + x[i], donate=[x])
    g = gn.function([x, i], [x * 2, gn.take(x + 1, i)], donate=[x])
    for each in (f, g):
        given = np.arange(4.0)
        with pytest.raises(gn.GnomonError, match="9"):
            each(given, np.array([0, 1, 2, 9]))
        np.testing.assert_array_equal(given, np.arange(4.0))


def test_other_sizes_are_still_told(x, y):
    f = gn.function([x, y], x + y, donate=[x])
    given = np.zeros(3)
    with pytest.raises(gn.ShapeError):
        f(given, np.zeros(4))
    np.testing.assert_array_equal(given, np.zeros(3))


def test_updates_have_memory_of_their_own(x):
    w = gn.shared(np.zeros(4))
    f = gn.function([x], None, updates={w: w + x}, donate=[x])
    given = np.ones(4)
    f(given)
    given[:] = 7
    np.testing.assert_array_equal(w.get_value(), np.ones(4))


@pytest.mark.parametrize("native", [True, False])
def test_pickles_and_copies_know_what_is_donated(x, y, native):
    f = gn.function([x, y], x + y, donate=[y], native=native)
    for other in (pickle.loads(pickle.dumps(f)), f.copy(), f.copy(share=True)):
        assert [array.name for array in other.donate] == ["y"]
        a, b = np.ones(3), np.ones(3)
        result = other(a, b)
        np.testing.assert_array_equal(result, [2, 2, 2])
        np.testing.assert_array_equal(a, [1, 1, 1])
        assert (result is b) is native


def test_only_inputs_are_donated(x, y):
    w = gn.shared(np.zeros(3), name="w")
    for wrong in (y, w, x + 1, 3):
        with pytest.raises(gn.ArgumentError, match="only inputs of the function can be donated"):
            gn.function([x], x + w, donate=[x, wrong])


def test_explained(x):
    assert "result 1 is made in the memory of x" in gn.explain(gn.function([x], x + 1, donate=[x]))


def training():
    x = gn.symbol("x", (200, 300), dtype="float32")
    w = gn.shared(np.ones((300, 300), "float32"), name="w")
    loss = gn.mean(gn.tanh(x @ w) ** 2)
    return gn.function([x], loss, updates={w: w - 0.01 * gn.grad(loss, w)}), w


def test_a_step_of_training_allocates_nothing_but_its_output():
    step, w = training()
    given = np.ones((200, 300), "float32")
    for _ in range(3):
        step(given)
    places = set()
    tracemalloc.start()
    try:
        for _ in range(4):
            step(given)
            places.add(place(w.cell[0]))
        assert tracemalloc.get_traced_memory()[1] < 10_000
    finally:
        tracemalloc.stop()
    assert len(places) == 2


@pytest.mark.parametrize(
    "hold",
    [np.asarray, lambda w: memoryview(np.asarray(w)), lambda w: np.asarray(w)[1:], lambda w: w.cell[0]],
)
def test_a_value_that_somebody_holds_does_not_change(x, hold):
    w = gn.shared(np.zeros(5))
    f = gn.function([x], None, updates={w: w + x})
    held = []
    for turn in range(6):
        held.append((turn, hold(w)))
        f(np.ones(5))
        for number, value in held:
            np.testing.assert_array_equal(np.asarray(value), np.full(len(value), float(number)))


def test_a_value_set_by_hand_is_the_user_s(x):
    given = np.zeros(4)
    w = gn.shared(np.ones(4), name="w")
    f = gn.function([x], None, updates={w: w + x})
    for _ in range(4):
        w.set_value(given)
        f(np.ones(4))
    np.testing.assert_array_equal(given, np.zeros(4))
    np.testing.assert_array_equal(w.get_value(), np.ones(4))


def test_swapped_arrays_stay_apart():
    a, b = gn.shared(np.zeros(3), name="a"), gn.shared(np.ones(3), name="b")
    f = gn.function([], None, updates={a: b, b: a})
    for turn in range(6):
        np.testing.assert_array_equal(a.get_value(), np.full(3, float(turn % 2)))
        np.testing.assert_array_equal(b.get_value(), np.full(3, 1.0 - turn % 2))
        f()


@pytest.mark.parametrize("size", [100, 60_000])
def test_readers_never_see_an_update_at_work(size):
    w = gn.shared(np.zeros(size))
    f = gn.function([], None, updates={w: w + 1})
    g = gn.function([], [gn.min(w), gn.max(w)])
    done, wrong = threading.Event(), []

    def read():
        while not done.is_set():
            value = w.get_value()
            low, high = g()
            if value.min() != value.max() or low != high:
                wrong.append((value, low, high))

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        f()
    done.set()
    for thread in threads:
        thread.join()
    assert not wrong
    np.testing.assert_array_equal(w.get_value(), np.full(size, 300.0))


@pytest.mark.parametrize("donate", ["state", 0, ("state",), [0]])
def test_jitted_functions_take_names_and_positions(donate):
    f = gn.jit(lambda state, x: state * 0.5 + x, donate=donate)
    for call in (lambda s, x: f(s, x), lambda s, x: f(state=s, x=x), lambda s, x: f(s, x=x)):
        state, x = np.arange(6.0), np.ones(6)
        where = place(state)
        result = call(state, x)
        np.testing.assert_array_equal(result, np.arange(6.0) * 0.5 + 1)
        np.testing.assert_array_equal(x, np.ones(6))
        assert place(result) == where


def test_trees_of_arrays_are_donated_leaf_by_leaf():
    @gn.jit(donate="weights")
    def step(weights, gradient):
        return {name: w - 0.5 * gradient[name] for name, w in weights.items()}

    weights = {"w": np.ones((3, 4)), "b": np.ones(4)}
    gradient = {"w": np.ones((3, 4)), "b": np.zeros(4)}
    places = {name: place(w) for name, w in weights.items()}
    for _ in range(3):
        weights = step(weights, gradient)
    assert {name: place(w) for name, w in weights.items()} == places
    np.testing.assert_array_equal(weights["w"], np.full((3, 4), -0.5))
    np.testing.assert_array_equal(gradient["w"], np.ones((3, 4)))


def halved(state):
    return state * 0.5


def test_pickled_jitted_functions_know_what_is_donated():
    f = pickle.loads(pickle.dumps(gn.jit(halved, donate="state")))
    given = np.ones(3)
    assert place(f(given)) == place(given)


def test_a_jitted_function_has_no_such_argument():
    with pytest.raises(gn.ArgumentError, match="has no 'y'; it has x"):
        gn.jit(lambda x: x, donate="y")
    with pytest.raises(gn.ArgumentError, match="has no 1"):
        gn.jit(lambda x: x, donate=1)


def test_sizes_that_agree_only_in_some_calls():
    x, y = gn.symbol("x", ("n",)), gn.symbol("y", ("m",))
    f = gn.function([x, y], [gn.sum(x), gn.concat([y, y])], donate=[x])
    for size in (6, 5):
        given = np.zeros(size)
        _, result = f(given, np.arange(3.0))
        np.testing.assert_array_equal(result, [0, 1, 2, 0, 1, 2])
        assert (place(result) == place(given)) is (size == 6)
