"""Gradients of expressions: forms of ``wrt``, names of sizes, what is constant, and what is told when there is none."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.constants import as_array, shared, symbol
from gnomon.graph.errors import DisconnectedError, GradientError
from gnomon.graph.gradients import grad, hessian, jacobian, jvp, stop_gradient, value_and_grad, vjp

RNG = np.random.default_rng(1)


def value(array):
    return evaluate([array])[0]


def test_logistic_regression_with_a_named_batch():
    x, y = symbol("x", ("batch", 4), "float32"), symbol("y", ("batch",), "int32")
    w, b = shared(RNG.normal(size=(4, 3)).astype("float32"), "w"), shared(np.zeros(3, "float32"), "b")
    loss = ops.mean(ops.cross_entropy(x @ w + b, y, reduction="none"))
    gw, gb, gx = grad(loss, (w, b, x))
    assert (str(gw.shape), str(gb.shape), str(gx.shape)) == ("(4, 3)", "(3,)", "(batch, 4)")
    assert {g.dtype.name for g in (gw, gb, gx)} == {"float32"}
    xs, ys = RNG.normal(size=(5, 4)).astype("float32"), np.array([0, 1, 2, 1, 0], "int32")
    found = evaluate([gw, gb], {x: xs, y: ys})
    scores = xs @ w.get_value()
    shares = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    shares[np.arange(5), ys] -= 1
    np.testing.assert_allclose(found[0], xs.T @ shares / 5, rtol=1e-5)
    np.testing.assert_allclose(found[1], shares.sum(0) / 5, rtol=1e-4, atol=1e-7)


def test_any_node_can_be_differentiated_by():
    x = symbol("x", (3,))
    h = ops.sin(x)
    cost = ops.sum(h * h + x)
    gh, gx = grad(cost, [h, x])
    at = np.array([0.1, 0.5, 2.0])
    a, b = evaluate([gh, gx], {x: at})
    np.testing.assert_allclose(a, 2 * np.sin(at))
    np.testing.assert_allclose(b, 2 * np.sin(at) * np.cos(at) + 1)


def test_the_cost_and_the_same_array_twice():
    x = symbol("x", ())
    assert float(value(grad(x, x))) == 1.0
    first, second = grad(x * x, (x, x))
    assert evaluate([first, second], {x: np.float64(3)}) == [6.0, 6.0]


@dataclass
class Parameters:
    weight: Any
    bias: Any


def test_gradients_have_the_form_of_wrt():
    x, y = symbol("x", (3,)), symbol("y", ())
    cost = ops.sum(x * y)
    assert type(grad(cost, [x, y])) is list
    assert type(grad(cost, (x, y))) is tuple
    nested = grad(cost, {"a": x, "b": (y, None)})
    assert nested["a"].shape.dims == (3,)
    assert nested["b"][0].shape.dims == ()
    assert nested["b"][1] is None
    found = grad(cost, Parameters(x, y))
    assert isinstance(found, Parameters)
    assert found.weight.shape.dims == (3,)


def test_each_cotangent_has_the_names_of_sizes_of_its_array():
    x, y = symbol("x", ("n",)), symbol("y", ("m",))
    gx, gy = grad(ops.sum(x * y), (x, y))
    assert (str(gx.shape), str(gy.shape)) == ("(n,)", "(m,)")
    at = {x: np.array([1.0, 2.0]), y: np.array([3.0, 4.0])}
    np.testing.assert_array_equal(evaluate([gy], at)[0], [1.0, 2.0])


def test_cotangents_of_stretched_arrays_are_summed():
    x, y, z = symbol("x", ("n", 3)), symbol("y", (3,)), symbol("z", (1, 3))
    gy, gz = grad(ops.sum(x * y + x * z), (y, z))
    assert (gy.shape.dims, gz.shape.dims) == ((3,), (1, 3))
    np.testing.assert_array_equal(evaluate([gy], {x: np.ones((4, 3))})[0], [4.0, 4.0, 4.0])


def test_what_is_considered_constant_gets_no_part():
    x = symbol("x", ())
    h = ops.square(x)
    cost = h * x
    assert float(evaluate([grad(cost, x, consider_constant=[h])], {x: np.float64(3)})[0]) == 9.0
    assert float(evaluate([grad(stop_gradient(h) * x, x)], {x: np.float64(3)})[0]) == 9.0


def test_an_array_without_part_in_the_cost_is_told():
    x, y = symbol("x", (3,)), symbol("unused", (2,))
    cost = ops.sum(x)
    with pytest.raises(DisconnectedError, match=r"does not depend on unused(.|\n)*test_reverse"):
        grad(cost, (x, y))
    assert grad(cost, (x, y), disconnected="ignore")[1] is None
    np.testing.assert_array_equal(value(grad(cost, y, disconnected="zero")), [0.0, 0.0])
    with pytest.raises(ValueError, match="disconnected is"):
        grad(cost, y, disconnected="never")


def test_a_cost_that_is_no_number_is_told_with_its_shape_and_line():
    x = symbol("x", ("n", 3))
    cost = ops.exp(x)
    with pytest.raises(GradientError, match=r"has shape \(n, 3\)(.|\n)*cost = ops.exp\(x\)(.|\n)*jacobian"):
        grad(cost, x)


def test_integers_and_booleans_are_told():
    x, k = symbol("x", (3,)), symbol("k", (3,), "int64")
    with pytest.raises(GradientError, match="k is int64"):
        grad(ops.sum(x * k), k)
    with pytest.raises(GradientError, match="is int64: a gradient is that of a real number"):
        grad(ops.sum(k), x)
    with pytest.raises(GradientError, match="taken by arrays, not by str"):
        grad(ops.sum(x), ["x"])
    with pytest.raises(GradientError, match=r"say by which arrays: grad\(cost, wrt\)"):
        grad(ops.sum(x))


def test_an_operation_without_gradient_tells_its_reason_and_line():
    x = symbol("x", (3,))
    cost = ops.sum(ops.unique(x))
    with pytest.raises(GradientError, match=r"unique has no gradient: which entries(.|\n)*ops.unique\(x\)"):
        grad(cost, x)


def test_integer_results_cut_the_connection():
    x = symbol("x", (3,))
    with pytest.raises(DisconnectedError):
        grad(ops.sum(ops.cast(ops.argsort(x), dtype=x.dtype)), x)
    assert float(ops.sum(grad(ops.sum(ops.floor(x)), x)).ndim) == 0


def test_functions_are_differentiated_by_arguments():
    def f(x, y):
        return ops.sum(x * x * y)

    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    np.testing.assert_array_equal(grad(f)(x, y).data, [6.0, 16.0])
    np.testing.assert_array_equal(grad(f, argnums=1)(x, y).data, [1.0, 4.0])
    by_both = grad(f, argnums=(0, 1))(x, y)
    assert isinstance(by_both, tuple)
    cost, g = value_and_grad(f)(x, y)
    assert float(cost.data) == 19.0
    np.testing.assert_array_equal(g.data, [6.0, 16.0])


def test_python_numbers_beside_float32_stay_weak():
    f = lambda w, rate: ops.sum(w * w) * rate
    cost, g = value_and_grad(f)(np.ones(2, "float32"), 0.5)
    assert (cost.dtype.name, g.dtype.name) == ("float32", "float32")


def test_functions_of_trees_with_something_besides():
    def f(parameters, x):
        out = parameters["w"] * x
        return ops.sum(out), {"out": out}

    tree = {"w": np.array([1.0, 2.0])}
    g, aux = grad(f, has_aux=True)(tree, np.array([3.0, 4.0]))
    np.testing.assert_array_equal(g["w"].data, [3.0, 4.0])
    np.testing.assert_array_equal(aux["out"].data, [3.0, 8.0])
    (cost, aux), g = value_and_grad(f, has_aux=True)(tree, np.array([3.0, 4.0]))
    assert float(cost.data) == 11.0


def test_functions_of_symbols_stay_symbolic():
    x = symbol("x", ("n",))
    g = grad(lambda v: ops.sum(ops.exp(v)))(x)
    assert str(g.shape) == "(n,)"
    np.testing.assert_allclose(evaluate([g], {x: np.array([0.0, 1.0])})[0], np.exp([0.0, 1.0]))


def test_gradients_of_gradients_of_functions():
    second = grad(grad(lambda x: x * x * x))
    assert float(second(np.float64(2.0)).data) == 12.0


def test_vjp_takes_one_cotangent_per_output():
    x, u, v = symbol("x", (3,)), symbol("u", (3,)), symbol("v", ())
    g = vjp((ops.exp(x), ops.sum(x)), x, (u, v))
    at = {x: np.zeros(3), u: np.array([1.0, 2.0, 3.0]), v: np.float64(10)}
    np.testing.assert_array_equal(evaluate([g], at)[0], [11.0, 12.0, 13.0])
    with pytest.raises(GradientError, match="1 cotangents are given for 2"):
        vjp((x, u), x, (u,))
    with pytest.raises(GradientError, match="has the shape of its output"):
        vjp(x, x, v)


def test_jacobian_and_hessian():
    x, a = symbol("x", (3,)), symbol("a", (2, 3))
    j = jacobian(a @ ops.exp(x), x)
    at = {x: np.array([0.0, 1.0, 2.0]), a: RNG.normal(size=(2, 3))}
    np.testing.assert_allclose(evaluate([j], at)[0], at[a] * np.exp(at[x]))
    h = hessian(ops.sum(ops.exp(x)) + ops.square(ops.select_at(x, axis=0, position=0)), x)
    assert h.shape.dims == (3, 3)
    found = evaluate([h], at)[0]
    np.testing.assert_allclose(np.diag(found), np.exp(at[x]) + np.array([2, 0, 0]))
    n = symbol("n", ("n",))
    by_scalar = jacobian(n * ops.select_at(x, axis=0, position=1), x)
    assert str(by_scalar.shape) == "(n, 3)"
    at[n] = np.array([1.0, 2.0])
    np.testing.assert_array_equal(evaluate([by_scalar], at)[0], [[0, 1, 0], [0, 2, 0]])
    assert str(jacobian(n * n, n).shape) == "(n, n)"
    np.testing.assert_array_equal(evaluate([jacobian(n * n, n)], at)[0], [[2, 0], [0, 4]])


def test_derivatives_of_functions():
    x, t = np.array([0.0, 1.0]), np.array([1.0, 2.0])
    np.testing.assert_allclose(jacobian(ops.exp)(x).data, np.diag(np.exp(x)))
    np.testing.assert_allclose(hessian(lambda v: ops.sum(ops.exp(v)))(x).data, np.diag(np.exp(x)))
    value_, change = jvp(ops.exp, (x,), (t,))
    np.testing.assert_allclose(value_.data, np.exp(x))
    np.testing.assert_allclose(change.data, np.exp(x) * t)
    value_, pull = vjp(ops.multiply, x, t)
    np.testing.assert_array_equal(value_.data, x * t)
    np.testing.assert_array_equal(
        [part.data for part in pull(np.array([1.0, 3.0]))], [[1.0, 6.0], [0.0, 3.0]]
    )


def test_the_package_offers_derivatives():
    x = gn.symbol("x", ("n",))
    assert str(gn.grad(gn.sum(gn.exp(x) * 2), x).shape) == "(n,)"
    assert set(dir(gn)) >= {"grad", "value_and_grad", "vjp", "jvp", "jacobian", "hessian", "stop_gradient"}


def test_jvp_of_several_outputs():
    x, t = symbol("x", (2, 2)), symbol("t", (2, 2))
    pushed = jvp([x @ x, ops.max(x), ops.argmax(x)], x, t)
    at = {x: np.array([[1.0, 2.0], [3.0, 4.0]]), t: np.array([[1.0, 0.0], [0.0, 5.0]])}
    product, top, _ = evaluate(pushed, at)
    np.testing.assert_allclose(product, at[t] @ at[x] + at[x] @ at[t])
    assert float(top) == 5.0


def test_shared_arrays_and_constants_in_an_expression():
    w = shared(np.array([1.0, 2.0]), "w")
    cost = ops.sum(w * as_array(np.array([3.0, 4.0])))
    np.testing.assert_array_equal(value(grad(cost, w)), [3.0, 4.0])


def test_deep_expressions_do_not_overflow_the_stack():
    x = symbol("x", ())
    y = x
    for _ in range(3000):
        y = y + 1.0
    assert float(value(grad(y, x))) == 1.0
