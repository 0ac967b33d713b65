"""Prints the seconds from a finished import to the first result of a program: `first_call.py LIBRARY PROGRAM`.

For Gnomon it also prints where the processor time goes: the shares of LLVM and of loading modules, once per process, that
no program asked for before. The rest is Python's work on this program.
"""

from __future__ import annotations

import importlib
import sys
import time

import numpy as np
from lines import formulas, recurrent, training

MODULES = {"Gnomon": "gnomon", "JAX": "jax.numpy", "torch.compile": "torch", "PyTensor": "pytensor.tensor"}


def main(name: str, program: str) -> None:
    """Load the library, then set the program up and call it once."""
    module = importlib.import_module(MODULES[name])
    if name == "Gnomon":
        module.function([], module.asarray(1.0))  # what loads on first use belongs to the import
    if program == "small function":
        x = np.linspace(0, 1, 1000)
        make = formulas.makers(formulas._chain, [x, x])[name]
    elif program.startswith("LSTM"):
        make = recurrent.sequences()[0].makers[name]
    else:
        make = training._line("", [784, 500, 500, 10], 128).makers[name]
    spent = (in_llvm(), in_loading()) if name == "Gnomon" else ()
    began, worked = time.perf_counter(), time.process_time()
    make()()
    seconds, work = time.perf_counter() - began, time.process_time() - worked
    print(seconds, *[sum(part) / work for part in spent])


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
