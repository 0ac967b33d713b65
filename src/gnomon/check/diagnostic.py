"""A diagnostic is data: a rule, a level, a place, a message and what explains it. Renderers make the text."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """How certain a report is; see the three verdicts of the design."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    UNPROVEN = "unproven"


class Span(NamedTuple):
    """A stretch of source. Lines and columns count from 1, columns in characters; the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class Label(NamedTuple):
    """A remark at a stretch of source."""

    span: Span
    text: str


class Diagnostic(NamedTuple):
    """One report about the program."""

    rule: str
    level: Level
    span: Span
    message: str
    label: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
