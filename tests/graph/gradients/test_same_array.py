"""One array in several places: each place has its share of the derivative, and functions have arguments of their own."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.engine import evaluate

from graph.gradients.measuring import slope

V = np.array([0.3, -0.5, 0.7])
M = np.array([[2.0, 0.3, -0.5], [0.1, 1.5, 0.7], [0.4, -0.2, 1.8]])

TWICE = {
    "multiply": lambda x: x * x,
    "tensordot": lambda x: gn.tensordot(x, x, axes=1),
    "vecdot": lambda x: gn.vecdot(x, x),
    "matmul": lambda x: x @ x,
    "outer": lambda x: gn.outer(gn.ravel(x), gn.ravel(x)),
    "kron": lambda x: gn.kron(x, x),
    "einsum": lambda x: gn.einsum("i...,i...,i...->...", x, x, x),
    "inner": lambda x: ops.inner(x, x),
    "hypot": lambda x: gn.hypot(x, x + 0.0 * x),
    "logaddexp": lambda x: gn.logaddexp(x, x),
    "concat": lambda x: gn.concat([x, x]) ** 2,
    "stack": lambda x: gn.stack([x, x * x, x], axis=0),
    "where": lambda x: gn.where(x > 0, x, x) * x,
    "cdist": lambda x: ops.cdist(gn.atleast_2d(x), gn.atleast_2d(x) + 1.0),
    "mse": lambda x: ops.mse_loss(x, x * x, reduction="sum"),
    "solve": lambda x: gn.linalg.solve(x, x) + x if x.ndim == 2 else x,
    "scan": lambda x: gn.scan(lambda c, row: (c + row[0] * row[0] * row[1], c), x[0] * 0, [x, x])[0],
    "cond": lambda x: gn.cond(x.sum() > 0, lambda a, b: a * a * b, lambda a, b: b, x, x),
}


@pytest.mark.parametrize("value", [V, M], ids=["vector", "matrix"])
@pytest.mark.parametrize("name", TWICE)
def test_the_gradient_of_an_operation_that_takes_it_twice(name, value):
    x = gn.symbol("x", value.shape)
    cost = gn.sum(gn.sin(TWICE[name](x)))
    direction = {x: np.cos(np.arange(value.size)).reshape(value.shape)}
    expected = slope(cost, {x: value}, direction)
    tangent = gn.jvp(cost, x, direction[x])
    for wanted in (gn.sum(gn.grad(cost, x) * direction[x]), tangent):
        assert float(evaluate([wanted], {x: value})[0]) == pytest.approx(expected, rel=1e-6, abs=1e-8)


def test_arguments_that_are_the_same_symbol_have_derivatives_of_their_own():
    x = gn.symbol("x", ("n",))
    cost = lambda a, b: gn.sum(a * a * b)
    first, second = gn.grad(cost, argnums=(0, 1))(x, x)
    along = gn.jvp(cost, (x, x), (gn.ones_like(x), gn.zeros_like(x)))[1]
    pulled = gn.vjp(cost, x, x)[1](1.0)
    rows = gn.jacobian(lambda a, b: a * a * b, argnums=1)(x, x)
    f = gn.function([x], [first, second, along, *pulled, gn.sum(rows, axis=0)])
    got = f(V)
    for result, wanted in zip(
        got, [2 * V * V, V * V, np.sum(2 * V * V), 2 * V * V, V * V, V * V], strict=True
    ):
        np.testing.assert_allclose(result, wanted)


def test_what_a_function_uses_besides_its_arguments_is_constant():
    x = gn.symbol("x", ("n",))
    w = gn.shared(V, "w")
    by_symbol = gn.grad(lambda a: gn.sum(a * x))(x)
    by_state = gn.grad(lambda a: gn.sum(a * w))(w)
    second = gn.hessian(lambda a: gn.sum(a * a * x))(x)
    got = gn.function([x], [by_symbol, by_state, gn.sum(second, axis=0)])(V)
    for result, wanted in zip(got, [V, V, 2 * V], strict=True):
        np.testing.assert_allclose(result, wanted)


@pytest.mark.parametrize("native", [True, False])
def test_a_named_size_that_a_call_makes_1(native):
    """A name against 3 means 1 or 3, n against n + 2 means 1: gradients sum over what was stretched."""
    x, y = gn.symbol("x", ("n", "m")), np.arange(12.0).reshape(3, 4)
    f = gn.function([x], gn.grad(gn.sum(x * y), x), native=native)
    for n, m in ((1, 1), (3, 1), (1, 4), (3, 4)):
        wanted = y.sum(axis=tuple(k for k, size in enumerate((n, m)) if size == 1), keepdims=True)
        np.testing.assert_allclose(f(np.ones((n, m))), np.broadcast_to(wanted, (n, m)))
    x = gn.symbol("x", ("n",))
    longer = gn.pad(x, [(0, 2)], mode="edge")
    g = gn.function([x], gn.grad(gn.sum(gn.where(longer > 0, x, longer)), x), native=native)
    np.testing.assert_allclose(g(np.ones(1)), [3.0])


def test_cotangents_of_another_shape_are_refused():
    x = gn.symbol("x", (1, 3))
    with pytest.raises(gn.GnomonError, match="stretch"):
        gn.vjp(x * 2, x, np.ones((5, 3)))
    with pytest.raises(gn.GnomonError, match="stretch"):
        gn.jvp(x * 2, x, np.ones((5, 3)))


@pytest.mark.parametrize("size", [2, 3, 6, 7])
def test_cropping_by_computed_widths_is_differentiated_twice(size):
    """Spectra that are cropped or filled up to six samples, whichever the call's size asks for."""
    x = gn.symbol("x", ("n",))
    cost = gn.sum(gn.fft.irfft(gn.fft.rfft(x), n=6) ** 3)
    value = np.cos(np.arange(float(size)))
    direction = {x: np.sin(np.arange(1.0, 1.0 + size))}
    first = gn.sum(gn.grad(cost, x) * direction[x])
    second = gn.sum(gn.grad(first, x) * direction[x])
    for low, high in ((cost, first), (first, second)):
        got = gn.function([x], high)(value)
        np.testing.assert_allclose(got, slope(low, {x: value}, direction), rtol=1e-6)


def test_forward_mode_asks_for_derivatives_of_what_is_used():
    """Singular values have some where the vectors of a full decomposition have none."""
    x = gn.symbol("x", (2, 3))
    value, direction = M[:2], {x: np.cos(np.arange(6.0)).reshape(2, 3)}
    cost = gn.sum(gn.linalg.svd(x)[1] ** 2 * np.array([1.0, 2.0]))
    got = gn.jvp(cost, x, direction[x])
    np.testing.assert_allclose(evaluate([got], {x: value})[0], slope(cost, {x: value}, direction), rtol=1e-6)


@pytest.mark.parametrize("native", [True, False])
def test_sizes_of_one_letter_of_einsum_are_equal_as_elsewhere(native):
    x, y = gn.symbol("x", ("n",)), gn.symbol("y", ("m",))
    f = gn.function([x, y], gn.einsum("i,i->i", x, y), native=native)
    np.testing.assert_array_equal(f(V, V), V * V)
    with pytest.raises(gn.ShapeError, match="n == m does not hold"):
        f(V[:1], V)
    cost = gn.sum(gn.einsum("i,i->i", x, V))
    g = gn.function([x], gn.grad(cost, x), native=native)
    np.testing.assert_allclose(g(V), V)
    np.testing.assert_allclose(g(V[:1]), [V.sum()])
    with pytest.raises(gn.ShapeError, match="einsum"):
        gn.function([x], cost, native=native)(V[:2])
    with pytest.raises(gn.ShapeError):
        g(V[:2])


@pytest.mark.parametrize("native", [True, False])
def test_arrays_that_a_call_stretches_have_one_shape(native):
    x, y = gn.symbol("x", (3, "n")), gn.symbol("y", (3,))
    f = gn.function([x, y], list(gn.broadcast_arrays(x, y)), native=native)
    for wanted, got in zip(np.broadcast_arrays(M[:, :1], V), f(M[:, :1], V), strict=True):
        np.testing.assert_array_equal(got, wanted)
