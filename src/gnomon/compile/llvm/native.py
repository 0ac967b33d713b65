"""Object files in this process: linked, and called through ctypes."""

from __future__ import annotations

import ctypes
import functools
import itertools
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gnomon.compile.llvm.elf import Linked, Unfit
from gnomon.compile.llvm.machine import llvm, this_machine

_lock = threading.Lock()
_numbers = itertools.count()
_SIGNATURE = ctypes.PYFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)


class Native:
    """A kernel as machine code. ``address`` is that of ``i32 kernel(ptr buffers, ptr sizes)``.

    A kernel whose turns can be shared (see `turns_of`) also has the address ``part`` of a function for some of its turns:
    ``i32 part(ptr buffers, ptr sizes, i64 start, i64 stop)``. ``symbols`` are addresses, or other native code, that
    the code knows by name; ``text`` is the IR that it was made from.

    ``fails`` says whether it may give another status than 0. The code stays as long as this object.
    """

    fails = True

    def __init__(
        self,
        image: bytes,
        has_part: bool = False,
        symbols: Mapping[str, int | Native] | None = None,
        text: str = "",
        entry: str = "kernel",
    ) -> None:
        self.image = image
        self.text = text
        self.symbols = dict(symbols or {})
        addresses = {
            name: known.address if isinstance(known, Native) else known
            for name, known in self.symbols.items()
        }
        names = (entry, "part") if has_part else (entry,)
        self._library = _linked(image, addresses, names)
        self.address: int = self._library[entry]
        self.part: int | None = self._library["part"] if has_part else None
        self._function = _SIGNATURE(self.address)

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


def _linked(image: bytes, known: Mapping[str, int], names: Sequence[str]) -> Any:
    """An object file in memory: put there here if it can be, else by LLVM. It gives the addresses of names."""
    try:
        return Linked(image, known)
    except Unfit:
        pass
    with _lock:
        builder = llvm().JITLibraryBuilder().add_object_img(image).add_current_process()
        for name, address in known.items():
            builder.import_symbol(name, address)
        for name in names:
            builder.export_symbol(name)
        return builder.link(_linker(), f"kernel{next(_numbers)}")


@functools.cache
def _linker() -> Any:
    """The one linker of this process."""
    return llvm().create_lljit_compiler(this_machine().target())
