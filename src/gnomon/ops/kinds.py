"""Which kinds of numbers the elementwise operations compute with: what has no bits, no order or no sign is refused."""

from __future__ import annotations

from typing import Any

from gnomon.ops.promotion import promoted
from gnomon.ops.refusals import FLOATS, REFUSALS
from gnomon.ops.rule import Rule

WHOLE = frozenset("bitwise_and bitwise_or bitwise_xor left_shift right_shift invert gcd lcm".split())
"""Integers alone have bits and divisors."""
REAL = frozenset(
    "atan2 cbrt ceil copysign degrees floor floor_divide fmod heaviside hypot ldexp logaddexp logaddexp2 nextafter "
    "radians remainder signbit trunc".split()
)
"""Complex numbers have no order, and no part that is whole."""
SIGNED = {"subtract": "subtract", "negative": "negative", "sign": "negative"}
"""Booleans have no sign; the check is that of the operation named."""
CHECKED = WHOLE | REAL | SIGNED.keys()


def check_kinds(r: Rule, name: str, arguments: tuple[Any, ...]) -> None:
    """Refute an operation on numbers of a kind that nothing computes it for, Python's numbers included."""
    if name in WHOLE:
        _whole(r, name, arguments)
    elif name in REAL:
        for x in arguments:
            if x.dtype.kind == "complex":
                r.fail("dtype", "{op}: {x} is {x.dtype}, but real numbers are needed", blame=x, x=x)
    elif name in SIGNED:
        REFUSALS["numpy"][SIGNED[name]](r, arguments, {})


def _whole(r: Rule, name: str, arguments: tuple[Any, ...]) -> None:
    words = (
        "only booleans and integers have bits"
        if name not in ("gcd", "lcm")
        else "only integers have divisors"
    )
    for x in arguments:
        if x.dtype.kind in FLOATS:
            help = "& and | bind more tightly than comparisons: write (a > 0) & (b < 1)"
            r.fail(
                "dtype",
                "{op}: {x} is {x.dtype}, but " + words,
                blame=x,
                help=help if name.startswith("bitwise") else None,
                x=x,
            )
    made = promoted(r, arguments)
    if made is not None and made.kind == "float":
        r.fail(
            "dtype",
            "{op}: {x} is {x.dtype} and {y} is {y.dtype}, and no integer dtype holds both",
            blame=arguments[1],
            help="convert one of them",
            x=arguments[0],
            y=arguments[1],
        )
    if made is not None and made.kind == "bool" and name in ("gcd", "lcm"):
        r.fail("dtype", "{op}: {x} is bool, but " + words, blame=arguments[0], x=arguments[0])
