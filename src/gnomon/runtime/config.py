"""Switches of the runtime: `gn.config`."""

from __future__ import annotations

from gnomon.compile.llvm import team
from gnomon.graph import engines
from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.runtime import detour


class Config:
    """``nan_guard``: stop a call at the first expression that makes a NaN out of values without one.

    ``compare``: compute each step of a call with NumPy too, and stop at the first expression whose values differ.

    ``threads``: how many threads share the work of one large kernel, at first one for each processor; the environment
    variable `GNOMON_NUM_THREADS` sets it, too. Results do not depend on it.

    ``engine``: what computes arrays whose values are known: "reference" (NumPy, the default) or "native" (kernels that are
    compiled at first use); the environment variable `GNOMON_ENGINE` sets it, too.
    """

    def __init__(self) -> None:
        self._nan_guard = False
        self._compare = False

    @property
    def nan_guard(self) -> bool:
        """Whether calls look for NaN after each step."""
        return self._nan_guard

    @nan_guard.setter
    def nan_guard(self, wanted: bool) -> None:
        wanted = bool(wanted)
        if wanted is not self._nan_guard:
            self._nan_guard = wanted
            detour.keep(1 if wanted else -1)

    @property
    def compare(self) -> bool:
        """Whether calls hold each step against NumPy."""
        return self._compare

    @compare.setter
    def compare(self, wanted: bool) -> None:
        wanted = bool(wanted)
        if wanted is not self._compare:
            self._compare = wanted
            detour.keep(1 if wanted else -1)

    @property
    def threads(self) -> int:
        """How many threads share the work of one large kernel."""
        return team.size()

    @threads.setter
    def threads(self, count: int) -> None:
        if type(count) is not int or count < 1:
            raise ArgumentError(f"threads is a positive number, not {count!r}", user_site())
        team.resize(count)

    @property
    def engine(self) -> str:
        """What computes arrays whose values are known."""
        return engines.chosen()

    @engine.setter
    def engine(self, name: str) -> None:
        engines.choose(name)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_") and not hasattr(type(self), name):
            raise ArgumentError(
                f"gn.config has no {name!r}: it has nan_guard, compare, threads and engine", user_site()
            )
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return (
            f"Config(nan_guard={self.nan_guard}, compare={self.compare}, threads={self.threads}, "
            f"engine={self.engine!r})"
        )


config = Config()
