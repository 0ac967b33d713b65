"""Sizes that expressions compute: arrays as large as a number of the program says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gnomon as gn

n = gn.symbol("n", dtype="int64")
x = gn.symbol("x", shape=("rows", "columns"))
X = np.arange(12.0).reshape(3, 4)

CASES: dict[str, tuple[Any, Any]] = {
    "zeros": (gn.zeros((n, 3)), np.zeros((2, 3))),
    "arange": (gn.arange(n), np.arange(2)),
    "computed": (gn.arange(2 * n + 1) * 2.0, np.arange(5) * 2.0),
    "reshape": (gn.reshape(x, (n, -1)), X.reshape(2, -1)),
    "broadcast": (gn.broadcast_to(x, (n, 3, 4)), np.broadcast_to(X, (2, 3, 4))),
    "from a sum": (gn.ones(gn.astype(gn.sum(x > 8), gn.int64)), np.ones(3)),
    "eye": (gn.eye(n), np.eye(2)),
    "twice": (gn.zeros((n, n)) + gn.arange(n), np.zeros((2, 2)) + np.arange(2)),
    "linspace": (gn.linspace(0.0, 1.0, n), np.linspace(0.0, 1.0, 2)),
}


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("name", CASES)
def test_an_array_is_as_large_as_a_number_says(name: str, engine: str) -> None:
    expression, expected = CASES[name]
    f = gn.function([n, x], expression, on_unused_input="ignore", native=engine == "native")
    found = f(2, X)
    assert found.shape == expected.shape
    assert np.array_equal(found, expected)


def test_gradients_pass_through_computed_shapes() -> None:
    f = gn.function([n, x], gn.grad(gn.sum(gn.reshape(x, (n, -1)) ** 2), x))
    assert np.array_equal(f(2, X), 2 * X)


def test_a_negative_size_is_refused_when_the_function_runs() -> None:
    f = gn.function([n], gn.zeros((n, 3)))
    with pytest.raises(gn.EvaluationError, match="a size must be 0 or more, got -1"):
        f(-1)


def test_sizes_that_do_not_fit_are_told_with_what_they_turn_out_to_be() -> None:
    f = gn.function([n, x], gn.ones((n, 4)) + x)
    assert f(3, X).shape == (3, 4)
    with pytest.raises(gn.ShapeError, match="2 and 3"):
        f(2, X)


def test_a_float_is_no_size() -> None:
    with pytest.raises(gn.ArgumentError, match="must be an integer or a size"):
        gn.zeros((gn.symbol("y"), 3))
