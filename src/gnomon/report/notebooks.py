"""Notebooks: one program for the checker, cells for the reader.

The checker counts lines through all code cells of a notebook, one after the other. A person reads
`cell 3`, line 2; these functions translate.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic, Span
    from gnomon.report.sources import Sources

SUFFIX = ".ipynb"


def code_cells(text: str) -> list[str]:
    """The texts of a notebook's code cells; none if it is no notebook."""
    import json

    try:
        document: Any = json.loads(text)
        cells = document.get("cells")
        if cells is None:  # the format before version 4
            cells = [cell for sheet in document.get("worksheets", ()) for cell in sheet.get("cells", ())]
        codes = [cell for cell in cells if cell.get("cell_type") == "code"]
        sources = [cell.get("source", cell.get("input", "")) for cell in codes]
        return ["".join(source) if isinstance(source, list) else str(source) for source in sources]
    except (ValueError, AttributeError, TypeError):
        return []


class Cells:
    """Where each code cell of a notebook begins, in lines counted through all of them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.starts: list[int] = []
        line = 1
        for text in texts:
            self.starts.append(line)
            line += text.count("\n") + 1

    def place(self, line: int) -> tuple[int, int]:
        """The number of the cell, from 1, and the line in it, from 1.

        >>> Cells(["a\\nb", "c\\n", "d"]).place(4)
        (2, 2)
        """
        index = max(bisect_right(self.starts, line) - 1, 0)
        start = self.starts[index] if self.starts else 1
        return index + 1, line - start + 1


def cell_path(path: str, number: int) -> str:
    """How a cell is shown."""
    return f"{path}:cell {number}"


def in_cells(diagnostic: "Diagnostic", sources: "Sources") -> "Diagnostic":
    """The same finding with places in cells, for people; unchanged if no notebook is involved."""
    spans = [diagnostic.span, *(label.span for label in diagnostic.labels)]
    notebooks = {span.path for span in spans if span.path.endswith(SUFFIX)}
    if not notebooks:
        return diagnostic
    notes = diagnostic.notes
    for path in notebooks:
        cells = sources.cells(path)
        if cells is not None:
            notes = tuple(_note_in_cells(note, path, cells) for note in notes)
    return diagnostic._replace(
        span=_span_in_cell(diagnostic.span, sources),
        labels=tuple(label._replace(span=_span_in_cell(label.span, sources)) for label in diagnostic.labels),
        notes=notes,
    )


def _span_in_cell(span: "Span", sources: "Sources") -> "Span":
    cells = sources.cells(span.path)
    if cells is None:
        return span
    number, line = cells.place(span.line)
    path = cell_path(span.path, number)
    return span._replace(path=path, line=line, end_line=line + span.end_line - span.line)


def _note_in_cells(note: str, path: str, cells: Cells) -> str:
    def translate(match: re.Match[str]) -> str:
        number, line = cells.place(int(match[1]))
        return f"{cell_path(path, number)}:{line}"

    return re.sub(re.escape(path) + r":(\d+)", translate, note)
