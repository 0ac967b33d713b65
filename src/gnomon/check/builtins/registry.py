"""The builtins of Python by name, as functions on abstract values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.values import LibraryFunction, host

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

BUILTINS: dict[str, Any] = {}
"""Builtin names."""


def builtin(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a builtin that sees interpreter values."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            BUILTINS[name] = LibraryFunction(f"builtins.{name}", function, raw=True, returns_tensor=False)
        return function

    return declare


def interpreter() -> Interpreter:
    return host.current  # type: ignore[no-any-return]


def frame_of_call() -> Frame:
    frame = interpreter().frame
    assert frame is not None
    return frame
