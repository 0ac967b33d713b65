"""Penalties on parameters (``gn.nn.regularisers``), to be added to a loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gnomon import ops


def l1(parameters: Any, factor: float = 1.0) -> Any:
    """``factor`` times the sum of the absolute values of the weights."""
    return factor * _total([ops.sum(ops.abs(p)) for p in weights(parameters)])


def l2(parameters: Any, factor: float = 1.0) -> Any:
    """``factor`` times the sum of the squares of the weights.

    >>> import gnomon as gn, numpy as np
    >>> float(l2([gn.shared(np.full((2, 2), 3.0)), gn.shared(np.ones(2))], 0.5))
    18.0
    """
    return factor * _total([ops.sum(p * p) for p in weights(parameters)])


def weights(parameters: Any) -> list[Any]:
    """Return the parameters of two axes or more: biases and scales are not penalised."""
    listed: Iterable[Any] = parameters.values() if isinstance(parameters, Mapping) else parameters
    return [p for p in listed if p.ndim > 1]


def _total(terms: list[Any]) -> Any:
    return sum(terms[1:], terms[0]) if terms else 0.0


__all__ = ["l1", "l2"]


def __dir__() -> list[str]:
    return __all__
