"""How often public programs use each name of a library, and which of the names count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Use:
    """A name with its uses: calls, references without a call, files, and projects (None for methods)."""

    name: str
    calls: int
    references: int
    files: int
    projects: int | None

    @property
    def weight(self) -> int:
        """How much the name counts: the projects that use it; of a method, the files."""
        return self.files if self.projects is None else self.projects


def read_uses() -> dict[str, list[Use]]:
    """The names of each group, in the order of `counts.tsv`."""
    groups: dict[str, list[Use]] = {}
    for line in (HERE / "counts.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            uses = groups[line.strip("[]")] = []
        elif not line.startswith("#"):
            name, calls, references, files, projects = line.split("\t")
            known = None if projects == "-" else int(projects)
            uses.append(Use(name, int(calls), int(references), int(files), known))
    return groups


@dataclass(frozen=True)
class LeftOut:
    """Names that do not count, and why: a pattern for the whole name, within a group or (`*`) all groups."""

    group: str
    pattern: re.Pattern[str]
    reason: str
    alone: bool
    """Only names that a single project uses: the library itself is among the projects."""

    def takes(self, group: str, use: Use) -> bool:
        """Whether a name is left out by this entry."""
        if self.group not in ("*", group) or (self.alone and use.projects != 1):
            return False
        return self.pattern.fullmatch(use.name) is not None


def read_left_out() -> list[LeftOut]:
    """The entries of `left_out.tsv`: group, pattern (with ` alone` after it for one project), reason."""
    entries = []
    for line in (HERE / "left_out.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            group, pattern, reason = line.split("\t")
            alone = pattern.endswith(" alone")
            entries.append(LeftOut(group, re.compile(pattern.removesuffix(" alone")), reason, alone))
    return entries
