"""Functions that are made with ``profile=``: each call is timed."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from gnomon.theano.compile.profiling import ProfileStats
from gnomon.theano.compile.running import Function


class Timed:
    """What carries a function out, and how long it did."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self.seconds = 0.0

    def __call__(self, values: Sequence[Any], held: Sequence[Any]) -> list[Any]:
        start = perf_counter()
        try:
            found: list[Any] = self.engine(values, held)
        finally:
            self.seconds = perf_counter() - start
        return found


class Profiled(Function):
    """A function that notes in its profile how long its calls took."""

    def __init__(self, *arguments: Any) -> None:
        start = perf_counter()
        super().__init__(*arguments)
        self.engine: Any = Timed(self.engine)
        if isinstance(self.profile, ProfileStats):
            self.profile.note_making(perf_counter() - start)
            self.profile.message = self.profile.message or self.name

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the outputs for some values, and note the call."""
        start = perf_counter()
        found = super().__call__(*arguments, **named)
        if isinstance(self.profile, ProfileStats):
            self.profile.note(perf_counter() - start, self.engine.seconds)
        return found
