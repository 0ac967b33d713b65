"""Values about which nothing, or only the kind, is known. Unknown is never an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gnomon.values.tensor import Tensor


class Unknown:
    """A value of unknown content. ``kind`` is None or a Python type name; ``reason`` says what lost it.

    ``name`` is the parameter or target it was bound to. ``tensor`` is what is learnt about the value once the
    program uses it as a tensor.
    """

    __slots__ = ("kind", "name", "parts", "reason", "tensor")

    def __init__(self, kind: str | None = None, reason: object = None, name: str | None = None) -> None:
        self.kind = kind
        self.reason = reason
        self.name = name
        self.tensor: Tensor | None = None
        self.parts: dict[str, Unknown] | None = None

    def __repr__(self) -> str:
        return f"<unknown {self.kind}>" if self.kind else "<unknown>"


UNKNOWN = Unknown()
"""The value nothing is known about."""

STAR = Unknown("star")
"""Stands for an unknown number of positional arguments of a call."""

_KINDS: dict[str, Unknown] = {}


def unknown_of(kind: str) -> Unknown:
    """Return the unknown value of a kind: ``"str"``, ``"float"``, ``"bool"``, ``"callable"`` ...

    Each unknown truth value is one of its own: which it is in one place tells nothing about another.
    """
    if kind == "bool":
        return Unknown(kind)
    found = _KINDS.get(kind)
    if found is None:
        found = _KINDS[kind] = Unknown(kind)
    return found
