"""The user's line: where, outside of Gnomon, the expression at work was written."""

from __future__ import annotations

import linecache
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_CONTEXTS = contextmanager.__code__.co_filename
"""Where the statement `with` enters what stands in Gnomon."""


class Site(NamedTuple):
    """A line of the user's program."""

    path: str
    line: int
    function: str

    @property
    def text(self) -> str:
        """What stands on the line."""
        return linecache.getline(self.path, self.line).strip()

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}"
        return f"{where}: {self.text}" if self.text else where


class _Given(threading.local):
    site: Site | None = None


_given = _Given()


@contextmanager
def written_at(site: Site | None) -> Iterator[None]:
    """Take a line as the user's: expressions made from others belong to the line of those."""
    before = _given.site
    _given.site = site or before
    try:
        yield
    finally:
        _given.site = before


def user_site() -> Site | None:
    """Return the innermost line of the call stack that is not Gnomon's own."""
    if _given.site is not None:
        return _given.site
    frame = _user_frame()
    return None if frame is None else Site(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)


def _user_frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and (
        frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_filename == _CONTEXTS
    ):
        frame = frame.f_back
    return frame


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Issue a warning at the user's line."""
    frame = _user_frame()
    if frame is None:
        warnings.warn(message, category, stacklevel=2)
        return
    space = frame.f_globals
    warnings.warn_explicit(
        message,
        category,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=space.get("__name__"),
        registry=space.setdefault("__warningregistry__", {}),
    )
