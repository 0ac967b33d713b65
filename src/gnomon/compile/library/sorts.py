"""NumPy's sorts by pointer: those that its dtypes carry (``PyArray_ArrFuncs`` in ``ndarraytypes.h``).

``int sort(void *start, npy_intp length, void *array)`` sorts in place; ``int argsort(void *start, npy_intp *places, npy_intp
length, void *array)`` permutes places that count up. Both put NaN last, and use the array for nothing with plain numbers.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from gnomon.compile.library.routine import Routine

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native

FUNCTIONS_OF_DTYPE = 365
"""Place of ``_PyDataType_GetArrFuncs`` in NumPy's table."""
SORTS, ARGSORTS = 33, 36
"""Places of the three sorts and of the three argsorts; the last of each is stable."""
QUICK, STABLE = 0, 2


@functools.cache
def sort_of(name: str, place: int) -> int | None:
    """Return the address of a sort for a dtype; None where it is not certain."""
    from numpy._core import _multiarray_umath  # type: ignore[attr-defined]

    if not _works():
        return None
    return _address(_multiarray_umath._ARRAY_API, np.dtype(name), place)


def _address(table: object, dtype: object, place: int) -> int | None:
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    entry = pointer(table, None) + 8 * FUNCTIONS_OF_DTYPE
    get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(ctypes.c_int64.from_address(entry).value)
    functions = get(dtype)
    return ctypes.c_int64.from_address(functions + 8 * place).value or None if functions else None


@functools.cache
def _works() -> bool:
    """Whether NumPy 2 has the functions where they are expected: some numbers are sorted by them."""
    from numpy._core import _multiarray_umath  # type: ignore[attr-defined]

    if int(np.__version__.partition(".")[0]) != 2:
        return False
    for dtype in ("float64", "int32"):
        given = np.array([3, 1, 2, 1, 0], dtype)
        places = np.arange(5)
        for place in (SORTS + QUICK, SORTS + STABLE, ARGSORTS + STABLE):
            address = _address(_multiarray_umath._ARRAY_API, given.dtype, place)
            if address is None:
                return False
            arguments = [ctypes.c_void_p(given.ctypes.data), ctypes.c_int64(5), None]
            data = given.copy()
            arguments[0] = ctypes.c_void_p(data.ctypes.data)
            if place >= ARGSORTS:
                arguments.insert(1, ctypes.c_void_p(places.ctypes.data))
            kinds = [ctypes.c_int64 if type(a) is ctypes.c_int64 else ctypes.c_void_p for a in arguments]
            if ctypes.CFUNCTYPE(ctypes.c_int, *kinds)(address)(*arguments):
                return False
            if place < ARGSORTS and data.tolist() != [0, 1, 1, 2, 3]:
                return False
    return places.tolist() == [4, 1, 3, 2, 0]


def linked_sort(
    name: str, stable: bool, positions: bool, write: Callable[[Routine, str], None]
) -> Native | None:
    """Link native code that calls a sort of a dtype as ``numpy_sort``."""
    address = sort_of(name, (ARGSORTS if positions else SORTS) + (STABLE if stable else QUICK))
    if address is None:
        return None
    from gnomon.compile.llvm import linked

    code = Routine()
    write(code, f"i{8 * np.dtype(name).itemsize}")
    return linked(code.module(), symbols={"numpy_sort": address})


def call_sort(code: Routine, values: str, length: str) -> None:
    """Sort values in place."""
    status = code.call("i32", "numpy_sort", ("ptr", values), ("i64", length), ("ptr", "null"))
    code.require(code.put(f"icmp eq i32 {status}, 0"))


def call_argsort(code: Routine, values: str, places: str, length: str) -> None:
    """Let places count up, and permute them so that the values there are in order."""
    code.turns(length, lambda i: code.do(f"store i64 {i}, ptr {code.at('i64', places, i)}"))
    status = code.call(
        "i32", "numpy_sort", ("ptr", values), ("ptr", places), ("i64", length), ("ptr", "null")
    )
    code.require(code.put(f"icmp eq i32 {status}, 0"))
