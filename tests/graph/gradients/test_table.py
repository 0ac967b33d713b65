"""The whole table: gradients, second gradients and forward mode against finite differences."""

import numpy as np
import pytest

from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.array import Array
from gnomon.graph.errors import GnomonError, GradientError
from gnomon.graph.gradients import jvp
from gnomon.graph.gradients.reasons import REASONS, ZERO
from gnomon.ops.bodies import BODIES

from graph.gradients import cases_algebra, cases_elements
from graph.gradients.measuring import (
    applied,
    check,
    derived,
    directions,
    inner,
    inputs_of,
    leaves_of,
    picked,
    slope,
    through_body,
    weighed,
)

CASES = cases_elements.CASES + cases_algebra.CASES
SECOND = 3e-5
ELSEWHERE = """polynomial_features custom_gradient call_back stop_gradient scan while_loop cond branch call
random_gamma""".split()
"""Expressions cannot apply the first (its dtype is not known); the others have tests of their own."""

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def test_every_operation_has_a_rule_a_body_or_a_reason():
    lacking = [
        name
        for name, record in ops.TABLE.items()
        if record.pullback_rule is None and not (name in BODIES or name in REASONS or name in ZERO)
    ]
    assert lacking == []
    told = [name for name in ops.TABLE if ops.TABLE[name].pullback_rule and (name in REASONS or name in ZERO)]
    assert told == []
    assert sorted(REASONS.keys() & ZERO.keys()) == []


def test_every_operation_with_a_gradient_has_a_case():
    tested = {case.op for case in CASES}
    wanted = {
        name for name in ops.TABLE if name not in REASONS and name not in ELSEWHERE and name not in ZERO
    }
    assert sorted(wanted - tested) == []


@every_case
def test_gradients_and_second_gradients_agree_with_finite_differences(case):
    inputs, values = inputs_of(case)
    leaves = leaves_of(case, values)
    scalar = weighed(picked(case, applied(case, inputs)), 1)
    found = check(scalar, values, leaves, 10, case.tolerance)
    if not case.twice or not found:
        return
    again = weighed(list(found.values()), 2)
    check(again, values, leaves, 20, SECOND)


@every_case
def test_forward_mode_agrees_with_reverse_mode(case):
    inputs, values = inputs_of(case)
    leaves = leaves_of(case, values)
    scalar = weighed(picked(case, applied(case, inputs)), 1)
    direction = directions(values, leaves, 3)
    pushed = jvp(scalar, leaves, [direction[leaf] for leaf in leaves])
    found = derived(scalar, leaves)
    numbers = evaluate([pushed, *found.values()], values)
    expected = inner(dict(zip(found, numbers[1:])), direction)
    assert float(numbers[0]) == pytest.approx(expected, rel=1e-8, abs=1e-9)


@every_case
def test_float32_stays_float32(case):
    inputs, values = inputs_of(case, dtype="float32")
    leaves = leaves_of(case, values)
    outputs = [out for out in applied(case, inputs) if out.dtype.kind in ("float", "complex")]
    if not all(out.dtype.name in ("float32", "complex64") for out in outputs):
        pytest.skip("NumPy promotes it to float64")
    for leaf, g in derived(weighed_in_float32(outputs), leaves).items():
        assert g.dtype is leaf.dtype
        assert g.shape.dims == leaf.shape.dims
        for application in between(g):
            for out in application.outputs:
                assert out.dtype.name not in ("float64", "complex128") or out.weak, application.op


@every_case
def test_sizes_may_be_names(case):
    """The first axis of the float inputs is a name: the gradient has it too, and is the same in numbers."""
    if case.op == "split_by":
        pytest.skip("the number of its results depends on a size")
    if case.op == "qr" and case.arrays[0].shape[-2] < case.arrays[0].shape[-1]:
        pytest.skip("where it is not known, matrices count as tall, with a guard")
    inputs, values = inputs_of(case)
    leaves = leaves_of(case, values)
    try:
        named_inputs, named_values = inputs_of(case, batch=True)
        outputs = applied(case, named_inputs)
    except (GnomonError, TypeError, ValueError, AttributeError):
        pytest.skip("the operation needs known sizes")
    chosen = picked(case, outputs)
    scalar = sum_of_squares(picked(case, applied(case, inputs))[: len(chosen)])
    named_scalar = sum_of_squares(chosen)
    try:
        found = derived(named_scalar, leaves_of(case, named_values))
    except GradientError as error:
        assert "sizes" in str(error)  # noqa: PT017
        pytest.skip("the gradient needs known sizes")
    numbers = evaluate(list(derived(scalar, leaves).values()), values)
    for leaf, g, want, got in zip(
        found, found.values(), numbers, evaluate(list(found.values()), named_values)
    ):
        assert g.shape.dims == leaf.shape.dims
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-11)


def sum_of_squares(arrays):
    total = None
    for array in arrays:
        term = ops.sum(ops.square(ops.abs(array) if array.dtype.kind == "complex" else array + 0.3))
        total = term if total is None else total + term
    return total


def weighed_in_float32(outputs):
    parts = [
        p
        for out in outputs
        for p in ((ops.real(out), ops.imag(out)) if out.dtype.kind == "complex" else (out,))
    ]
    total = ops.sum(parts[0])
    for part in parts[1:]:
        total = total + ops.sum(part)
    return total


def between(array):
    from gnomon.graph.gradients.reverse import applications

    return applications([array], set())


@every_case
def test_bodies_have_the_value_of_their_operation(case):
    inputs, values = inputs_of(case)
    found = through_body(case, inputs)
    if found is None:
        pytest.skip("it has no body")
    found = found if isinstance(found, (tuple, list)) else (found,)
    outputs = list(applied(case, inputs))
    pairs = [(a, b) for a, b in zip(found, outputs) if isinstance(a, Array)]
    expected = evaluate([b for _, b in pairs], values)
    for got, want in zip(evaluate([a for a, _ in pairs], values), expected):
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-11)


def test_differences_notice_a_wrong_gradient():
    inputs, values = inputs_of(next(case for case in CASES if case.op == "sin"))
    scalar = weighed([ops.sin(inputs[0])], 1)
    wrong = weighed([ops.cos(inputs[0]) * 1.001], 1)
    direction = directions(values, list(values), 1)
    assert abs(slope(scalar, values, direction) - slope(wrong, values, direction)) > 1e-4
