"""`theano.scalar.basic_scipy`: special functions of single numbers, and their classes."""

from __future__ import annotations

from typing import Any

from gnomon.theano.scalar import basic, from_scipy, special

imported_scipy_special = True
"""SciPy is asked for when a function that needs it runs."""


def __getattr__(name: str) -> Any:
    for module in (special, from_scipy, basic):
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
