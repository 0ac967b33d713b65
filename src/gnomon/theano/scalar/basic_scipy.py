"""`theano.scalar.basic_scipy`: special functions of single numbers, and their classes."""

from __future__ import annotations

from typing import Any

from gnomon.theano.scalar import basic, special


def __getattr__(name: str) -> Any:
    for module in (special, basic):
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
