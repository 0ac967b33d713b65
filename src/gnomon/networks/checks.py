"""What layers are given: refused where it is written, not where a network uses it."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take


def activation(layer: str, value: Any) -> Any:
    """Return an activation: a function, or None."""
    if value is not None and not callable(value):
        raise take.wrong(layer, "activation", "a function or None", value, _function_of(value))
    return value


def loss(value: Any) -> Any:
    """Return a loss: a function of prediction and target."""
    if not callable(value):
        raise take.wrong(
            "fit", "loss", "a function of prediction and target", value, "gn.nn.cross_entropy is one"
        )
    return value


def _function_of(value: Any) -> str | None:
    from gnomon.graph.namespace import nn

    return f"gn.nn.{value} is one" if isinstance(value, str) and callable(getattr(nn, value, None)) else None


def count(layer: str, name: str, value: Any) -> Any:
    """Return how many of something a layer has: 1 or more."""
    size = take.integer(layer, name, value)
    if type(size) is int and size < 1:
        raise take.wrong(layer, name, "1 or more", value)
    return size


def rate(layer: str, value: Any) -> Any:
    """Return a probability below 1, or an expression of one."""
    if not isinstance(value, Array) and not (isinstance(value, (int, float)) and 0 <= value < 1):
        raise take.wrong(layer, "rate", "a probability: 0 or more, and less than 1", value)
    return value
