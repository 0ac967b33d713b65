"""Functions on graphs of loops; values are those that Theano 1.0.5 gave."""

from __future__ import annotations

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.scan_module import scan_utils
from gnomon.theano.typed_list import TypedListType

x, y = T.dmatrix("x"), T.dvector("y")
n, m = T.lscalars("n", "m")


def test_graphs_of_new_inputs() -> None:
    made, (out,) = scan_utils.reconstruct_graph([x, y], [x.dot(y) + 1], "_copy")
    assert [variable.name for variable in made] == ["x_copy", "y_copy"]
    assert theano.function(made, out)([[1.0, 2.0]], [3.0, 4.0]).tolist() == [12]
    narrow = scan_utils.safe_new(y, "_new", "float32")
    assert (narrow.name, narrow.type) == ("y_new", T.fvector)
    assert scan_utils.safe_new(T.constant(2.0)).data == 2


def test_shapes_from_shapes() -> None:
    outs = [x.dot(y), x.T, T.concatenate([x, x], axis=1), TypedListType(T.dvector)()]
    *shapes, none = scan_utils.infer_shape(outs, [x, y], [(n, m), (m,)])
    function = theano.function([n, m], [size for shape in shapes for size in shape])
    assert [int(size) for size in function(4, 7)] == [4, 7, 4, 4, 14]
    assert none is None
    with pytest.raises(AssertionError, match="2 axes"):
        scan_utils.infer_shape([x], [x], [(n,)])


def test_parts_are_replaced_wherever_they_are_computed() -> None:
    s = T.nnet.sigmoid(x)
    found = scan_utils.forced_replace(s * (1 - s), T.nnet.sigmoid(x), x + x)
    assert theano.pp(found) == "((x + x) * (TensorConstant{1} - (x + x)))"
    assert scan_utils.forced_replace(s, y, y) is s
    assert scan_utils.traverse(s, x, y, {}) == {x: y}


def test_what_the_function_of_a_loop_gives() -> None:
    w = theano.shared(1.0, "w")
    stop = scan_utils.until(n > 3)
    condition, outs, updates = scan_utils.get_updates_and_outputs(([x, y], {w: w + 1}, stop))
    assert condition is stop.condition
    assert outs == [x, y]
    assert list(updates) == [w]
    assert scan_utils.get_updates_and_outputs(x) == (None, [x], {})


def test_values() -> None:
    asked = [None, np.nan, np.inf, 1.0, x, T.constant(np.nan), "a"]
    assert [scan_utils.isNaN_or_Inf_or_None(value) for value in asked] == [
        True,
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    assert scan_utils.hash_listsDictsTuples([1, {2: 3}]) == scan_utils.hash_listsDictsTuples(({2: 3}, 1))
    longer = scan_utils.expand_empty(x, 2).eval({x: [[1.0, 2.0]]})
    assert longer.shape == (3, 2)
    assert longer[0].tolist() == [1, 2]
    assert scan_utils.expand_empty(x, 0) is x
