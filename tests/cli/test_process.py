"""The command as a process: what a shell sees."""

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src"


def gnomon(*arguments: str, **options) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "gnomon", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, **options)


def test_no_traceback_for_a_missing_path():
    run = gnomon("check", "/nowhere/at/all.py")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "gnomon: /nowhere/at/all.py: no such file or folder\n"


def test_reading_stops_early():
    """`gnomon rules | head -1` ends without a complaint."""
    command = f"{sys.executable} -m gnomon rules | head -1"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    run = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment, check=False)
    assert run.stdout.startswith("arguments ")
    assert run.stderr == ""


def test_a_stream_without_unicode():
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "gnomon", "explain", "rank"]
    run = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (run.returncode, run.stderr) == (0, b"")


def test_input_by_pipe():
    run = gnomon("check", "-", input="import numpy as np\nx = np.zeros(3)\n")
    assert run.returncode == 0
    assert run.stdout.startswith("no shape bug found in 1 file\n")


def test_a_disk_that_is_full():
    """It is no fault of the checker."""
    if not os.path.exists("/dev/full"):
        return
    command = f"{sys.executable} -m gnomon rules > /dev/full"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    run = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 2
    assert run.stderr == "gnomon: what was found cannot be written: No space left on device\n"
