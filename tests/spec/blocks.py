"""Programs in Markdown with what the checker must say about them; CONTRIBUTING.md describes the form.

A heading names a test; each ```python block below it is one program. Options stand behind the word
`python`: `file=NAME` writes the block beside the next program instead of checking it, `unproven`,
`args="--batch-size 64"`, `assume="x=(B,3)"` and `versions="torch=1.0"` are what the command line takes.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field

MARKER = re.compile(r"#\s*(error|warning|info|unproven):\s*\[([\w-]+)\](?:\s*\"([^\"]*)\")?")
REVEALED = re.compile(r"#\s*revealed:\s*(.+?)\s*(?=$|#)")
OWN_LINE = re.compile(r"\s*#")


@dataclass(frozen=True)
class Expected:
    """One finding that must be there; `text` must be part of its message."""

    line: int
    level: str
    rule: str
    text: str = ""


@dataclass(frozen=True)
class Block:
    """One program of a page."""

    title: str
    line: int
    code: str
    expected: tuple[Expected, ...]
    options: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def read_blocks(text: str) -> Iterator[Block]:
    """The programs of a Markdown page, each with the helper files of its section."""
    headings: list[str] = []
    files: dict[str, str] = {}
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if heading := re.match(r"(#+)\s+(.*)", line):
            headings[len(heading[1]) - 1 :] = [heading[2].strip()]
            files = {}
        elif line.startswith("```"):
            code = "\n".join(_until_fence(lines)) + "\n"
            words = shlex.split(line[3:])
            if not words or words[0] != "python":
                continue
            options = dict(word.partition("=")[::2] for word in words[1:])
            if "file" in options:
                files[options["file"]] = code
                continue
            yield Block(" / ".join(headings), number, code, tuple(expectations(code)), options, dict(files))


def _until_fence(lines: Iterator[tuple[int, str]]) -> Iterator[str]:
    for number, line in lines:
        if line.startswith("```"):
            if line.strip() != "```":
                raise ValueError(f"line {number}: a block begins before the last one has ended")
            return
        yield line
    raise ValueError("the last block never ends")


def expectations(code: str) -> Iterator[Expected]:
    """The findings that the comments name: on their line, or alone on a line for the next line of code.

    >>> [(e.line, e.rule, e.text) for e in expectations('# error: [rank] "too few"\\nf(x)\\n')]
    [(2, 'rank', 'too few')]
    """
    lines = code.splitlines()
    for number, line in enumerate(lines, 1):
        target = number
        if OWN_LINE.match(line):
            target = next(
                (n for n in range(number, len(lines)) if lines[n].strip() and not OWN_LINE.match(lines[n])), 0
            )
            target += 1
        for level, rule, text in MARKER.findall(line):
            yield Expected(target, level, rule, text)
        if revealed := REVEALED.search(line):
            yield Expected(target, "info", "reveal-shape", revealed[1])
