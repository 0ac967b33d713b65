"""The user's line: where, outside of Gnomon, the expression at work was written."""

from __future__ import annotations

import linecache
import os
import sys
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


def user_site() -> Site | None:
    """Return the innermost line of the call stack that is not Gnomon's own."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith(PACKAGE):
            return Site(code.co_filename, frame.f_lineno, code.co_name)
        frame = frame.f_back
    return None
