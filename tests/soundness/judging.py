"""Judges the checker by a program that runs: what it says of the program, and of the same with a mistake."""

import linecache
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from planted.running import GLOBALS, kind_of

from gnomon.check.api import Checker, Options
from gnomon.check.diagnostic import Diagnostic, Level

from soundness.agreeing import Verdict, compare
from soundness.claiming import claimed
from soundness.mistakes import mistaken
from soundness.tracing import traced

PATH = "program.py"


@dataclass
class Judgement:
    """What a program that runs showed of the checker."""

    error: str = ""
    verdict: Verdict = field(default_factory=Verdict)
    alarms: list[str] = field(default_factory=list)


def judged(text: str, path: str = PATH, root: Path | None = None) -> Judgement:
    """Run a program, check it, and compare; ``root`` is where its project begins."""
    with quiet():
        trace, error = traced(text, path, {**GLOBALS, "__file__": path}, root)
    recorder, result = claimed(path, text, Options(roots=() if root is None else (str(root),)))
    judgement = Judgement("" if error is None else f"{type(error).__name__}: {error}"[:300])
    judgement.verdict = compare(trace, recorder)
    reached = trace.lines(path) if error is None else set()
    for found in result.diagnostics:
        if found.level is Level.ERROR and found.span.line in reached:
            judgement.alarms.append(f"line {found.span.line}: {found.message}")
    if result.fault:
        judgement.alarms.append(f"fault: {result.fault}")
    return judgement


@dataclass
class Planted:
    """A mistake that was planted, how the program with it ends, and what the checker says."""

    text: str
    line: int
    kind: str
    before: str
    after: str
    outcome: str
    error: str
    found: list[str]

    @property
    def missed(self) -> bool:
        """Whether the program crashes and the checker says nothing."""
        return self.outcome == "shape" and not self.found

    @property
    def alarm(self) -> bool:
        """Whether the program runs and the checker reports an error."""
        return self.outcome == "runs" and any(found.startswith("error") for found in self.found)


def planted(text: str, most: int, seed: int = 0) -> Iterator[Planted]:
    """Yield what became of each mutant of a program."""
    for mutant in mistaken(text, most, seed):
        try:
            code = compile(mutant.text, PATH, "exec")
        except SyntaxError:
            continue
        error = ran(mutant.text, code)
        outcome = "runs" if error is None else kind_of(error)
        found = [f"{d.level} line {d.span.line} {d.rule}: {d.message}" for d in findings(mutant.text)]
        yield Planted(**asdict(mutant), outcome=outcome, error=error or "", found=found)


def ran(text: str, code: Any) -> str | None:
    """Run a program here; return what it raised as text."""
    linecache.cache[PATH] = (len(text), None, text.splitlines(keepends=True), PATH)
    with quiet():
        try:
            exec(code, {**GLOBALS})
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:300]
    return None


_checkers: list[Checker] = []


def findings(text: str) -> list[Diagnostic]:
    """Return the errors and warnings of the checker."""
    if not _checkers:
        _checkers.append(Checker())
    result = _checkers[0].check(PATH, text)
    return [found for found in result.diagnostics if found.level in (Level.ERROR, Level.WARNING)]


@contextmanager
def quiet() -> Iterator[None]:
    """Let a program print and warn into nothing."""
    held = sys.stdout, sys.stderr
    with open(os.devnull, "w", encoding="utf-8") as nothing, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys.stdout = sys.stderr = nothing
        try:
            yield
        finally:
            sys.stdout, sys.stderr = held
