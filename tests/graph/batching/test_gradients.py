"""Maps of gradients and gradients of maps, over the cases of the table of gradients."""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.batching import vmap
from gnomon.graph.gradients import grad

from graph.gradients import cases_algebra, cases_elements
from graph.gradients.measuring import applied, inputs_of, leaves_of, picked, weighed

CASES = cases_elements.CASES + cases_algebra.CASES
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def function_of(case):
    """Return a scalar function of the float inputs of a case, and two rows of values of each."""
    inputs, values = inputs_of(case)
    leaves = leaves_of(case, values)
    cost = weighed(picked(case, applied(case, inputs)), 1)
    others = {leaf: value for leaf, value in values.items() if leaf not in set(leaves)}
    rows = [np.stack([values[leaf], values[leaf] * 0.99]) for leaf in leaves]

    def function(*arrays):
        return gn.replace(cost, {**dict(zip(leaves, arrays)), **others})

    return function, rows


def looped(function, rows):
    """Return the gradients of a function, row by row."""
    found = [grad(function, tuple(range(len(rows))))(*(row[k] for row in rows)) for k in range(2)]
    return [np.stack([np.asarray(g) for g in column]) for column in zip(*found)]


@every_case
def test_gradients_are_mapped(case):
    function, rows = function_of(case)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = vmap(grad(function, tuple(range(len(rows)))))(*rows)
        for got, want in zip(found, looped(function, rows)):
            np.testing.assert_allclose(np.asarray(got), want, rtol=1e-8, atol=1e-10)


@every_case
def test_maps_have_gradients(case):
    function, rows = function_of(case)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        whole = lambda *arrays: ops.sum(vmap(function)(*arrays))
        found = grad(whole, tuple(range(len(rows))))(*rows)
        for got, want in zip(found, looped(function, rows)):
            np.testing.assert_allclose(np.asarray(got), want, rtol=1e-8, atol=1e-10)


def test_gradients_of_each_sample():
    """What JAX calls per-sample gradients: one gradient of the loss for each row of the data."""
    rng = np.random.default_rng(0)
    weights = {"w": rng.normal(size=(4, 3)), "b": rng.normal(size=3)}
    x, y = rng.normal(size=(6, 4)), rng.integers(0, 3, 6)

    def loss(weights, x, y):
        scores = x @ weights["w"] + weights["b"]
        return ops.logsumexp(scores) - scores[y]

    each = vmap(grad(loss), in_axes=(None, 0, 0))(weights, x, y)
    assert each["w"].shape == (6, 4, 3)
    for k in range(6):
        want = grad(loss)(weights, x[k], y[k])
        np.testing.assert_allclose(np.asarray(each["w"])[k], np.asarray(want["w"]), rtol=1e-12)
    mean = grad(lambda ws: gn.mean(vmap(loss, in_axes=(None, 0, 0))(ws, x, y)))(weights)
    np.testing.assert_allclose(np.asarray(mean["b"]), np.asarray(each["b"]).mean(0), rtol=1e-12)


def test_gradients_of_each_sample_with_a_symbolic_batch():
    x = gn.symbol("x", ("batch", 4))
    w = gn.symbol("w", (4,))
    each = vmap(grad(lambda w, row: gn.tanh(w @ row)), in_axes=(None, 0))(w, x)
    assert str(each.shape) == "(batch, 4)"
    xs, ws = np.arange(12.0).reshape(3, 4) / 10, np.ones(4) / 7
    found = evaluate([each], {x: xs, w: ws})[0]
    np.testing.assert_allclose(found, (1 - np.tanh(xs @ ws) ** 2)[:, None] * xs, rtol=1e-12)
    compiled = gn.function([w, x], each)
    np.testing.assert_allclose(compiled(ws, xs), found, rtol=1e-9)


def test_a_gradient_meets_arrays_of_the_map_outside():
    x = np.arange(3.0)
    found = vmap(lambda a: grad(lambda w: ops.sum(w * w * a))(np.ones(2)))(x)
    np.testing.assert_allclose(np.asarray(found), 2 * np.ones(2) * x[:, None])
    outer = grad(lambda w: ops.sum(vmap(lambda row: row * w * w)(x)))(3.0)
    assert float(outer) == 18.0
