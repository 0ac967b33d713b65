"""Floats where whole numbers are needed: sizes, positions, parts of a slice."""

from __future__ import annotations

from math import isfinite
from typing import Any

from gnomon.values.host import host
from gnomon.values.unknown import Unknown

STRICT = ("torch", "numpy", "jax")
"""Libraries that take no float for a size, not even 4.0."""


def is_float(value: Any) -> bool:
    """Whether a value is certainly a float of Python; a quotient of sizes is one.

    Infinity stands for "no bound": programs compare with it, and do not come to use it.
    """
    kind = type(value)
    return (kind is float and isfinite(value)) or (
        kind is not Unknown and getattr(value, "kind", None) == "float"
    )


def refuse_float(value: Any, what: str) -> None:
    """Report a float that serves as a size, a position or a bound of a slice."""
    reporter, number = host.reporter, _written(value)
    if reporter.site is None or reporter.site.source.is_older():
        return
    if any(found.rule == "whole-number" and number in found.message for found in reporter.found):
        return  # it has been told where it was first used
    host.refuse(
        "whole-number",
        "{op}: {what} is {number}, which is a float; only whole numbers are taken",
        blame=value,
        help="in Python 3, / always gives a float: // divides without a remainder, int(...) cuts it off",
        what=what,
        number=number,
    )


def _written(value: Any) -> str:
    if type(value) is float:
        return repr(value)
    return f"{value.size} / {value.divisor}"
