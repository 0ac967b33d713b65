"""Quotients of sizes."""

from __future__ import annotations

from typing import Any


class Ratio:
    """An exact quotient of sizes, kept so that ``int(h / 2)`` is ``h // 2``."""

    __slots__ = ("divisor", "kind", "size")

    def __init__(self, size: Any, divisor: Any) -> None:
        self.size = size
        self.divisor = divisor
        self.kind = "float"
