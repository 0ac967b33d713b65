"""A source file of the program: its text, its tree, and where its nodes stand."""

from __future__ import annotations

import ast
import re
from typing import Any

from gnomon.check.diagnostic import Span
from gnomon.check.trees import walk

_OLDER = re.compile(
    r"\b(xrange|raw_input|basestring|cPickle|iteritems|itervalues|has_key|urllib2)\b"
    r"|^from __future__ import (?!.*\bdivision\b)(?!annotations)",
    re.MULTILINE,
)
"""Words of programs that may still be meant for Python 2, where ``/`` of integers gives an integer."""


class Source:
    """One parsed file (or notebook).

    ``generators`` keeps which of its functions yield, ``handed`` which names a test hands to functions, ``memo`` what
    models read off it, ``fitting`` what was last found to fit where a call reaches a function of some name: the
    function, how many arguments, and which keywords.
    """

    __slots__ = ("fitting", "generators", "handed", "lines", "memo", "older", "path", "text", "tree")

    def __init__(self, path: str, text: str, tree: ast.Module) -> None:
        self.path = path
        self.text = text
        self.tree = tree
        self.lines = text.split("\n")
        self.generators: dict[int, bool] = {}
        self.fitting: dict[tuple[Any, str], tuple[Any, int, frozenset[str]]] = {}
        self.handed: dict[ast.expr, tuple[str, ...]] = {}
        self.older: bool | None = None
        self.memo: dict[str, Any] = {}

    def nodes(self) -> list[ast.AST]:
        """All nodes of the file, in the order of `walk`."""
        found: list[ast.AST] | None = self.memo.get("nodes")
        if found is None:
            found = self.memo["nodes"] = walk(self.tree)
        return found

    def is_older(self) -> bool:
        """Whether the file may be meant for Python 2."""
        if self.older is None:
            self.older = _OLDER.search(self.text) is not None
        return self.older

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
