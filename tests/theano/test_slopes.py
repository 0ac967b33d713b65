"""Gradients of elementwise operations are expressions of Theano, and graphs can be simplified as graphs."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T
from gnomon.theano.tensor import slopes

NAMES = """neg inv abs_ sqr sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arctan arccos arcsinh
    arctanh arccosh deg2rad rad2deg erf erfc""".split()


@pytest.mark.parametrize("name", NAMES)
def test_slopes_are_those_of_finite_differences(name):
    x = T.dvector("x")
    at = np.array([0.3, 0.6]) + (1.0 if name == "arccosh" else 0.0)
    value = theano.function([x], getattr(T, name)(x))
    slope = T.grad(getattr(T, name)(x).sum(), x)
    assert slope.owner.op.__class__.__name__ == "Elemwise"
    expected = (value(at + 1e-6) - value(at - 1e-6)) / 2e-6
    np.testing.assert_allclose(slope.eval({x: at}), expected, rtol=1e-6)
    along = theano.Rop(getattr(T, name)(x), x, T.ones_like(x) * 3)
    np.testing.assert_allclose(along.eval({x: at}), 3 * expected, rtol=1e-6)


def test_repeated_rows_are_summed():
    x, y = T.dmatrix("x"), T.dvector("y")
    by_x, by_y = T.grad((x * y / (y + 1)).sum(), [x, y])
    a, b = np.arange(6.0).reshape(2, 3) + 1, np.array([1.0, 2.0, 4.0])
    found = theano.function([x, y], [by_x, by_y])(a, b)
    np.testing.assert_allclose(found[0], np.broadcast_to(b / (b + 1), (2, 3)))
    np.testing.assert_allclose(found[1], (a / (b + 1) ** 2).sum(0))


def test_choices_pass_gradients_on_where_they_chose():
    x, y = T.dvectors("x", "y")
    at = {x: [1.0, -2.0, 5.0], y: [3.0, -4.0, 0.0]}
    for expression, expected in {
        T.maximum(x, y): [0, 1, 1],
        T.switch(x > 0, x * 2, y): [2, 0, 2],
        T.clip(x, -1, 3): [1, 0, 0],
        T.second(y, x): [1, 1, 1],
    }.items():
        found = T.grad(expression.sum(), x, disconnected_inputs="ignore")
        np.testing.assert_array_equal(
            theano.function([x, y], found, on_unused_input="ignore")(*at.values()), expected
        )


def test_a_row_moves_nothing_along_integers():
    x, i = T.fvector("x"), T.ivector("i")
    assert T.grad((x * i).sum(), x).dtype == "float32"
    assert slopes.forward(T.mul, [i, i], i * i, [i, None]) is None


def test_graphs_are_simplified_to_be_read():
    x = T.dscalar("x")
    graph = theano.gof.FunctionGraph([x], [T.grad(T.sin(x), x) + 0, T.cos(x) * (T.constant(3.0) - 2)])
    theano.compile.get_default_mode().optimizer.optimize(graph)
    assert len(graph.apply_nodes) == 1
    assert graph.outputs[0] is graph.outputs[1]


def test_where_numbers_tie_gradients_are_theanos():
    v = T.dvector("v")
    at = np.array([1.0, 2.0, 0.0, 2.0])
    for expression, expected in [
        (T.maximum(v, 0).sum(), [1, 1, 1, 1]),
        (T.maximum(0, v).sum(), [1, 1, 0, 1]),
        (T.minimum(v, 2).sum(), [1, 1, 1, 1]),
        (T.clip(v, 0, 2).sum(), [1, 1, 1, 1]),
        (T.max(v), [0, 1, 0, 1]),
        (T.min(-v, axis=0), [0, -1, 0, -1]),
        (T.max_and_argmax(v)[0], [0, 1, 0, 1]),
    ]:
        assert T.grad(expression, v).eval({v: at}).tolist() == expected
    m = T.dmatrix("m")
    slope = T.grad((m.max(axis=1, keepdims=True) * m).sum(), m)
    assert slope.eval({m: [[1.0, 1.0], [0.0, 3.0]]}).tolist() == [[3, 3], [3, 6]]


def test_a_lower_bound_above_the_upper_one_counts_first() -> None:
    x = T.dvector("x")
    for bounded in (T.clip(x, 0, x), T.clip(x, x, 0), T.clip(0, x, x)):
        theano.gradient.verify_grad(
            lambda v, out=bounded: theano.clone(out, {x: v}),
            [np.array([-0.7, 0.3])],
            rng=np.random.RandomState(0),
        )
    assert T.clip(x, 2, 1).eval({x: [0.0, 3.0]}).tolist() == [2, 1]
