"""Switches of the runtime: `gn.config`."""

from __future__ import annotations

from gnomon.runtime import detour


class Config:
    """``nan_guard``: stop a call at the first expression that makes a NaN out of values without one."""

    def __init__(self) -> None:
        self._nan_guard = False

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

    def __repr__(self) -> str:
        return f"Config(nan_guard={self.nan_guard})"


config = Config()
