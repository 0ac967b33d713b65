"""The engine: named sizes, guards, dtypes of results, errors at the user's line."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.dtypes import converted
from gnomon.compile.reference.engine import evaluate, find_reference
from gnomon.compile.reference.registry import REFERENCES
from gnomon.graph.errors import DtypeError, EvaluationError, PositionError, ShapeError, SymbolicValueError
from gnomon.graph.world import create
from gnomon.shapes import dtypes


def matrix(name="x", rows="n", columns=3, dtype="float64"):
    return gn.symbol(name, (rows, columns), dtype)


def value(*shape, dtype="float64"):
    return np.arange(np.prod(shape), dtype=dtype).reshape(shape)


def test_named_sizes_are_solved_and_stand_in_attributes():
    x = matrix()
    n = x.shape[0]
    outputs = [
        ops.reshape(x, shape=(n * 3,)),
        ops.broadcast_to(ops.sum(x, axis=0), shape=(n, 3)),
        ops.index(x, items=(slice(0, n - 1), None)),
        create(ops.full, shape=(n, 2), dtype=dtypes.int32, value=4),
    ]
    flat, wide, cut, four = evaluate(outputs, {x: value(2, 3)})
    assert flat.shape == (6,)
    assert wide.tolist() == [[3, 5, 7]] * 2
    assert cut.shape == (1, 1, 3)
    assert four.tolist() == [[4, 4]] * 2
    assert four.dtype == np.int32


def test_sizes_are_solved_from_sums_and_products_of_names():
    n = matrix().shape[0]
    y = gn.symbol("y", (2 * n + 1,))
    assert evaluate([create(ops.full, shape=(n,), dtype=dtypes.float64, value=1)], {y: value(7)})[
        0
    ].shape == (3,)
    with pytest.raises(ShapeError, match=r"y is \(2\*n \+ 1,\), but \(6,\) was given"):
        evaluate([y], {y: value(6)})


def test_a_guard_that_does_not_hold_is_told_at_the_line_of_the_user():
    x, y = matrix("x", "n"), matrix("y", "m")
    total = x + y  # the line of the error
    assert evaluate([total], {x: value(2, 3), y: value(2, 3)})[0].shape == (2, 3)
    with pytest.raises(ShapeError, match="the line of the error") as caught:
        evaluate([total], {x: value(2, 3), y: value(4, 3)})
    assert "add: x is (2, 3) and y is (4, 3): on axis -2 the sizes are 2 and 4" in str(caught.value)
    assert caught.value.site.path == __file__
    with pytest.raises(
        ShapeError, match=r"n == m does not hold \(1 == 4\).*\n.*\n  help: a size that is to stretch"
    ):
        evaluate([total], {x: value(1, 3), y: value(4, 3)})


@pytest.mark.parametrize(
    "build, words",
    [
        (lambda u, v: u @ v, "u is (2, 3) and v is (4, 3): 3 and 4 should be equal"),
        (lambda u, v: gn.concat([u, v], axis=1), "axis 0 has 2 and 4; only the joined axis 1 may differ"),
        (lambda u, v: u.reshape((v.shape[0], 3)), "u is (2, 3) with 6 elements, but (4, 3) holds 12"),
        (lambda u, v: gn.linalg.inv(u), "u is (2, 3), but a square matrix is needed"),
        (lambda u, v: u[v.shape[0]], "index 4 is out of range: axis 0 of u (2, 3) has 2 entries"),
        (lambda u, v: gn.split(v, 3)[0], "4 entries on axis 0 do not split into 3 equal parts"),
    ],
)
def test_sizes_that_do_not_fit_are_told_in_the_words_of_the_rule(build, words):
    u, v = matrix("u", "n"), matrix("v", "m")
    with pytest.raises(ShapeError) as caught:
        build(u, v).eval({u: value(2, 3), v: value(4, 3)})
    assert words in str(caught.value)


def test_equal_names_are_equal_sizes():
    x, y = matrix("x", "n"), matrix("y", "n")
    with pytest.raises(ShapeError, match="n = 2 is not 4"):
        evaluate([x, y], {x: value(2, 3), y: value(4, 3)})


def test_sizes_that_only_values_tell():
    x = gn.symbol("x", ("n",))
    positive = ops.masked_select(x, x > 0)
    total, shape = evaluate([ops.sum(positive), ops.shape_of(positive)], {x: np.array([1.0, -2, 3])})
    assert total == 4
    assert shape.tolist() == [2]


def test_each_application_runs_once(monkeypatch):
    calls = []
    assert find_reference("exp") is not None  # it is loaded before it is replaced
    monkeypatch.setitem(REFERENCES, "exp", lambda x: calls.append(1) or np.exp(x))
    x = matrix()
    y = ops.exp(x)
    for _ in range(20):
        y = y + y
    evaluate([y, y], {x: value(2, 3)})
    assert len(calls) == 1


def test_deep_expressions_need_no_deep_stack():
    x = gn.symbol("x", ())
    y = x
    for _ in range(5000):
        y = y + 1.0
    assert evaluate([y], {x: 0.0})[0] == 5000


def test_results_share_no_memory():
    x = matrix(rows=2)
    given = value(2, 3)
    same, turned = evaluate([x, ops.transpose(x)], {x: given})
    same[:] = turned[:] = -1
    assert given.tolist() == value(2, 3).tolist()


def test_python_numbers_are_weak():
    x = gn.symbol("x", ("n",), "float32")
    (result,) = evaluate([x * 0.1], {x: np.float32([3])})
    assert result.dtype == np.float32
    assert result[0] == np.float32(3) * np.float32(0.1)
    small = gn.symbol("k", ("n",), "uint8")
    assert evaluate([small + 250], {small: np.uint8([10])})[0].tolist() == [4]


def test_narrow_floats_are_computed_in_float32():
    x = gn.symbol("x", ("n",), "float16")
    ones = np.full(4096, 1.0009765625, np.float16)
    assert evaluate([ops.sum(x)], {x: ones})[0] == np.float16(ones.astype(np.float32).sum())


def test_bfloat16_keeps_eight_bits():
    third = converted(np.float32([1 / 3, 1 + 2**-9, np.inf]), dtypes.bfloat16)
    assert third.tolist() == [0.333984375, 1.0, np.inf]


def test_floats_saturate_in_integers():
    x = np.array([np.nan, 1e30, -1e30, 2.9])
    for dtype in (dtypes.int64, dtypes.uint8, dtypes.int32):
        low, high = np.iinfo(dtype.name).min, np.iinfo(dtype.name).max
        assert converted(x, dtype).tolist() == [0, high, low, 2]


def test_inputs_without_value_and_of_wrong_kind():
    x = matrix()
    with pytest.raises(EvaluationError, match="no value is given for x"):
        evaluate([x + 1])
    with pytest.raises(DtypeError, match="x is float64, but a value of complex128 was given"):
        evaluate([x], {x: np.zeros((2, 3), complex)})
    with pytest.raises(
        ShapeError, match=r"x is \(n, 3\), with 2 axes, but a value of the shape \(3,\) was given"
    ):
        evaluate([x], {x: np.zeros(3)})


def test_values_of_inner_arrays_may_be_given():
    x = matrix()
    y = ops.exp(x)
    assert evaluate([y + 1], {y: np.zeros((1, 3))})[0].tolist() == [[1, 1, 1]]


def test_what_numpy_refuses_is_told_at_the_line_of_the_user():
    x = gn.symbol("x", (2, 2))
    inverse = ops.inv(x)  # here it was written
    with pytest.raises(EvaluationError, match=r"inv of \(2, 2\): Singular matrix\n.*here it was written"):
        evaluate([inverse], {x: np.zeros((2, 2))})
    k = gn.symbol("k", ("n",), "int64")
    with pytest.raises(PositionError, match="out of bounds"):
        evaluate([ops.take(x, k, axis=0)], {x: np.zeros((2, 2)), k: np.array([5])})


def test_what_is_not_executed_says_why():
    x = gn.symbol("x", ("n", 4))
    with pytest.raises(EvaluationError, match="rnn_cell cannot be evaluated: the weights"):
        evaluate([ops.rnn_cell(x, input_size=4, hidden_size=3)], {x: np.zeros((2, 4))})


def test_constants_are_computed_at_once():
    x = gn.asarray([1.0, 2.0])
    y = x + 1
    assert y.application is None
    assert y.data.tolist() == [2, 3]
    assert not y.data.flags.writeable
    assert y.eval().tolist() == [2, 3]
    assert np.asarray(y).tolist() == y.tolist() == [2, 3]
    total = y.sum()
    assert (float(total), int(total), bool(total), total.item()) == (5.0, 5, True, 5.0)


def test_a_symbolic_truth_value_is_refused():
    x = gn.symbol("x", ())
    for read in (bool, float, int, np.asarray):
        with pytest.raises(SymbolicValueError, match="depends on x") as caught:
            read(x)
        assert caught.value.site.path == __file__
    assert (x + 1).eval({x: 2.0}) == 3
