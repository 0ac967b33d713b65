"""The LAPACK and BLAS that NumPy's wheel carries, by pointer."""

from __future__ import annotations

import ctypes
import functools
import glob
import os
from typing import Any

LETTERS = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}
"""What the names of functions for a dtype begin with."""


@functools.cache
def library() -> Any:
    """Return NumPy's OpenBLAS with 64-bit integers, loaded already; None where NumPy has another one."""
    import numpy as np

    home = os.path.dirname(np.__file__)
    places = (
        os.path.join(os.path.dirname(home), "numpy.libs", "libscipy_openblas64_*"),
        os.path.join(home, ".dylibs", "libscipy_openblas64_*"),
    )
    for place in places:
        for path in glob.glob(place):
            try:
                return ctypes.CDLL(path)
            except OSError:
                continue
    return None


@functools.cache
def address(name: str) -> int | None:
    """Return the address of a function such as ``dpotrf``, None where there is none."""
    found = library()
    if found is None:
        return None
    try:
        return ctypes.cast(getattr(found, f"scipy_{name}_64_"), ctypes.c_void_p).value
    except AttributeError:
        return None


@functools.cache
def works() -> bool:
    """Whether functions are called as expected: a Cholesky factor of one matrix, and none of another."""
    place = address("dpotrf")
    if place is None:
        return False
    integer = ctypes.c_int64
    call = ctypes.CFUNCTYPE(None, ctypes.c_char_p, *[ctypes.c_void_p] * 4, ctypes.c_size_t)(place)
    size, info = integer(2), integer(-1)
    good, bad = (ctypes.c_double * 4)(4, 2, 2, 5), (ctypes.c_double * 4)(1, 2, 2, 1)
    call(
        b"U",
        ctypes.addressof(size),
        ctypes.addressof(good),
        ctypes.addressof(size),
        ctypes.addressof(info),
        1,
    )
    if info.value != 0 or list(good) != [2, 2, 1, 2]:
        return False
    call(
        b"U", ctypes.addressof(size), ctypes.addressof(bad), ctypes.addressof(size), ctypes.addressof(info), 1
    )
    return info.value == 2
