"""`theano.compile.profiling`: how often a function was called, and how long its calls took."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from typing import Any

theano_imported_time = time.time()
total_fct_exec_time = total_graph_opt_time = total_time_linker = 0.0
"""Seconds in the calls and in the making of functions that are profiled. What rewrites and compiles is one, the linker's."""


class ProfileStats:
    """Counts the calls of functions that are made with it (``profile=True`` or ``profile=stats``), and their time.

    What each step of a compiled function costs, `gn.Function.profile` measures.
    """

    def __init__(self, atexit_print: bool = True, flag_time_thunks: Any = None, **named: Any) -> None:
        self.atexit_print, self.flag_time_thunks = atexit_print, flag_time_thunks
        self.fct_callcount = 0
        self.fct_call_time = self.vm_call_time = self.compile_time = 0.0
        self.apply_time: dict[Any, float] = {}
        self.apply_callcount: dict[Any, int] = {}
        self.message: str | None = None
        self.__dict__.update(named)

    def note(self, seconds: float, inside: float) -> None:
        """Note a call: how long it took, and how much of that was spent in what was compiled."""
        global total_fct_exec_time
        total_fct_exec_time += seconds
        self.fct_callcount += 1
        self.fct_call_time += seconds
        self.vm_call_time += inside

    def note_making(self, seconds: float) -> None:
        """Note how long it took to make a function."""
        global total_time_linker
        total_time_linker += seconds
        self.compile_time += seconds

    def summary(self, file: Any = None, n_ops_to_print: int = 20, n_apply_to_print: int = 20) -> None:
        """Print the number of calls and their time."""
        each = self.fct_call_time / max(self.fct_callcount, 1)
        lines = [
            f"Message: {self.message or '?'}",
            f"  compiled in {self.compile_time:.6f} s",
            f"  {self.fct_callcount} calls in {self.fct_call_time:.6f} s, {each:.6f} s each",
            f"  {self.vm_call_time:.6f} s of them in compiled code",
        ]
        print("\n".join(lines), file=file or sys.stderr)


class ScanProfileStats(ProfileStats):
    """A profile with a name, for a loop. Loops are compiled as parts of functions, whose own profiles count their time."""

    def __init__(self, atexit_print: bool = True, name: str | None = None, **named: Any) -> None:
        super().__init__(atexit_print, **named)
        self.name = name
        self.callcount = self.nbsteps = self.call_time = 0.0


def print_global_stats() -> None:
    """Print the time since Theano was imported, and that in functions that are profiled and in their making."""
    from gnomon.theano.configuration import config

    place = config.profiling.destination
    streams = {"stderr": sys.stderr, "stdout": sys.stdout}
    with ExitStack() as opened:
        file = streams[place] if place in streams else opened.enter_context(open(place, "w"))
        line = "=" * 50
        print(
            f"{line}\nGlobal stats:  Time elapsed since Theano import = {time.time() - theano_imported_time:6.3f}s, "
            f"Time spent in Theano functions = {total_fct_exec_time:6.3f}s, Time spent compiling Theano functions:  "
            f"optimization = {total_graph_opt_time:6.3f}s, linker = {total_time_linker:6.3f}s \n{line}",
            file=file,
        )
