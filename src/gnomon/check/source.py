"""A source file of the program: its text, its tree, and where its nodes stand."""

from __future__ import annotations

import ast
from typing import Any

from gnomon.check.diagnostic import Span


class Source:
    """One parsed file (or notebook). ``generators`` keeps which of its functions yield."""

    __slots__ = ("generators", "lines", "path", "text", "tree")

    def __init__(self, path: str, text: str, tree: ast.Module) -> None:
        self.path = path
        self.text = text
        self.tree = tree
        self.lines = text.split("\n")
        self.generators: dict[int, bool] = {}

    def span(self, node: Any) -> Span:
        """Return where a node stands, columns counted in characters."""
        line = node.lineno
        end_line = node.end_lineno or line
        return Span(
            self.path,
            line,
            self._column(line, node.col_offset),
            end_line,
            self._column(end_line, node.end_col_offset or node.col_offset),
        )

    def excerpt(self, node: Any) -> str:
        """Return the source text of a node, empty where it spans lines or is unknown."""
        if node.end_lineno != node.lineno:
            return ""
        line: str = self.lines[node.lineno - 1]
        start: int = node.col_offset
        end: int | None = node.end_col_offset
        if not line.isascii():
            return line.encode()[start:end].decode(errors="replace")
        return line[start:end]

    def _column(self, line: int, offset: int) -> int:
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="replace")) + 1


class Site:
    """A place in a source file at which a value was made."""

    __slots__ = ("node", "source")

    def __init__(self, source: Source, node: Any) -> None:
        self.source = source
        self.node = node

    @property
    def span(self) -> Span:
        """Where the place is."""
        return self.source.span(self.node)

    @property
    def text(self) -> str:
        """What the user wrote there, empty if it spans lines."""
        return self.source.excerpt(self.node)

    @property
    def first_line(self) -> str:
        """What the user wrote there, cut where it goes on to another line."""
        text = self.text
        if text or not 0 < self.node.lineno <= len(self.source.lines):
            return text
        line: str = self.source.lines[self.node.lineno - 1]
        return f"{line.strip()} ..."
