"""Draws from NumPy's RandomState for parameters that are arrays: functions of a state, parameters and a shape, or None."""

from __future__ import annotations

from typing import Any

import numpy as np


def _shape(shape: Any, *parameters: Any) -> tuple[int, ...]:
    """Return the shape of a draw: what is given, to which the parameters' shapes broadcast, or theirs."""
    widest = np.broadcast_shapes(*parameters)
    if shape is None:
        return widest
    wanted = tuple(shape)
    if len(widest) > len(wanted):
        raise ValueError(f"parameters with {len(widest)} axes do not fit a draw of the shape {wanted}")
    if np.broadcast_shapes(wanted, widest) != wanted:
        raise ValueError(f"parameters of the shape {widest} do not broadcast to a draw of the shape {wanted}")
    return wanted


def random_integers_helper(random_state: Any, low: Any, high: Any, size: Any) -> Any:
    """Return integers from low to high, both included."""
    shape = _shape(size, low.shape, high.shape)
    least, most = np.broadcast_to(low, shape), np.broadcast_to(high, shape)
    found = np.empty(shape)
    for place in np.ndindex(*shape):
        found[place] = random_state.randint(low=least[place], high=most[place] + 1)
    return found


def choice_helper(random_state: Any, a: Any, replace: Any, p: Any, size: Any) -> Any:
    """Return entries of a vector, or numbers below one; no chances mean equal ones."""
    if a.ndim > 1:
        raise ValueError(f"choice takes a number or a vector, got an array with {a.ndim} axes")
    if p.ndim != 1:
        raise ValueError(f"the chances of choice are a vector, got an array with {p.ndim} axes")
    return random_state.choice(int(a) if not a.ndim else a, size, bool(replace), p if p.size else None)


def permutation_helper(random_state: Any, n: Any, shape: Any) -> Any:
    """Return the numbers below n in random orders, one for each place of a shape."""
    if np.shape(n):
        raise AssertionError(f"a permutation is of the numbers below one number, got the shape {np.shape(n)}")
    outer = tuple(shape or ())
    found = np.empty((*outer, int(n)), "int64")
    for place in np.ndindex(*outer):
        found[place] = random_state.permutation(int(n))
    return found


def multinomial_helper(random_state: Any, n: Any, pvals: Any, size: Any) -> Any:
    """Return how often each class comes in n trials. Chances whose sum is above 1 by rounding are lowered a little."""
    shape = _shape(size, n.shape, pvals.shape[:-1])
    if pvals.min() < 0:
        raise AssertionError(f"chances are not negative, got {pvals.min()}")
    trials = np.broadcast_to(n, shape)
    chances = np.broadcast_to(pvals, (*shape, pvals.shape[-1]))
    found = np.empty(chances.shape)
    for place in np.ndindex(*shape):
        row = chances[place]
        if 1.0 < np.sum(row) < 1.0 + 1e-5 or row[-1] < 5e-5:
            row = row * (1.0 - 5e-5)
        if np.sum(row) > 1.0:
            raise AssertionError(f"the sum of chances is 1, got {np.sum(row)}")
        found[place] = random_state.multinomial(n=trials[place], pvals=row.astype("float64"))
    return found
