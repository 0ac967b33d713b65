"""`gn.jit`: tracing, versions, trees, static arguments."""

import dataclasses
import pickle

import numpy as np
import pytest

import gnomon as gn


@dataclasses.dataclass
class Layer:
    w: object
    b: object


def forward(layer, x):
    return gn.tanh(x @ layer.w + layer.b)


def test_trees_go_in_and_out():
    f = gn.jit(forward)
    layer = Layer(np.ones((3, 2)), np.zeros(2))
    np.testing.assert_allclose(f(layer, np.ones((4, 3))), np.tanh(np.full((4, 2), 3.0)))
    np.testing.assert_allclose(f(layer, x=np.ones((5, 3)))[0], np.tanh([3.0, 3.0]))
    g = gn.jit(lambda layer: Layer(layer.w * 2, layer.b + 1))
    result = g(layer)
    assert type(result) is Layer
    np.testing.assert_array_equal(result.b, np.ones(2))


def test_versions():
    traced = []

    @gn.jit
    def f(x, y):
        traced.append(1)
        return x + y

    a = np.arange(6.0).reshape(2, 3)
    for size in (2, 3, 5):
        f(np.ones((size, 4)), np.ones((size, 4)))
    assert len(traced) == 1
    np.testing.assert_array_equal(f(a, a[:1]), a + a[:1])
    np.testing.assert_array_equal(f(a, a[0]), a + a[0])
    assert f(a.astype("f4"), a.astype("f4")).dtype == "f4"
    assert len(traced) == 4
    f(a, a)
    assert len(traced) == 4


def test_sizes_as_numbers():
    @gn.jit
    def f(x):
        total = 0
        for k in range(x.shape[0]):
            total = total + x[k] * k
        return total

    for size in (3, 5, 3):
        assert f(np.ones(size)) == sum(range(size))


def test_static_arguments():
    @gn.jit(static="power")
    def f(x, power, how="up", flags=(True, None)):
        assert type(power) is float
        return x**power if how == "up" else x / power

    np.testing.assert_array_equal(f(np.arange(3.0), power=2.0), np.arange(3.0) ** 2)
    np.testing.assert_array_equal(f(np.arange(3.0), power=2.0, how="down"), np.arange(3.0) / 2)
    with pytest.raises(gn.ArgumentError, match="neither an array nor hashable"):
        f(np.arange(3.0), power=2.0, how={1, 2})


def test_floats_are_weak():
    f = gn.jit(lambda x, rate: x * rate)
    assert f(np.ones(3, "f4"), 0.5).dtype == np.float32
    assert f(np.ones(3, "f4"), np.float64(0.5)).dtype == np.float64
    f(np.ones(3, "f4"), 0.25)
    assert len(f.versions) == 2


def test_a_float_is_not_an_array():
    f = gn.jit(lambda x, s: x * s)
    x = np.ones(3, "f4")
    for _ in range(2):
        assert f(x, 2.0).dtype == np.float32
        assert f(x, np.array(2.0)).dtype == np.float64
        assert f(x, np.float64(2.0)).dtype == np.float64
        assert f(x, np.float32(2.0)).dtype == np.float32
        np.testing.assert_array_equal(f(x, True), x)
        np.testing.assert_array_equal(f(s=2.0, x=x), 2 * x)


def test_trees_are_told_apart():
    traced = []

    @gn.jit
    def f(p, x, *, twice=False, rest=None):
        traced.append(1)
        x = x @ p["w"] if type(p) is dict else x @ p[0]
        x = x + next(iter(p.values())) if type(p) is dict else x
        return {"x": x * 2 if twice else x, "rest": rest}

    w, b, x = np.ones((3, 3)), np.full((3, 3), 2.0), np.ones((2, 3))
    for _ in range(3):
        first = f({"w": w, "b": b}, np.ones((3, 3)))["x"]
        np.testing.assert_array_equal(first, np.full((3, 3), 4.0))
        other = f({"b": b, "w": w}, np.ones((3, 3)))["x"]
        np.testing.assert_array_equal(other, np.full((3, 3), 5.0))
        np.testing.assert_array_equal(f([w], x)["x"], np.full((2, 3), 3.0))
        np.testing.assert_array_equal(f((w,), x, twice=True)["x"], np.full((2, 3), 6.0))
        np.testing.assert_array_equal(f((w,), x, twice=1)["x"], np.full((2, 3), 6.0))
        assert f((w,), x, rest={"a": [x]})["rest"]["a"][0].shape == (2, 3)
        assert f((w.astype("f4"),), x.astype("f4"))["x"].dtype == "f4"
    assert len(traced) == 7
    with pytest.raises(gn.ShapeError):
        f([w], np.ones((2, 4)))


def test_sizes_of_one():
    f = gn.jit(lambda x, y: x + y)
    shapes = [(3, 1), (1, 3), (3, 3), (1, 1)]
    for _ in range(2):
        for one in shapes:
            for other in shapes:
                a, b = (
                    np.random.default_rng(0).normal(size=one),
                    np.arange(np.prod(other)).reshape(other) * 1.0,
                )
                np.testing.assert_array_equal(f(a, b), a + b)
    with pytest.raises(gn.ShapeError):
        f(np.ones((2, 2)), np.ones((3, 3)))


def test_inside_of_another():
    inner = gn.jit(lambda x: gn.exp(x))
    outer = gn.jit(lambda x: inner(x) * 2)
    np.testing.assert_allclose(outer(np.zeros(3)), 2 * np.ones(3))
    x = gn.symbol("x", ("n",))
    assert isinstance(inner(x), gn.Array)


def test_an_error_is_told_once():
    f = gn.jit(lambda x, y: x @ y)
    with pytest.raises(gn.ShapeError):
        f(np.ones((2, 3)), np.ones((4, 5)))
    with pytest.raises(ZeroDivisionError):
        gn.jit(lambda x: x * (1 / 0))(np.ones(3))


def test_methods_and_names():
    class Model:
        scale = 3.0

        @gn.jit
        def double(self, x):
            """Twice."""
            return x * self.scale

    model = Model()
    np.testing.assert_array_equal(model.double(np.ones(2)), [3.0, 3.0])
    assert Model.double.__doc__ == "Twice."


def test_pickling():
    f = pickle.loads(pickle.dumps(gn.jit(forward)))
    assert f(Layer(np.ones((3, 2)), np.zeros(2)), np.ones((4, 3))).shape == (4, 2)


def test_a_function_made_from_a_jitted_one_is_not_taken_for_it():
    square = gn.jit(lambda x: x * x)
    np.testing.assert_array_equal(gn.jit(gn.grad(square))(np.asarray(3.0)), 6.0)
    np.testing.assert_array_equal(gn.jit(gn.vmap(square))(np.arange(3.0)), [0.0, 1.0, 4.0])
