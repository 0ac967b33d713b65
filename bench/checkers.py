"""The checkers that are compared, and what one run of a command takes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": ""}

PEERS = {
    "mypy": (
        "--no-incremental",
        f"--cache-dir={os.devnull}",
        "--ignore-missing-imports",
        "--no-error-summary",
    ),
    "pyrefly": ("check", "--threads", "1", "--python-interpreter-path", sys.executable),
    "ty": ("check", "--python", sys.executable),
}
"""Type checkers and how they are called: one thread where that can be said, no cache."""


class Run(NamedTuple):
    """What a run of a command took: processor time of all its threads, and peak memory."""

    seconds: float
    megabytes: float


def checkers() -> dict[str, list[str]]:
    """The command of each checker that is installed beside this interpreter."""
    found = {"Gnomon": [sys.executable, "-m", "gnomon", "check", "--jobs", "1", "--exit-zero"]}
    for name, options in PEERS.items():
        program = shutil.which(name, path=str(Path(sys.executable).parent))
        if program:
            found[name] = [program, *options]
    return found


def run(command: list[str]) -> Run:
    """Runs a command to its end; SystemExit if it could not do its work (finding mistakes is no failure)."""
    process = subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}\nended with {process.returncode}: {said.strip()[-500:]}")
    return Run(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def count_lines(paths: list[str]) -> int:
    """The lines of the Python files at some paths."""
    files = [
        file
        for path in map(Path, paths)
        for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
    ]
    return sum(len(file.read_text(encoding="utf-8", errors="replace").splitlines()) for file in files)
