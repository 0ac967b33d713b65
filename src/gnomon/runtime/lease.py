"""Blocks of memory that calls lease from each other."""

from __future__ import annotations

import ctypes


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
