"""Linkers by name: what ran Theano's graphs. Gnomon's compiled code always does."""

from __future__ import annotations

from typing import Any


class Linker:
    """What runs a graph; kept where a mode is given one."""

    def __init__(self, name: str | None = None, **options: Any) -> None:
        self.name = name or type(self).__name__
        self.options = options

    def clone(self, allow_gc: Any = None) -> Linker:
        """Return a copy."""
        return type(self)(self.name, **self.options)

    def __str__(self) -> str:
        return self.name


class LocalLinker(Linker):
    """A linker that runs one application after the other."""


class PerformLinker(LocalLinker):
    """A linker that calls ``perform``."""


class CLinker(Linker):
    """A linker that compiles C code."""


class OpWiseCLinker(LocalLinker):
    """A linker that compiles C code of each operation."""


class DualLinker(Linker):
    """A linker that compares two others."""


class VM_Linker(LocalLinker):
    """A linker that runs a graph by need."""
