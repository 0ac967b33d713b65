"""The full format, compared with the page `snapshots/full.md`."""

import random

from gnomon.check.diagnostic import Diagnostic, Label, Level, Span
from gnomon.report.full import render_full
from gnomon.report.sources import Sources
from gnomon.report.style import Style

from report.diagnostics import ALL, INNER_SIZE, TRAIN, sources
from report.snapshots import assert_snapshot


def test_excerpts():
    sections = [f"## {title}\n\n```\n{render_full(d, sources())}\n```\n" for title, d in ALL.items()]
    assert_snapshot("full.md", "# The full format\n\n" + "\n".join(sections))


def test_colours():
    text = render_full(INNER_SIZE, sources(), Style(colour=True))
    assert_snapshot("colours.txt", text.replace("\x1b", "\\e") + "\n")


def test_colours_change_nothing_else():
    import re

    for diagnostic in ALL.values():
        coloured = render_full(diagnostic, sources(), Style(colour=True))
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render_full(diagnostic, sources())


def test_missing_file_still_says_everything():
    text = render_full(INNER_SIZE, Sources())
    assert "train.py:13:22" in text
    assert "x is (B, 784)   train.py:13:22" in text
    assert "in_features is 512   train.py:9:30" in text


def test_control_characters_reach_no_terminal():
    source = Sources({"a.py": "x = '\x1b[31m' + y\n"})
    text = render_full(Diagnostic("rank", Level.ERROR, Span("a.py", 1, 5, 1, 9), "m"), source)
    assert "\x1b" not in text


def test_any_spans_render():
    """Whatever the spans, each label is printed once and no row is broken."""
    dice = random.Random(0)
    lines = TRAIN.count("\n")
    for _ in range(300):
        spans = []
        for _ in range(dice.randrange(1, 6)):
            first = dice.randrange(1, lines + 1)
            last = min(first + dice.choice((0, 0, 0, 1, 2, 9)), lines)
            start = dice.randrange(1, 40)
            end = start + dice.randrange(0, 12) if first == last else dice.randrange(1, 40)
            spans.append(Span("train.py", first, start, last, end))
        labels = tuple(Label(span, f"label{i}") for i, span in enumerate(spans[1:]))
        text = render_full(Diagnostic("rank", Level.ERROR, spans[0], "m", "primary", labels), sources())
        for word in ("primary", *(label.text for label in labels)):
            assert text.count(word) == 1, text
        assert not any(line != line.rstrip() for line in text.splitlines())
