"""Machine code in this process, made when it is first needed, and called through ctypes."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gnomon.compile import cache
from gnomon.compile.llvm.machine import Machine, library

_SIGNATURE = ctypes.PYFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
ENTRY = "kernel"
"""What the function of native code is called in its text."""


class Native:
    """A kernel as machine code. ``address`` is that of ``i32 kernel(ptr buffers, ptr sizes)``, or of another function.

    ``text`` is the IR that it is made from, ``symbols`` are addresses, or other native code, that the code knows by name.
    It is made when its address is first asked for, together with all that waits by then (`gnomon.compile.llvm.bundles`).

    ``fails`` says whether it may give another status than 0. The code stays as long as this object.
    """

    fails = True

    def __init__(
        self,
        text: str,
        machine: Machine,
        symbols: Mapping[str, int | Native] | None = None,
        entry: str = ENTRY,
    ) -> None:
        self.text = text
        self.machine = machine
        self.symbols = dict(symbols or {})
        self.entry = entry
        self.keeper: Any = None
        """What keeps the code in memory."""
        self._address = 0

    @functools.cached_property
    def key(self) -> str:
        """A digest of all that the code depends on, but for the addresses that it is given."""
        known = [
            f"{name} {one.key if isinstance(one, Native) else ''}"
            for name, one in sorted(self.symbols.items())
        ]
        return cache.key_of(self.text, *map(str, self.machine), library(), self.entry, *known)

    @property
    def is_placed(self) -> bool:
        """Whether it is in memory."""
        return self._address != 0

    @property
    def address(self) -> int:
        """Where the code begins."""
        if not self._address:
            from gnomon.compile.llvm.bundles import settle

            settle(self)
        return self._address

    def place(self, keeper: Any, address: int) -> None:
        """Say where the code is, and what keeps it there."""
        self.keeper, self._address = keeper, address

    @functools.cached_property
    def _function(self) -> Any:
        return _SIGNATURE(self.address)

    def run(self, arrays: Sequence[Any], sizes: Sequence[int]) -> int:
        """Run over NumPy arrays, one for each buffer that is no scratch, and sizes in the kernel's order.

        Gives 0, or the status of the check that failed.
        """
        return self.prepared(arrays, sizes)()

    def prepared(self, arrays: Sequence[Any], sizes: Sequence[int]) -> Callable[[], int]:
        """The call of `run` with its arguments put together; it keeps the code and the arrays alive."""
        pointers = (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])
        numbers = (ctypes.c_int64 * len(sizes))(*sizes)
        kept = (self, pointers, numbers, tuple(arrays))
        first, second = ctypes.addressof(pointers), ctypes.addressof(numbers)
        function = self._function

        def call() -> int:
            assert kept
            return int(function(first, second))

        return call
