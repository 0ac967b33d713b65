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
FAST = {
    **dict.fromkeys(("int32", "uint32"), "i32"),
    **dict.fromkeys(("int64", "uint64"), "i64"),
    "float32": "float",
    "float64": "double",
}
"""Dtypes whose fast sort is that much faster that it pays to put equal values into order afterwards."""


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


def linked_sort(name: str, write: Callable[[Routine, str], None], *, positions: bool) -> Native | None:
    """Link native code that calls a sort, or an argsort, of a dtype."""
    stable = name not in FAST if positions else name.startswith("complex")
    address = sort_of(name, (ARGSORTS if positions else SORTS) + (STABLE if stable else QUICK))
    places = sort_of("int64", SORTS + QUICK)
    if address is None or places is None:
        return None
    from gnomon.compile.llvm import linked

    code = Routine()
    write(code, f"i{8 * np.dtype(name).itemsize}")
    return linked(code.module(), symbols={"numpy_sort": address, "sort_places": places})


def call_sort(code: Routine, values: str, length: str) -> None:
    """Sort values in place."""
    status = code.call("i32", "numpy_sort", ("ptr", values), ("i64", length), ("ptr", "null"))
    code.require(code.put(f"icmp eq i32 {status}, 0"))


def call_argsort(code: Routine, name: str, values: str, places: str, length: str) -> None:
    """Let places count up, and permute them so that the values there are in order; equal values keep theirs."""
    code.turns(length, lambda i: code.do(f"store i64 {i}, ptr {code.at('i64', places, i)}"))
    status = code.call(
        "i32", "numpy_sort", ("ptr", values), ("ptr", places), ("i64", length), ("ptr", "null")
    )
    code.require(code.put(f"icmp eq i32 {status}, 0"))
    if name in FAST:
        _settle(code, FAST[name], values, places, length)


def _settle(code: Routine, kind: str, values: str, places: str, length: str) -> None:
    """Put the places of equal values into their order, which a fast sort does not keep."""

    def ordered(start: str, stop: str) -> list[str]:
        count = code.put(f"sub i64 {stop}, {start}")

        def sort() -> None:
            some = ("ptr", code.at("i64", places, start)), ("i64", count), ("ptr", "null")
            code.require(code.put(f"icmp eq i32 {code.call('i32', 'sort_places', *some)}, 0"))

        code.only(code.put(f"icmp sgt i64 {count}, 1"), sort)
        return [stop]

    def turn(index: str, carried: list[str]) -> list[str]:
        at = [code.entry("i64", places, place) for place in (code.plus(index, -1), index)]
        one, other = (code.entry(kind, values, place) for place in at)
        if kind.startswith("i"):
            other_one = code.put(f"icmp ne {kind} {one}, {other}")
        else:
            missing = code.put(f"fcmp ord {kind} {one}, {one}")
            other_one = code.put(f"and i1 {code.put(f'fcmp une {kind} {one}, {other}')}, {missing}")
        return code.when(other_one, [("i64", carried[0])], lambda: ordered(carried[0], index))

    (start,) = code.loop("1", length, 1, [("i64", "0")], turn)
    ordered(start, length)
