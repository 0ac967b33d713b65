"""The dtypes of expressions: how they join, and what Python's numbers become."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T


@pytest.mark.parametrize(
    "one, other, joined",
    [
        ("int8", "int8", "int8"),
        ("int32", "float32", "float64"),
        ("int16", "float32", "float32"),
        ("uint8", "int8", "int16"),
        ("float32", "float64", "float64"),
        ("float32", "complex64", "complex64"),
        ("bool", "int8", "int8"),
    ],
)
def test_the_dtype_of_a_sum(one, other, joined):
    assert (T.vector(dtype=one) + T.vector(dtype=other)).dtype == joined


def test_numbers_take_the_least_dtype_that_holds_them():
    assert T.constant(3).dtype == "int8"
    assert T.constant(300).dtype == "int16"
    assert (T.fvector() * 2).dtype == "float32"
    with theano.change_flags(floatX="float32"):
        assert (T.fvector() * 2.5).dtype == "float32"
        assert T.matrix().dtype == "float32"


def test_quotients_of_integers_are_floats_and_whole_ones_integers():
    i, j = T.ivectors("i j")
    assert (i / j).dtype == "float64"
    assert (i // j).dtype == "int32"
    with theano.change_flags(floatX="float32"):
        assert (i / j).dtype == "float32"


def test_sums_and_means_of_small_integers_are_wide():
    x = T.bvector("x")
    assert (x.sum().dtype, x.mean().dtype, x.max().dtype, x.argmax().dtype) == (
        "int64",
        "float64",
        "int8",
        "int64",
    )
    assert x.sum().eval({x: np.array([100, 100], "int8")}) == 200


def test_comparisons_are_bools_and_casts_say_what_is_lost():
    x = T.fvector("x")
    assert (x > 0).dtype == "bool"
    assert T.cast(x, "int32").dtype == "int32"
    with pytest.raises(TypeError, match="complex"):
        T.cast(T.zvector(), "float32")


def test_floats_of_the_configuration():
    assert theano.config.floatX == "float64"
    assert T.zeros((2, 3)).dtype == "float64"


def test_infinite_numbers_are_near_themselves_alone():
    numbers = np.array([-np.inf, 1.0, np.inf])
    assert T.TensorType.values_eq_approx(numbers, numbers.copy())
    assert not T.TensorType.values_eq_approx(numbers, np.array([np.inf, 1.0, np.inf]))
    assert not T.TensorType.values_eq_approx(numbers, np.array([-np.inf, np.inf, np.inf]))
    assert T.TensorType.values_eq_approx(numbers, np.array([-np.inf, 1.0, 5.0]), allow_remove_inf=True)


@pytest.mark.parametrize(
    ("dtype", "accumulator", "fits"),
    [
        ("float64", "float32", False),
        ("int32", "float32", True),
        ("int64", "int8", False),
        ("float32", "float64", True),
    ],
)
def test_accumulators_hold_what_is_accumulated(dtype, accumulator, fits):
    x = T.matrix(dtype=dtype)
    if fits:
        assert x.sum(acc_dtype=accumulator).owner.op.acc_dtype == accumulator
    else:
        with pytest.raises(TypeError, match="accumulated"):
            x.sum(acc_dtype=accumulator)


def test_functions_in_python_get_arrays_for_numbers():
    seen = []

    def noted(number, node, value):
        seen.extend(value.inputs[0])

    x = T.dscalar("x")
    theano.function([x], x + 1, mode=theano.compile.MonitorMode(pre_func=noted))(3.0)
    assert isinstance(seen[0], np.ndarray)
