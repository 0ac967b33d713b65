"""Gradients where formulas overflow, cancel, or have no slope."""

import numpy as np
import pytest

from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.constants import symbol
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients import custom_gradient, grad


def slopes(function, at, dtype="float64"):
    x = symbol("x", np.shape(at), dtype)
    return evaluate([grad(ops.sum(function(x)), x)], {x: np.asarray(at, dtype)})[0]


LARGE = np.array([-1000.0, -50.0, 0.0, 50.0, 1000.0])


@pytest.mark.parametrize(
    "name", "softplus sigmoid log_sigmoid tanh silu mish gelu softsign erf elu selu".split()
)
def test_activations_have_finite_slopes_everywhere(name):
    found = slopes(getattr(ops, name), LARGE)
    assert np.all(np.isfinite(found))
    second = slopes(lambda x: grad(ops.sum(getattr(ops, name)(x)), x), LARGE)
    assert np.all(np.isfinite(second))


def test_softplus_and_log_sigmoid_have_exact_slopes_far_out():
    np.testing.assert_array_equal(slopes(ops.softplus, LARGE)[[0, -1]], [0.0, 1.0])
    np.testing.assert_array_equal(slopes(ops.log_sigmoid, LARGE)[[0, -1]], [1.0, 0.0])


def test_softmax_and_its_logarithm_take_large_scores():
    weights = np.array([1.0, 2.0, 3.0])
    for function in (ops.softmax, ops.log_softmax):
        found = slopes(lambda x, f=function: f(x, axis=0) * weights, [1e4, 0.0, -1e4])
        assert np.all(np.isfinite(found))
    loss = lambda x: ops.cross_entropy(ops.expand_dims(x, axis=0), np.array([2]), reduction="sum")
    np.testing.assert_array_equal(slopes(loss, [1e4, 0.0, -1e4]), [1.0, 0.0, -1.0])


def test_logsumexp_of_nothing_but_minus_infinity():
    np.testing.assert_array_equal(slopes(ops.logsumexp, [-np.inf, -np.inf]), [0.0, 0.0])
    np.testing.assert_allclose(slopes(ops.logsumexp, [1e4, 1e4]), [0.5, 0.5])


def test_running_logarithms_of_sums_over_a_wide_range():
    np.testing.assert_allclose(slopes(lambda x: ops.logcumsumexp(x, axis=0), [0.0, 1000.0]), [1.0, 1.0])


def test_products_with_zeros_are_exact():
    np.testing.assert_array_equal(slopes(ops.prod, [2.0, 0.0, 3.0]), [0.0, 6.0, 0.0])
    np.testing.assert_array_equal(slopes(ops.prod, [0.0, 0.0, 3.0]), [0.0, 0.0, 0.0])
    np.testing.assert_array_equal(slopes(lambda x: ops.cumprod(x, axis=0), [2.0, 0.0, 3.0]), [1.0, 8.0, 0.0])


def test_the_square_root_at_zero_is_as_steep_as_it_is():
    """Documented: the slope is infinite; `norm`, `hypot`, `std` and `abs` take 0 there instead."""
    assert slopes(ops.sqrt, [0.0])[0] == np.inf
    np.testing.assert_array_equal(slopes(ops.norm, [0.0, 0.0]), [0.0, 0.0])
    np.testing.assert_array_equal(slopes(lambda x: ops.hypot(x, 0.0), [0.0]), [0.0])
    np.testing.assert_array_equal(slopes(ops.std, [2.0, 2.0]), [0.0, 0.0])
    np.testing.assert_array_equal(slopes(ops.abs, [0.0]), [0.0])


def test_powers_at_zero():
    np.testing.assert_array_equal(slopes(lambda x: ops.power(x, 2.0), [0.0, 3.0]), [0.0, 6.0])
    np.testing.assert_array_equal(slopes(lambda x: ops.power(x, 0.0), [0.0, 3.0]), [0.0, 0.0])
    np.testing.assert_array_equal(
        slopes(lambda y: ops.power(np.array([0.0, 1.0]), y), [2.0, 3.0]), [0.0, 0.0]
    )


def test_ties_share_the_cotangent():
    np.testing.assert_array_equal(slopes(ops.max, [1.0, 3.0, 3.0]), [0.0, 0.5, 0.5])
    np.testing.assert_array_equal(slopes(lambda x: ops.maximum(x, 2.0), [1.0, 2.0, 3.0]), [0.0, 0.5, 1.0])
    np.testing.assert_array_equal(slopes(ops.relu, [-1.0, 0.0, 1.0]), [0.0, 0.0, 1.0])
    np.testing.assert_array_equal(slopes(lambda x: ops.clip(x, 0.0, 1.0), [0.0, 1.0, 2.0]), [1.0, 1.0, 0.0])


def test_the_value_of_a_step_at_zero():
    x = np.array([-1.0, 0.0, 1.0])
    np.testing.assert_array_equal(slopes(lambda y: ops.heaviside(x, y), [0.5, 0.5, 0.5]), [0.0, 1.0, 0.0])


def test_sinc_at_zero():
    x = symbol("x", ())
    first = grad(ops.sinc(x), x)
    second = grad(first, x)
    found = evaluate([first, second], {x: np.float64(0)})
    assert found[0] == 0.0
    np.testing.assert_allclose(found[1], -(np.pi**2) / 3)


def test_where_keeps_infinite_slopes_of_the_other_branch_out_when_the_input_is_made_safe():
    safe = lambda x: ops.where(ops.greater(x, 0.0), ops.sqrt(ops.where(ops.greater(x, 0.0), x, 1.0)), 0.0)
    np.testing.assert_array_equal(slopes(safe, [0.0, 4.0]), [0.0, 0.25])


def test_a_gradient_written_by_hand_is_used():
    @custom_gradient
    def clipped(x):
        return ops.positive(x), lambda g: ops.clip(g, -1.0, 1.0)

    np.testing.assert_array_equal(slopes(lambda x: clipped(x) * 5.0, [1.0, 2.0]), [1.0, 1.0])


def called(x, pull=None):
    (found,) = ops.call_back((x,), function=lambda a: (a**3,), kinds=(("float64", (False,)),), pull=pull)
    return found


def test_a_python_function_has_the_gradient_that_comes_with_it():
    np.testing.assert_array_equal(
        slopes(lambda x: called(x, lambda g: g * ops.square(x) * 3.0), [1.0, 2.0]), [3.0, 12.0]
    )


def test_a_python_function_that_comes_alone_has_no_gradient():
    with pytest.raises(GradientError, match="give `pull`"):
        slopes(called, [1.0, 2.0])


def test_float32_gradients_are_computed_in_float32():
    assert slopes(lambda x: ops.softplus(x) * 2.0, LARGE, "float32").dtype == np.float32
