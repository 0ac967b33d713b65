"""Source lines for excerpts: each file is read once, and text that is no file can be handed in."""

from collections.abc import Mapping, Sequence

from gnomon.report.notebooks import SUFFIX, Cells, cell_path, code_cells


def decode(content: bytes) -> str:
    """Python source as text, by its encoding comment; what cannot be decoded becomes a replacement mark."""
    import io
    import tokenize

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
    """The lines of source files by path; a notebook's are those of its code cells, one after the other."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._lines: dict[str, Sequence[str]] = {}
        self._cells: dict[str, Cells] = {}
        for path, text in (given or {}).items():
            self.add(path, text)

    def add(self, path: str, text: str) -> None:
        """Hands in the text of a file, for instance what came from standard input."""
        if path.endswith(SUFFIX) and (texts := code_cells(text)):
            self._cells[path] = Cells(texts)
            for number, cell in enumerate(texts, 1):
                self._lines[cell_path(path, number)] = split_lines(cell)
            text = "\n".join(texts)
        self._lines[path] = split_lines(text)

    def lines(self, path: str) -> Sequence[str]:
        """All lines of a file; none if it cannot be read."""
        if path not in self._lines:
            try:
                with open(path, "rb") as file:
                    self.add(path, decode(file.read()))
            except (OSError, ValueError):
                self._lines[path] = ()
        return self._lines[path]

    def line(self, path: str, number: int) -> str | None:
        """The line with this number, counted from 1; None if there is no such line."""
        lines = self.lines(path)
        return lines[number - 1] if 0 < number <= len(lines) else None

    def cells(self, path: str) -> Cells | None:
        """The cells of a notebook; None for other files."""
        if not path.endswith(SUFFIX):
            return None
        self.lines(path)
        return self._cells.get(path)
