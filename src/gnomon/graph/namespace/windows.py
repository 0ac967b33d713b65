"""What convolutions and pools are told of their windows: a number, or one for each spatial axis."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take


def per_axis(function: str, name: str, value: Any, x: Array) -> Any:
    """Return a setting of windows: an integer, or a tuple with one for each spatial axis of x."""
    if not isinstance(value, (tuple, list)):
        return _integer(function, name, value)
    _check_count(function, name, value, x)
    return tuple([_integer(function, f"{name}[{k}]", entry) for k, entry in enumerate(value)])


def padding(function: str, value: Any, x: Array) -> Any:
    """Return a padding: a word, an integer, or a tuple with an integer or a pair for each spatial axis of x."""
    if isinstance(value, str):
        if value.lower() not in ("same", "valid"):
            raise take.wrong(function, "padding", "'same', 'valid', an integer or one for each axis", value)
        return value
    if not isinstance(value, (tuple, list)):
        return _integer(function, "padding", value)
    _check_count(function, "padding", value, x)
    return tuple([_pad(function, f"padding[{k}]", entry) for k, entry in enumerate(value)])


def _pad(function: str, name: str, entry: Any) -> Any:
    if not isinstance(entry, (tuple, list)):
        return _integer(function, name, entry)
    if len(entry) != 2:
        raise take.wrong(function, name, "an integer or a pair (before, after)", entry)
    return tuple([_integer(function, name, part) for part in entry])


def _integer(function: str, name: str, value: Any) -> Any:
    if isinstance(value, bool):
        raise take.wrong(function, name, "an integer", value)
    return take.integer(function, name, value)


def _check_count(function: str, name: str, value: Any, x: Array) -> None:
    count = x.ndim - 2
    if count > 0 and len(value) not in (1, count):
        raise take.wrong(function, name, f"one integer or {count}, one for each spatial axis", value)
