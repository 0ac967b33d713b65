"""Pages of LLVM's library that only its start has touched, given back to the system.

When the library is loaded it sets up everything it could do, for all processors, and so a third of its hundred megabytes
comes into memory. Compiling needs little of it, and code from the cache next to nothing. What is given back is unchanged
content of the file, which the system maps again where it is needed.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Iterator

import numpy as np

PRESENT, SWAPPED, OF_FILE = 1 << 63, 1 << 62, 1 << 61
"""What a word of ``/proc/self/pagemap`` says of a page."""


def give_back(library: str) -> int:
    """Give back the pages of a library that hold what its file holds; returns how many bytes of addresses they have."""
    if not sys.platform.startswith("linux"):
        return 0
    library = os.path.realpath(library)
    try:
        advise = ctypes.CDLL(None).madvise
        advise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        return sum(
            [
                stop - start
                for start, stop in _fixed(library)
                if _is_unchanged(start, stop) and advise(start, stop - start, mmap.MADV_DONTNEED) == 0
            ]
        )
    except (OSError, ValueError, AttributeError):
        return 0


def _fixed(library: str) -> Iterator[tuple[int, int]]:
    """The ranges of addresses where a file is mapped and cannot be written."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            span, rights, _, _, _, *name = line.rstrip("\n").split(None, 5)
            if name == [library] and "w" not in rights and rights.endswith("p"):
                start, stop = span.split("-")
                yield int(start, 16), int(stop, 16)


def _is_unchanged(start: int, stop: int) -> bool:
    """Whether no page is this process's own: where addresses were put in when the library was loaded, some are."""
    size = mmap.PAGESIZE
    with open("/proc/self/pagemap", "rb", buffering=0) as file:
        words = np.frombuffer(
            os.pread(file.fileno(), (stop - start) // size * 8, start // size * 8), np.uint64
        )
    own = (words & np.uint64(PRESENT) != 0) & (words & np.uint64(OF_FILE) == 0)
    swapped = words & np.uint64(SWAPPED) != 0
    return len(words) == (stop - start) // size and not bool(np.any(own | swapped))
