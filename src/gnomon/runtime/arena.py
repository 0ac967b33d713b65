"""Memory for values that live within one call: where each lies, and blocks that calls lease from each other."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.shapes import Size, product

if TYPE_CHECKING:
    from gnomon.graph.array import Array
    from gnomon.runtime.plan import Plan

HEADER = 64


class Layout:
    """The buffers of the intermediate values of a plan. Two values share one where the first is dead.

    ``buffer`` gives the number of each slot's buffer, ``bytes`` the size of each buffer before rounding.
    """

    def __init__(self, plan: Plan) -> None:
        self.buffer: dict[int, int] = {}
        self.bytes: list[Size] = []
        kept = {plan.roots[slot] for slot in plan.results}
        free: list[int] = []
        for planned in plan.steps:
            for slot in planned.writes:
                if slot not in kept and plan.roots[slot] == slot:
                    self.buffer[slot] = self._found(plan, slot, free)
            free += [self.buffer[slot] for slot in planned.dead if slot in self.buffer]

    def _found(self, plan: Plan, slot: int, free: list[int]) -> int:
        array = plan.arrays[slot]
        wanted = bytes_of(array)
        for number in free:
            if self.bytes[number] == wanted:
                free.remove(number)
                return number
        self.bytes.append(wanted)
        return len(self.bytes) - 1


def bytes_of(array: Array) -> Size:
    """Return how many bytes an array takes."""
    return product(array.shape.dims) * int(numpy_dtype(array.dtype).itemsize)


class Lease:
    """One block of memory that waits for the next call; calls at the same time make their own."""

    def __init__(self) -> None:
        self.cell = (ctypes.c_int64 * 1)(0)

    @property
    def address(self) -> int:
        """Where the address of the block stands."""
        return ctypes.addressof(self.cell)

    def __del__(self) -> None:
        block, self.cell[0] = self.cell[0], 0
        if block:
            free = ctypes.pythonapi.PyMem_RawFree
            free.restype, free.argtypes = None, [ctypes.c_void_p]
            free(block)
