"""Places in one file that an excerpt underlines, and rows of characters that carry a role."""

from typing import NamedTuple

from gnomon.report.style import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic, Span


class Mark(NamedTuple):
    """A place to underline in an excerpt, with its text; the primary one is where the program fails."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    role: str
    primary: bool = False

    @property
    def spreads(self) -> bool:
        """Whether it covers several lines."""
        return self.end_line > self.line


def marks_by_file(diagnostic: "Diagnostic") -> dict[str, list[Mark]]:
    """The marks of a diagnostic, the file of the primary one first."""
    found = {diagnostic.span.path: [_mark(diagnostic.span, diagnostic.label, diagnostic.level.value, True)]}
    for label in diagnostic.labels:
        mark = _mark(label.span, label.text, "secondary", False)
        marks = found.setdefault(label.span.path, [])
        if mark not in marks:
            marks.append(mark)
    return found


def _mark(span: "Span", text: str, role: str, primary: bool) -> Mark:
    return Mark(span.line, span.column, span.end_line, span.end_column, " ".join(text.split()), role, primary)


class Row:
    """One row of an excerpt, written cell by cell; later writes win.

    >>> row = Row()
    >>> row.put(4, "^^^", "error")
    >>> row.put(8, "x is (2, 3)", "error")
    >>> row.render(Style(colour=False))
    '    ^^^ x is (2, 3)'
    """

    __slots__ = ("_cells",)

    def __init__(self) -> None:
        self._cells: list[tuple[str, str | None]] = []

    def put(self, cell: int, text: str, role: str | None) -> None:
        """Writes a text from this cell on."""
        cells = self._cells
        missing = cell + len(text) - len(cells)
        if missing > 0:
            cells.extend([(" ", None)] * missing)
        for offset, character in enumerate(text, cell):
            cells[offset] = (character, role)

    def overlay(self, other: "Row") -> None:
        """Writes what another row holds into the cells that are still blank here."""
        for cell, (character, role) in enumerate(other._cells):
            if character != " " and (cell >= len(self._cells) or self._cells[cell][0] == " "):
                self.put(cell, character, role)

    def render(self, style: Style, width: int = 0) -> str:
        """The row as text, without blanks at its end but at least this wide."""
        cells = list(self._cells)
        while len(cells) > width and cells[-1][0] == " ":
            cells.pop()
        cells.extend([(" ", None)] * (width - len(cells)))
        pieces: list[str] = []
        run, role = "", None
        for character, next_role in cells:
            if next_role != role:
                pieces.append(style.paint(run, role))
                run, role = "", next_role
            run += character
        pieces.append(style.paint(run, role))
        return "".join(pieces)
