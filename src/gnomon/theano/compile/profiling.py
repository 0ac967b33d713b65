"""`theano.compile.profiling`: what programs hand to ``function(profile=...)``."""

from __future__ import annotations

from typing import Any


class ProfileStats:
    """A profile's name and whether it prints itself; `gn.Function.profile` measures what Gnomon compiled."""

    def __init__(self, atexit_print: bool = True, flag_time_thunks: Any = None, **named: Any) -> None:
        self.atexit_print, self.flag_time_thunks = atexit_print, flag_time_thunks
        self.__dict__.update(named)
