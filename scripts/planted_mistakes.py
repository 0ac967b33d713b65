"""Plants mistakes in programs that run, and counts how many of those that crash the checker finds.

    python scripts/planted_mistakes.py PATH... [--most 12] [--seconds 20] [--result FILE]
    python scripts/planted_mistakes.py --page docs/planted_mistakes.md RESULT...

Paths are programs, folders of them (their `*_fixed.py`, or else all), or Markdown pages of programs. Each
mutant changes one literal and is run under the real library: run this in the environment that has it. What is
not installed is left out. A result file that exists is continued: no text runs twice, all are checked anew.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "scripts")]

from planted.mutants import Mutant, mutants  # noqa: E402
from planted.page import framework, page  # noqa: E402
from planted.running import Outcome, Runs, load_libraries  # noqa: E402

from gnomon.check.api import Checker  # noqa: E402
from gnomon.check.diagnostic import Diagnostic  # noqa: E402

from spec.blocks import read_blocks  # noqa: E402

LIBRARIES = (
    "torch",
    "numpy",
    "einops",
    "scikit-learn",
    "tensorflow-cpu",
    "tensorflow",
    "keras",
    "jax",
    "flax",
    "optax",
)


def main() -> int:
    """Plants and counts, or writes the page from earlier counts."""
    options = arguments()
    if options.page:
        results = [json.loads(Path(path).read_text(encoding="utf-8")) for path in options.paths]
        options.page.write_text(page(results), encoding="utf-8")
        return 0
    programs = [program for path in options.paths for program in find_programs(Path(path))]
    load_libraries([text for _, text, _ in programs])
    runs = Runs(options.seconds)
    if options.result and options.result.exists():
        runs.recall(json.loads(options.result.read_text(encoding="utf-8"))["runs"])
    result: dict[str, Any] = {"versions": versions(), "records": []}
    for name, text, folder in programs:
        result["records"] += planted(name, text, folder, options.most, runs)
        if options.result:
            result["runs"] = runs.kept()
            options.result.write_text(json.dumps(result, indent=1), encoding="utf-8")
    print(page([result]))
    return 0


def arguments() -> argparse.Namespace:
    """Returns what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--most", type=int, default=12, help="mutants of one program")
    parser.add_argument("--seconds", type=int, default=20, help="time for one run")
    parser.add_argument("--result", type=Path, help="where to keep the counts")
    parser.add_argument("--page", type=Path, help="write this page from kept counts")
    return parser.parse_args()


def find_programs(path: Path) -> Iterator[tuple[str, str, Path]]:
    """Yields name, text and folder of each program under a path."""
    if path.is_dir():
        files = (
            sorted(path.rglob("*_fixed.py")) or sorted(path.rglob("fixed.py")) or sorted(path.rglob("*.py"))
        )
        for file in [*files, *sorted(path.rglob("*.md"))]:
            yield from find_programs(file)
    elif path.suffix == ".md":
        for block in read_blocks(path.read_text(encoding="utf-8")):
            if not block.expected and not block.files and not block.options:
                yield f"{path.stem}:{block.line}", block.code, path.parent
    else:
        yield path.parent.name + "/" + path.stem, path.read_text(encoding="utf-8"), path.parent.resolve()


def planted(name: str, text: str, folder: Path, most: int, runs: Runs) -> Iterator[dict[str, Any]]:
    """Yields what became of each mutant of a program that runs and is found healthy."""
    outcome = runs.outcome(text, folder)
    if outcome.kind != "runs":
        print(f"{name}: left out, {outcome.error or outcome.kind}", file=sys.stderr)
        return
    for found in findings(text, folder):
        if found.level == "error":
            print(f"{name}:{found.span.line}: reported though it runs: {found.message}", file=sys.stderr)
    for mutant in mutants(text, most):
        found_in_it = findings(mutant.text, folder)
        yield {
            "framework": framework(text),
            **record(name, mutant, runs.outcome(mutant.text, folder), found_in_it),
        }


def findings(text: str, folder: Path) -> list[Diagnostic]:
    """Returns the errors and warnings of the checker."""
    result = Checker().check(str(folder / "program.py"), text)
    return [found for found in result.diagnostics if found.level in ("error", "warning")]


def record(name: str, mutant: Mutant, outcome: Outcome, found: list[Diagnostic]) -> dict[str, Any]:
    """Returns what the page needs to know of a mutant, and says what is missed or reported wrongly."""
    kept = {key: value for key, value in asdict(mutant).items() if key != "text"}
    levels = sorted({str(diagnostic.level) for diagnostic in found})
    here = [d for d in found if d.span.line in (*outcome.lines, mutant.line)]
    change = f"{name}:{mutant.line}: {mutant.before} -> {mutant.after} [{mutant.kind}]"
    if outcome.kind == "shape" and not found:
        print(f"missed  {change}: line {outcome.lines[-1:]}: {outcome.error[:160]}", file=sys.stderr)
    if outcome.kind == "runs" and found:
        first = found[0]
        print(f"alarm   {change}: {first.level} line {first.span.line}: {first.message}", file=sys.stderr)
    return {"program": name, **kept, "outcome": outcome.kind, "error": outcome.error, "found": levels,
            "rules": sorted({d.rule for d in found}), "on_the_line": bool(here)}  # fmt: skip


def versions() -> dict[str, str]:
    """Returns the versions of the libraries at hand."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


if __name__ == "__main__":
    sys.exit(main())
