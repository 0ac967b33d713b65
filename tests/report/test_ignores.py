"""`# gnomon: ignore[...]` comments."""

import pytest

from gnomon.check.diagnostic import Diagnostic, Level, Span
from gnomon.report.ignores import apply_ignores, find_ignores, unused_message

PROGRAM = """\
import numpy as np
a = f(x)  # gnomon: ignore[rank]
# gnomon: ignore[axis, rank]

# another comment
b = f(x)
c = f(x)  # gnomon: ignore
d = f(
    x,  # gnomon:ignore[feed]
)
text = "# gnomon: ignore"
e = f(x)  # because of the data  # gnomon: ignore[rank] and so on
"""


def finding(rule: str, line: int, end_line: int | None = None) -> Diagnostic:
    return Diagnostic(rule, Level.ERROR, Span("a.py", line, 1, end_line or line, 9), "m")


@pytest.mark.parametrize(
    "rule, line, end_line, silenced",
    [
        ("rank", 2, 2, True),
        ("axis", 2, 2, False),
        ("axis", 6, 6, True),
        ("rank", 6, 6, True),
        ("feed", 6, 6, False),
        ("anything", 7, 7, True),
        ("feed", 8, 10, True),
        ("rank", 11, 11, False),
        ("rank", 12, 12, True),
    ],
)
def test_lines(rule, line, end_line, silenced):
    kept, _ = apply_ignores([finding(rule, line, end_line)], find_ignores(PROGRAM))
    assert kept == ([] if silenced else [finding(rule, line, end_line)])


@pytest.mark.parametrize(
    "program, silenced",
    [
        ("#!/usr/bin/env python\n# gnomon: ignore[rank]\n\nimport x\ny\n", True),
        ('"""Text."""\n# gnomon: ignore[rank]\nimport x\ny\n', False),
        ('"""Text."""\n\nimport x\ny\n\n# gnomon: ignore-file[rank]\n', True),
        ("# gnomon: ignore-file\nimport x\n", True),
        ("# gnomon: ignore[axis]\nimport x\n", False),
        ("import x  # gnomon: ignore[rank]\n", False),
    ],
)
def test_whole_file(program, silenced):
    kept, _ = apply_ignores([finding("rank", 99)], find_ignores(program))
    assert bool(kept) is not silenced


def test_unused_names():
    ignores = find_ignores("import x\ny  # gnomon: ignore[rank, axis]\nz  # gnomon: ignore\n")
    kept, unused = apply_ignores([finding("rank", 2)], ignores)
    assert kept == []
    assert [(comment.line, idle) for comment, idle in unused] == [(2, ("axis",)), (3, ())]
    assert unused_message(*unused[0], ["axis", "rank"]) == "unused ignore: axis silences nothing here"
    assert unused_message(*unused[1], []) == "unused ignore: the comment silences nothing here"


def test_unknown_name():
    comment = find_ignores("import x\ny  # gnomon: ignore[iner-size]\n")[0]
    message = unused_message(comment, comment.rules, ["inner-size", "rank"])
    assert message == "there is no rule iner-size; did you mean inner-size?"


def test_what_cannot_be_tokenized_is_no_failure():
    assert [i.line for i in find_ignores("x = 1  # gnomon: ignore\ny = (\n")] == [1]
    assert find_ignores("# gnomon: ignore\n\x00") is not None
