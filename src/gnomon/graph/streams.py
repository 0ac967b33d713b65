"""Shared counters that count the calls of compiled functions: what streams of random numbers keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gnomon.graph.array import Array, Shared
from gnomon.graph.traversal import leaves

_made: list[bool] = []


class Counter(Shared):
    """A shared integer that each call of a function that reads it increases by one.

    `function` adds the update unless one is given: ``updates={counter: counter}`` keeps the value.
    """

    __slots__ = ()

    def __init__(self, *given: Any, **details: Any) -> None:
        super().__init__(*given, **details)
        if not _made:
            _made.append(True)

    @property
    def following(self) -> Array:
        """The value after a call."""
        from gnomon import ops

        return ops.add(self, 1)  # type: ignore[no-any-return]


def automatic_updates(
    outputs: Sequence[Array], updates: Iterable[tuple[Any, Array]], givens: Mapping[Array, Array]
) -> list[tuple[Shared, Array]]:
    """Return the updates of the counters that expressions read and that have none yet."""
    if not _made:
        return []
    updated = dict(updates)
    found = leaves([*outputs, *updated.values(), *givens.values()])
    return [
        (leaf, leaf.following)
        for leaf in found
        if isinstance(leaf, Counter) and leaf not in updated and leaf not in givens
    ]
