"""What only one branch needs is computed in it, also in compiled functions."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.inner import ordered
from gnomon.graph.sinking import sunk


def names(outputs):
    return [application.op.name for application in ordered(outputs)]


def test_expressions_of_one_branch_move_into_it():
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    shared = gn.exp(v).sum()
    choice = gn.cond(x > 0, shared * gn.sin(v).sum(), shared + gn.cos(v).sum())
    (lazy,) = sunk([choice])
    assert sorted(names([lazy])) == ["branch", "exp", "greater", "sum"]
    then, otherwise = (lazy.application.attributes[key] for key in ("then", "otherwise"))
    assert "sin" in names(then.outputs)
    assert "cos" in names(otherwise.outputs)
    for value in (1.0, -1.0):
        known = {x: value, v: np.arange(3.0)}
        np.testing.assert_array_equal(*evaluate([lazy, choice], known))


def test_what_something_else_needs_stays_outside():
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    sine = gn.sin(v)
    lazy = sunk([gn.cond(x > 0, sine, v), sine])
    assert sorted(names(lazy)) == ["cond", "greater", "sin"]


def test_choices_by_one_condition_are_one():
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    test, sine = x > 0, gn.sin(v)
    lazy = sunk([gn.cond(test, sine, v), gn.cond(test, sine * 2, v)])
    assert names(lazy) == ["greater", "branch"]
    known = {x: 1.0, v: np.arange(3.0)}
    np.testing.assert_array_equal(evaluate(lazy, known), [np.sin(known[v]), 2 * np.sin(known[v])])


def test_a_choice_in_a_choice_and_in_a_loop():
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    inner = gn.cond(x > 1, gn.sin(v), gn.cos(v))
    lazy = sunk([gn.cond(x > 0, inner, v)])
    assert names(lazy) == ["greater", "branch"]
    assert "branch" in names(lazy[0].application.attributes["then"].outputs)
    loop = sunk([gn.scan(lambda c, y: (gn.cond(y > 0, gn.sin(c), gn.cos(c)), None), x, v)[0]])
    assert names(loop[0].application.attributes["inner"].outputs) == ["greater", "branch"]
    for value in (-1.0, 0.5, 2.0):
        known = {x: value, v: np.arange(3.0)}
        np.testing.assert_array_equal(evaluate(lazy, known)[0], gn.cond(x > 0, inner, v).eval(known))


def test_more_moves_into_a_branch_of_functions():
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    sine = gn.sin(v)
    lazy = sunk([gn.cond(x > 0, lambda: sine + 1, lambda: v)])
    assert names(lazy) == ["greater", "branch"]


@pytest.mark.parametrize("laws", ["none", "exact", "stable"])
@pytest.mark.parametrize("functions", [False, True])
def test_compiled_choices_are_lazy(laws, functions):
    x, v = gn.symbol("x"), gn.symbol("v", ("n",))
    last = v[gn.asarray(5) + (0 * x).astype("int64")]
    choice = gn.cond(x > 0, lambda: last, lambda: x) if functions else gn.cond(x > 0, last, x)
    f = gn.function([x, v], choice, laws=laws)
    assert f(-1.0, [1.0]) == -1.0
    assert f(1.0, np.arange(6.0)) == 5.0
    with pytest.raises(IndexError):
        f(1.0, [1.0])


@pytest.mark.parametrize("laws", ["none", "stable"])
def test_sizes_that_only_one_branch_claims_are_asked_where_it_is_taken(laws):
    x, a, b = gn.symbol("x"), gn.symbol("a", ("n",)), gn.symbol("b", ("m",))
    f = gn.function([x, a, b], gn.cond(x > 0, gn.sum(a * b), gn.sum(a)), laws=laws)
    assert f(-1.0, np.ones(3), np.ones(2)) == 3
    assert f(1.0, np.ones(3), np.full(3, 2.0)) == 6
    with pytest.raises(gn.ShapeError, match="multiply"):
        f(1.0, np.ones(3), np.ones(2))
