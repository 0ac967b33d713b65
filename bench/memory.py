"""Prints the memory of a program in one library as JSON: `memory.py LIBRARY LINE`.

``whole`` is the most that the process holds, with all that the import and compiling take; ``step`` is the most that it holds
while the compiled program runs, above what it holds after the import and with the program's data.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lines import line_of
from loading import load

STEPS = 10


def main(name: str, line: str) -> None:
    """Load the library, set the program up, and run it."""
    program = line_of(line).program()
    load(name)
    before = _status("VmRSS")
    call = program.makers[name]()
    for _ in range(3):
        call()
    whole = _status("VmHWM")
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew from here
    for _ in range(STEPS):
        call()
    step = _status("VmHWM")
    print(json.dumps({"whole": max(whole, step), "step": step - before}))


def _status(key: str) -> int:
    """Return a size that Linux tells about this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


if __name__ == "__main__":
    main(*sys.argv[1:])
