"""Gradients that there are not: undefined, or not written."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.type import Type


class NullTypeGradError(TypeError):
    """A gradient that is asked for and is undefined."""


class NullType(Type):
    """The type of what has no value; ``why_null`` says why."""

    def __init__(self, why_null: str = "(no explanation given)") -> None:
        self.why_null = why_null

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        raise ValueError("NullType has no values")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __str__(self) -> str:
        return "NullType"


null_type = NullType()


def grad_undefined(op: Any, x_pos: int, x: Any, comment: str = "") -> Any:
    """Return what says that an operation has no gradient by an input, since it is undefined."""
    return NullType(
        f"grad_undefined. This variable is Null because the grad method for input {x_pos} ({x}) of the {op} op is "
        f"mathematically undefined. {comment}"
    )()


def grad_not_implemented(op: Any, x_pos: int, x: Any, comment: str = "") -> Any:
    """Return what says that an operation has no gradient by an input, since none is written."""
    return NullType(
        f"This variable is Null because the grad method for input {x_pos} ({x}) of the {op} op is not implemented. "
        f"{comment}"
    )()
