"""Relative errors on hard inputs, with the laws of stability and without, against 60 digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import mpmath
import numpy as np

import gnomon as gn

Row = list[Any]
"""A row of numbers as mpmath knows them."""


class Case(NamedTuple):
    """A formula of a matrix as users write it, what it is for one row of numbers, and hard inputs."""

    name: str
    formula: Callable[[Any], Any]
    exact: Callable[[Row], Any]
    values: Any


SMALL = np.concatenate([s * 10.0 ** -np.arange(1, 18.0) for s in (1, -1)])[:, None]
LARGE = np.array([-800.0, -100.0, -40.0, -1.0, 0.5, 30.0, 90.0, 750.0])[:, None]
ROWS = np.array([[1000.0, 999.0, -1000.0], [-800.0, -801.0, -750.0], [0.1, 0.2, 300.0], [5.0, -90.0, 89.0]])
CLOSE = np.array([[1e-9, 2e-9, 3e-9], [40.0, 0.0, -40.0], [120.0, 0.0, 60.0]])


def _total(row: Row) -> Any:
    return mpmath.fsum(mpmath.exp(each) for each in row)


def _cross_entropy(x: Any) -> Any:
    return -gn.log(gn.nn.softmax(x, axis=-1))[:, 0]


def _by_hand(x: Any) -> Any:
    e = gn.exp(x)
    return e / gn.sum(e, axis=-1, keepdims=True)


def _slope(formula: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: gn.grad(gn.sum(formula(x)), x)


CASES = [
    Case("log(1 + x)", lambda x: gn.log(1 + x), lambda r: mpmath.log1p(r[0]), SMALL),
    Case("exp(x) - 1", lambda x: gn.exp(x) - 1, lambda r: mpmath.expm1(r[0]), SMALL),
    Case("log(1 - x)", lambda x: gn.log(1 - x), lambda r: mpmath.log1p(-r[0]), SMALL),
    Case("1 / (1 + exp(-x))", lambda x: 1 / (1 + gn.exp(-x)), lambda r: 1 / (1 + mpmath.exp(-r[0])), LARGE),
    Case(
        "1 - sigmoid(x)",
        lambda x: 1 - gn.nn.sigmoid(x),
        lambda r: 1 / (1 + mpmath.exp(r[0])),
        LARGE,
    ),
    Case(
        "log(sigmoid(x))",
        lambda x: gn.log(gn.nn.sigmoid(x)),
        lambda r: -mpmath.log1p(mpmath.exp(-r[0])),
        LARGE,
    ),
    Case("log(1 + exp(x))", lambda x: gn.log(1 + gn.exp(x)), lambda r: mpmath.log1p(mpmath.exp(r[0])), LARGE),
    Case(
        "gradient of log(sigmoid(x))",
        _slope(lambda x: gn.log(gn.nn.sigmoid(x))),
        lambda r: 1 / (1 + mpmath.exp(r[0])),
        LARGE,
    ),
    Case(
        "log(sum(exp(x)))",
        lambda x: gn.log(gn.sum(gn.exp(x), axis=-1)),
        lambda r: mpmath.log(_total(r)),
        ROWS,
    ),
    Case(
        "exp(x) / sum(exp(x))",
        lambda x: _by_hand(x)[:, 0],
        lambda r: mpmath.exp(r[0]) / _total(r),
        ROWS,
    ),
    Case(
        "cross-entropy: -log(softmax(x))[label]",
        _cross_entropy,
        lambda r: mpmath.log(_total(r)) - r[0],
        np.concatenate([ROWS, CLOSE]),
    ),
    Case(
        "cross-entropy with the softmax written by hand",
        lambda x: -gn.log(_by_hand(x)[:, 0]),
        lambda r: mpmath.log(_total(r)) - r[0],
        np.concatenate([ROWS, CLOSE]),
    ),
    Case(
        "gradient of the cross-entropy",
        lambda x: _slope(_cross_entropy)(x)[:, 1],
        lambda r: mpmath.exp(r[1]) / _total(r),
        np.concatenate([ROWS, CLOSE]),
    ),
    Case("1 - erf(x)", lambda x: 1 - gn.special.erf(x), lambda r: mpmath.erfc(r[0]), LARGE[3:6] * 8),
    Case(
        "log(exp(x) + exp(y))",
        lambda x: gn.log(gn.exp(x[:, 0]) + gn.exp(x[:, 1])),
        lambda r: mpmath.log(mpmath.exp(r[0]) + mpmath.exp(r[1])),
        ROWS,
    ),
]


class Error(NamedTuple):
    """The largest and the median relative error of what is finite, and how many results are not."""

    largest: float
    median: float
    lost: int


def error_of(case: Case, laws: str, dtype: str) -> Error:
    """Measure a case."""
    values = case.values.astype(dtype)
    x = gn.symbol("x", ("n", values.shape[1]), dtype)
    found = np.asarray(gn.function([x], case.formula(x), laws=laws)(values)).reshape(len(values))
    errors, lost, largest_number = [], 0, mpmath.mpf(float(np.finfo(dtype).max))
    with mpmath.workdps(60):
        for row, result in zip(values, found):
            exact = case.exact([mpmath.mpf(float(each)) for each in row])
            if abs(exact) < mpmath.mpf(float(np.finfo(dtype).tiny)) or abs(exact) > largest_number:
                continue  # no number of this dtype is near
            if not np.isfinite(result):
                lost += 1
            else:
                errors.append(float(abs(mpmath.mpf(float(result)) - exact) / abs(exact)))
    return Error(max(errors, default=0.0), float(np.median(errors)) if errors else 0.0, lost)


def section() -> list[str]:
    """The section on accuracy."""
    lines = [
        "## What laws do for accuracy",
        "",
        "Formulas as users write them, on inputs that are hard for them: relative errors against 60 digits (mpmath), the",
        "largest of all inputs and the median. *Lost* results are infinite or NaN where a finite number is right; an error of",
        "1 means that no digit is right (0 instead of a small number). One unit in the last place is 2.2e-16 and 1.2e-07.",
        "",
        "| formula | dtype | without laws: largest | median | lost | with laws: largest | median | lost |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for case in CASES:
        for dtype in ("float64", "float32"):
            cells: list[str] = []
            for laws in ("none", "stable"):
                error = error_of(case, laws, dtype)
                cells += [f"{error.largest:.1e}", f"{error.median:.1e}", str(error.lost)]
            lines.append(f"| `{case.name}` | {dtype} | {' | '.join(cells)} |")
    return [*lines, ""]
