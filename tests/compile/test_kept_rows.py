"""What takes long is computed once for all passes over a row, where a result has room for it meanwhile."""

from collections import Counter

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.kernel import Call
from gnomon.compile.schedule import without
from gnomon.compile.walk import statements_in


def made(inputs, outputs):
    """A function, and how often its only kernel of rows calls each function."""
    f = gn.function(inputs, outputs)
    (nest,) = [step.nest for step in f.program.steps if getattr(step, "group", None) is not None]
    calls = Counter(each.function for each in statements_in(nest.kernel.body) if isinstance(each, Call))
    return f, calls


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@pytest.mark.parametrize("shape", [(3, 1), (5, 7), (4, 300), (2, 3, 65), (1000,), (0, 5)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_softmax(shape, dtype):
    x = gn.symbol("x", tuple(f"n{axis}" for axis in range(len(shape))), dtype)
    f, calls = made([x], gn.nn.softmax(x, -1))
    assert calls["exp"] == 1
    given = np.random.default_rng(0).normal(size=shape).astype(dtype)
    np.testing.assert_allclose(f(given), softmax(given), rtol=1e-5 if dtype == "float32" else 1e-12)
    with without("kept_rows"):
        again, calls = made([x], gn.nn.softmax(x, -1))
    assert calls["exp"] == 2
    np.testing.assert_array_equal(f(given), again(given))


def test_what_is_a_result_itself_is_read_from_there():
    x = gn.symbol("x", ("m", "n"))
    e = gn.sin(x)
    f, calls = made([x], [e, e / gn.sum(e, axis=-1, keepdims=True)])
    assert calls["sin"] == 1
    given = np.random.default_rng(0).normal(size=(3, 21))
    np.testing.assert_allclose(f(given)[0], np.sin(given), rtol=1e-14)
    wanted = np.sin(given) / np.sin(given).sum(-1, keepdims=True)
    np.testing.assert_allclose(f(given)[1], wanted, rtol=1e-12)


def test_only_as_much_is_kept_as_there_is_room():
    x = gn.symbol("x", ("m", "n"))
    a, b = gn.sin(x), gn.cos(x)
    total = gn.sum(a * b, axis=-1, keepdims=True)
    f, calls = made([x], a * total + b)
    assert sorted((calls["sin"], calls["cos"])) == [1, 2]
    given = np.random.default_rng(0).normal(size=(3, 21))
    sin, cos = np.sin(given), np.cos(given)
    np.testing.assert_allclose(f(given), sin * (sin * cos).sum(-1, keepdims=True) + cos, rtol=1e-12)


def test_room_of_another_dtype_is_none():
    x = gn.symbol("x", ("m", "n"), "float32")
    e = gn.exp(x)
    _, calls = made([x], gn.astype(e / gn.sum(e, axis=-1, keepdims=True), "float64"))
    assert calls["exp"] == 2


def test_several_passes():
    x = z = gn.symbol("x", ("m", "n"))
    for _ in range(3):
        z = gn.sin(z - gn.mean(z, axis=-1, keepdims=True))
    f, _ = made([x], z)
    given = np.random.default_rng(0).normal(size=(3, 50))
    wanted = given
    for _ in range(3):
        wanted = np.sin(wanted - wanted.mean(-1, keepdims=True))
    np.testing.assert_allclose(f(given), wanted, rtol=1e-12)


def test_an_argument_that_is_given_up():
    x = gn.symbol("x", ("m", "n"))
    f = gn.function([x], gn.nn.softmax(x, -1), donate=[x])
    given = np.random.default_rng(0).normal(size=(3, 50))
    wanted = softmax(given)
    np.testing.assert_allclose(f(given), wanted, rtol=1e-12)
