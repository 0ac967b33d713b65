"""Derivatives of functions inside of functions that are differentiated."""

import numpy as np

from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.constants import symbol
from gnomon.graph.gradients import grad, jacobian, jvp


def inner(w):
    return grad(lambda x: ops.sum(x * x * w * w))(np.ones(3))


def test_a_gradient_inside_a_function_meets_the_arguments_of_the_gradient_outside():
    assert float(grad(lambda w: ops.sum(inner(w)))(2.0)) == 24.0
    np.testing.assert_array_equal(np.asarray(jacobian(inner)(np.asarray(2.0))), [8.0, 8.0, 8.0])
    assert float(grad(lambda w: ops.sum(jvp(lambda x: x * x * w, (3.0,), (1.0,))[1]))(2.0)) == 6.0


def test_a_gradient_of_known_arguments_may_depend_on_symbols():
    x = symbol("x", shape=(3,))
    found = grad(lambda w: ops.sum(w * x))(2.0)
    assert evaluate([found], {x: np.arange(3.0)})[0] == 3.0
