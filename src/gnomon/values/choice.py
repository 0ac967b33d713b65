"""A value that is one of a few: what remains after branches that disagree."""

from __future__ import annotations

from typing import Any

from gnomon.shapes import Dim, symbol
from gnomon.shapes.dims import interval
from gnomon.values.tensor import Tensor
from gnomon.values.unknown import UNKNOWN

LIMIT = 6


class Choice:
    """One of several values, of which it is not known which. Never nested, never of one value."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values

    def __repr__(self) -> str:
        return f"<one of {', '.join(map(repr, self.values))}>"


def alternatives(value: Any) -> tuple[Any, ...]:
    """Return the values that a value may be."""
    return value.values if type(value) is Choice else (value,)


def choice(values: list[Any]) -> Any:
    """Return the value that is one of these: flat, without repetition, unknown beyond a handful."""
    kept: list[Any] = []
    for value in values:
        for single in alternatives(value):
            for other in kept:
                if single is other or same(single, other):
                    break
            else:
                if single is UNKNOWN:
                    return UNKNOWN
                if len(kept) == LIMIT:
                    kept = merged([*kept, single])
                    if len(kept) > LIMIT:
                        return UNKNOWN
                else:
                    kept.append(single)
    return kept[0] if len(kept) == 1 else Choice(tuple(kept))


def merged(values: list[Any]) -> list[Any]:
    """Let one tensor stand for all plain tensors of the same shape and dtype, one number for all whole ones."""
    kept: list[Any] = []
    seen: dict[Any, int] = {}
    numbers = [value for value in values if type(value) is int or type(value) is Dim]
    if len(numbers) > 1:
        values = [value for value in values if type(value) is not int and type(value) is not Dim]
        kept.append(_one_of(numbers))
    for value in values:
        if type(value) is not Tensor or value.maker is not None or value.attributes is not None:
            kept.append(value)
            continue
        key = value.shape, value.dtype, value.library
        if key not in seen:
            seen[key] = len(kept)
            kept.append(value)
        elif kept[seen[key]].contents is not None or kept[seen[key]].bounds is not None:
            kept[seen[key]] = Tensor(value.shape, value.dtype, value.library, site=kept[seen[key]].site)
    return kept


def _one_of(numbers: list[Any]) -> Dim:
    """Return a number that may be any of these."""
    bounds = [interval(number) if type(number) is Dim else (number, number) for number in numbers]
    lows = [low for low, _ in bounds if low is not None]
    highs = [high for _, high in bounds if high is not None]
    whole = len(bounds)
    return symbol(
        lower=min(lows) if len(lows) == whole else None, upper=max(highs) if len(highs) == whole else None
    )


def same(first: Any, second: Any) -> bool:
    """Whether two abstract values are the same value for certain."""
    if first is second:
        return True
    if type(first) is not type(second):
        return False
    if type(first) is tuple:
        return len(first) == len(second) and all(map(same, first, second))
    if type(first) in (int, str, float, bool, bytes, complex) or type(first).__name__ == "Dim":
        return bool(first == second)
    return False
