"""A diagnostic is data: a rule, a level, a place, a message and what explains it. Renderers make the text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How certain a report is; see the three verdicts of the design."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of source. Lines and columns count from 1, columns in characters; the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Label:
    """A remark at a stretch of source."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One report about the program."""

    rule: str
    level: Level
    span: Span
    message: str
    label: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
