"""The source with the shape of each assigned tensor at the right, like notes in a margin."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from gnomon.report.style import PLAIN, Style
from gnomon.report.width import DisplayLine

NARROWEST, WIDEST = 40, 88  # cells between which the column of notes begins


class Note(Protocol):
    """One note: the shape of a name after the statement on a line."""

    @property
    def line(self) -> int:
        """The line, counted from 1."""
        ...

    @property
    def name(self) -> str:
        """The assigned name."""
        ...

    @property
    def text(self) -> str:
        """Its shape and dtype."""
        ...


def notes_by_line(notes: Iterable[Note]) -> dict[int, list[str]]:
    """The texts for each line, without repetitions, in the order given.

    A line that assigns one name shows the shape alone; more names are told apart.
    """
    by_line: dict[int, list[Note]] = {}
    for note in notes:
        by_line.setdefault(note.line, []).append(note)
    texts: dict[int, list[str]] = {}
    for line, group in by_line.items():
        several = len({note.name for note in group}) > 1
        texts[line] = list(dict.fromkeys(f"{n.name} {n.text}" if several else n.text for n in group))
    return texts


def render_margin(lines: Sequence[str], notes: Iterable[Note], style: Style = PLAIN) -> Iterator[str]:
    """The source's lines, each with its notes."""
    texts = notes_by_line(notes)
    shown = [DisplayLine(line) for line in lines]
    if shown and not shown[-1].text:
        shown.pop()
    widths = [line.width for number, line in enumerate(shown, 1) if number in texts and line.width <= WIDEST]
    column = max([NARROWEST, *widths]) + 2
    for number, line in enumerate(shown, 1):
        if number not in texts:
            yield line.text.rstrip()
            continue
        gap = " " * max(column - line.width, 2)
        bar = style.paint("│", "faint")
        yield f"{line.text}{gap}{bar} {style.paint(', '.join(texts[number]), 'shape')}"
