"""Memory of a plan: which values share a buffer, where results are made, and what is copied at the end."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.schedule import schedule
from gnomon.shapes import Size, product

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan
    from gnomon.graph.array import Array

ROUND = 64
"""Buffers start at multiples of so many bytes."""


class Layout:
    """The memory of a plan's values: results are made in place, intermediate values share buffers of one block.

    ``homes`` gives the number of the result that a slot's value is made in, ``copies`` the results that are a leaf or
    that another result is already, as pairs of number and slot. ``buffer`` gives the number of the buffer of any
    other slot, ``spare`` that of a step's own workspace, and ``bytes`` how long each buffer is before rounding.
    """

    def __init__(self, plan: Plan) -> None:
        self.homes: dict[int, int] = {}
        self.copies: list[tuple[int, int]] = []
        self.buffer: dict[int, int] = {}
        self.spare: dict[int, int] = {}
        self.bytes: list[Size] = []
        for number, slot in enumerate(plan.results):
            root = plan.roots[slot]
            if root < len(plan.leaves) or root in self.homes:
                self.copies.append((number, slot))
            else:
                self.homes[root] = number
        free: list[int] = []
        for number, planned in enumerate(plan.steps):
            for slot in planned.writes:
                if plan.roots[slot] == slot and slot not in self.homes:
                    self.buffer[slot] = self._found(bytes_of(plan.arrays[slot]), free)
            workspace = planned.step.workspace
            if type(workspace) is not int or workspace:
                self.spare[number] = self._found(workspace, free)
                free.append(self.spare[number])
            free += [self.buffer[slot] for slot in planned.dead if slot in self.buffer]

    @functools.cached_property
    def total(self) -> Size:
        """How many bytes the block has."""
        return block_of(self.bytes)

    def _found(self, wanted: Size, free: list[int]) -> int:
        for number in free if schedule().shared_buffers else ():
            if self.bytes[number] == wanted:
                free.remove(number)
                return number
        self.bytes.append(wanted)
        return len(self.bytes) - 1


def block_of(parts: Iterable[Size]) -> Size:
    """Return the bytes of a block with parts of so many bytes.

    >>> block_of([1, 64, 65])
    256
    """
    total: Size = 0
    for size in parts:
        total = total + (size + ROUND - 1) // ROUND * ROUND
    return total


def bytes_of(array: Array) -> Size:
    """Return how many bytes an array takes."""
    return product(array.shape.dims) * int(numpy_dtype(array.dtype).itemsize)
