"""What a loop over a value sees: known items, or a typical element, how many, and a different last one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.values.journal import ABSENT


class Iteration:
    """The elements a loop visits.

    ``items`` are all of them where they are known. Otherwise ``make()`` gives a typical element anew for each
    trip, ``length`` is their number if known, and ``last`` makes the last if it differs (a smaller batch).
    ``source`` is the object whose parts they are.
    """

    __slots__ = ("items", "last", "length", "make", "source")

    def __init__(
        self,
        items: tuple[Any, ...] | None = None,
        *,
        make: Callable[[], Any] | None = None,
        length: Any = None,
        last: Callable[[], Any] | None = None,
        source: Any = None,
    ) -> None:
        self.items = items
        self.make = make
        self.length = length if items is None else len(items)
        self.last = last
        self.source = source

    def typical(self) -> Any:
        """Return one element that stands for all."""
        if self.items is not None:
            return self.items[0] if self.items else ABSENT
        return self.make() if self.make is not None else ABSENT
