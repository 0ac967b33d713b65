"""``reveal_shape(x)``: an info diagnostic that tells the shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.check.diagnostic import Diagnostic, Level
from gnomon.shapes import Dim, Shape
from gnomon.values import (
    Choice,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    LibraryFunction,
    LibraryModule,
    ListValue,
    ModuleValue,
    SequenceValue,
    Tensor,
    Unknown,
)

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


def reveal(run: Interpreter, node: Any, value: Any, frame: Frame) -> None:
    """Report the shape of a value at a call of ``reveal_shape``."""
    span = frame.source.span(node)
    run.reporter.report(Diagnostic("reveal-shape", Level.INFO, span, describe(value)))


def describe(value: Any, depth: int = 0) -> str:
    """Return a value's shape as a user reads it."""
    kind = type(value)
    if kind is Tensor:
        dtype = f" {value.dtype.name}" if value.dtype is not None else ""
        return f"{value.shape}{dtype}"
    if kind is Unknown:
        return f"{value.tensor.shape}" if value.tensor is not None else "unknown"
    if kind is Choice:
        return " or ".join(describe(single, depth + 1) for single in value.values)
    if kind is tuple and value and all(type(entry) in (int, Dim) for entry in value):
        return str(Shape(value))
    if kind is tuple and depth < 2:
        return "(" + ", ".join(describe(item, depth + 1) for item in value[:6]) + ")"
    if kind is ListValue and depth < 2:
        if value.items is None:
            return f"list of {describe(value.element, depth + 1)}"
        return (
            "["
            + ", ".join(describe(item, depth + 1) for item in value.items[:6])
            + ("]" if len(value.items) < 7 else ", ...]")
        )
    if kind is DictValue and depth < 2:
        return (
            "{"
            + ", ".join(f"{key!r}: {describe(item, depth + 1)}" for key, item in list(value.cell.items())[:6])
            + "}"
        )
    if kind is SequenceValue and type(value.origin) is Shape:
        return str(value.origin)
    if kind in (int, float, str, bool, type(None), Dim):
        return str(value)
    if kind is Instance:
        return f"object of {value.cls.name}"
    word = _WORDS.get(kind)
    return kind.__name__ if word is None else f"{word} {value.name}"


_WORDS = {
    ClassValue: "class",
    FunctionValue: "function",
    LibraryFunction: "function",
    LibraryModule: "module",
    ModuleValue: "module",
}
"""What has a name of its own."""
