"""`gnomon shapes`: notes in the margin, as text and as a page."""

from typing import NamedTuple

from gnomon.report.margin import render_margin
from gnomon.report.page import render_page
from gnomon.report.sources import split_lines

from report.snapshots import assert_snapshot

PROGRAM = (
    """\
import torch

def forward(x):
    a, b = x.split(2)
\ty = "<形>" + a
    return model(b)  # """
    + "long " * 20
    + """
"""
)


class Note(NamedTuple):
    line: int
    name: str
    text: str


NOTES = [
    Note(3, "x", "(B, 784) float32"),
    Note(4, "a", "(2, 3)"),
    Note(4, "b", "(1, 3)"),
    Note(4, "b", "(1, 3)"),
    Note(5, "y", "(2, 3)"),
    Note(5, "y", "(n, <3)"),
    Note(6, "", "(2, 10)"),
]


def test_text():
    rows = render_margin(split_lines(PROGRAM), NOTES)
    assert_snapshot("margin.txt", "\n".join(rows) + "\n")


def test_page():
    assert_snapshot("page.html", render_page("a<b>.py", split_lines(PROGRAM), NOTES))
