"""How wide text stands in a terminal: tabs, wide characters, combining marks, control characters."""

from unicodedata import combining, east_asian_width

TAB = 4


def character_width(character: str) -> int:
    """Number of terminal cells that one printable character takes: 0, 1 or 2."""
    if character < "\x7f":
        return 1
    if combining(character) or character in "\u200b\u200c\u200d\ufe0e\ufe0f\ufeff":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """Number of terminal cells that a text without tabs takes.

    >>> text_width("shape"), text_width("形状")
    (5, 4)
    """
    if text.isascii():
        return len(text)
    return sum(map(character_width, text))


class DisplayLine:
    """One source line as a terminal shows it, and where each of its characters stands there.

    Tabs go to the next multiple of four cells; control characters become visible, so that no source
    line can send escape sequences to a terminal.

    >>> line = DisplayLine("\\tx = 形")
    >>> line.text, line.cell(2), line.cell(6), line.cell(7)
    ('    x = 形', 4, 8, 10)
    """

    __slots__ = ("starts", "text")

    def __init__(self, source: str) -> None:
        source = source.rstrip("\r\n")
        if source.isascii() and source.isprintable():
            self.text = source
            self.starts: list[int] | range = range(len(source) + 1)
            return
        cell = 0
        shown: list[str] = []
        starts: list[int] = []
        for character in source:
            starts.append(cell)
            if character == "\t":
                step = TAB - cell % TAB
                shown.append(" " * step)
                cell += step
                continue
            if not character.isprintable() and character_width(character):
                character = "\N{REPLACEMENT CHARACTER}" if character != "\xa0" else " "
            shown.append(character)
            cell += character_width(character)
        starts.append(cell)
        self.text = "".join(shown)
        self.starts = starts

    @property
    def width(self) -> int:
        """Number of cells of the whole line."""
        return self.starts[-1]

    @property
    def indent(self) -> int:
        """Cell of the first character that is no blank."""
        return len(self.text) - len(self.text.lstrip())

    def cell(self, column: int) -> int:
        """The cell, from 0, where the character at this column, from 1, begins.

        Columns past the end count on, one cell each: a span may end after the last character.
        """
        index = max(column, 1) - 1
        last = len(self.starts) - 1
        return self.starts[index] if index <= last else self.starts[last] + index - last

    def cropped(self, first: int, last: int, limit: int) -> tuple[str, int]:
        """At most `limit` cells around the cells `first` to `last`, and how far the text moved left.

        >>> line = DisplayLine("x" * 50 + "here" + "y" * 50)
        >>> line.cropped(50, 54, 20)
        ('…xxxxxxxhereyyyyyyy…', 42)
        """
        if self.width <= limit:
            return self.text, 0
        room = max(limit - 2, 8)
        start = max(0, min(first - max(room - (last - first), 0) // 2, self.width - room))
        if start <= 1:
            start = 0
        end = start + room
        cell = 0
        kept: list[str] = []
        for character in self.text:
            step = character_width(character)
            if cell >= start and cell + step <= end:
                kept.append(character)
            elif cell < start < cell + step:
                kept.append(" ")
            cell += step
        head = "…" if start else ""
        tail = "…" if end < self.width else ""
        return head + "".join(kept) + tail, start - len(head)
