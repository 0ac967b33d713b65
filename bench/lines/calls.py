"""What a call costs, and chains of elementwise functions of several sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import SLOW, Line, Program, fit
from lines.libraries import makers, prange

FUNCTION = 20
"""Operations that an elementary function counts as: a polynomial of ten coefficients."""


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        Line("call: a*b + a of two numbers", _scalars, threads=False),
        Line("call: 2*tanh(a) + b*b of ten elements", _ten, threads=False),
        *[
            Line(f"chain of functions, {10**digits:,}, {dtype}", _chain(10**digits, dtype), digits > 4)
            for dtype in ("float32", "float64")
            for digits in (3, 4, 5, 6, 7)
        ],
    ]


def _scalars() -> Program:
    """Each library gets the numbers as it takes them fastest."""
    found = makers([2.0, 3.0], lambda xp, a, b: a * b + a, numba=lambda a, b: a * b + a)
    numbers = np.float64(2), np.float64(3)
    found["NumPy"] = makers(numbers, lambda xp, a, b: a * b + a)["NumPy"]
    return Program(found, lambda: 8.0, dtype="float64")


def _ten() -> Program:
    ten = np.linspace(0, 1, 10)
    found = makers([ten, ten], _of_ten, numba=lambda a, b: 2 * np.tanh(a) + b * b)
    return Program(found, lambda: _of_ten(np, ten, ten), dtype="float64")


def _of_ten(xp: Any, a: Any, b: Any) -> Any:
    return 2 * xp.tanh(a) + b * b


def chain(xp: Any, x: Any, y: Any) -> Any:
    """Three elementary functions and some arithmetic."""
    return 2 * xp.tanh(x) * xp.exp(-y * y) + xp.log1p(x * x)


def _chain_loops(x: Any, y: Any) -> Any:
    found = np.empty_like(x)
    two = x.dtype.type(2)
    for i in prange(len(x)):
        found[i] = two * np.tanh(x[i]) * np.exp(-y[i] * y[i]) + np.log1p(x[i] * x[i])
    return found


def _chain(size: int, dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        x, y = np.random.default_rng(0).standard_normal((2, fit(size))).astype(dtype)
        found = makers([x, y], chain, numba=_chain_loops, without=SLOW[1:] if dtype == "float64" else ())
        work = (3 * FUNCTION + 6) * x.size

        def exact() -> Any:
            return chain(np, x.astype("float64"), y.astype("float64"))

        return Program(found, exact, read=2 * x.nbytes, written=x.nbytes, work=work, dtype=dtype)

    return program
