"""How bodies are registered, and what one says that cannot be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.ops.record import TABLE, Op

Array = Any
"""What a body is given: an array with operators, `shape`, `dtype`, `ndim` and `size`, or None for one left out."""

Body = Callable[..., Any]

BODIES: dict[str, Body] = {}
"""The body of each composite, by name."""

DIFFERENTIATED: set[str] = set()
"""Composites whose bodies serve for derivatives alone: as code they would be slower than the operation itself."""


MOVING: dict[str, Body] = {}
"""Bodies that serve for code alone: derivatives and batching have rules of their own. One gives None for no body."""


def moving(*names: str) -> Callable[[Body], Body]:
    """Register what code is made of in place of operations."""

    def register(function: Body) -> Body:
        MOVING.update(dict.fromkeys(names, function))
        return function

    return register


CONDITIONS: dict[str, Callable[..., bool]] = {}
"""Composites whose bodies serve as code for some inputs alone: the operation refuses others that the body would take."""

AS_GIVEN: set[str] = set()
"""Composites whose bodies see floats of 16 bits as they are; others see them as float32."""


class Inexpressible(Exception):
    """Raised by a body that its inputs do not allow; the text says what it needs, such as ``known sizes``."""


def body(*names: str, code: bool | Callable[..., bool] = True, wide: bool = True) -> Callable[[Body], Body]:
    """Register a body ``f(*arrays, **attributes)`` over simpler operations, with the parameters of the shape rule.

    Code, gradients and batching follow from it; with ``code=False`` only the last two. Where ``code`` is a question
    about the inputs, it decides. Floats of 16 bits come as float32, unless ``wide`` is False.
    """

    def register(function: Body) -> Body:
        for name in names:
            record: Op = TABLE[name]
            if record.name in BODIES:
                raise ValueError(f"{name} already has a body")
            BODIES[name] = function
            if callable(code):
                CONDITIONS[name] = code
            elif not code:
                DIFFERENTIATED.add(name)
            if not wide:
                AS_GIVEN.add(name)
        return function

    return register
