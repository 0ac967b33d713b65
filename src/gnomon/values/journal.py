"""The state of one path through the program: writes are logged, so a branch can be undone and compared."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon.shapes import Facts
from gnomon.values.cells import Cell, clock


class _Absent:
    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = _Absent()
"""Stands for a binding that does not exist."""


class Mark(NamedTuple):
    """A moment of the path, to which the state can be rolled back."""

    writes: int
    facts: Any
    serial: int


class Delta(NamedTuple):
    """What a stretch of path wrote, and what it learnt, until a moment."""

    writes: dict[tuple[int, Any], tuple[Any, Any, Any]]
    facts: Any
    until: int


class State:
    """Heap writes and facts of the current path behind one undo log."""

    __slots__ = ("facts", "log")

    def __init__(self) -> None:
        self.facts = Facts()
        self.log: list[tuple[Any, Any, Any]] = []

    def reset(self) -> None:
        """Begin a path with no history and no facts."""
        self.facts = Facts()
        self.log = []

    def write(self, cell: dict[Any, Any], key: Any, value: Any) -> None:
        """Bind a key of a cell, logging what was there unless the cell is younger than every mark."""
        if type(cell) is not Cell or cell.born < clock.now:
            self.log.append((cell, key, cell.get(key, ABSENT)))
        cell[key] = value

    def delete(self, cell: dict[Any, Any], key: Any) -> None:
        """Remove a key of a cell, logging what was there."""
        if key in cell:
            old = cell.pop(key)
            if type(cell) is not Cell or cell.born < clock.now:
                self.log.append((cell, key, old))

    def write_slot(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute of a value that has slots, logging what was there."""
        if getattr(owner, "born", -1) < clock.now:
            self.log.append((owner, name, getattr(owner, name)))
        object.__setattr__(owner, name, value)

    def mark(self) -> Mark:
        """Remember this moment."""
        clock.now += 1
        return Mark(len(self.log), self.facts.mark(), clock.now)

    def rollback(self, mark: Mark) -> None:
        """Undo everything since a mark."""
        log = self.log
        while len(log) > mark.writes:
            container, key, old = log.pop()
            if isinstance(container, dict):
                if old is ABSENT:
                    container.pop(key, None)
                else:
                    container[key] = old
            else:
                object.__setattr__(container, key, old)
        self.facts.rollback(mark.facts)

    def capture(self, mark: Mark) -> Delta:
        """Return what has changed since a mark, as (container, key, value now)."""
        writes: dict[tuple[int, Any], tuple[Any, Any, Any]] = {}
        log = self.log
        for container, key, _ in log[mark.writes :] if len(log) > mark.writes else ():
            if isinstance(container, dict):
                writes[id(container), key] = (container, key, container.get(key, ABSENT))
            else:
                writes[id(container), key] = (container, key, getattr(container, key))
        facts = self.facts
        learnt = facts.capture(mark.facts) if facts.mark() > mark.facts else []
        return Delta(writes, learnt, clock.now)

    def put(self, container: Any, key: Any, value: Any) -> None:
        """Write a value that a delta holds: bind, remove or set."""
        if not isinstance(container, dict):
            self.write_slot(container, key, value)
        elif value is ABSENT:
            self.delete(container, key)
        else:
            self.write(container, key, value)

    def apply(self, delta: Delta) -> None:
        """Repeat the writes of a delta and assume its facts again."""
        for container, key, value in delta.writes.values():
            self.put(container, key, value)
        for claim in delta.facts:
            self.facts.assume(claim)


state = State()
"""The one path that is being followed in this process."""
