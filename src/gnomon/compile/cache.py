"""Made files kept on disk between processes: a cache that may lose entries but never gives a wrong one.

Entries are named by a digest of all that they depend on, and hold a digest of what they contain. They appear whole,
by renaming. Whatever goes wrong with the disk, the cache then finds nothing and keeps nothing, and says so to nobody.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

MAGIC = b"gnomon object 2\n"
MOST = 64
"""So many entries at most lie in each of the 256 folders; beyond that, the ones unused for longest go."""
_DIGEST = 32
_HOUR = 3600.0


def folder() -> Path | None:
    """Where entries are kept: `GNOMON_CACHE_DIR`, else the user's folder for caches; None if there is none."""
    moved = os.environ.get("GNOMON_CACHE_DIR")
    if moved:
        return Path(moved)
    try:
        if sys.platform == "win32":
            return (
                Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gnomon" / "cache"
            )
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "gnomon"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gnomon"
    except RuntimeError:
        return None


def key_of(*parts: str) -> str:
    """The name of what depends on these texts and nothing else.

    >>> key_of("a", "bc") == key_of("ab", "c")
    False
    """
    digest = hashlib.sha256(MAGIC)
    for part in parts:
        content = part.encode()
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()


def kept(key: str, make: Callable[[], bytes]) -> bytes:
    """What the cache has under a key, else what is made now, which it then has if it can."""
    found = load(key)
    if found is None:
        found = make()
        save(key, found)
    return found


def load(key: str) -> bytes | None:
    """The content of an entry, None if there is no whole one that this user wrote."""
    place = _place(key)
    if place is None:
        return None
    try:
        with open(place, "rb") as file:
            if hasattr(os, "geteuid") and os.fstat(file.fileno()).st_uid != os.geteuid():
                return None
            entry = file.read()
        with contextlib.suppress(OSError):
            os.utime(place)
    except (OSError, ValueError):
        return None
    content = entry[len(MAGIC) + _DIGEST :]
    return content if entry[: len(MAGIC) + _DIGEST] == MAGIC + _digest(key, content) else None


def save(key: str, content: bytes) -> None:
    """Keep an entry, if possible."""
    place = _place(key)
    if place is None:
        return
    temporary = None
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, temporary = tempfile.mkstemp(prefix=".new-", dir=place.parent)
        with open(number, "wb") as file:
            file.write(MAGIC + _digest(key, content) + content)
        os.replace(temporary, place)
        _tidy(place.parent)
    except (OSError, ValueError):
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _tidy(where: Path) -> None:
    """Remove what killed processes left, and the oldest entries if there are too many."""
    with os.scandir(where) as listing:
        ages = {entry.path: entry.stat(follow_symlinks=False).st_mtime for entry in listing}
    now = time.time()
    left = [path for path in ages if os.path.basename(path).startswith(".new-") and ages[path] < now - _HOUR]
    whole = sorted((path for path in ages if path.endswith(".o")), key=ages.__getitem__)
    for path in left + (whole[: len(whole) // 2] if len(whole) > MOST else []):
        with contextlib.suppress(OSError):
            os.unlink(path)


def _place(key: str) -> Path | None:
    where = folder()
    return None if where is None else where / key[:2] / f"{key[2:]}.o"


def _digest(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + content).digest()
