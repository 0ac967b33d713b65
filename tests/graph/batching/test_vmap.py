"""`gn.vmap`: axes of arguments and results, trees, symbols, maps of maps, and what is told."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.array import Constant
from gnomon.graph.errors import ArgumentError, BatchingError, SymbolicValueError

RNG = np.random.default_rng(3)
X = RNG.normal(size=(4, 3))
W = RNG.normal(size=(3, 5))


def test_concrete_arrays_are_computed_at_once():
    found = gn.vmap(lambda row: gn.sum(row * row))(X)
    assert type(found) is Constant
    np.testing.assert_allclose(np.asarray(found), (X * X).sum(1))


@pytest.mark.parametrize(
    ("in_axes", "out_axes"), [(0, 0), (1, 0), (-1, 1), (-2, -1), ((0,), -2), ([1], 0), ({"row": 1}, 1)]
)
def test_axes_of_arguments_and_results(in_axes, out_axes):
    entry = in_axes["row"] if isinstance(in_axes, dict) else np.ravel(in_axes)[0]
    found = gn.vmap(lambda row: row * np.arange(row.shape[0]), in_axes, out_axes)(X)
    rows = np.moveaxis(X, entry, 0)
    np.testing.assert_allclose(np.asarray(found), np.moveaxis(rows * np.arange(rows.shape[1]), 0, out_axes))


def test_what_is_not_mapped_is_the_same_for_every_row():
    found = gn.vmap(lambda row, w: row @ w, in_axes=(0, None))(X, W)
    np.testing.assert_allclose(np.asarray(found), X @ W)
    np.testing.assert_allclose(np.asarray(gn.vmap(lambda row: row @ W)(X)), X @ W)


def test_one_matrix_product_is_made_of_many():
    x, w = gn.symbol("x", ("batch", 3)), gn.symbol("w", (3, 5))
    assert repr(gn.vmap(lambda row: row @ w)(x)) == "x @ w"
    assert repr(gn.vmap(lambda row: w.T @ row)(x)) == "x @ matrix_transpose(w.T)"


def test_results_that_do_not_differ_are_repeated_or_left():
    both = gn.vmap(lambda row: (row[0], W), out_axes=(0, None))(X)
    assert both[1].shape == (3, 5)
    assert gn.vmap(lambda row: gn.asarray(1.5))(X).shape == (4,)
    assert gn.vmap(lambda: W, axis_size=2)().shape == (2, 3, 5)
    named = gn.vmap(lambda: gn.asarray(1.5), axis_size="many")()
    assert str(named.shape) == "(many,)"
    with pytest.raises(BatchingError, match="out_axes is None for a result that differs from row to row"):
        gn.vmap(lambda row: row, out_axes=None)(X)


@dataclass
class Layer:
    weight: Any
    bias: Any


def test_trees_of_arrays():
    layers = Layer(RNG.normal(size=(4, 2, 3)), RNG.normal(size=2))

    def applied(layer, row, scale):
        return {"out": (layer.weight @ row + layer.bias) * scale["by"], "none": None}

    found = gn.vmap(applied, in_axes=(Layer(0, None), 0, {"by": None}))(layers, X, {"by": 2.0})
    want = (np.einsum("bij,bj->bi", layers.weight, X) + layers.bias) * 2
    np.testing.assert_allclose(np.asarray(found["out"]), want)
    assert found["none"] is None


def test_arguments_by_name():
    found = gn.vmap(lambda row, shift, power=2: (row + shift) ** power)(X, shift=X[:, 0], power=3)
    np.testing.assert_allclose(np.asarray(found), (X + X[:, :1]) ** 3)
    found = gn.vmap(lambda row, w: row @ w, in_axes={"w": None})(X, w=W)
    np.testing.assert_allclose(np.asarray(found), X @ W)
    found = gn.vmap(lambda row, how: gn.sum(row) if how == "sum" else gn.max(row))(X, how="sum")
    np.testing.assert_allclose(np.asarray(found), X.sum(1))


def test_as_a_decorator():
    @gn.vmap
    def norm(row):
        """Length."""
        return gn.sqrt(gn.sum(row * row))

    @gn.vmap(in_axes=1)
    def total(column):
        return gn.sum(column)

    assert norm.__doc__ == "Length."
    np.testing.assert_allclose(np.asarray(norm(X)), np.linalg.norm(X, axis=1))
    np.testing.assert_allclose(np.asarray(total(X)), X.sum(0))


def test_maps_of_maps():
    outer = gn.vmap(gn.vmap(lambda a, b: gn.sum(a * b), in_axes=(None, 0)), in_axes=(0, None))
    np.testing.assert_allclose(np.asarray(outer(X, W.T)), X @ W)
    three = gn.vmap(gn.vmap(gn.vmap(gn.sin)))(X[None])
    np.testing.assert_allclose(np.asarray(three), np.sin(X[None]))
    crossed = gn.vmap(lambda a: gn.vmap(lambda b: a * b, out_axes=1)(gn.asarray(W.T)), out_axes=2)(X)
    np.testing.assert_allclose(np.asarray(crossed), np.einsum("ki,ji->ijk", X, W.T))


def test_symbolic_sizes_compile():
    x, y = gn.symbol("x", ("batch", 3)), gn.symbol("y", ("batch", "n"))
    rows = gn.vmap(lambda a, b: gn.sum(a) * gn.cumulative_sum(b)[::-1])(x, y)
    assert str(rows.shape) == "(batch, n)"
    f = gn.function([x, y], rows)
    for n in (2, 5):
        b = RNG.normal(size=(4, n))
        np.testing.assert_allclose(f(X, b), X.sum(1)[:, None] * np.cumsum(b, 1)[:, ::-1], rtol=1e-12)


def test_positions_of_each_row_compile():
    x, k = gn.symbol("x", ("batch", 3)), gn.symbol("k", ("batch", 2), "int64")
    f = gn.function([x, k], gn.vmap(lambda row, at: row[at] + row.at[at].set(0.0).sum())(x, k))
    at = np.array([[0, 1], [2, 2], [1, 0], [0, 2]])
    want = [row[a] + row.sum() - row[np.unique(a)].sum() for row, a in zip(X, at)]
    np.testing.assert_allclose(f(X, at), want, rtol=1e-12)


def test_sizes_that_may_differ_are_compared_when_the_function_runs():
    x, y = gn.symbol("x", ("rows", 3)), gn.symbol("y", ("others", 3))
    f = gn.function([x, y], gn.vmap(lambda a, b: (gn.sum(a), gn.sum(b)))(x, y))
    np.testing.assert_allclose(f(X, X)[1], X.sum(1))
    with pytest.raises(gn.GnomonError):
        f(X, X[:1])


def test_jitted_functions_are_mapped():
    @gn.jit
    def energy(row):
        return gn.sum(row**2)

    np.testing.assert_allclose(np.asarray(gn.vmap(energy)(X)), (X**2).sum(1))
    np.testing.assert_allclose(gn.jit(gn.vmap(energy))(X), (X**2).sum(1))


def test_masks_that_rows_share_take_equally_many():
    mask = np.array([True, False, True])
    found = gn.vmap(lambda row: row[mask].reshape((-1, 1)) * 2)(X)
    np.testing.assert_allclose(np.asarray(found), X[:, mask][:, :, None] * 2)
    x, m = gn.symbol("x", (4, 3)), gn.symbol("m", (3,), "bool")
    kept = gn.vmap(lambda row: gn.sum(gn.expand_dims(row[m], axis=0) + row[m]))(x)
    value = evaluate([kept], {x: X, m: mask})[0]
    np.testing.assert_allclose(value, 2 * X[:, mask].sum(1))


def test_no_rows():
    assert gn.vmap(lambda row: gn.sum(row))(np.zeros((0, 3))).shape == (0,)
    assert gn.vmap(lambda row, k: row[k])(np.zeros((0, 3)), np.zeros((0, 2), int)).shape == (0, 2)


def test_expressions_keep_the_line_they_were_written_on():
    x = gn.symbol("x", ("batch", 3))
    found = gn.vmap(written_here)(x)
    assert found.site.function == "written_here"


def written_here(row):
    return gn.tanh(row)


def test_mapped_axes_of_different_sizes():
    with pytest.raises(
        BatchingError, match=r"x has 4 rows, but params\['w'\] of shape \(3, 5\) has 3 along axis 0"
    ):
        gn.vmap(lambda x, params: x * params["w"])(X, {"w": W})
    with pytest.raises(BatchingError, match="axis_size has 7 rows, but x of shape"):
        gn.vmap(lambda x: x, axis_size=7)(X)


def test_what_has_no_such_axis():
    with pytest.raises(BatchingError, match="w has no axes: axis 0 cannot be mapped"):
        gn.vmap(lambda x, w: x * w)(X, 2.0)
    with pytest.raises(BatchingError, match=r"x has shape \(4, 3\): axis 2 cannot be mapped"):
        gn.vmap(lambda x: x, in_axes=2)(X)
    with pytest.raises(BatchingError, match="out_axes is 3, but the result has 2 axes"):
        gn.vmap(lambda x: x, out_axes=3)(X)
    with pytest.raises(BatchingError, match="out_axes is 3, but the result has one axis, the mapped"):
        gn.vmap(lambda row: row.sum(), out_axes=3)(gn.ones((4, 2)))


def test_axes_that_do_not_fit_the_arguments():
    with pytest.raises(ArgumentError, match="in_axes has 1 entries for 2 arguments"):
        gn.vmap(lambda x, y: x, in_axes=(0,))(X, X)
    with pytest.raises(ArgumentError, match="in_axes names 'z', which is no argument"):
        gn.vmap(lambda x: x, in_axes={"z": None})(X)
    with pytest.raises(ArgumentError, match="which does not fit"):
        gn.vmap(lambda tree: tree["a"], in_axes=({"a": 0, "c": 0},))({"a": X, "b": X})
    with pytest.raises(ArgumentError, match="the number of rows is not known"):
        gn.vmap(lambda x: x, in_axes=None)(X)
    with pytest.raises(ArgumentError, match="vmap takes a function"):
        gn.vmap(gn.asarray(X))


def test_what_cannot_be_mapped_says_why_at_its_line():
    with pytest.raises(BatchingError, match="size of its result depends on values") as caught:
        gn.vmap(lambda x: gn.sum(gn.nonzero(x)[0]))(X)
    assert "gn.nonzero(x)" in str(caught.value)
    with pytest.raises(BatchingError, match="boolean_mask cannot be mapped"):
        gn.vmap(lambda x: x[x > 0].sum())(X)
    with pytest.raises(SymbolicValueError, match="bool"):
        gn.vmap(lambda x: x if x[0] > 0 else -x)(X)


def test_positions_outside_of_a_row_do_not_reach_the_next():
    counted = gn.vmap(lambda x: ops.bincount(x, count=2))
    np.testing.assert_array_equal(np.asarray(counted(np.array([[0, 1], [1, 1]]))), [[1, 1], [0, 2]])
    for wrong in ([[0, 2], [0, 0]], [[0, 1], [-1, 0]]):
        with pytest.raises(gn.GnomonError):
            counted(np.array(wrong))


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_sizes_that_only_results_tell_are_mapped(rows):
    """The size of a slice with two unknown ends stands in attributes too: in arange, broadcast_to and reshape."""
    row = gn.symbol("row", ("n",))

    def weighed(x):
        part = x[2:-1:-2]
        weights = gn.cos(gn.arange(part.shape[0], dtype="float64"))
        return gn.sum(part * weights), gn.reshape(part, (-1, 1)), gn.broadcast_to(gn.sum(x), part.shape)

    x = gn.symbol("x", ("B", "n"))
    f = gn.function([x], [*gn.vmap(weighed)(x), gn.vmap(gn.grad(lambda v: weighed(v)[0]))(x)])
    one = gn.function([row], [*weighed(row), gn.grad(weighed(row)[0], row)])
    for size in (0, 1, 3, 4):
        values = np.arange(float(rows * size)).reshape(rows, size)
        found = f(values)
        assert [len(part) for part in found] == [rows] * 4
        for number, value in enumerate(values):
            for part, wanted in zip(found, one(value), strict=True):
                np.testing.assert_allclose(part[number], wanted)
