"""Gradients: of costs, with known cotangents, through loops, and where there are none."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T


def test_the_gradient_of_a_layer():
    x, w, b = T.dmatrix("x"), T.dmatrix("w"), T.dvector("b")
    cost = T.nnet.sigmoid(T.dot(x, w) + b).sum()
    f = theano.function([x, w, b], [cost, *T.grad(cost, [w, b])])
    rng = np.random.default_rng(0)
    values = rng.normal(size=(5, 3)), rng.normal(size=(3, 2)), rng.normal(size=2)
    _, by_w, by_b = f(*values)
    step = 1e-6
    moved = values[1].copy()
    moved[1, 0] += step
    assert by_w[1, 0] == pytest.approx((f(values[0], moved, values[2])[0] - f(*values)[0]) / step, rel=1e-4)
    assert by_b.shape == (2,)


def test_second_derivatives():
    x = T.dscalar("x")
    first = T.grad(T.exp(x) * x, x)
    second = T.grad(first, x)
    assert theano.function([x], second)(1.5) == pytest.approx(np.exp(1.5) * (1.5 + 2))


def test_a_cost_with_axes_is_refused():
    x = T.dvector("x")
    with pytest.raises(TypeError, match="scalar"):
        T.grad(x * 2, x)


def test_an_input_that_does_not_matter():
    x, y = T.dvectors("x y")
    with pytest.raises(theano.gradient.DisconnectedInputError):
        T.grad(x.sum(), y)
    zero = T.grad(x.sum(), y, disconnected_inputs="ignore")
    np.testing.assert_array_equal(zero.eval({y: [1.0, 2.0]}), [0.0, 0.0])


def test_constants_are_considered_so():
    x = T.dscalar("x")
    y = x**2
    assert theano.function([x], T.grad(y * x, x, consider_constant=[y]))(3.0) == 9.0


def test_cotangents_that_are_known():
    x = T.dvector("x")
    y = x**2
    found = T.grad(None, x, known_grads={y: T.as_tensor_variable(np.array([1.0, 10.0]))})
    np.testing.assert_array_equal(found.eval({x: [3.0, 4.0]}), [6.0, 80.0])


def test_forward_and_reverse_products():
    w, x, v = T.dmatrix("w"), T.dvector("x"), T.dvector("v")
    along = theano.Rop(T.dot(w, x), x, v)
    back = theano.Lop(T.dot(w, x), x, v)
    matrix = np.array([[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(along.eval({w: matrix, v: [1.0, 1.0]}), [3.0, 7.0])
    np.testing.assert_array_equal(back.eval({w: matrix, v: [1.0, 1.0]}), [4.0, 6.0])
    f = theano.function([x, w, v], along)
    np.testing.assert_array_equal(f([0.0, 0.0], matrix, [1.0, 1.0]), [3.0, 7.0])


class Cube(theano.Op):
    """A user's operation in Python."""

    __props__ = ()

    def make_node(self, x):
        x = T.as_tensor_variable(x)
        return theano.Apply(self, [x], [x.type()])

    def perform(self, node, inputs, outputs):
        outputs[0][0] = inputs[0] ** 3

    def grad(self, inputs, cotangents):
        return [cotangents[0] * 3 * inputs[0] ** 2]


def test_operations_of_the_user_take_part():
    x = T.dvector("x")
    y = Cube()(x * 2)
    f = theano.function([x], [y, T.grad(y.sum(), x)])
    found, slope = f([1.0, 2.0])
    np.testing.assert_array_equal(found, [8.0, 64.0])
    np.testing.assert_array_equal(slope, [24.0, 96.0])


def test_gradients_have_test_values():
    with theano.config.change_flags(compute_test_value="raise"):
        x = T.dvector("x")
        x.tag.test_value = np.array([1.0, 2.0, 3.0])
        slope = theano.grad((T.nnet.softplus(x[1:].reshape((2, 1))) ** 2).sum(), x) + 1
        along = theano.Rop(x[::2] ** 2, x, x)
    assert slope.tag.test_value.shape == (3,)
    np.testing.assert_array_equal(along.tag.test_value, [2.0, 18.0])


def test_settings_can_be_listed_and_copied():
    import copy

    from gnomon.theano import configparser

    by_name = {setting.fullname: setting for setting in configparser._config_var_list}
    before = theano.config.floatX
    assert by_name["floatX"].__get__(True, None) == before == copy.copy(theano.config).floatX
    by_name["floatX"].__set__(None, "float32")
    assert theano.config.floatX == "float32"
    by_name["floatX"].__set__(None, before)
