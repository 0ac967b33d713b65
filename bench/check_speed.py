"""How fast `gnomon check` is: start-up on a small file, lines per second of one process, peak memory.

Times are processor time, so that other work on the machine counts little; modules are compiled beforehand, as an
installer leaves them.

Paths on the command line are measured, each against 8,000 lines per second; without any, the sources of
installed packages that use NumPy stand in.
"""

import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SMALL = ROOT / "examples" / "train_mnist.py"
STAND_INS = ("einops", "sklearn", "pandas")
START_BUDGET, LINES_BUDGET, MEMORY_BUDGET = 0.15, 8000, 400
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": ""}

# Run in a process of its own: what one process needs for these paths.
MEASURE = """
import json, resource, sys, time
from gnomon.check.api import Options
from gnomon.cli.files import EXCLUDE, INCLUDE, Filter, find_files
from gnomon.cli.patterns import Patterns
from gnomon.cli.workers import Job, check_job
chosen = Filter([(None, Patterns(INCLUDE))], [(None, Patterns(EXCLUDE))])
files = find_files(sys.argv[1:], chosen)
started = time.process_time()
lines = 0
slowest = (0.0, "")
for file in files:
    before = time.process_time()
    lines += check_job(Job(file), Options()).lines
    slowest = max(slowest, (time.process_time() - before, file))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([len(files), lines, time.process_time() - started, peak / 1024, slowest]))
"""


class Speed(NamedTuple):
    """What checking some paths took."""

    files: int
    lines: int
    seconds: float
    megabytes: float
    slowest: tuple[float, str]


def start_up(command: list[str]) -> float:
    """The median time of a few runs, in seconds."""
    times = []
    for _ in range(11):
        started = processor_time()
        subprocess.run(
            command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
        times.append(processor_time() - started)
    return statistics.median(times)


def processor_time() -> float:
    """What processes that have ended took, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(path: str) -> Speed:
    """Checks a path in one process."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, path], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    files, lines, seconds, megabytes, slowest = json.loads(run.stdout)
    return Speed(files, lines, seconds, megabytes, tuple(slowest))


def stand_ins() -> list[str]:
    """The folders of installed packages."""
    specs = [importlib.util.find_spec(name) for name in STAND_INS]
    return [os.path.dirname(spec.origin) for spec in specs if spec and spec.origin]


def main() -> int:
    """Prints the figures; 1 if one is beyond its budget."""
    bare = start_up([sys.executable, "-c", "pass"])
    small = start_up([sys.executable, "-m", "gnomon", "check", str(SMALL)])
    good = small - bare <= START_BUDGET
    print(f"start: {small:.3f} s for {SMALL.name}; a bare interpreter {bare:.3f} s")
    for path in sys.argv[1:] or stand_ins():
        speed = measure(path)
        rate = speed.lines / max(speed.seconds, 1e-9)
        good = good and rate >= LINES_BUDGET and speed.megabytes < MEMORY_BUDGET
        print(
            f"{path}: {speed.lines} lines in {speed.files} files, {rate:,.0f} lines/s, "
            f"{speed.megabytes:.0f} MB, slowest {speed.slowest[0]:.2f} s {speed.slowest[1]}"
        )
    print("within the budget" if good else "beyond the budget")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
