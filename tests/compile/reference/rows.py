"""Rows of the table test: an operation, its arguments, and what comes out by NumPy or by a formula."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass
class Row:
    """``expected`` is a function of the arguments, a value, or None where only shapes are compared."""

    op: str
    arguments: tuple
    attributes: dict = field(default_factory=dict)
    expected: Any = None
    dtype: bool = True
    rtol: float = 1e-6
    symbolic: bool = True

    def results(self):
        """Return the expected results as a tuple."""
        value = self.expected(*self.arguments) if callable(self.expected) else self.expected
        return value if isinstance(value, tuple) else (value,)

    def __repr__(self):
        shown = [f"{a.dtype}{a.shape}" if isinstance(a, np.ndarray) else "-" for a in self.arguments]
        named = [
            f"{key}={value}" for key, value in self.attributes.items() if not isinstance(value, np.ndarray)
        ]
        return f"{self.op}({', '.join(shown + named)})"[:90]


class Rows(list):
    """The rows of one file. Calling it adds a row."""

    def __call__(
        self, op, *arguments, expected=None, same_dtype=True, tolerance=1e-6, symbolic=True, **attributes
    ):
        self.append(Row(op, arguments, attributes, expected, same_dtype, tolerance, symbolic))


_random = np.random.default_rng(7)


def f64(*shape):
    """Return normal numbers in float64."""
    return np.asarray(_random.normal(0, 1.5, shape))


def f32(*shape):
    """Return normal numbers in float32."""
    return f64(*shape).astype(np.float32)


def i32(*shape, low=-5, high=6):
    """Return integers in int32."""
    return np.asarray(_random.integers(low, high, shape)).astype(np.int32)


def i64(*shape, low=0, high=3):
    """Return integers in int64: positions by default."""
    return np.asarray(_random.integers(low, high, shape)).astype(np.int64)


def truths(*shape):
    """Return booleans."""
    return np.asarray(_random.integers(0, 2, shape)).astype(bool)


def c128(*shape):
    """Return complex numbers."""
    return np.asarray(f64(*shape) + 1j * f64(*shape))


def spd(*shape):
    """Return positive definite matrices."""
    x = f64(*shape)
    return x @ np.swapaxes(x, -1, -2) + np.eye(shape[-1])
