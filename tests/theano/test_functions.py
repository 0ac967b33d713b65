"""Functions: inputs, outputs, defaults, updates and what is said when they are called wrongly."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T


def test_outputs_come_as_they_were_asked_for():
    x = T.dvector("x")
    assert isinstance(theano.function([x], x * 2)([1.0]), np.ndarray)
    assert len(theano.function([x], [x * 2, x.sum()])([1.0, 2.0])) == 2
    named = theano.function([x], {"twice": x * 2, "total": x.sum()})([1.0, 2.0])
    assert named["total"] == 3.0
    np.testing.assert_array_equal(named["twice"], [2.0, 4.0])


def test_inputs_have_names_and_defaults():
    x, y = T.dscalars("x y")
    f = theano.function([x, theano.In(y, value=10.0)], x - y)
    assert f(1.0) == -9.0
    assert f(1.0, y=2.0) == -1.0
    assert f(y=2.0, x=5.0) == 3.0


def test_constants_and_expressions_can_be_given_other_values():
    x, y = T.dscalars("x y")
    middle = x + y
    assert theano.function([x], middle**2, givens={y: x * 2})(3.0) == 81.0
    assert theano.function([x, middle], x * middle, on_unused_input="ignore")(3.0, 5.0) == 15.0


def test_an_input_that_is_not_used_is_told():
    x, y = T.dscalars("x y")
    with pytest.raises(theano.compile.UnusedInputError):
        theano.function([x, y], x)
    assert theano.function([x, y], x, on_unused_input="ignore")(1.0, 2.0) == 1.0


def test_a_variable_without_a_value_is_told():
    x, y = T.dscalars("x y")
    with pytest.raises(theano.gof.MissingInputError, match="y"):
        theano.function([x], x + y)


def test_values_that_do_not_fit_are_refused():
    x = T.fvector("x")
    double = theano.function([x], x * 2)
    with pytest.raises(TypeError):
        double(np.array([1.1], "float64"))
    assert theano.function([x], x * 2, allow_input_downcast=True)(np.array([1.5])).dtype == np.float32


def test_scalars_of_the_scalar_module_are_inputs_too():
    x, y = theano.scalar.float32("x"), T.fvector("y")
    f = theano.function([x, y], [x + x, T.as_tensor_variable(x) * y])
    twice, scaled = f(2, np.array([1, 3], "float32"))
    assert twice == 4
    np.testing.assert_array_equal(scaled, [2, 6])


def test_an_expression_evaluates_itself():
    x = T.dmatrix("x")
    np.testing.assert_array_equal((x.T + 1).eval({x: [[1.0, 2.0]]}), [[2.0], [3.0]])


def test_short_forms_of_inputs():
    x, y, w = T.dscalar("x"), T.dscalar("y"), T.dscalar("w")
    f = theano.function([x, (y, 3.0), ((w, w + x), 10.0)], x + y)
    assert f(1.0) == 4.0
    assert f(1.0, 5.0) == 6.0
    assert f["w"] == 12.0
    assert f.value[w] == 12.0
    with pytest.raises(TypeError, match="an input is a variable"):
        theano.function([(x, y, 3.0)], x)


def test_a_profile_counts_calls(capsys):
    x = T.dvector("x")
    f = theano.function([x], x * 2, profile=True)
    for _ in range(3):
        np.testing.assert_array_equal(f([1.0, 2.0]), [2, 4])
    assert f.profile.fct_callcount == 3
    assert 0 < f.profile.vm_call_time < f.profile.fct_call_time
    f.profile.summary()
    assert "3 calls" in capsys.readouterr().err
    other = theano.function([x], x).copy(profile=True)
    other([1.0])
    assert other.profile.fct_callcount == 1
    assert theano.function([x], x).profile is None


def test_an_input_gets_one_value():
    x, y = T.dscalars("x", "y")
    f = theano.function([x, y], x - y)
    assert f(1, y=2) == -1
    with pytest.raises(TypeError, match="Multiple values for input: x"):
        f(1, 2, x=3)
