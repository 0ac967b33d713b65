"""How fast `gnomon check` is, beside type checkers on the same files: start-up, lines per second, peak memory.

    python bench/check_speed.py [PATH...] [--rounds 3] [--page docs/check_speed.md]

Times are processor time, so that other work on the machine counts little. Every program checks the files anew, in
one process where it has a choice, without a cache of results; modules are compiled beforehand, as an installer leaves
them. Each PATH is measured against 8,000 lines per second; without any, parts of scikit-learn stand in, copied out of
the environment (type checkers pass over installed packages). Whichever of mypy, pyrefly and ty the environment has
are measured, in turn with Gnomon; the type checkers read the modules that the files import too, of which only
the lines of the files themselves are counted.
"""

import argparse
import importlib.util
import os
import platform
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from checkers import Run, checkers, count_lines, run

ROOT = Path(__file__).resolve().parent.parent
SMALL = ROOT / "examples" / "train_mnist.py"
STAND_IN, PARTS = "sklearn", ("linear_model", "decomposition", "cluster")
START_BUDGET, LINES_BUDGET, MEMORY_BUDGET = 0.15, 8000, 400

PAGE = """# How fast the checker is

Written by `make bench-check BENCH='--page docs/check_speed.md'`: processor time and peak memory of checking the same files,
anew, medians of {rounds} rounds of one run. The type checkers look for other mistakes, and read the modules that the files
import besides; the figures say what waiting for each is like, not which does more. {machine}.

Start-up: {start:.3f} s of processor time for `examples/train_mnist.py`, of which a bare interpreter takes
{bare:.3f} s.

| files | lines | checker | lines/s | time, Gnomon = 1 | MB |
|---|--:|---|--:|--:|--:|
"""


def main() -> int:
    """Prints the figures; 1 if one of Gnomon's is beyond its budget."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    bare = median_seconds([sys.executable, "-c", "pass"])
    start = median_seconds([sys.executable, "-m", "gnomon", "check", "--exit-zero", str(SMALL)])
    good = start - bare <= START_BUDGET
    print(f"start: {start:.3f} s for {SMALL.name}; a bare interpreter {bare:.3f} s")
    rows = []
    with tempfile.TemporaryDirectory() as place:
        groups = [[path] for path in options.paths] or [stand_in(Path(place))]
        for paths in groups:
            lines = count_lines(paths)
            medians = measured(paths, options.rounds)
            mine = medians["Gnomon"]
            good = good and lines / mine.seconds >= LINES_BUDGET and mine.megabytes < MEMORY_BUDGET
            name = ", ".join(path.removeprefix(place).strip("/") for path in paths)
            for checker, figures in medians.items():
                rate, ratio = lines / figures.seconds, figures.seconds / mine.seconds
                print(f"{name}: {checker} {rate:,.0f} lines/s, {ratio:.2f}x, {figures.megabytes:.0f} MB")
                cells = (
                    name,
                    f"{lines:,}",
                    checker,
                    f"{rate:,.0f}",
                    f"{ratio:.2f}",
                    f"{figures.megabytes:.0f}",
                )
                rows.append("| " + " | ".join(cells) + " |\n")
    print("within the budget" if good else "beyond the budget")
    if options.page:
        machine = f"Measured with Python {platform.python_version()} on {processor()}"
        head = PAGE.format(rounds=options.rounds, machine=machine, start=start, bare=bare)
        options.page.write_text(head + "".join(rows), encoding="utf-8")
    return 0 if good else 1


def measured(paths: list[str], rounds: int) -> dict[str, Run]:
    """The median of each checker on some paths, measured in turn."""
    runs: dict[str, list[Run]] = {}
    for _ in range(rounds):
        for name, command in checkers().items():
            runs.setdefault(name, []).append(run([*command, *paths]))
    return {
        name: Run(
            statistics.median(one.seconds for one in each), statistics.median(one.megabytes for one in each)
        )
        for name, each in runs.items()
    }


def median_seconds(command: list[str]) -> float:
    """The median time of a few runs."""
    return statistics.median(run(command).seconds for _ in range(11))


def stand_in(place: Path) -> list[str]:
    """Parts of an installed package, copied to where every checker reads them."""
    spec = importlib.util.find_spec(STAND_IN)
    if spec is None or spec.origin is None:
        raise SystemExit(f"without PATH, {STAND_IN} must be installed: make bench-check does that")
    shutil.copytree(
        os.path.dirname(spec.origin),
        place / STAND_IN,
        ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "tests"),
    )
    return [str(place / STAND_IN / part) for part in PARTS]


def processor() -> str:
    """What the processor is called."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
