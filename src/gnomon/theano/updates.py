"""Updates of shared variables in the order in which they are added."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any


class OrderedUpdates(OrderedDict):  # type: ignore[type-arg]
    """A dictionary from shared variables to their next values; two may be joined."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for key in self:
            _check(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _check(key)
        if value is not None:
            super().__setitem__(key, value)

    def update(self, other: Any = None) -> None:  # type: ignore[override]
        """Add updates; two different ones of a variable are a KeyError."""
        if other is None:
            return
        for key, value in dict(other).items():
            if key in self and self[key] is not value:
                raise KeyError("Collision", key)
            self[key] = value

    def __add__(self, other: Any) -> OrderedUpdates:
        joined = OrderedUpdates(self)
        joined.update(other)
        return joined

    def __radd__(self, other: Any) -> OrderedUpdates:
        joined = OrderedUpdates(other)
        joined.update(self)
        return joined


def _check(key: Any) -> None:
    from gnomon.theano.compile.sharedvalue import SharedVariable

    if not isinstance(key, SharedVariable):
        raise TypeError(f"Update keys must inherit from SharedVariable, got {key!r}")
