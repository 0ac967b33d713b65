"""The user's line: where, outside of Gnomon, the expression at work was written."""

from __future__ import annotations

import linecache
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


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
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith(PACKAGE):
            return Site(code.co_filename, frame.f_lineno, code.co_name)
        frame = frame.f_back
    return None
