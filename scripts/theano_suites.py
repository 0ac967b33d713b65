"""Runs other people's tests against `gnomon.theano`: `theano_suites.py lasagne=CHECKOUT sympy=CHECKOUT keras=CHECKOUT`.

Nothing of the checkouts is part of this repository: give the path of each. It is copied, lines that only old versions of
NumPy took are edited in the copy, and its tests run in a process of their own with the old idioms of
`scripts/suites/old_idioms.py`. Packages that a suite needs may lie on PYTHONPATH. `--page` writes docs/theano_suites.md.
`--original PYTHON` runs the suites with Theano itself too, in the environment of that Python.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "suites"))

from known import SUITES, THERE_TOO, Suite
from results_page import write

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Outcome:
    """What came of a suite."""

    suite: Suite
    passed: int = 0
    skipped: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    original: "Outcome | None" = None

    def reason(self, name: str, message: str) -> str:
        """Why a test fails."""
        if self.original is not None and name in self.original.failed:
            return THERE_TOO
        return next((why for part, why in self.suite.known.items() if part in name), message)


def run(suite: Suite, checkout: Path, extra: list[str], original: str = "") -> Outcome:
    """Run the tests of a copy of a checkout; ``original`` is a Python with Theano itself."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns(".git", "docs", "*.pyc"))
        for name, edits in suite.edits.items():
            text = (copy / name).read_text(encoding="utf-8")
            for old, new in edits.items():
                if old not in text:
                    raise SystemExit(
                        f"{name} of {checkout} has no {old!r}: it is another version of {suite.name}"
                    )
                text = text.replace(old, new)
            (copy / name).write_text(text, encoding="utf-8")
        report = Path(folder) / "report.xml"
        paths = [ROOT / "src"] * (not original) + [copy, ROOT / "scripts" / "suites"]
        places = [*map(str, paths), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, **suite.environment, "PYTHONPATH": os.pathsep.join(places)}
        if original:
            environment |= {"THEANO_ITSELF": "1", "THEANO_FLAGS": "blas.ldflags="}
        command = [original or sys.executable, "-m", "pytest", "-p", "old_idioms", "-q", "--tb=short", "-p", "no:cacheprovider",
                   "-W", "ignore", "-c", os.devnull, "--rootdir", str(copy), f"--junitxml={report}",
                   *suite.arguments, *extra]  # fmt: skip
        start = time.perf_counter()
        subprocess.run(command, cwd=copy, env=environment, check=False)
        return collected(suite, report, time.perf_counter() - start)


def collected(suite: Suite, report: Path, seconds: float) -> Outcome:
    """Read pytest's report."""
    outcome = Outcome(suite, seconds=seconds)
    if not report.is_file():
        raise SystemExit(f"{suite.name}: pytest wrote no report; what it printed says why")
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        problem = next((child for child in case if child.tag in ("failure", "error")), None)
        if problem is not None:
            name = f"{case.get('classname', '').rpartition('.tests.')[2]}.{case.get('name')}"
            outcome.failed[name] = without_folders((problem.get("message") or "").splitlines()[0])[:160]
        elif any(child.tag == "skipped" for child in case):
            outcome.skipped += 1
        else:
            outcome.passed += 1
    return outcome


def without_folders(text: str) -> str:
    """Return a text with the names of files, not where they lie."""
    return re.sub(r"(?<![\w/])/(?:[\w.+-]+/)+", "", text)


def main() -> int:
    """Run suites and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkouts", nargs="+", metavar="SUITE=PATH", help=f"suites: {', '.join(SUITES)}")
    parser.add_argument("--page", action="store_true", help="write docs/theano_suites.md")
    parser.add_argument("--original", default="", metavar="PYTHON", help="a Python with Theano 1.0.5")
    parser.add_argument("--pytest", default="", help="more arguments for pytest, such as '-k pool'")
    given = parser.parse_args()
    outcomes = []
    for entry in given.checkouts:
        name, _, path = entry.partition("=")
        if name not in SUITES or not Path(path).is_dir():
            parser.error(f"{entry}: give one of {', '.join(SUITES)} and the folder of its checkout")
        outcome = run(SUITES[name], Path(path).resolve(), given.pytest.split())
        if given.original:
            outcome.original = run(SUITES[name], Path(path).resolve(), given.pytest.split(), given.original)
        outcomes.append(outcome)
    for outcome in outcomes:
        goal = "reached" if outcome.passed >= outcome.suite.goal else "missed"
        print(f"{outcome.suite.name}: {outcome.passed} passed, {outcome.skipped} skipped, {len(outcome.failed)} failed in "
              f"{outcome.seconds:.0f} s; goal {outcome.suite.goal} passed: {goal}")  # fmt: skip
    if given.page:
        write(ROOT / "docs" / "theano_suites.md", outcomes)
    return 0 if all(outcome.passed >= outcome.suite.goal for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
