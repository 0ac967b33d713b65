"""Prints the seconds from a finished import to the first result of a program: `first_call.py LIBRARY LINE`.

For Gnomon it also tells where the processor time goes: the shares of LLVM and of loading modules, once per process, that
no program asked for before. The rest is Python's work on this program.
"""

from __future__ import annotations

import json
import sys
import time

from lines import line_of
from loading import load


def main(name: str, line: str) -> None:
    """Load the library, then set the program up and call it once."""
    program = line_of(line).program()
    load(name)
    spent = {"LLVM": in_llvm(), "loading": in_loading()} if name == "Gnomon" else {}
    began, worked = time.perf_counter(), time.process_time()
    program.makers[name]()()
    found = {"seconds": time.perf_counter() - began}
    work = time.process_time() - worked
    print(json.dumps(found | {part: sum(seconds) / work for part, seconds in spent.items()}))


def in_llvm() -> list[float]:
    """Return a list that collects the processor time of each call of LLVM from now on."""
    from llvmlite.binding import ffi

    spent: list[float] = []
    began: list[float] = []  # calls within calls: only the outermost counts

    def enter() -> None:
        began.append(time.process_time())

    def leave() -> None:
        since = began.pop()
        if not began:
            spent.append(time.process_time() - since)

    ffi.register_lock_callback(enter, leave)
    return spent


def in_loading() -> list[float]:
    """Return a list that collects the processor time of loading each module, with what it loads, from now on."""
    import importlib._bootstrap as bootstrap

    spent: list[float] = []
    inside: list[float] = []
    load = bootstrap._load_unlocked

    def timed(spec: object) -> object:
        inside.append(time.process_time())
        try:
            return load(spec)
        finally:
            since = inside.pop()
            if not inside:
                spent.append(time.process_time() - since)

    bootstrap._load_unlocked = timed
    return spent


if __name__ == "__main__":
    main(*sys.argv[1:])
