"""Gradients in float64 beside finite differences, in both modes, once and twice."""

import numpy as np

import gnomon as gn
from gnomon.compile.reference.engine import evaluate

STEP = 1e-6


def differences(value, arrays, place):
    """The slope of a function by each entry of one of its arrays."""
    slopes = np.zeros_like(arrays[place])
    for index in np.ndindex(*slopes.shape):
        ends = []
        for sign in (1, -1):
            moved = [array.copy() for array in arrays]
            moved[place][index] += sign * STEP
            ends.append(value(*moved))
        slopes[index] = (ends[0] - ends[1]) / (2 * STEP)
    return slopes


def drawn(shapes, seed=0):
    """Numbers for arrays of these shapes."""
    random = np.random.default_rng(seed)
    return [random.normal(size=shape) for shape in shapes]


def check(expression, *shapes, tolerance=1e-6, twice=True, seed=0):
    """Compare the derivatives of a scalar expression of some arrays with finite differences."""
    symbols = [gn.symbol(f"a{k}", shape=shape) for k, shape in enumerate(shapes)]
    arrays = drawn(shapes, seed)
    cost = expression(*symbols)
    gradients = gn.grad(cost, symbols)
    slopes = _check(cost, symbols, arrays, gradients, tolerance)
    assert any(np.abs(slope).max() > 1e-3 for slope in slopes if slope.size)
    if twice:
        weights = drawn(shapes, seed + 1)
        second = sum((g * gn.asarray(w)).sum() for g, w in zip(gradients, weights))
        found = gn.grad(second, symbols, disconnected="zero")
        _check(second, symbols, arrays, found, 30 * tolerance)


def _check(cost, symbols, arrays, gradients, tolerance):
    def value(*values):
        return float(cost.eval(dict(zip(symbols, values))))

    slopes = [differences(value, arrays, k) for k in range(len(arrays))]
    given = dict(zip(symbols, arrays))
    values = evaluate(gradients, given)
    for found, slope in zip(values, slopes):
        np.testing.assert_allclose(found, slope, rtol=tolerance, atol=tolerance)
    compiled = gn.function(symbols, gradients, on_unused_input="ignore")
    for found, value in zip(compiled(*arrays), values):
        np.testing.assert_allclose(found, value, rtol=1e-9, atol=1e-9)
    directions = drawn([array.shape for array in arrays], 7)
    moved = gn.jvp(cost, symbols, [gn.asarray(d) for d in directions]).eval(given)
    expected = sum((slope * d).sum() for slope, d in zip(slopes, directions))
    np.testing.assert_allclose(moved, expected, rtol=10 * tolerance, atol=10 * tolerance)
    return slopes
