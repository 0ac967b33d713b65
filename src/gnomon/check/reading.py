"""Reading source files: encodings, notebooks, and one clear line about what cannot be read."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from typing import Any, NamedTuple

from gnomon.check.source import Source

SIZE_LIMIT = 20_000_000


class Fault(NamedTuple):
    """Why a file cannot be read: a kind, and one line for the user."""

    kind: str
    message: str


def read_source(path: str, text: str | None = None) -> Source | Fault:
    """Return the parsed file, or what is wrong with it."""
    if text is None:
        found = _decoded(path)
        if isinstance(found, Fault):
            return found
        text = found
    if path.endswith(".ipynb"):
        cells = notebook_text(text)
        if isinstance(cells, Fault):
            return cells
        text = cells
    return parse(path, text)


def _decoded(path: str) -> str | Fault:
    try:
        with open(path, "rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        return Fault("missing", f"cannot be read: {error.strerror or error}")
    if len(data) > SIZE_LIMIT:
        return Fault("size", f"is larger than {SIZE_LIMIT // 1_000_000} MB and is passed over")
    if b"\0" in data[:8192] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Fault("binary", "is a binary file, not Python source")
    try:
        text = data.decode(_encoding(data))
    except SyntaxError as error:
        return Fault("encoding", f"declares an encoding that Python does not know ({error.msg})")
    except (UnicodeDecodeError, LookupError):
        return Fault(
            "encoding", "is not valid in its encoding (UTF-8 unless it declares another); save it as UTF-8"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _encoding(data: bytes) -> str:
    """Return the encoding that the first two lines declare, else UTF-8."""
    if b"coding" not in b"".join(data.split(b"\n", 2)[:2]) and not data.startswith(b"\xef"):
        return "utf-8"
    import io
    import tokenize

    return tokenize.detect_encoding(io.BytesIO(data).readline)[0]


def parse(path: str, text: str) -> Source | Fault:
    """Parse Python text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, filename=path)
    except SyntaxError as error:
        return _syntax_fault(text, error)
    except (RecursionError, MemoryError):
        return Fault("nesting", "is nested too deeply")
    except ValueError as error:
        return Fault("syntax", f"cannot be parsed: {error}")
    return Source(path, text, tree)


_PYTHON2 = (
    r"^\s*print\s+[^(=\s]|^\s*print\s*$|^\s*exec\s+['\"\w]|except\s+[\w.()\s,]+\s*,\s*\w+\s*:|\braise\s+\w+\s*,|<>|\b0[0-7]+L?\b"
    r"|\bur['\"]|`[^`\n]+`|^\s*print\s*>>"
)


_NEWER = {
    (
        3,
        12,
    ): r"^\s*type\s+\w+.*=|^\s*(async\s+)?def\s+\w+\s*\[|^\s*class\s+\w+\s*\[|\b[rR]?[fF][rR]?['\"].*\{",
    (3, 14): r"\b[rR]?[tT][rR]?['\"]",
}
"""Syntax that a Python version brought, as it looks on the line that an older one rejects."""


def _syntax_fault(text: str, error: SyntaxError) -> Fault:
    line = error.lineno or 1
    lines = text.split("\n")
    near = lines[line - 1] if line <= len(lines) else ""
    missing_parentheses = "print" in (error.msg or "") and "parenthes" in (error.msg or "")
    if missing_parentheses or re.search(_PYTHON2, near) or "Multiple exception types" in (error.msg or ""):
        return Fault(
            "python2", f"line {line} is Python 2 syntax; the file is passed over (2to3 can convert it)"
        )
    for version, form in _NEWER.items():
        if sys.version_info < version and re.search(form, near):
            needed, here = ".".join(map(str, version)), ".".join(map(str, sys.version_info[:2]))
            return Fault(
                "syntax",
                f"line {line}: {error.msg}; if this is syntax of Python {needed},"
                f" run Gnomon with that version (this is {here})",
            )
    return Fault("syntax", f"line {line}: {error.msg}")


def notebook_text(text: str) -> str | Fault:
    """Return a notebook's code cells as one program; magics and shell lines become `pass`."""
    import json

    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return Fault("notebook", "is not a readable notebook (no valid JSON)")
    cells = _cells(document)
    if cells is None:
        return Fault("notebook", "is not a readable notebook (no list of cells)")
    return "\n".join(map(_plain_python, map(_text_of, cells))) + "\n"


def _cells(document: Any) -> list[dict[str, Any]] | None:
    """Return the code cells of a notebook of any version; None if it has no list of cells."""
    if not isinstance(document, dict):
        return None
    holders = [document] if "cells" in document else document.get("worksheets")
    if not isinstance(holders, list):
        return None
    found: list[dict[str, Any]] = []
    for holder in holders:
        cells = holder.get("cells", []) if isinstance(holder, dict) else None
        if not isinstance(cells, list):
            return None
        found.extend(cell for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code")
    return found


def _text_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell, which may be stored line by line."""
    source = cell.get("source", cell.get("input", ""))
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _plain_python(cell: str) -> str:
    """Return a cell with magics, shell escapes and help requests replaced, line by line."""
    if cell.lstrip().startswith("%%") and not cell.lstrip().startswith(("%%time", "%%capture", "%%prun")):
        return "\n" * cell.count("\n")
    text = "\n".join(map(_plain_line, cell.split("\n")))
    return text if _is_python(text) else "\n" * text.count("\n")


_MEASURED = re.compile(r"%(?:time|timeit|prun|memit)((?:[ ]+-[a-z]+(?:[ ]*\d+)?)*)[ ]+(?=\S)")
_ASSIGNED = re.compile(r"(\s*[A-Za-z_][\w, ]*=)\s*[%!][A-Za-z]")


def _plain_line(line: str) -> str:
    """Return a line with a magic, shell escape or help request replaced; what `%timeit` measures is kept."""
    stripped = line.lstrip()
    indent = line[: len(line) - len(stripped)]
    if stripped.startswith("%") and (measured := _MEASURED.match(stripped)):
        kept = indent + "0;".ljust(measured.end()) + stripped[measured.end() :]
        if _is_python(kept.lstrip()):
            return kept
    if stripped.startswith(("%", "!", "?")) or (stripped.endswith("?") and not stripped.startswith("#")):
        return indent + "pass"
    assigned = _ASSIGNED.match(line)
    return assigned[1] + " get_ipython()" if assigned else line


def _is_python(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
