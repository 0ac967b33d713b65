"""Run the tests of behaviour of a checkout of Theano 1.0.5 against `gnomon.theano`.

``list CHECKOUT`` writes tests/theano/black_box.tsv: every test, whether it is one of behaviour, and why not where it is not.
``run CHECKOUT [FILE...]`` runs those of some files (paths below ``theano/``), or all, and keeps what they gave and said.
``page CHECKOUT`` writes docs/theano_black_box.md from what the last runs gave.

The checkout is read where it lies, and nothing of it is copied. Old names of Python and NumPy are given by old_python.py.
"""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE.parent / "tests" / "theano" / "black_box.tsv"
RULES = HERE.parent / "tests" / "theano" / "black_box_rules.tsv"
FAILURES = HERE.parent / "tests" / "theano" / "black_box_failures.tsv"
RUNS = Path(tempfile.gettempdir()) / "black_box"
PAGE = HERE.parent / "docs" / "theano_black_box.md"


def main(arguments: Sequence[str]) -> int:
    """Carry out a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["list", "run", "page"])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--all", action="store_true", help="run tests that are not of behaviour too")
    parser.add_argument("--limit", type=int, default=900, help="seconds for each file")
    parser.add_argument("--failed", action="store_true", help="run again only what failed last time")
    parser.add_argument("-k", dest="chosen", default="")
    given = parser.parse_intermixed_args(arguments)
    root = given.checkout.resolve()
    root = root if root.name == "theano" else root / "theano"
    if given.command == "page":
        PAGE.write_text(page(_kept()))
        return 0
    return listed(root) if given.command == "list" else ran(root, given)


# ---- the list


def listed(root: Path) -> int:
    """Write the list of tests."""
    rules = _rules()
    rows: list[tuple[str, str, str, str]] = []
    kept: list[str] = []
    for file in _files(root):
        reason = _reason(rules, file, "", "")
        if reason is not None:
            rows += [(file, test, "out", reason) for test in sorted(_definitions(root / file))]
            continue
        kept.append(file)
    for file, test, source in _collected(root, kept):
        why = _reason(rules, file, test, source)
        rows.append((file, test, "out" if why else "in", why or ""))
    rows.sort()
    with LIST.open("w", newline="") as out:
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerow(["file", "test", "kind", "reason"])
        writer.writerows(rows)
    print(dict(Counter(row[2] for row in rows)))
    return 0


def _files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("test_*.py") if "tests" in path.parts)


def _rules() -> list[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], str]]:
    """Return what takes tests out: patterns of a file, a test's name and a test's source, and the reason."""
    return _patterns(RULES)


def _patterns(path: Path) -> list[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], str]]:
    with path.open() as lines:
        entries = list(csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t"))
    return [
        (re.compile(file), re.compile(test), re.compile(text), reason) for file, test, text, reason in entries
    ]


def _reason(
    rules: Sequence[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], str]],
    file: str,
    test: str,
    source: str,
) -> str | None:
    for in_file, in_test, in_source, reason in rules:
        whole = not in_test.pattern and not in_source.pattern
        if in_file.search(file) and (whole or (test and in_test.search(test) and in_source.search(source))):
            return reason
    return None


def _definitions(path: Path) -> Iterator[str]:
    """Yield the names of tests as a file defines them, without importing it."""
    import ast

    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name.startswith("test"):
                    yield f"{node.name}::{part.name}"


def _collected(root: Path, files: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the tests of some files and their sources; a file that cannot be imported gives what it defines."""
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "tests.tsv"
        said = _pytest(
            root,
            files,
            ["--collect-only", "-q", "--continue-on-collection-errors", f"--black-box-list={out}"],
            900,
        )
        with out.open(newline="") as lines:
            found = [(row[0], row[1], row[2]) for row in csv.reader(lines, delimiter="\t")]
    for file in sorted(set(files) - {row[0] for row in found}):
        print(f"{file} is not collected", file=sys.stderr)
        found += [(file, test, "") for test in _definitions(root / file)]
    Path(tempfile.gettempdir(), "black_box_list.log").write_text(said)
    return found


# ---- a run


def ran(root: Path, given: argparse.Namespace) -> int:
    """Run tests; returns 1 if one fails."""
    with LIST.open() as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    chosen = [row for row in rows if given.all or row["kind"] == "in"]
    files = given.files or sorted({row["file"] for row in chosen})
    results: dict[str, dict[str, str]] = {}
    before = _kept() if given.failed else {}
    for file in files:
        wanted = {row["test"] for row in chosen if row["file"] == file}
        good = {
            test: result
            for test, result in before.get(file, {}).items()
            if result != "failed" and test in wanted
        }
        found = {**good, **_results(root, file, wanted - set(good), given)} if wanted - set(good) else good
        results[file] = found
        _keep(file, found)
        count = Counter(found.values())
        print(
            f"{file}: {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped of {len(found)}",
            flush=True,
        )
    return int(any("failed" in found.values() for found in results.values()))


def _results(root: Path, file: str, wanted: set[str], given: argparse.Namespace) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as place:
        out, only = Path(place) / "results.tsv", Path(place) / "wanted"
        only.write_text("\n".join(sorted(wanted)))
        options = [f"--black-box-results={out}", f"--black-box-only={only}", "-q", "--tb=short"]
        options += ["-k", given.chosen] if given.chosen else []
        said = _pytest(root, [file], options, given.limit)
        RUNS.mkdir(exist_ok=True)
        (RUNS / (file.replace("/", "_") + ".log")).write_text(said)
        found = dict.fromkeys(sorted(wanted), "failed") if not given.chosen else {}
        if out.exists():
            with out.open(newline="") as lines:
                found.update(dict(csv.reader(lines, delimiter="\t")))
        return found


def _pytest(root: Path, files: Sequence[str], options: Sequence[str], limit: int) -> str:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "theano_black_box_plugin",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
    ]
    command += [
        f"--rootdir={root}",
        "--import-mode=importlib",
        "-W",
        "default",
        "--disable-warnings",
        *options,
        *[str(root / file) for file in files],
    ]
    import os

    paths = os.pathsep.join([str(HERE), str(HERE.parent / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "THEANO_CHECKOUT": str(root)}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=limit, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        return f"{(error.stdout or b'').decode()}\nmore than {limit} s"
    return done.stdout + done.stderr


def _keep(file: str, found: dict[str, str]) -> None:
    with (RUNS / (file.replace("/", "_") + ".tsv")).open("w", newline="") as out:
        csv.writer(out, delimiter="\t").writerows(
            [(file, test, result) for test, result in sorted(found.items())]
        )


def _kept() -> dict[str, dict[str, str]]:
    """Return what the last runs gave, of the tests that are in the list."""
    with LIST.open() as lines:
        listed = {
            (row["file"], row["test"]) for row in csv.DictReader(lines, delimiter="\t") if row["kind"] == "in"
        }
    results: dict[str, dict[str, str]] = {}
    for path in sorted(RUNS.glob("*.tsv")):
        with path.open(newline="") as lines:
            for file, test, result in csv.reader(lines, delimiter="\t"):
                if (file, test) in listed:
                    results.setdefault(file, {})[test] = result
    return results


# ---- the page


def _by_definition(results: dict[str, dict[str, str]]) -> str:
    """Return how many definitions pass: tests made of one function and many arguments count once."""
    found: dict[tuple[str, str], list[str]] = {}
    for file, tests in results.items():
        for test, result in tests.items():
            if result != "skipped":
                found.setdefault((file, re.sub(r"_\d+$", "", test)), []).append(result)
    good = sum(all(result == "passed" for result in each) for each in found.values())
    share = 100 * good / max(len(found), 1)
    return f"Counted by definition, each once whatever its number of arguments: {good} of {len(found)}, {share:.1f} %."


def _class_of(
    classes: Sequence[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], str]], file: str, test: str
) -> str:
    """Return why a test fails."""
    return next(
        (why for in_file, in_test, _, why in classes if in_file.search(file) and in_test.search(test)),
        "not looked at",
    )


def page(results: dict[str, dict[str, str]]) -> str:
    """Return the table of results as a page."""
    classes = _patterns(FAILURES)
    rows, total = [], Counter[str]()
    why = Counter[str]()
    for file, found in sorted(results.items()):
        count = Counter(found.values())
        total.update(count)
        rows.append(f"| {file} | {len(found)} | {count['passed']} | {count['failed']} | {count['skipped']} |")
        why.update([_class_of(classes, file, test) for test, result in found.items() if result == "failed"])
    counted = sum(total.values()) - total["skipped"]
    share = 100 * total["passed"] / max(counted, 1)
    with LIST.open() as lines:
        kinds = Counter((row["kind"], row["reason"]) for row in csv.DictReader(lines, delimiter="\t"))
    excluded = [f"| {reason} | {count} |" for (kind, reason), count in kinds.most_common() if kind == "out"]
    return "\n".join(
        [
            "# Theano's own tests of behaviour",
            "",
            "`scripts/theano_black_box.py run CHECKOUT` runs the tests of Theano 1.0.5 that say what a program sees against",
            "`gnomon.theano`, and `page CHECKOUT` writes this page. Tests of internals are left out, each for a reason below.",
            "",
            f"{total['passed']} of {counted} pass, {share:.1f} %; {total['skipped']} skip themselves.",
            _by_definition(results),
            "",
            "| file | tests | passed | failed | skipped |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
            "",
            "## Why the others fail",
            "",
            "| reason | tests |",
            "| --- | ---: |",
            *[f"| {reason} | {count} |" for reason, count in why.most_common()],
            "",
            "## What is left out",
            "",
            "| reason | tests |",
            "| --- | ---: |",
            *excluded,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
