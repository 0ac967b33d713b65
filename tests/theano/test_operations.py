"""Operations made of expressions, of Python functions and of conditions, and modes that watch them."""

from __future__ import annotations

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano import scalar
from gnomon.theano.compile import DebugMode, MonitorMode, NanGuardMode, OpFromGraph, as_op
from gnomon.theano.compile.debugmode import BadDestroyMap
from gnomon.theano.gradient import (
    DisconnectedInputError,
    GradientError,
    disconnected_grad,
    grad_clip,
    hessian,
    jacobian,
    verify_grad,
    zero_grad,
)
from gnomon.theano.ifelse import ifelse
from gnomon.theano.typed_list import TypedListType, length


def test_an_operation_of_expressions_is_differentiated() -> None:
    x, y = T.dvectors("xy")
    twice = OpFromGraph([x, y], [x * y * 2])
    a, b = T.dvectors("ab")
    found = twice(a, b)
    f = theano.function([a, b], [found, *T.grad(found.sum(), [a, b])])
    values = f([1.0, 2.0], [3.0, 4.0])
    assert [v.tolist() for v in values] == [[6, 16], [6, 8], [2, 4]]


def test_a_gradient_of_an_operation_may_be_replaced() -> None:
    x = T.dscalar("x")
    cube = OpFromGraph([x], [x**3], grad_overrides=lambda inputs, grads: [grads[0] * 7])
    a = T.dscalar("a")
    assert T.grad(cube(a), a).eval({a: 2.0}) == 7


def test_one_branch_of_a_condition_may_have_another_shape() -> None:
    c, x, y = T.iscalar("c"), T.dvector("x"), T.dvector("y")
    f = theano.function([c, x, y], ifelse(c, x, y * 2))
    assert f(1, [1.0, 2.0], [3.0]).tolist() == [1, 2]
    assert f(0, [1.0, 2.0], [3.0]).tolist() == [6]


def test_a_condition_has_gradients_by_the_branch_that_is_taken() -> None:
    c, x = T.iscalar("c"), T.dscalar("x")
    slope = theano.function([c, x], T.grad(ifelse(c, x**2, x * 3), x))
    assert (slope(1, 5.0), slope(0, 5.0)) == (10, 3)


def test_a_python_function_is_an_operation() -> None:
    @as_op(itypes=[T.dvector], otypes=[T.dvector])
    def backwards(x: np.ndarray) -> np.ndarray:
        return x[::-1]

    x = T.dvector("x")
    assert theano.function([x], backwards(x * 2))([1.0, 2.0]).tolist() == [4, 2]


def test_borders_change_gradients_alone() -> None:
    x = T.dscalar("x")
    assert T.grad(zero_grad(x) * x, x).eval({x: 3.0}) == 3
    assert T.grad(grad_clip(x, -1, 1) * 50, x).eval({x: 3.0}) == 1
    with pytest.raises(DisconnectedInputError):
        T.grad(disconnected_grad(x) * 2, x)


def test_matrices_of_derivatives() -> None:
    x = T.dvector("x")
    given = np.array([1.0, 2.0])
    assert jacobian(x**2, x).eval({x: given}).tolist() == [[2, 0], [0, 4]]
    assert hessian((x**3).sum(), x).eval({x: given}).tolist() == [[6, 0], [0, 12]]


def test_a_wrong_gradient_is_told() -> None:
    class Wrong(theano.Op):
        __props__ = ()
        itypes, otypes = (T.dvector,), (T.dvector,)

        def perform(self, node: object, inputs: list, storage: list) -> None:
            storage[0][0] = inputs[0] * 2

        def grad(self, inputs: list, grads: list) -> list:
            return [grads[0] * 3]

    rng = np.random.RandomState(0)
    verify_grad(T.tanh, [rng.rand(3)], rng=rng)
    with pytest.raises(GradientError):
        verify_grad(Wrong(), [rng.rand(3)], rng=rng)


def test_modes_see_what_happens() -> None:
    x = T.dvector("x")
    seen: list[str] = []
    watched = MonitorMode(post_func=lambda number, node, thunk: seen.append(str(node.op)))
    theano.function([x], T.exp(x) + 1, mode=watched)([0.0])
    assert any("exp" in text for text in seen)
    with pytest.raises(AssertionError, match="NaN"):
        theano.function([x], T.log(x), mode=NanGuardMode(True, True, True))([-1.0])


def test_an_operation_that_overwrites_its_input_is_told() -> None:
    class Careless(theano.Op):
        __props__ = ()
        itypes, otypes = (T.dvector,), (T.dvector,)

        def perform(self, node: object, inputs: list, storage: list) -> None:
            inputs[0] *= 2
            storage[0][0] = inputs[0] + 0

    x = T.dvector("x")
    with pytest.raises(BadDestroyMap):
        theano.function([x], Careless()(x), mode=DebugMode())([1.0])


def test_lists_are_values() -> None:
    many = TypedListType(T.dvector)()
    x = T.dvector("x")
    f = theano.function([many, x], [many.append(x)[-1], length(many)])
    last, count = f([np.zeros(2)], np.ones(3))
    assert last.tolist() == [1, 1, 1]
    assert count == 1


def test_a_loop_over_the_entries_of_a_typed_list() -> None:
    many = TypedListType(T.dvector)()
    sums, _ = theano.scan(
        lambda place, entries: entries[place].sum(),
        sequences=T.arange(length(many), dtype="int64"),
        non_sequences=many,
    )
    assert theano.function([many], sums)([[1.0, 2.0, 3.0], [4.0, 5.0]]).tolist() == [6, 9]


def test_an_axis_to_sort_along_may_be_computed() -> None:
    x, axis = T.dmatrix("x"), T.iscalar("axis")
    given = np.array([[3.0, 1.0], [0.0, 2.0]])
    f = theano.function([x, axis], [T.sort(x, axis), T.argsort(x, axis)])
    for k in (0, 1):
        values, places = f(given, k)
        assert values.tolist() == np.sort(given, k).tolist()
        assert places.tolist() == np.argsort(given, k).tolist()


def test_where_both_are_equal_the_first_gets_the_gradient() -> None:
    x, y = T.dscalars("xy")
    assert [g.eval({x: 1.0, y: 1.0}) for g in T.grad(T.maximum(x, y), [x, y])] == [1, 0]


def test_an_application_gives_its_default_output() -> None:
    class Both(theano.Op):
        __props__ = ()
        default_output = 1

        def make_node(self, x: object) -> object:
            return theano.Apply(self, [x], [T.dvector(), T.dvector()])

        def perform(self, node: object, inputs: list, storage: list) -> None:
            storage[0][0], storage[1][0] = inputs[0], inputs[0] * 2

    x = T.dvector("x")
    second = T.as_tensor_variable(Both().make_node(x))
    assert theano.function([x], second)([1.0]).tolist() == [2]


def test_an_operation_without_inputs_is_asked_each_time() -> None:
    class Counter(theano.Op):
        __props__ = ("start",)

        def __init__(self, start):
            self.start, self.count = start, start

        def make_node(self):
            return theano.Apply(self, [], [T.dvector()])

        def perform(self, node, inputs, output_storage, params=None):
            self.count += 1
            output_storage[0][0] = np.full(2, float(self.count))

    number = Counter(0)()
    x = T.dscalar("x")
    total = T.sum(number * x)
    f = theano.function([x], [total, T.grad(total, x)])
    np.testing.assert_array_equal(f(3.0), [6, 2])
    np.testing.assert_array_equal(f(3.0), [12, 4])


@pytest.mark.parametrize("folded", [True, False])
def test_an_operation_of_constants_is_carried_out_when_it_says(folded) -> None:
    calls = []

    class Noted(theano.Op):
        def make_node(self, x):
            return theano.Apply(self, [T.as_tensor_variable(x)], [T.dvector()])

        def perform(self, node, inputs, output_storage, params=None):
            calls.append(node)
            output_storage[0][0] = inputs[0] * 2

        def do_constant_folding(self, node):
            return folded

    f = theano.function([], Noted()(np.ones(2)))
    before = len(calls)
    f()
    f()
    assert len(calls) - before == (0 if folded else 2)


def test_an_operation_without_a_gradient_says_so() -> None:
    twice = as_op([T.dvector], [T.dvector])(lambda x: 2 * x)
    x = T.dvector("x")
    with pytest.raises(AttributeError, match="no gradient"):
        T.grad(T.sum(twice(x)), x)


def test_axes_may_be_a_range_and_scalars_are_stacked_to_a_vector() -> None:
    x, y = T.dtensor3("x"), T.dscalar("y")
    np.testing.assert_array_equal(theano.function([x], x.sum(range(1, 3)))(np.ones((2, 3, 4))), [12, 12])
    np.testing.assert_array_equal(theano.function([y], T.stack([y, y + 1], axis=1))(1.0), [1, 2])


@pytest.mark.parametrize(("written", "calls"), [("", 2), ("%s = 3;", 1)])
def test_scalar_operations_with_c_code_are_compiled(written, calls) -> None:
    seen = []

    class Cube(scalar.UnaryScalarOp):
        def impl(self, x):
            seen.append(x)
            return x * x * x

        def grad(self, inputs, output_grads):
            return [output_grads[0] * 7 * inputs[0]]

    if written:
        Cube.c_code = lambda self, node, name, inputs, outputs, sub: written
    x = T.dvector("x")
    y = T.Elemwise(Cube(scalar.upgrade_to_float, name="cube"))(x)
    f = theano.function([x], [y, T.grad(T.sum(y), x)])
    values, slopes = f([1.0, -2.0])
    np.testing.assert_array_equal(values, [1, -8])
    np.testing.assert_array_equal(slopes, [7, -14])
    assert len(seen) == calls


def test_scalar_operations_that_choose_by_numbers_are_asked_for_each() -> None:
    class Positive(scalar.UnaryScalarOp):
        def impl(self, x):
            return x if x > 0 else 0 * x

        def c_code(self, node, name, inputs, outputs, sub):
            return f"{outputs[0]} = {inputs[0]} > 0 ? {inputs[0]} : 0;"

    x = T.dvector("x")
    y = T.Elemwise(Positive(scalar.upgrade_to_float, name="positive"))(x)
    np.testing.assert_array_equal(theano.function([x], y)([1.0, -2.0]), [1, 0])


class _Doubled(theano.Op):
    __props__ = ()

    def make_node(self, x):
        return theano.Apply(self, [x], [x.type()])

    def perform(self, node, inputs, outputs):
        outputs[0][0] = inputs[0] * 2

    def grad(self, inputs, output_grads):
        return [output_grads[0] * 2]


class _DoubledWithShape(_Doubled):
    def infer_shape(self, node, shapes):
        return shapes


def test_operations_of_ones_own_in_loops() -> None:
    x, m = T.dvector("x"), T.dmatrix("m")
    for op in (_Doubled(), _DoubledWithShape()):
        course, _ = theano.scan(lambda state, op=op: op(state) + 1, outputs_info=x, n_steps=2)
        found, slope = theano.function([x], [course, T.grad(course[-1].sum(), x)])([0.0, 1.0])
        assert found.tolist() == [[1, 3], [3, 7]]
        assert slope.tolist() == [4, 4]
    rows, _ = theano.map(lambda row: _DoubledWithShape()(row), m)
    assert rows.eval({m: [[1.0, 2.0]]}).tolist() == [[2, 4]]
    wrong = _DoubledWithShape()
    wrong.infer_shape = lambda node, shapes: [(shapes[0][0] + 1,)]
    with pytest.raises(ValueError, match="3"):
        theano.function([x], wrong(x))([0.0, 1.0])
