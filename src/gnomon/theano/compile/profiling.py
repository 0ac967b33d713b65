"""`theano.compile.profiling`: how often a function was called, and how long its calls took."""

from __future__ import annotations

import sys
from typing import Any


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
        self.fct_callcount += 1
        self.fct_call_time += seconds
        self.vm_call_time += inside

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
