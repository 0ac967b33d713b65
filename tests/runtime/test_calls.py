"""Calls of compiled functions: arguments of every kind, results of their own, and the native entry beside the Python path."""

import inspect
import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon.runtime import layout
from gnomon.runtime.entry import native_entry
from gnomon.runtime.failing import Failure


def both(f, *arguments, **named):
    """The results of the entry and of the Python path, which must be the same."""
    first = f(*arguments, **named)
    second = f._python(*arguments, **named)
    assert type(second) is not Failure, second.error
    flat, other = gn_leaves(first), gn_leaves(second)
    for a, b in zip(flat, other, strict=True):
        assert type(a) is np.ndarray
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    return first


def gn_leaves(tree):
    from gnomon.graph.trees import flatten

    return flatten(tree)[0]


@pytest.fixture(name="f")
def chain():
    x = gn.symbol("x", ("rows", "columns"), "float32")
    v = gn.symbol("v", ("columns",), "float32")
    return gn.function([x, v], {"chain": gn.exp(x) * v + 1, "sums": (gn.sum(x, axis=1), gn.sum(v))})


def expected(x, v):
    x, v = np.asarray(x, "f4"), np.asarray(v, "f4")
    return {"chain": np.exp(x) * v + 1, "sums": (x.sum(1), v.sum())}


CASES = {
    "plain": (np.ones((3, 4), "f4"), np.arange(4, dtype="f4")),
    "another batch": (np.ones((7, 4), "f4"), np.arange(4, dtype="f4")),
    "strided": (np.ones((6, 8), "f4")[::2, ::2], np.arange(8, dtype="f4")[::2]),
    "reversed": (np.arange(12, dtype="f4").reshape(3, 4)[::-1, ::-1] / 9, np.arange(4, dtype="f4")[::-1]),
    "transposed": (np.arange(12, dtype="f4").reshape(4, 3).T / 9, np.ones(4, "f4")),
    "broadcast": (np.broadcast_to(np.float32(2), (3, 4)), np.broadcast_to(np.float32(3), (4,))),
    "read-only": (np.ones((3, 4), "f4"), np.frombuffer(np.ones(4, "f4").tobytes(), "f4")),
    "not aligned": (np.ones((3, 4), "f4"), np.frombuffer(b"." + np.ones(4, "f4").tobytes(), "f4", offset=1)),
    "big-endian": (np.ones((3, 4), ">f4"), np.ones(4, "f4")),
    "no rows": (np.ones((0, 4), "f4"), np.ones(4, "f4")),
    "no columns": (np.ones((3, 0), "f4"), np.ones(0, "f4")),
    "lists": ([[1.0, 2.0]], [3.0, 4.0]),
    "another dtype": (np.ones((3, 4), "f2"), np.ones(4, "f8")),
    "integers": (np.ones((3, 4), "i4"), np.ones(4, "i8")),
    "one column": (np.ones((3, 1), "f4"), np.ones(1, "f4")),
    "a matrix object": (np.ones((3, 4), "f4").view(np.matrix), np.ones(4, "f4")),
    "fortran order": (np.asfortranarray(np.arange(12, dtype="f4").reshape(3, 4)), np.ones(4, "f4")),
}


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("title", CASES)
def test_arguments(f, title):
    x, v = CASES[title]
    got, wanted = both(f, x, v), expected(x, v)
    assert list(got) == ["chain", "sums"]
    np.testing.assert_allclose(got["chain"], wanted["chain"], rtol=1e-5)
    np.testing.assert_allclose(got["sums"][0], wanted["sums"][0], rtol=1e-5)
    np.testing.assert_allclose(got["sums"][1], wanted["sums"][1], rtol=1e-5)


def test_names_of_arguments(f):
    x, v = CASES["plain"]
    np.testing.assert_array_equal(f(v=v, x=x)["chain"], f(x, v=v)["chain"])


def test_entries_are_native(f):
    assert f.is_native == layout.available()


@pytest.mark.parametrize(
    "value",
    [2.0, 2, True, np.float64(2), np.float32(2), np.array(2.0), np.array(2), np.ones((2, 2))[0, 0]],
    ids=repr,
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers(value, dtype):
    s = gn.symbol("s", (), dtype)
    result = both(gn.function([s], s * s + 0.5), value)
    assert result.shape == ()
    assert result == float(value) ** 2 + 0.5


@pytest.mark.skipif(not layout.available(), reason="there is no native entry")
@pytest.mark.parametrize(
    "dtype", "bool int8 uint64 int32 float16 float32 float64 complex64 complex128".split()
)
def test_numbers_of_numpy_are_taken_without_python(dtype):
    s = gn.symbol("s", (), dtype)
    f = gn.function([s], s[None])
    entry = native_entry(f.plan, [], f.form, lambda *given: "the Python path", "entry")
    value = np.dtype(dtype).type(3)
    for given in (value, np.asarray(value)):
        assert entry(given).dtype == dtype
        assert entry(given).item() == value
    for other in (np.int16(3), np.datetime64("2026"), value.tobytes()):
        assert entry(other) == "the Python path"


def test_whole_numbers():
    n = gn.symbol("n", (), "int8")
    f = gn.function([n], n * 2)
    assert both(f, 5) == 10
    with pytest.raises(gn.RangeError, match="n is int8, which 300 does not fit"):
        f(300)


def test_structures_of_results():
    x = gn.symbol("x", ("n",))
    one, two = x + 1, x * 2
    a = np.arange(3.0)
    assert type(gn.function([x], one)(a)) is np.ndarray
    assert type(gn.function([x], [one, two])(a)) is list
    assert type(gn.function([x], (one, two))(a)) is tuple
    assert gn.function([x], None, on_unused_input="ignore")(a) is None
    assert gn.function([x], [], on_unused_input="ignore")(a) == []
    nested = gn.function([x], {"a": [one, (two, None)], "b": 3})(a)
    np.testing.assert_array_equal(nested["a"][1][0], a * 2)
    assert nested["a"][1][1] is None
    assert nested["b"] == 3


RESULTS = {
    "an input": lambda x: x,
    "an input twice": lambda x: (x, x),
    "a result twice": lambda x: (x + 1, x + 1),
    "a view": lambda x: gn.reshape(x, (-1,)),
    "a view and its source": lambda x: (gn.exp(x), gn.reshape(gn.exp(x), (-1,))),
    "a transpose": lambda x: (x.T, gn.exp(x).T),
    "a constant": lambda x: (gn.asarray(np.ones(3)) + 0, x),
    "no cast": lambda x: x.astype("float64"),
    "slices": lambda x: (x[0], x[:, 1]),
}


@pytest.mark.parametrize("title", RESULTS)
def test_results_share_no_memory(title):
    x = gn.symbol("x", ("n", "m"))
    f = gn.function([x], RESULTS[title](x))
    given = np.arange(6.0).reshape(2, 3)
    kept = given.copy()
    first = both(f, given)
    second = f(given)
    arrays = [given, *gn_leaves(first), *gn_leaves(second)]
    for place, a in enumerate(arrays):
        for b in arrays[:place]:
            assert not np.shares_memory(a, b)
    for a in arrays[1:]:
        a[...] = -1
    np.testing.assert_array_equal(given, kept)
    np.testing.assert_array_equal(gn_leaves(f(given))[0], gn_leaves(both(f, kept))[0])


def test_sizes_that_follow_from_each_other():
    x = gn.symbol("x", ("n",))
    y = gn.symbol("y", (x.shape[0] * 2 + 1,))
    f = gn.function([x, y], gn.sum(x) + gn.sum(y))
    assert both(f, np.ones(3), np.ones(7)) == 10
    with pytest.raises(gn.ShapeError, match=r"y is \(2\*n \+ 1,\), but \(6,\) was given"):
        f(np.ones(3), np.ones(6))


def test_a_size_that_may_be_one():
    x = gn.symbol("x", ("n",))
    f = gn.function([x], x + np.arange(4.0))
    np.testing.assert_array_equal(both(f, np.ones(4)), np.arange(4.0) + 1)
    np.testing.assert_array_equal(both(f, np.ones(1)), np.arange(4.0) + 1)
    with pytest.raises(gn.ShapeError):
        f(np.ones(3))


def test_sizes_that_only_results_tell():
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.exp(x)[x > 1] * 2)
    np.testing.assert_allclose(f(np.array([0.0, 2.0, 3.0])), 2 * np.exp([2.0, 3.0]))
    assert f(np.zeros(3)).shape == (0,)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128", "int32", "int64"])
@pytest.mark.parametrize(
    "shapes",
    [((2, 3), (3, 4)), ((3,), (3, 4)), ((2, 3), (3,)), ((3,), (3,)), ((5, 2, 3), (3, 4)), ((5, 2, 3), (5, 3, 4)),
     ((2, 3), (5, 3, 4)), ((2, 0), (0, 4)), ((0, 3), (3, 4)), ((5, 1, 2, 3), (4, 3, 2)), ((1, 1), (1, 1))],
    ids=str,
)  # fmt: skip
def test_products(shapes, dtype):
    rng = np.random.default_rng(0)
    a, b = [(rng.normal(size=shape) * 5).astype(dtype) for shape in shapes]
    x, y = gn.symbol("x", a.shape, dtype), gn.symbol("y", b.shape, dtype)
    got = gn.function([x, y], x @ y)(a, b)
    np.testing.assert_allclose(got, a @ b, rtol=1e-5, atol=1e-4)
    assert got.dtype == dtype


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("right", [False, True])
def test_products_of_transposes(left, right):
    rng = np.random.default_rng(0)
    a = rng.normal(size=(3, 5) if left else (5, 3))
    b = rng.normal(size=(4, 3) if right else (3, 4))
    x, y = gn.symbol("x", ("a", "b")), gn.symbol("y", ("c", "d"))
    f = gn.function([x, y], gn.tanh((x.T if left else x) @ (y.T if right else y)) * 2)
    assert len(f.plan.steps) == 2
    np.testing.assert_allclose(
        both(f, a, b), 2 * np.tanh((a.T if left else a) @ (b.T if right else b)), rtol=1e-12
    )


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint64", "int8", "bool"])
@pytest.mark.parametrize(
    "shape", [(3, 5), (40, 1), (1, 33), (0, 4), (17, 19), (2, 3, 4), (5, 1, 2, 7)], ids=str
)
def test_transposes(shape, dtype):
    x = gn.symbol("x", tuple(f"n{axis}" for axis in range(len(shape))), dtype)
    given = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    rolled = (*range(1, len(shape)), 0)
    f = gn.function([x], (gn.permute_dims(x, rolled), gn.matrix_transpose(x), gn.moveaxis(x, 0, -1)))
    got = both(f, given)
    np.testing.assert_array_equal(got[0], np.transpose(given, rolled))
    np.testing.assert_array_equal(got[1], np.swapaxes(given, -1, -2))
    np.testing.assert_array_equal(got[2], np.moveaxis(given, 0, -1))


def test_pickling():
    x = gn.symbol("x", ("n",))
    w = gn.shared(np.arange(3.0), name="w")
    f = gn.function([x], [x * w, gn.sum(w)], updates={w: w + x}, name="step")
    f(np.ones(3))
    g = pickle.loads(pickle.dumps(f))
    assert g.name == "step"
    for _ in range(2):
        np.testing.assert_array_equal(g(np.ones(3))[0], f(np.ones(3))[0])
    (other,) = g.updates
    np.testing.assert_array_equal(other.get_value(), w.get_value())
    assert other is not w


def test_copies():
    x = gn.symbol("x", ("n",))
    w = gn.shared(np.zeros(3), name="w")
    f = gn.function([x], w.sum(), updates={w: w + x})
    g, h = f.copy(), f.copy(share=True)
    f(np.ones(3))
    assert (f(np.zeros(3)), g(np.zeros(3)), h(np.zeros(3))) == (3, 0, 3)


def test_functions_tell_what_they_are(f):
    assert [repr(array) for array in f.inputs] == ["x", "v"]
    assert set(f.outputs) == {"chain", "sums"}
    assert f.updates == {}
    assert f.name is None
    assert repr(f) == "<function (x (rows, columns), v (columns,))>"
    assert str(inspect.signature(f)) == "(x, v)"
    assert isinstance(f, gn.Function)
    assert callable(f)


def test_functions_go_away():
    import gc
    import weakref

    x = gn.symbol("x", ("n",))

    def made():
        f = gn.function([x], gn.sum(gn.exp(x) * x) + gn.exp(gn.sum(x)))
        f(np.ones(100))
        return weakref.ref(type(f))

    kinds = [made() for _ in range(3)]
    gc.collect()
    assert [kind() for kind in kinds] == [None] * 3


def test_calls_leak_nothing(f):
    import sys

    x, v = CASES["plain"]
    f(x, v)
    before = [sys.getrefcount(entry) for entry in (None, x, v, x.dtype)]
    for _ in range(1000):
        f(x, v)
        f._python(x, v)
        with pytest.raises(gn.ShapeError):
            f(x, x)
    after = [sys.getrefcount(entry) for entry in (None, x, v, x.dtype)]
    assert all(abs(a - b) < 100 for a, b in zip(before, after))


def test_without_the_native_entry(monkeypatch):
    from gnomon.runtime import entry, execution, failing

    monkeypatch.setattr(failing.layout, "available", lambda: False)
    monkeypatch.setattr(entry.layout, "available", lambda: False)
    monkeypatch.setattr(execution, "launcher", lambda: None)
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.exp(x) + gn.sum(x))
    assert not f.is_native
    np.testing.assert_allclose(f(np.arange(3.0)[::-1]), np.exp(np.arange(3.0)[::-1]) + 3)
    with pytest.raises(gn.ShapeError):
        f(np.ones((2, 2)))


def test_many_inputs_and_steps():
    xs = [gn.symbol(f"x{k}", (f"n{k}", "m")) for k in range(30)]
    total = sum((gn.sum(gn.tanh(x), axis=0) for x in xs), gn.asarray(0.0))
    f = gn.function(xs, {"total": total, "each": [gn.max(x) for x in xs]})
    values = [np.random.default_rng(k).normal(size=(k + 1, 4)) for k in range(30)]
    got = both(f, *values)
    np.testing.assert_allclose(got["total"], sum(np.tanh(value).sum(0) for value in values))
    np.testing.assert_array_equal(got["each"], [value.max() for value in values])


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 1000])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int8", "bool"])
def test_lengths(count, dtype):
    """Nothing before, behind or between the elements is touched."""
    x = gn.symbol("x", ("n",), dtype)
    f = gn.function([x], [gn.where(x > 0, x, x), gn.sum(x)])
    guarded = np.arange(count + 128).astype(dtype)
    kept = guarded.copy()
    got = both(f, guarded[64 : 64 + count])
    np.testing.assert_array_equal(got[0], kept[64 : 64 + count])
    assert got[1] == kept[64 : 64 + count].sum(dtype=got[1].dtype)
    np.testing.assert_array_equal(guarded, kept)
