"""The ledger: what has been decided about each finding on the healthy projects, one per line of a TSV file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

COLUMNS = ("project", "commit", "path", "line", "rule", "verdict", "reason")
VERDICTS = ("true", "false", "arguable")


class Entry(NamedTuple):
    """One decided finding."""

    project: str
    commit: str
    path: str
    line: int
    rule: str
    verdict: str
    reason: str

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What makes a finding the same one in another run."""
        return self.project, self.path, self.line, self.rule


def read_ledger(file: Path) -> list[Entry]:
    """The entries of a ledger; ValueError names the line that is not one."""
    entries = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        cells = line.split("\t")
        if number == 1 and tuple(cells) == COLUMNS:
            continue
        if len(cells) != len(COLUMNS) or not cells[3].isdigit() or cells[5] not in VERDICTS:
            raise ValueError(f"{file}:{number}: not a line of the ledger")
        project, commit, path, at, rule, verdict, reason = cells
        entries.append(Entry(project, commit, path, int(at), rule, verdict, reason))
    return entries


def write_ledger(file: Path, entries: Iterable[Entry]) -> None:
    """Writes entries in a fixed order."""
    lines = ["\t".join(COLUMNS)]
    lines += ["\t".join(map(str, entry)) for entry in sorted(entries)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_projects(file: Path) -> dict[str, tuple[str, str]]:
    """Each project's public repository and the commit that the ledger speaks of."""
    projects = {}
    for line in file.read_text(encoding="utf-8").splitlines()[1:]:
        name, repository, commit = line.split("\t")
        projects[name] = (repository, commit)
    return projects
