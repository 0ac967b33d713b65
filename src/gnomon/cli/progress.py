"""A progress bar on standard error, for runs over many files that a person watches."""

import os
import sys
from typing import TextIO

FROM_FILES = 20
WIDTH = 24


class Progress:
    """Counts files; draws nothing when nobody watches or the files are few."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._done = 0
        self._drawn = -1
        self._shown = total >= FROM_FILES and stream.isatty() and os.environ.get("TERM") != "dumb"

    def advance(self, path: str) -> None:
        """One more file is done."""
        self._done += 1
        if not self._shown:
            return
        filled = self._done * WIDTH // self._total
        if filled == self._drawn and self._done % 5:
            return
        self._drawn = filled
        bar = "█" * filled + "░" * (WIDTH - filled)
        text = f"checking {bar} {self._done}/{self._total} {path}"
        self._write("\r" + text[: self._columns() - 1] + "\x1b[K")

    def close(self) -> None:
        """Takes the bar away."""
        if self._shown:
            self._write("\r\x1b[K")

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, UnicodeEncodeError):
            self._shown = False


def stderr_progress(total: int) -> Progress:
    """A bar on the process's standard error."""
    return Progress(total, sys.stderr)
