"""Colours of a terminal, or none: the one place that knows escape sequences."""

from collections.abc import Mapping
from typing import Protocol

CODES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "unproven": "1;35",
    "secondary": "1;34",
    "frame": "1;34",
    "title": "1",
    "help": "1;32",
    "shape": "36",
    "faint": "2",
}


class Stream(Protocol):
    """What is asked of an output stream."""

    def isatty(self) -> bool:
        """Whether a person sees it."""
        ...


class Style:
    """Paints text by its role; a plain style leaves it as it is.

    >>> Style(colour=False).paint("help", "frame")
    'help'
    """

    __slots__ = ("colour",)

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def paint(self, text: str, role: str | None) -> str:
        """The text in the colour of its role."""
        if not self.colour or not text or role is None:
            return text
        return f"\x1b[{CODES[role]}m{text}\x1b[0m"


PLAIN = Style(colour=False)


def wants_colour(stream: Stream, environ: Mapping[str, str], choice: str = "auto") -> bool:
    """Whether to write colours: by the option, then `NO_COLOR` and `FORCE_COLOR`, then the stream itself."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return environ.get("TERM") != "dumb" and stream.isatty()
