"""How NumPy's arrays and Python's objects lie in memory, verified before native code relies on it.

Offsets follow NumPy's public header ``ndarraytypes.h`` (PyArrayObject_fields) and CPython's object header. Where the
test fails, or on another Python, `available` is False and calls take the Python path.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

import numpy as np

DATA, RANK, DIMENSIONS, DESCRIPTION, FLAGS = 16, 24, 32, 56, 64
"""Offsets of an array's fields."""
REFERENCES, TYPE = 0, 8
FLOAT_VALUE = 16
SCALAR_VALUE = 16
"""Where the value of a number of NumPy's begins (``Py*ScalarObject`` of ``arrayscalars.h``)."""
LIST_ITEMS = 24
CONTIGUOUS = 0x1
OWNDATA = 0x4
ALIGNED = 0x100
WRITEABLE = 0x400
NEW_FROM_DESCRIPTION = 94
"""Place of `PyArray_NewFromDescr` in NumPy's table."""


@functools.cache
def available() -> bool:
    """Whether native code may read arrays and make new ones."""
    if sys.implementation.name != "cpython" or not getattr(sys, "_is_gil_enabled", lambda: True)():
        return False
    if sys.maxsize != 2**63 - 1 or object.__basicsize__ != 16 or np.ndarray.__basicsize__ < 80:
        return False
    try:
        return _tested()
    except Exception:
        return False


def _tested() -> bool:
    """Compare the fields of some arrays with what NumPy says of them."""
    base = np.arange(60, dtype=np.float64).reshape(3, 4, 5)
    samples: tuple[Any, ...] = (
        base,
        base[1:, :, 2],
        base.T,
        np.empty((0, 7), np.int8),
        np.zeros((), "f4"),
    )
    for array in samples:
        place = id(array)
        data, rank = _word(place + DATA), ctypes.c_int32.from_address(place + RANK).value
        sizes = (
            [_word(_word(place + DIMENSIONS) + 8 * axis) for axis in range(rank)]
            if rank == array.ndim
            else []
        )
        flags = ctypes.c_int32.from_address(place + FLAGS).value
        if (
            _word(place + TYPE) != id(np.ndarray)
            or data != array.__array_interface__["data"][0]
            or tuple(sizes) != array.shape
            or rank != array.ndim
            or _word(place + DESCRIPTION) != id(array.dtype)
            or ctypes.c_int32.from_address(place + REFERENCES).value != sys.getrefcount(array) - 1
            or bool(flags & OWNDATA) != array.flags.owndata
            or bool(flags & CONTIGUOUS) != array.flags.c_contiguous
            or bool(flags & ALIGNED) != array.flags.aligned
            or bool(flags & WRITEABLE) != array.flags.writeable
        ):
            return False
    number, cell = 2.5, [base]
    if ctypes.c_double.from_address(id(number) + FLOAT_VALUE).value != 2.5:
        return False
    return _word(_word(id(cell) + LIST_ITEMS)) == id(base) and _makes_arrays()


@functools.cache
def scalar_type(dtype: Any) -> type | None:
    """The type of NumPy's numbers of a dtype, if they lie as they should."""
    number = np.arange(2, dtype=np.uint8).astype(dtype)[1]
    kind: type = type(number)
    if kind is not dtype.type or kind.__basicsize__ < SCALAR_VALUE + dtype.itemsize:
        return None
    found = ctypes.string_at(id(number) + SCALAR_VALUE, dtype.itemsize)
    return kind if found == number.tobytes() else None


def _word(place: int) -> int:
    return ctypes.c_int64.from_address(place).value


def _makes_arrays() -> bool:
    """Make an array through NumPy's table."""
    kind = ctypes.PYFUNCTYPE(
        ctypes.py_object,
        ctypes.py_object,
        ctypes.py_object,
        ctypes.c_int,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_int,
        ctypes.c_void_p,
    )
    description = np.dtype(np.float32)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(description))
    sizes = (ctypes.c_int64 * 2)(3, 4)
    made = kind(numpy_function(NEW_FROM_DESCRIPTION))(np.ndarray, description, 2, sizes, None, None, 0, None)
    return (
        type(made) is np.ndarray and made.shape == (3, 4) and made.dtype == np.float32 and made.flags.owndata
    )


def numpy_function(place: int) -> int:
    """Return the address of an entry of NumPy's C API table."""
    from numpy._core import _multiarray_umath  # type: ignore[attr-defined]

    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = pointer(_multiarray_umath._ARRAY_API, None)
    return _word(table + 8 * place)


def python_function(name: str) -> int:
    """Return the address of a function of Python's C API."""
    found: Any = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
    return int(found)
