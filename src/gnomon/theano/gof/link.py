"""Linkers by name: what ran Theano's graphs. Gnomon's compiled code always does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Linker:
    """What runs a graph; kept where a mode is given one."""

    def __init__(self, name: str | None = None, **options: Any) -> None:
        self.name = name or type(self).__name__
        self.options = options

    def clone(self, allow_gc: Any = None) -> Linker:
        """Return a copy."""
        from copy import copy

        return copy(self)

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


class Thunk:
    """One application while a function runs; ``inputs`` and ``outputs`` are lists with one value each.

    Calling it computes the outputs.
    """

    def __init__(
        self, values: Sequence[Any], results: Sequence[Any], perform: Callable[[], Sequence[Any]]
    ) -> None:
        self.inputs = [[value] for value in values]
        self.outputs = [[value] for value in results]
        self._perform = perform

    def __call__(self) -> None:
        """Compute the outputs from the inputs."""
        for place, result in zip(self.outputs, self._perform()):
            place[0] = result


class WrapLinker(Linker):
    """Lets a function of the user run each application: ``wrapper(number, node, *thunks)``, a thunk per linker."""

    def __init__(self, linkers: Sequence[Any], wrapper: Callable[..., None]) -> None:
        super().__init__()
        self.linkers, self.wrapper = list(linkers), wrapper

    def around(
        self, number: int, node: Any, values: Sequence[Any], perform: Callable[[], Sequence[Any]]
    ) -> list[Any]:
        """Return the results of an application that the wrapper runs; the first linker's count."""
        thunks = [Thunk(values, [None] * len(node.outputs), perform) for _ in self.linkers]
        self.wrapper(number, node, *thunks)
        return [place[0] for place in thunks[0].outputs]


def WrapLinkerMany(linkers: Sequence[Any], wrappers: Sequence[Callable[..., None]]) -> WrapLinker:
    """Return a linker that calls several functions for each application, in turn."""

    def wrapper(*arguments: Any) -> None:
        for function in wrappers:
            function(*arguments)

    return WrapLinker(linkers, wrapper)


def __getattr__(name: str) -> Any:
    if name == "Container":  # it lies above this module
        from gnomon.theano.compile.sharedvalue import Container

        return Container
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
