"""Derivatives by concrete arrays: of expressions that hold them; what was computed at once has none."""

import numpy as np
import pytest

import gnomon as gn


def test_what_was_computed_at_once_has_no_derivative():
    a = gn.asarray([1.0, 2.0])
    for derivative in (
        lambda: gn.grad(gn.sum(a**2), a),
        lambda: gn.jacobian(a**2, a),
        lambda: gn.hessian(gn.sum(a**2), a),
        lambda: gn.vjp(a**2, a, a),
        lambda: gn.jvp(a**2, a, a),
    ):
        with pytest.raises(gn.GnomonError, match="does not depend on"):
            derivative()


def test_expressions_are_differentiated_by_the_constants_that_they_hold():
    x, a = gn.symbol("x", shape=(2,)), gn.asarray([1.0, 2.0])
    ones, zeros = np.ones((2,)), np.zeros((2, 2))
    given = {x: ones}
    np.testing.assert_array_equal(gn.jacobian(x * a, a).eval(given), np.eye(2))
    np.testing.assert_array_equal(gn.hessian(gn.sum(x * a), a).eval(given), zeros)
    np.testing.assert_array_equal(gn.vjp(x * a, a, a).eval(given), [1, 2])


def test_symbols_that_an_expression_does_not_hold_change_nothing():
    x, y = gn.symbol("x", shape=(2,)), gn.symbol("y", shape=(2,))
    np.testing.assert_array_equal(gn.jacobian(x, y).eval(), np.zeros((2, 2)))
