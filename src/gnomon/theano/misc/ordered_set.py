"""`theano.misc.ordered_set`: sets that keep the order in which their elements came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet
from types import GeneratorType
from typing import Any


def check_deterministic(iterable: Any) -> None:
    """Raise an error where several elements would come in an order that differs from run to run."""
    if iterable is None or isinstance(iterable, (list, tuple, OrderedSet, GeneratorType, str)):
        return
    if len(iterable) > 1:
        raise AssertionError(
            f"an ordered set cannot be made of a {type(iterable).__name__}: give a list, a tuple or an OrderedSet"
        )


class OrderedSet(MutableSet[Any]):
    """A set in the order in which its elements were added."""

    def __init__(self, iterable: Iterable[Any] | None = None) -> None:
        self._elements: dict[Any, None] = {}
        self.update(iterable or ())

    def update(self, iterable: Iterable[Any]) -> None:
        """Add elements."""
        check_deterministic(iterable)
        self._elements.update(dict.fromkeys(iterable))

    def add(self, key: Any) -> None:
        """Add an element."""
        self._elements[key] = None

    def discard(self, key: Any) -> None:
        """Take an element away, if it is there."""
        self._elements.pop(key, None)

    def pop(self, last: bool = True) -> Any:
        """Take the last element, or the first."""
        if not self._elements:
            raise KeyError("set is empty")
        found = next(reversed(self) if last else iter(self))
        self.discard(found)
        return found

    def union(self, s: Iterable[Any]) -> OrderedSet:
        """Return the set with other elements added."""
        made = self.copy()
        made.update(s)
        return made

    def intersection_update(self, s: Any) -> OrderedSet:
        """Keep the elements that are in another collection."""
        self._elements = {key: None for key in self._elements if key in s}
        return self

    def difference_update(self, s: Any) -> OrderedSet:
        """Take the elements of another collection away."""
        check_deterministic(s)
        for key in s:
            self.discard(key)
        return self

    def copy(self) -> OrderedSet:
        """Return a copy."""
        return OrderedSet(self)

    def __contains__(self, key: object) -> bool:
        return key in self._elements

    def __iter__(self) -> Iterator[Any]:
        return iter(self._elements)

    def __reversed__(self) -> Iterator[Any]:
        yield from reversed(self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, OrderedSet):
            return list(self) == list(other)
        if isinstance(other, set):
            raise TypeError("an OrderedSet is not compared to a set: make a set of it, set(x), first")
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self) if self else ''})"
