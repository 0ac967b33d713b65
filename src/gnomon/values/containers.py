"""Lists, dicts and sets of the checked program. All writes go through the state's log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gnomon.values.cells import Cell, clock
from gnomon.values.choice import choice
from gnomon.values.journal import state
from gnomon.values.unknown import UNKNOWN, Unknown


class ListValue:
    """A list (or deque): a tuple of ``items`` if its length is known, else ``element`` and ``length``."""

    __slots__ = ("born", "element", "items", "kind", "length", "site")

    def __init__(
        self,
        items: Iterable[Any] | None = (),
        *,
        element: Any = UNKNOWN,
        length: Any = None,
        kind: str = "list",
    ) -> None:
        self.items: tuple[Any, ...] | None = None if items is None else tuple(items)
        self.element = element
        self.length = length
        self.kind = kind
        self.site: Any = None
        self.born = clock.now

    def replace(self, items: tuple[Any, ...]) -> None:
        """Set the items."""
        state.write_slot(self, "items", items)

    def summarize(self, element: Any, length: Any = None) -> None:
        """Forget the single items and keep one element that stands for all."""
        state.write_slot(self, "items", None)
        state.write_slot(self, "element", element)
        state.write_slot(self, "length", length)

    def forget(self) -> None:
        """Forget items and length: some unknown code may have changed them."""
        self.summarize(UNKNOWN, None)

    def any_element(self) -> Any:
        """Return a value that stands for each element."""
        if self.items is None:
            return self.element
        return choice(list(self.items)) if self.items else UNKNOWN


class SequenceValue:
    """An immutable sequence of unknown length: a tuple such as the shape of an array of unknown rank."""

    __slots__ = ("element", "kind", "length", "origin")

    def __init__(
        self, element: Any = UNKNOWN, length: Any = None, kind: str = "tuple", origin: Any = None
    ) -> None:
        self.element = element
        self.length = length
        self.kind = kind
        self.origin = origin


OTHERS = Unknown()
"""The ``rest`` of a dict whose known entries are certain, and that may have others."""


class DictValue:
    """A dict. ``cell`` holds the known entries; ``rest`` stands for values of unknown keys, or is None.

    What was bound to an unknown key may stand at any known one as well, except where ``rest`` is OTHERS.
    """

    __slots__ = ("born", "cell", "factory", "kind", "rest", "site")

    def __init__(
        self, entries: dict[Any, Any] | None = None, *, rest: Any = None, kind: str = "dict"
    ) -> None:
        self.cell: dict[Any, Any] = Cell() if entries is None else Cell(entries)
        self.rest = rest
        self.kind = kind
        self.factory: Any = None
        self.born = clock.now
        self.site: Any = None

    def put(self, key: Any, value: Any) -> None:
        """Bind a known key."""
        state.write(self.cell, key, value)

    def found(self, value: Any) -> Any:
        """Return what a known key gives, of which the entry is at hand."""
        return value if self.rest is None or self.rest is OTHERS else choice([value, self.rest])

    def put_unknown(self, value: Any) -> None:
        """Bind a key that is not known: any entry may have changed."""
        others = self.rest is OTHERS or value is OTHERS
        rest = UNKNOWN if others else value if self.rest is None else choice([self.rest, value])
        state.write_slot(self, "rest", rest)

    def values(self) -> list[Any]:
        """Return the known entries and, where there may be others, what stands for those."""
        rest = UNKNOWN if self.rest is OTHERS else self.rest
        return [*self.cell.values(), *([] if rest is None else [rest])]

    def forget(self) -> None:
        """Forget all entries: some unknown code may have changed them."""
        for key in list(self.cell):
            state.delete(self.cell, key)
        state.write_slot(self, "rest", UNKNOWN)


class SetValue:
    """A set of known constants, or (``items`` None) of unknown ones."""

    __slots__ = ("born", "element", "items")

    def __init__(self, items: Iterable[Any] | None = (), element: Any = UNKNOWN) -> None:
        self.items: tuple[Any, ...] | None = None if items is None else tuple(dict.fromkeys(items))
        self.element = element
        self.born = clock.now

    def replace(self, items: tuple[Any, ...] | None) -> None:
        """Set the items."""
        state.write_slot(self, "items", items)
