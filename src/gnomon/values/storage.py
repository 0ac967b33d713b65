"""How the entries of a PyTorch tensor lie in memory, where, and whether gradients flow to it."""

from __future__ import annotations

from math import prod
from typing import Any

from gnomon.shapes import Dim, Shape, Size
from gnomon.shapes.sizes import substitute, symbols_of

LEAF, MADE = "leaf", "made"
"""A tensor that requires gradients is a leaf (a parameter), or made of such."""


class Storage:
    """What is certain of a tensor's memory; None is not known.

    ``strides`` are the steps between neighbours along each axis, 0 where an axis repeats one entry; ``device``
    is ``"cpu"`` or ``"cuda"``; ``grad`` is `LEAF`, `MADE` or False.
    """

    __slots__ = ("device", "grad", "strides")

    def __init__(
        self,
        strides: tuple[Size, ...] | None = None,
        device: str | None = None,
        grad: str | bool | None = None,
    ) -> None:
        self.strides = strides
        self.device = device
        self.grad = grad


def common_storage(found: list[Any]) -> Storage | None:
    """Return what is certain of memory that is one of several; None where one of them is not known."""
    if not all(type(one) is Storage for one in found):
        return None
    first = found[0]
    agreed = [
        getattr(first, name) if all(getattr(one, name) == getattr(first, name) for one in found) else None
        for name in Storage.__slots__
    ]
    return Storage(**dict(zip(Storage.__slots__, agreed, strict=True)))


def in_order(shape: Shape) -> tuple[Size, ...] | None:
    """Return the strides of entries that lie one after another, the last axis fastest.

    >>> in_order(Shape.of(2, 3, 4))
    (12, 4, 1)
    """
    if shape.rank is None:
        return None
    strides: list[Size] = []
    step: Size = 1
    for size in reversed(shape.dims):
        strides.append(step)
        step = step * size
    return tuple(reversed(strides))


def cannot_view(old: Shape, strides: tuple[Size, ...], new: Shape) -> bool:
    """Whether a tensor certainly cannot be seen under another shape without a copy.

    >>> cannot_view(Shape.of(3, 2), (1, 3), Shape.of(6)), cannot_view(Shape.of(2, 3), (3, 1), Shape.of(6))
    (True, False)
    """
    if old.rank is None or new.rank is None or old.rank != len(strides):
        return False
    sizes = (*old.dims, *strides, *new.dims)
    symbols = {symbol for size in sizes if type(size) is Dim for symbol in symbols_of(size)}
    if len(symbols) > 4:
        return False
    for value in (1, 2, 3, 7):
        numbers = [
            number for size in sizes if type(number := substitute(size, dict.fromkeys(symbols, value))) is int
        ]
        if len(numbers) < len(sizes):
            return False
        given, steps, wanted = numbers[: old.rank], numbers[old.rank : 2 * old.rank], numbers[2 * old.rank :]
        if prod(given) != prod(wanted) or _fits(given, steps, wanted):
            return False  # sizes that cannot agree at all are another mistake
    return True


def _fits(old: list[int], strides: list[int], new: list[int]) -> bool:
    """Whether sizes and strides allow a new shape: each stretch of memory is cut up or merged whole."""
    if 0 in old or 0 in new or -1 in new:
        return True
    left = len(new) - 1
    base, held = strides[-1] if strides else 1, 1
    for axis in range(len(old) - 1, -1, -1):
        held *= old[axis]
        if axis == 0 or (old[axis - 1] != 1 and strides[axis - 1] != held * base):
            cut = 1
            while left >= 0 and (cut < held or new[left] == 1):
                cut *= new[left]
                left -= 1
            if cut != held:
                return False
            if axis > 0:
                base, held = strides[axis - 1], 1
    return left == -1


def repeats(shape: Shape, strides: tuple[Any, ...]) -> bool:
    """Whether several entries of a tensor are certainly one number in memory."""
    return shape.rank is not None and any(
        type(step) is int and step == 0 and type(size) is int and size > 1
        for size, step in zip(shape.dims, strides, strict=True)
    )
