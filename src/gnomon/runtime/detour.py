"""Words that native calls look at, so that updates of shared arrays happen one after the other.

The first sends calls to the Python path: while updates run there, and while every value is watched. The second says that
native code is updating shared arrays and lets other threads run meanwhile; other updates then go to the Python path, too.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_words = (ctypes.c_int64 * 2)(0, 0)
_counting = threading.Lock()
_updating = threading.RLock()
"""Held while the Python path reads shared arrays that it is going to update."""
_storing = threading.Lock()
"""Held while the Python path stores updates, and while it reads several shared arrays."""


def address() -> int:
    """Where the words are: native calls go on only while the first is 0."""
    return ctypes.addressof(_words)


def add(count: int) -> None:
    """Add a reason for detours, or take one away."""
    with _counting:
        _words[0] += count


@contextmanager
def alone() -> Iterator[None]:
    """While nobody else updates shared arrays."""
    with _updating, _without_native_updates():
        yield


@contextmanager
def still() -> Iterator[None]:
    """While nobody else stores updates: several shared arrays are read as they were between two calls."""
    with _storing, _without_native_updates():
        yield


@contextmanager
def _without_native_updates() -> Iterator[None]:
    add(1)
    try:
        while _words[1]:
            time.sleep(2e-5)
        yield
    finally:
        add(-1)


_kept = 0
"""Reasons for detours that outlast a call."""


def keep(count: int) -> None:
    """Add a lasting reason for detours, or take one away."""
    global _kept
    _kept += count
    add(count)


def _reset() -> None:
    """Forget what threads were doing that a forked process does not have."""
    global _updating, _counting, _storing
    _updating, _counting, _storing = threading.RLock(), threading.Lock(), threading.Lock()
    _words[0], _words[1] = _kept, 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset)
