"""Source lines for excerpts: each file is read once, and text that is no file can be handed in."""

import io
import tokenize
from collections.abc import Mapping, Sequence


def decode(content: bytes) -> str:
    """Python source as text, by its encoding comment; what cannot be decoded becomes a replacement mark."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    except (SyntaxError, UnicodeDecodeError):
        encoding = "utf-8"
    return content.decode(encoding, errors="replace")


def split_lines(text: str) -> list[str]:
    """The lines as Python counts them: only line feeds and carriage returns end one.

    >>> split_lines("a\\r\\nb\\x0cc\\rd")
    ['a', 'b\\x0cc', 'd']
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class Sources:
    """The lines of source files by path."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._lines: dict[str, Sequence[str]] = {}
        for path, text in (given or {}).items():
            self.add(path, text)

    def add(self, path: str, text: str) -> None:
        """Hands in the text of a file, for instance what came from standard input."""
        self._lines[path] = split_lines(text)

    def lines(self, path: str) -> Sequence[str]:
        """All lines of a file; none if it cannot be read."""
        known = self._lines.get(path)
        if known is None:
            try:
                with open(path, "rb") as file:
                    known = split_lines(decode(file.read()))
            except (OSError, ValueError):
                known = ()
            self._lines[path] = known
        return known

    def line(self, path: str, number: int) -> str | None:
        """The line with this number, counted from 1; None if there is no such line."""
        lines = self.lines(path)
        return lines[number - 1] if 0 < number <= len(lines) else None
