"""Runs programs in Theano's language under gnomon.theano, Theano 1.0.5 and PyTensor, side by side.

python bench/beside_theano.py --theano PYTHON --pytensor PYTHON --page docs/theano_speed.md

Each PYTHON is that of an environment with the library (Theano 1.0.5 runs on Python 3.8). Compilation is measured
in processes of their own, cold with empty caches and warm with those of the first, five times where that is over soon
(the median counts); calls are timed in turns.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from theano_programs import PROGRAMS

HERE = Path(__file__).resolve().parent
NAMES = {"gnomon": "Gnomon", "theano": "Theano 1.0.5", "pytensor": "PyTensor"}
WINDOW = 0.05
STARTS, ENOUGH = 5, 4.0
"""So often a program is begun, until that has taken so many seconds."""


class Worker:
    """A process that has compiled a program, and makes calls when told."""

    def __init__(self, python: str, library: str, program: str, folder: str) -> None:
        flags = f"base_compiledir={folder},floatX=float32"
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {
            "GNOMON_CACHE_DIR": folder,
            "THEANO_FLAGS": f"{flags},blas.ldflags=" if library == "theano" else flags,
            "PYTENSOR_FLAGS": flags,
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": str(HERE.parent / "src"),
        }
        self.process = subprocess.Popen(
            [python, str(HERE / "theano_programs.py"), library, program],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment,
        )  # fmt: skip
        self.begun = self.read()

    def read(self) -> dict[str, float]:
        """Return what the process tells."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):  # a library may print something when it is imported
                return json.loads(line)
        raise SystemExit(f"{' '.join(map(str, self.process.args))} ended; run it to see why")

    def calls(self, count: int) -> dict[str, float]:
        """Make some calls, and return the seconds of one and the most memory that was used."""
        assert self.process.stdin is not None
        print(count, file=self.process.stdin, flush=True)
        return self.read()

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure(pythons: dict[str, str], program: str, rounds: int) -> dict[str, Any]:
    """Return the figures of a program: for each library seconds, megabytes, and the ratio of calls with its bounds."""
    figures: dict[str, Any] = {}
    workers: dict[str, Worker] = {}
    with tempfile.TemporaryDirectory() as folder:
        for library, python in pythons.items():
            home = Path(folder, library)
            cold = begun(python, library, program, [home / str(number) for number in range(STARTS)])
            warm = begun(python, library, program, [home / "0"] * STARTS)
            workers[library] = Worker(python, library, program, str(home / "0"))
            figures[library] = {"cold": cold["compile"], "warm": warm["compile"],
                                "import": cold["import"], "value": cold["value"]}  # fmt: skip
        times: dict[str, list[float]] = {library: [] for library in pythons}
        counts = {
            library: max(1, int(WINDOW / worker.calls(3)["seconds"])) for library, worker in workers.items()
        }
        for turn in range(rounds):
            order = list(workers)
            for library in order[turn % len(order) :] + order[: turn % len(order)]:
                told = workers[library].calls(counts[library])
                times[library].append(told["seconds"])
                figures[library]["megabytes"] = told["megabytes"]
        for worker in workers.values():
            worker.end()
    for library, seconds in times.items():
        ratios = [theirs / ours for theirs, ours in zip(seconds, times["gnomon"], strict=True)]
        figures[library] |= {
            "seconds": statistics.median(seconds),
            "ratio": statistics.median(ratios),
            "low": bound(ratios),
        }
    return figures


def begun(python: str, library: str, program: str, folders: list[Path]) -> dict[str, float]:
    """Return how processes began, each with the cache in a folder: medians, of fewer where one takes long."""
    told: list[dict[str, float]] = []
    for folder in folders:
        if sum(one["compile"] for one in told) < ENOUGH:
            worker = Worker(python, library, program, str(folder))
            worker.end()
            told.append(worker.begun)
    return {name: statistics.median(one[name] for one in told) for name in told[0]}


def bound(ratios: list[float]) -> float:
    """Return the lower 95 % bound of the median ratio, by a bootstrap."""
    rng = random.Random(0)
    medians = sorted(statistics.median(rng.choices(ratios, k=len(ratios))) for _ in range(1000))
    return medians[25]


def shown(seconds: float) -> str:
    """Return seconds as people read them."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} us"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def page(found: dict[str, dict[str, Any]]) -> str:
    """Return the page of all figures."""
    libraries = list(next(iter(found.values())))
    others = [library for library in libraries if library != "gnomon"]
    lines = [
        "# Beside Theano", "",
        "<!-- Written by `bench/beside_theano.py`; run it instead of editing. -->", "",
        "The same programs (`bench/theano_programs.py`) under `gnomon.theano` and the libraries it follows, side by side",
        f"in one run, one thread: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()} for Gnomon.",
        "Theano is given no BLAS (`blas.ldflags=`): it calls NumPy's. A ratio says how many times longer the other takes; for",
        "calls, the lower 95 % bound of the paired ratio stands beside it. Beginnings that are over soon are medians of",
        "five.", "",
    ]  # fmt: skip
    for kind, title in (
        ("cold", "Compile and first call, empty caches"),
        ("warm", "The same in a second process"),
    ):
        lines += [
            "",
            f"## {title}",
            "",
            "| program | Gnomon | " + " | ".join(f"{NAMES[o]} | ratio" for o in others) + " |",
        ]
        lines += ["|---|--:|" + "--:|--:|" * len(others)]
        for program, figures in found.items():
            ours = figures["gnomon"][kind]
            rest = [f"{shown(figures[o][kind])} | {figures[o][kind] / ours:.0f}" for o in others]
            lines.append(f"| {title_of(program)} | {shown(ours)} | " + " | ".join(rest) + " |")
    lines += [
        "",
        "## A call",
        "",
        "| program | Gnomon | " + " | ".join(f"{NAMES[o]} | ratio | at least" for o in others) + " |",
    ]
    lines += ["|---|--:|" + "--:|--:|--:|" * len(others)]
    for program, figures in found.items():
        rest = [
            f"{shown(figures[o]['seconds'])} | {figures[o]['ratio']:.2f} | {figures[o]['low']:.2f}"
            for o in others
        ]
        lines.append(
            f"| {title_of(program)} | {shown(figures['gnomon']['seconds'])} | " + " | ".join(rest) + " |"
        )
    lines += [
        "",
        "## Most memory of the second process, MB",
        "",
        "| program | " + " | ".join(NAMES[o] for o in libraries) + " |",
    ]
    lines += ["|---|" + "--:|" * len(libraries)]
    for program, figures in found.items():
        lines.append(
            f"| {title_of(program)} | "
            + " | ".join(f"{figures[o]['megabytes']:.0f}" for o in libraries)
            + " |"
        )
    return "\n".join(lines) + "\n"


def title_of(program: str) -> str:
    """Return what a program does, in words."""
    return (PROGRAMS[program].__doc__ or program).rstrip(".").replace("A ", "a ", 1).replace("An ", "an ", 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--theano", metavar="PYTHON", help="Python of an environment with Theano 1.0.5")
    parser.add_argument("--pytensor", metavar="PYTHON", help="Python of an environment with PyTensor")
    parser.add_argument("--page", type=Path, help="where the page goes")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(PROGRAMS)}")
    given = parser.parse_args()
    wrong = [name for name in given.programs if name not in PROGRAMS]
    if wrong:
        parser.error(f"there is no program {wrong[0]}, only {', '.join(PROGRAMS)}")
    pythons = {"gnomon": sys.executable, "theano": given.theano, "pytensor": given.pytensor}
    pythons = {library: python for library, python in pythons.items() if python}
    found = {}
    for program in given.programs or PROGRAMS:
        found[program] = measure(pythons, program, given.rounds)
        for library, figures in found[program].items():
            print(
                program, library, {name: float(f"{value:.3g}") for name, value in figures.items()}, flush=True
            )
    if given.page:
        given.page.write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
