"""`theano.gof.compilelock`: a lock between processes, one at a time. Gnomon's own cache needs none: files appear whole."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gnomon.theano.configuration import config

_held: list[Any] = []
"""The open file of the lock, once for each time that it was taken."""


def get_lock(lock_dir: str | os.PathLike[str] | None = None, **options: Any) -> None:
    """Wait until no other process holds the lock of a directory, and hold it; again for each call."""
    place = Path(lock_dir or Path(config.compiledir, "lock_dir"), "lock")
    if _held and Path(_held[-1].name) != place:
        raise RuntimeError(f"the lock {_held[-1].name} is held: release it before {place} is taken")
    if _held:
        _held.append(_held[-1])
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    file = place.open("w")
    with contextlib.suppress(ImportError):  # (Windows has no such locks)
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
    _held.append(file)


def release_lock() -> None:
    """Release what `get_lock` took; other processes go on when each call is matched."""
    if _held:
        file = _held.pop()
        if not _held:
            file.close()


@contextlib.contextmanager
def lock_ctx(
    lock_dir: str | os.PathLike[str] | None = None, keep_lock: bool = False, **options: Any
) -> Iterator[None]:
    """Hold the lock while a block runs."""
    get_lock(lock_dir, **options)
    try:
        yield
    finally:
        if not keep_lock:
            release_lock()
