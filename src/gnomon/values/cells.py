"""Namespaces of the checked program: dicts that know when they were made."""

from __future__ import annotations

from typing import Any


class Clock:
    """Counts the marks of the path; what is made after a mark need not be undone when it is rolled back."""

    __slots__ = ("now",)

    def __init__(self) -> None:
        self.now = 0


clock = Clock()


class Cell(dict[Any, Any]):
    """The variables of a scope, the attributes of an object or the entries of a dict."""

    __slots__ = ("born",)

    def __init__(self, *entries: Any) -> None:
        dict.__init__(self, *entries)
        self.born = clock.now


def birth(container: Any) -> int:
    """Return the moment a container was made, -1 if that is not known."""
    born = container.get("_born", -1) if type(container) is dict else getattr(container, "born", -1)
    return born if type(born) is int else -1  # an object that answers to any name tells none


class Outcomes(dict[Any, bool]):
    """Which outcome is supposed for each undecided test of the path; dropped where paths disagree."""

    __slots__ = ()
