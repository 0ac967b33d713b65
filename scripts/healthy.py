"""Checks healthy public projects and compares what is found with the ledger.

    python scripts/healthy.py FOLDER... [--page docs/healthy.md] [--lost 40] [--swallowed] [--seconds 1200] [--results FILE]

Each folder holds one project and bears its name; a folder that is followed by `=NAME` is taken for that
project. Each is checked in a process of its own. Prints new findings (of which the ledger says nothing), those
it calls false, and entries whose finding is gone. The exit code is 1 if there is a new or false finding, a
fault or a file that took too long. With `--results` the figures are kept in a JSON file and joined to those
that it already holds, so that projects can be measured one by one. With `--swallowed` each project is followed by
the exceptions of models that were taken for unknown results, most frequent first: each is a fault of a model, unless
it says that a call does not bind.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts")]

from health.ledger import Entry, read_ledger, read_projects  # noqa: E402
from health.page import page, share, sums  # noqa: E402

LEDGER = ROOT / "tests" / "healthy" / "ledger.tsv"
PROJECTS = ROOT / "tests" / "healthy" / "projects.tsv"


def main() -> int:
    """Checks the projects of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--results", type=Path)
    parser.add_argument(
        "--lost", type=int, default=0, metavar="N", help="list the N greatest losses of shapes"
    )
    parser.add_argument(
        "--swallowed",
        action="store_true",
        help="list exceptions of models that were taken for unknown results",
    )
    parser.add_argument("--seconds", type=int, default=1200, help="for one project")
    options = parser.parse_args()
    ledger = read_ledger(LEDGER)
    held: dict[str, Any] = {}
    if options.results and options.results.exists():
        held = json.loads(options.results.read_text(encoding="utf-8"))
    bad = 0
    lost: Counter[tuple[str, ...]] = Counter()
    for entry in options.folders:
        folder, _, name = entry.partition("=")
        name = name or Path(folder).resolve().name
        chosen = [f"--{name}" for name in ("lost", "swallowed") if getattr(options, name)]
        result = measured(folder, options.seconds, chosen)
        for count, *key in result.pop("lost", None) or ():
            lost[tuple(key)] += count
        swallowed = result.pop("swallowed", None) or ()
        held[name] = result
        bad += show(name, result, ledger)
        for count, error, place in swallowed:
            print(f"  swallowed: {count:4} {place} {error}")
        if options.results:
            options.results.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
    for key, count in lost.most_common(options.lost):
        print(f"{count:6} {key[0]:6} {key[1]:50} {key[2]}")
    if options.page:
        named = {name: held[name] for name in held if name in read_projects(PROJECTS)}
        options.page.write_text(page(named, ledger), encoding="utf-8")
    return 1 if bad else 0


def measured(folder: str, seconds: int, chosen: list[str]) -> dict[str, Any]:
    """What checking a project gave, in a process of its own."""
    command = [sys.executable, "-m", "health.measure", folder, *chosen]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "scripts")])
    environment = {**os.environ, "PYTHONPATH": path}
    try:
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return failed(f"took more than {seconds} seconds")
    if answer.returncode:
        return failed((answer.stderr.strip().splitlines() or ["ended without a word"])[-1])
    result: dict[str, Any] = json.loads(answer.stdout.splitlines()[-1])
    return result


def failed(why: str) -> dict[str, Any]:
    """The result of a project that could not be measured."""
    empty: dict[str, Any] = {"files": 0, "lines": 0, "seconds": 0.0, "megabytes": 0.0}
    return {**empty, "findings": [], "faults": [["", "internal", why]], "slow": [], "known": {}}


def show(name: str, result: dict[str, Any], ledger: list[Entry]) -> int:
    """Prints one project; returns how much of it is wrong."""
    entries = {entry.key: entry for entry in ledger if entry.project == name}
    calls, rank, whole = sums(result["known"])
    rate = round(result["lines"] / max(result["seconds"], 0.01))
    print(
        f"{name}: {result['lines']:,} lines, {rate:,} lines/s, {result['megabytes']:.0f} MB, {calls:,} calls,"
        f" rank {share(rank, calls)}, shape {share(whole, calls)}",
        flush=True,
    )
    bad = 0
    present = set()
    for path, line, rule, level, message in result["findings"]:
        key = (name, path, line, rule)
        present.add(key)
        entry = entries.get(key)
        if entry is None or entry.verdict == "false":
            bad += 1
            print(f"  {'new' if entry is None else 'false'}: {path}:{line} {level}[{rule}] {message}")
    for key in entries:
        if key not in present:
            print(f"  gone: {key[1]}:{key[2]} [{key[3]}] was {entries[key].verdict}")
    for path, kind, fault in result["faults"]:
        if kind == "internal":
            bad += 1
            print(f"  fault: {path}: {fault}")
    for seconds, path in result["slow"]:
        print(f"  slow: {path}: {seconds} s")
    return bad


if __name__ == "__main__":
    sys.exit(main())
