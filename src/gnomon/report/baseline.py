"""A baseline: the findings a project lives with, so that only new ones are reported.

A finding is known by its file, its rule and the text of its line, not by the line's number, so that
edits elsewhere in the file do not bring it back.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable

from gnomon.report.sources import Sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic

Key = tuple[str, str, str]  # path, rule, text of the line
VERSION = 1
KEPT_LEVELS = ("error", "warning")


def finding_key(diagnostic: "Diagnostic", sources: Sources, folder: str) -> Key:
    """What a baseline in this folder knows a finding by."""
    span = diagnostic.span
    try:
        path = os.path.relpath(span.path, folder or ".").replace(os.sep, "/")
    except ValueError:  # another drive
        path = span.path
    line = sources.line(span.path, span.line) or ""
    return path, diagnostic.rule, " ".join(line.split())


def write_baseline(diagnostics: Iterable["Diagnostic"], sources: Sources, folder: str) -> str:
    """The text of a baseline file that holds these findings."""
    counts = Counter(
        finding_key(diagnostic, sources, folder)
        for diagnostic in diagnostics
        if diagnostic.level.value in KEPT_LEVELS
    )
    findings = [
        {"path": path, "rule": rule, "line": line, "count": count}
        for (path, rule, line), count in sorted(counts.items())
    ]
    return json.dumps({"version": VERSION, "findings": findings}, indent=1, ensure_ascii=False) + "\n"


def read_baseline(text: str) -> Counter[Key]:
    """The findings of a baseline file; ValueError says what is wrong with it."""
    try:
        document = json.loads(text)
    except ValueError:
        raise ValueError("it is no JSON") from None
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise ValueError(f"it is no baseline of version {VERSION}")
    counts: Counter[Key] = Counter()
    try:
        for finding in document["findings"]:
            counts[finding["path"], finding["rule"], finding["line"]] += int(finding["count"])
    except (KeyError, TypeError, ValueError):
        raise ValueError("a finding lacks path, rule, line or count") from None
    return counts


def new_findings(
    diagnostics: Iterable["Diagnostic"], known: Counter[Key], sources: Sources, folder: str
) -> tuple["list[Diagnostic]", int]:
    """The diagnostics that the baseline does not hold, and how many it holds."""
    left = Counter(known)
    new: list[Diagnostic] = []
    held = 0
    for diagnostic in diagnostics:
        key = finding_key(diagnostic, sources, folder)
        if diagnostic.level.value in KEPT_LEVELS and left[key] > 0:
            left[key] -= 1
            held += 1
        else:
            new.append(diagnostic)
    return new, held
