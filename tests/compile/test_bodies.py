"""A composite's body is its operation: same shape, same dtype, same value, on all rows of the table's tests."""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.array import Array
from gnomon.graph.bodies import through_body
from gnomon.graph.errors import EvaluationError
from gnomon.ops.bodies import BODIES, Inexpressible

from compile.reference.test_table import ROWS
from compile.rows_as_graphs import applied, as_float32, special

COMPOSITES = [row for row in ROWS if row.op in BODIES]


APART = {
    "convolve": "zeros beyond the ends meet infinities",
    "histogram": "limits are out of order",
    "interpolate": "places are out of order",
    "max_pool_back": "a window with NaN has no largest element",
}
"""Composites whose bodies differ at special values, and why: they serve for derivatives alone."""


CLOSE = {"float16": 2e-3, "float32": 2e-5, "complex64": 2e-5}


def body_of(application):
    try:
        return through_body(application)
    except Inexpressible as lacking:
        pytest.skip(str(lacking))


def test_every_composite_has_a_row():
    assert sorted(set(BODIES) - {row.op for row in COMPOSITES}) == []


@pytest.mark.parametrize("change", [None, as_float32, special], ids=["plain", "float32", "special"])
@pytest.mark.parametrize("row", COMPOSITES, ids=[f"{k}-{row.op}" for k, row in enumerate(COMPOSITES)])
def test_body_is_rule_and_reference(row, change):
    if change is special and row.op in APART:
        pytest.skip(APART[row.op])
    outputs, values = applied(row, change)
    application = outputs[0].application
    found = body_of(application)
    assert len(found) == len(outputs)
    pairs = [(a, b) for a, b in zip(found, outputs) if isinstance(a, Array)]
    for ours, theirs in pairs:
        assert (ours.ndim, ours.dtype) == (theirs.ndim, theirs.dtype)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            wanted = evaluate([b for _, b in pairs], values)
        except EvaluationError as error:
            assert change is special
            pytest.skip(f"NumPy refuses: {error}")
        got = evaluate([a for a, _ in pairs], values)
    for one, other in zip(got, wanted):
        assert one.shape == other.shape
        close = CLOSE.get(str(one.dtype), 1e-9)
        np.testing.assert_allclose(one, other, rtol=close, atol=close)


def test_infinities_in_logsumexp():
    x = gn.asarray([[-np.inf, -np.inf], [np.inf, 0.0]])
    body = ops.logsumexp.body(x, axis=1, keepdims=False)
    np.testing.assert_array_equal(np.asarray(body), [-np.inf, np.inf])


@pytest.mark.parametrize("name", ["nll_loss", "cross_entropy"])
@pytest.mark.parametrize("place", [3, -1])
def test_a_class_out_of_range_is_refused_natively(name, place):
    x, target = gn.symbol("x", ("rows", 3)), gn.symbol("target", ("rows",), "int64")
    f = gn.function([x, target], ops.TABLE[name](x, target, None, reduction="mean"))
    assert np.isfinite(f(np.ones((2, 3)), np.array([0, -100])))
    with pytest.raises(EvaluationError):
        f(np.ones((2, 3)), np.array([0, place]))


@pytest.mark.parametrize("dtype", ["bool", "uint8"])
@pytest.mark.parametrize("name", sorted(name for name in BODIES if ops.TABLE[name].arrays == 1))
def test_bodies_take_truth_values_and_small_whole_numbers(name, dtype):
    """Differences of them would wrap, or do not exist."""
    x = gn.symbol("x", ("n", "n"), dtype)
    value = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0]], dtype)
    try:
        out = ops.TABLE[name](x)
        wanted = evaluate([out], {x: value})[0]
    except (gn.GnomonError, TypeError):
        pytest.skip("it needs other arguments")
    got = gn.function([x], out)(value)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    np.testing.assert_allclose(got, wanted, rtol=2e-3, atol=1e-6)
