"""Calls of LAPACK in native code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.library import lapack
from gnomon.compile.library.alone import factors_of, linked_alone
from gnomon.compile.library.routine import Routine
from gnomon.graph.array import Array
from gnomon.shapes import Shape, Size, dtypes

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.shapes import Dtype


def lapack_native(
    name: str, dtype: Dtype, write: Callable[[Routine, str], None], *functions: str, axes: int = 2
) -> Native | None:
    """Link native code that calls functions such as ``potrf`` for a dtype. Its sizes: the number of matrices, then axes."""
    letter = lapack.LETTERS.get(dtype.name)
    if letter is None or not lapack.works():
        return None
    addresses = {function: lapack.address(letter + function) for function in functions}
    symbols = {function: place for function, place in addresses.items() if place is not None}
    if len(symbols) < len(functions):
        return None
    code = Routine()
    write(code, f"i{dtype.bits}")
    return linked_alone(code.module(), symbols, factors_of(axes))


def call(code: Routine, function: str, pointers: Sequence[str], letters: int = 0) -> None:
    """Call a function of LAPACK: all by pointer, then the lengths of its letters."""
    arguments = [("ptr", pointer) for pointer in pointers] + [("i64", "1")] * letters
    code.call("void", function, *arguments)


def room(shape: Sequence[Size], dtype: Dtype) -> Array:
    """Return an array that a step uses for itself."""
    return Array(Shape(tuple(shape)), dtype, name="room")


def one_by_pointer(code: Routine, dtype: Dtype) -> str:
    """The number 1 by pointer."""
    real = "float" if dtype in (dtypes.float32, dtypes.complex64) else "double"
    place = code.room(real, 2)
    code.do(f"store {real} 1.0, ptr {place}")
    code.do(f"store {real} 0.0, ptr {code.at(real, place, 1)}")
    return place
