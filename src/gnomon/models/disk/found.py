"""Which file a constant path means, which ones the program itself writes, and what was read from them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import Any, TypeVar

from gnomon.models.registry import STARTS
from gnomon.shapes import Shape
from gnomon.values import host

_Result = TypeVar("_Result")

READ: dict[str, Shape] = {}
"""What the files hold that this program reads, by the path that it names."""

_WRITTEN: set[str] = set()
_ANY = "*"
LONGEST = 1000
"""A path is shorter than this."""


def _forget() -> None:
    READ.clear()
    _WRITTEN.clear()


STARTS.append(_forget)


def path_text(value: Any) -> str | None:
    """Return the text of a path that is known: a string or a ``pathlib.Path``."""
    if type(value) is str:
        return value
    if getattr(type(value), "library_name", "") == "pathlib.Path":
        text = value.text
        return text if type(text) is str else None
    return None


def find(value: Any) -> str | None:
    """Return where the file is that a program means, from its own folder or from the working directory.

    None where the path is not known, there is no such file, two different ones could be meant, or the
    program writes it itself.
    """
    text = path_text(value)
    if not text or "\0" in text or "://" in text or _is_written(text):
        return None
    found: dict[tuple[int, int], str] = {}
    for folder in host.folders():
        path = os.path.join(folder, text)
        try:
            about = os.stat(path)
        except (OSError, ValueError):
            continue
        if not stat.S_ISREG(about.st_mode):
            return None
        found.setdefault((about.st_dev, about.st_ino), path)
    return next(iter(found.values())) if len(found) == 1 else None


def read(value: Any, reader: Callable[[str], _Result | None]) -> _Result | None:
    """Return what a reader makes of the file that a path means; None if it is not there or is broken."""
    path = find(value)
    if path is None:
        return None
    try:
        return reader(path)
    except (Exception, RecursionError):  # whatever is in a file of the user's, it is no fault of the check
        return None


def remember(value: Any, shape: Shape) -> None:
    """Note what a file holds, for the findings that follow from it."""
    text = path_text(value)
    if text is not None:
        READ[text] = shape


def note_written(value: Any, suffix: str = "") -> None:
    """Note that the program writes a file: what is there now may be older. An unknown path means any file."""
    text = path_text(value)
    if text is None:
        _WRITTEN.add(_ANY + suffix)
        return
    _WRITTEN.add(os.path.basename(text))
    if suffix and not text.endswith(suffix):
        _WRITTEN.add(os.path.basename(text) + suffix)


def note_given(arguments: tuple[Any, ...]) -> None:
    """Note that a call may write the files that its arguments name."""
    for value in arguments:
        if type(value) is str:
            if "." in value and len(value) < LONGEST and "\n" not in value:
                note_written(value)
        elif value is not None and path_text(value) is not None:
            note_written(value)


def _is_written(text: str) -> bool:
    if not _WRITTEN:
        return False
    name = os.path.basename(text)
    return name in _WRITTEN or _ANY in _WRITTEN or _ANY + os.path.splitext(name)[1] in _WRITTEN
