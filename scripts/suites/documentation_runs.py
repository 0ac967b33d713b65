"""Runs the examples of Theano's documentation: each prompt, and each block of code, is a test.

As sphinx.ext.doctest does: the blocks of a page run in order and share names within their group, its setup first. A page's
blocks run once; each test says what became of one.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import textwrap
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

PAGES = sorted(
    path for part in ("tutorial", "library", "extending") for path in Path("doc", part).rglob("*.txt")
)
DIRECTIVE = re.compile(r"^(\s*)\.\. (testsetup|testcode|testoutput|doctest)::[ ]*(.*)$")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@dataclass
class Piece:
    """A prompt with what it should print, or a block of code."""

    line: int
    group: str
    source: str
    want: str = ""
    setup: bool = False
    skipped: bool = False
    failure: str = ""


def pieces(path: Path) -> Iterator[Piece]:
    """Yield what a page runs, in its order."""
    lines = path.read_text(encoding="utf-8").expandtabs().splitlines()
    place, last = 0, {}
    while place < len(lines):
        found = DIRECTIVE.match(lines[place])
        if found is None:
            if lines[place].lstrip().startswith(">>>"):
                end = place
                while end < len(lines) and lines[end].strip():
                    end += 1
                yield from prompts(lines[place:end], place + 1, "default")
                place = end
            else:
                place += 1
            continue
        indent, kind, group = len(found[1]), found[2], found[3].strip() or "default"
        end = place + 1
        while end < len(lines) and (not lines[end].strip() or indentation(lines[end]) > indent):
            end += 1
        block = [line for line in lines[place + 1 : end] if not re.match(r"\s*:\w+:", line)]
        text = textwrap.dedent("\n".join(block)).strip("\n") + "\n"
        if kind == "doctest" or text.lstrip().startswith(">>>"):
            yield from prompts(block, place + 2, group)
        elif kind == "testoutput":
            if group in last:
                last[group].want = text
        else:
            piece = last[group] = Piece(place + 1, group, text, setup=kind == "testsetup")
            yield piece
        place = end


def prompts(lines: list[str], first: int, group: str) -> Iterator[Piece]:
    """Yield the prompts of a block."""
    try:
        examples = doctest.DocTestParser().get_examples(textwrap.dedent("\n".join(lines)) + "\n")
    except ValueError:
        return
    for example in examples:
        skipped = bool(example.options.get(doctest.SKIP))
        yield Piece(first + example.lineno, group, example.source, example.want, skipped=skipped)


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


@lru_cache(maxsize=None)  # noqa: UP033 -- the Python of Theano 1.0.5 has no `cache`
def ran(path: Path) -> list[Piece]:
    """Run a page, and return its pieces with what went wrong."""
    found = list(pieces(path))
    groups: dict[str, dict[str, Any]] = {}
    with np.printoptions(legacy="1.13"):
        for piece in sorted(found, key=lambda piece: not piece.setup):
            if not piece.skipped:
                piece.failure = run(piece, groups.setdefault(piece.group, {"__name__": "__main__"}))
    return found


def run(piece: Piece, names: dict[str, Any]) -> str:
    """Run a piece, and return what is wrong with it."""
    printed = io.StringIO()
    single = bool(piece.want) or "\n" not in piece.source.strip()
    try:
        with contextlib.redirect_stdout(printed):
            try:
                code = compile(piece.source, "<example>", "single" if single else "exec")
            except SyntaxError:
                code = compile(piece.source, "<example>", "exec")
            exec(code, names)
    except (Exception, SystemExit) as error:
        wanted = re.match(r"\s*Traceback .*?^(\w[\w.]*)", piece.want, re.S | re.M)
        if wanted and any(wanted[1].rpartition(".")[2] == kind.__name__ for kind in type(error).__mro__):
            return ""
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({os.path.basename(place.filename)}:{place.lineno})"
    if not piece.want or same(piece.want, printed.getvalue()):
        return ""
    return f"printed {printed.getvalue()!r}, not {piece.want!r}"


def same(want: str, got: str) -> bool:
    """Whether what is printed is what is wanted, whatever its blanks."""
    want = re.sub(r"^\s*<BLANKLINE>\s*$", "", want, flags=re.M)
    closer = [re.sub(r"\s+", " ", re.sub(r"\s*([\[\](),])\s*", r"\1", text)).strip() for text in (want, got)]
    return doctest.OutputChecker().check_output(closer[0], closer[1], FLAGS)


TESTS = [
    pytest.param(path, number, id=f"{path.relative_to('doc')}:{piece.line}")
    for path in PAGES
    for number, piece in enumerate(pieces(path))
    if not piece.setup
]


@pytest.mark.parametrize("path, number", TESTS)
def test_example(path: Path, number: int) -> None:
    piece = ran(path)[number]
    if piece.skipped:
        pytest.skip("the page skips it")
    assert not piece.failure, f"{piece.failure.splitlines()[0]}\n{piece.source}{piece.failure}"
