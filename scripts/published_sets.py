"""Checks the scripts of published sets of faulty programs, and writes what is found and what is missed.

    python scripts/published_sets.py neuralint=FOLDER pytea=FOLDER [--page docs/published_sets.md]

`tests/published/faults.tsv` names each fault that concerns shapes: where it is, which rule finds it (none: missed)
and why. Scripts that are cut out of a question and import nothing are given the imports that they need
(`imports` is `add`); where the set tells how a fault is mended (`fix`), the mended script is checked too. The
exit code is 1 if anything differs from the table: a fault found or missed that was not, a finding in a script that
has none listed, or in a mended one.
"""

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src")]

from gnomon.check.api import Options, check_file  # noqa: E402
from gnomon.check.diagnostic import Level  # noqa: E402

FAULTS = ROOT / "tests" / "published" / "faults.tsv"
IMPORTS = (
    "import keras; from keras.models import *; from keras.layers import *; from keras.datasets import *\n"
)
WHERE = {
    "neuralint": ("neuralint/neuralint", "sample_buggy_scripts"),
    "pytea": ("ropas/pytea", "packages/pytea/pytest"),
}
"""Each set's repository, and the folder of it that holds the programs."""

HEADER = """# Published sets of faulty programs

`gnomon check` on sets that others have published with their tools: the scripts of
[NeuraLint](https://github.com/neuralint/neuralint) (faults of many kinds in Keras and TensorFlow programs; those that concern
shapes are listed) and the projects with a fault of [PyTea](https://github.com/ropas/pytea). Written by

    python scripts/published_sets.py neuralint=FOLDER pytea=FOLDER --page docs/published_sets.md

from `tests/published/faults.tsv` and a run of the checker, which the command compares.
"""


class Fault(NamedTuple):
    """A line of the table."""

    set: str
    path: str
    line: int
    kind: str
    rule: str
    imports: str
    fix: str
    reason: str


class Finding(NamedTuple):
    """What the checker says, and on which line of a script as published."""

    path: str
    line: int
    rule: str
    level: str
    message: str


def read_faults() -> list[Fault]:
    """The table of faults."""
    lines = FAULTS.read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split("\t") for line in lines]
    return [Fault(row[0], row[1], int(row[2]), *row[3:]) for row in cells]


def main() -> int:
    """Checks the sets of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    folders = {name: Path(folder) for name, _, folder in (entry.partition("=") for entry in options.sets)}
    faults = read_faults()
    wrong: list[str] = []
    parts = [HEADER]
    for name, folder in folders.items():
        mine = [fault for fault in faults if fault.set == name]
        parts.append(section(name, folder, mine, wrong))
    print("\n".join(wrong) or "as the table says")
    if options.page:
        options.page.write_text("".join(parts), encoding="utf-8")
    return 1 if wrong else 0


def section(name: str, folder: Path, faults: list[Fault], wrong: list[str]) -> str:
    """The part of the page about one set; differences from the table are added to ``wrong``."""
    repository, programs = WHERE[name]
    found = checked(folder, sorted((folder / programs).rglob("*.py")))
    rows = []
    for fault in faults:
        own = changed(folder, fault, imports=True) if fault.imports else found
        mine = {d for d in own if d.path == fault.path}
        hit = next((d for d in mine if d.line == fault.line and d.rule == fault.rule), None)
        if (hit is None) != (not fault.rule) or (mine and not fault.rule):
            wrong.append(f"{fault.path}:{fault.line}: {sorted(mine)}")
        notes = [fault.reason] if fault.reason else []
        if fault.fix:
            left = changed(folder, fault)
            wrong.extend(f"mended: {d.path}:{d.line} {d.message}" for d in left)
            notes.append("reported though mended" if left else "nothing is reported when mended")
        if fault.imports:
            notes.append("checked with imports added")
        verdict = f"{hit.level}: {hit.rule}" if hit else "missed"
        place = fault.path.removeprefix(programs + "/")
        rows.append(f"| `{place}:{fault.line}` | {fault.kind} | {verdict} | {'; '.join(notes)} |")
    listed = {fault.path for fault in faults}
    wrong.extend(f"{d.path}:{d.line}: {d.rule}, not in the table" for d in found if d.path not in listed)
    others = sum(1 for _ in (folder / programs).rglob("*.py")) - len(listed)
    hits = sum("missed" not in row for row in rows)
    return (
        f"\n## {repository}, `{programs}`\n\n"
        f"{hits} of {len(rows)} faults of shapes are found; nothing is reported in the {others} other files.\n\n"
        "| place | fault | result | remarks |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def changed(folder: Path, fault: Fault, *, imports: bool = False) -> set[Finding]:
    """What the checker says of a copy of a fault's program: mended, or a single script with imports added."""
    with tempfile.TemporaryDirectory() as place:
        project = Path(*Path(fault.path).parts[: 3 if imports else 5])
        copied = Path(place) / project
        if imports:
            copied.parent.mkdir(parents=True)
            copied.write_text(IMPORTS + (folder / project).read_text(encoding="utf-8"), encoding="utf-8")
            return {d._replace(line=d.line - 1) for d in checked(Path(place), [copied])}
        shutil.copytree(folder / project, copied)
        file = Path(place) / fault.path
        file.write_text(mended(file.read_text(encoding="utf-8"), fault.fix), encoding="utf-8")
        return checked(Path(place), sorted(copied.rglob("*.py")))


def checked(folder: Path, files: list[Path]) -> set[Finding]:
    """The errors and warnings of some programs, each with its place below a folder."""
    return {
        Finding(str(Path(d.span.path).relative_to(folder)), d.span.line, d.rule, d.level.value, d.message)
        for file in files
        for d in check_file(str(file), Options()).diagnostics
        if d.level in (Level.ERROR, Level.WARNING)
    }


def mended(text: str, fix: str) -> str:
    """The text with some lines made comments and others made code, as the authors of the set say."""
    lines = text.splitlines(keepends=True)
    for action, number in re.findall(r"(comment|uncomment) (\d+)", fix):
        at = int(number) - 1
        lines[at] = "#" + lines[at] if action == "comment" else re.sub(r"# ?", "", lines[at], count=1)
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
