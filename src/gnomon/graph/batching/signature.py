"""Signatures of generalised functions, as NumPy writes them: ``"(m,n),(n)->(m)"``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError, BatchingError
from gnomon.graph.sites import user_site
from gnomon.shapes import NO, Equal, Facts, Size

_GROUP = r"\(\s*(?:\w+(?:\s*,\s*\w+)*)?\s*\)"
_SIDE = rf"(?:{_GROUP}(?:\s*,\s*{_GROUP})*)?"
_WHOLE = re.compile(rf"\s*{_SIDE}\s*->\s*{_SIDE}\s*")

Core = tuple[str, ...]


class Signature(NamedTuple):
    """The names of the core axes of each input and output."""

    inputs: tuple[Core, ...]
    outputs: tuple[Core, ...]


def parse_signature(text: str) -> Signature:
    """Return what a signature says.

    >>> parse_signature("(m,n),(n)->(m)")
    Signature(inputs=(('m', 'n'), ('n',)), outputs=(('m',),))
    """
    if not _WHOLE.fullmatch(text):
        raise ArgumentError(
            f"vectorize: {text!r} is no signature", user_site(), "write one such as '(m,n),(n)->(m)'"
        )
    left, right = text.split("->")
    return Signature(_cores(left), _cores(right))


def _cores(side: str) -> tuple[Core, ...]:
    groups = re.findall(_GROUP, side)
    return tuple([tuple(re.findall(r"\w+", group)) for group in groups])


def loop_shapes(
    names: Sequence[str], arrays: Sequence[Array], cores: Sequence[Core], text: str
) -> list[tuple[Size, ...]]:
    """Return the sizes of the loop axes of each array, and hold its core axes against the signature."""
    known: dict[str, tuple[Size, str]] = {}
    loops: list[tuple[Size, ...]] = []
    for name, array, core in zip(names, arrays, cores):
        dims = array.shape.dims
        if len(dims) < len(core):
            want = "one axis" if len(core) == 1 else f"{len(core)} axes"
            raise BatchingError(
                f"vectorize: {name} has shape {array.shape}, but {text} wants at least {want} for it",
                user_site(),
            )
        split = len(dims) - len(core)
        loops.append(dims[:split])
        for label, size in zip(core, dims[split:]):
            have, owner = known.setdefault(label, (int(label) if label.isdigit() else size, name))
            if Equal(have, size).ask(Facts()) is NO:
                raise BatchingError(
                    f"vectorize: {label} is {have} for {owner}, but {size} for {name} of shape {array.shape} ({text})",
                    user_site(),
                )
    return loops


def broadcast_loops(names: Sequence[str], loops: Sequence[tuple[Size, ...]]) -> tuple[Size, ...]:
    """Return the loop sizes that all arrays share; only a size known to be 1 stretches."""
    rank = max((len(loop) for loop in loops), default=0)
    sizes: list[Size] = []
    for back in range(-rank, 0):
        best: Size = 1
        owner = ""
        for name, loop in zip(names, loops):
            size = loop[back] if -back <= len(loop) else 1
            if type(size) is int and size == 1:
                continue
            if (type(best) is int and best == 1) or (type(best) is not int and type(size) is int):
                best, owner = size, name
            elif Equal(best, size).ask(Facts()) is NO:
                raise BatchingError(
                    f"vectorize: the loop axes differ: {best} in {owner}, but {size} in {name}", user_site()
                )
        sizes.append(best)
    return tuple(sizes)
