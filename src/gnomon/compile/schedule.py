"""What the scheduler may do: each way to save time or memory has a name, and can be switched off to see what it saves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class Schedule(NamedTuple):
    """The ways to save time and memory that are switched on."""

    chains: bool = True
    rows: bool = True
    kept_rows: bool = True
    repeats: bool = True
    siblings: bool = True
    sweeps: bool = True
    tiles: bool = True
    turned_loops: bool = True
    shared_buffers: bool = True


ABOUT = {
    "chains": "elementwise operations join the kernel of their users",
    "rows": "reductions over the last axis join the kernel of what uses them",
    "kept_rows": "what takes long is kept for later passes over a row, where a result will lie",
    "repeats": "cheap elements are computed wherever they are read, and not stored",
    "siblings": "kernels over the same elements that do not need each other become one",
    "sweeps": "sums over the first axis add several rows at a time, in the order of memory",
    "tiles": "transposed arrays are read in blocks that stay in the cache",
    "turned_loops": "loops of elementwise steps keep what they carry in registers",
    "shared_buffers": "values that are not needed at the same time share memory",
}
"""What each of them means."""

ALL = Schedule()
_current = ContextVar("schedule", default=ALL)


def schedule() -> Schedule:
    """What is switched on."""
    return _current.get()


@contextmanager
def without(*names: str) -> Iterator[None]:
    """Switch some of them off for the functions that are made inside."""
    before = _current.set(schedule()._replace(**dict.fromkeys(names, False)))
    try:
        yield
    finally:
        _current.reset(before)
