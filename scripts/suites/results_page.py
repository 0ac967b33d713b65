"""Writes docs/theano_suites.md: what passes of other people's tests, what fails and why."""

import re
from pathlib import Path
from typing import Any

from known import IDIOMS, THERE_TOO


def write(page: Path, outcomes: list[Any]) -> None:
    """Write the page of some outcomes."""
    lines = [
        "# Other people's tests on gnomon.theano",
        "",
        "Written by `scripts/theano_suites.py --page`, which runs checkouts given by their paths; see its first lines.",
        "",
        "| suite | passed | skipped | failed | with Theano 1.0.5 |",
        "|---|--:|--:|--:|---|",
    ]
    for outcome in outcomes:
        suite, failed = outcome.suite, len(outcome.failed)
        lines.append(
            f"| {suite.name} {suite.version} | {outcome.passed:,} | {outcome.skipped} | {failed} | {_original(outcome)} |"
        )
    for outcome in outcomes:
        if outcome.failed:
            lines += ["", f"## What fails of {outcome.suite.name}", ""]
            for name, message in sorted(outcome.failed.items()):
                lines.append(f"* `{name}`: {outcome.reason(name, message)}")
    lines += ["", "## Old idioms that stand in", ""]
    lines += [f"* {gone}: {now}" for gone, now in IDIOMS.items()]
    edits = [
        (o.suite, name, old, new)
        for o in outcomes
        for name, pairs in o.suite.edits.items()
        for old, new in pairs.items()
    ]
    if edits:
        lines += ["", "## Lines edited in the copies", ""]
        lines += [
            f"* {suite.name}, `{name}`: {_shown(old)} is {_shown(new)}" for suite, name, old, new in edits
        ]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _shown(text: str) -> str:
    """Return a piece of a program on one line."""
    return f"`{' '.join(text.split())}`" if text.strip() else "left out"


def _original(outcome: Any) -> str:
    """Return what comes of a suite with Theano itself."""
    if outcome.original is None:
        said = str(outcome.suite.with_theano)
    else:
        theirs = outcome.original
        said = f"{theirs.passed:,} passed, {theirs.skipped} skipped, {len(theirs.failed)} failed"
    number = re.match(r"([\d,]+) passed", said)
    lost = sum(THERE_TOO not in outcome.reason(*failure) for failure in outcome.failed.items())
    if number is None or not lost:
        return said
    passed = int(number[1].replace(",", ""))
    return f"{said}; of those {passed:,}, {passed - lost:,} pass here ({(passed - lost) / passed:.1%})"
