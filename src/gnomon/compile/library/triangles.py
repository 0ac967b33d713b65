"""Cholesky factors and triangular equations by LAPACK itself: in place after one copy.

LAPACK stores matrices by columns: it sees ours transposed. The lower triangle of one is the upper one of the other.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from gnomon.compile.library.calls import call, lapack_native, one_by_pointer
from gnomon.compile.library.operands import batched
from gnomon.compile.library.routine import Routine
from gnomon.compile.steps import NativeStep
from gnomon.shapes import product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application
    from gnomon.shapes import Dtype


def cholesky(application: Application, *, upper: bool) -> NativeStep | None:
    """Factor in place after a copy of the triangle that is read."""
    (x,) = application.arrays()
    (out,) = application.outputs
    if x.dtype is not out.dtype:
        return None
    native = _cholesky(out.dtype, upper)
    sizes = [product(x.shape.dims[:-2]), x.shape.dims[-1]]
    return None if native is None else NativeStep([application], [x], [out], sizes, native)


@functools.cache
def _cholesky(dtype: Dtype, upper: bool) -> Native | None:
    item = dtype.bits // 8

    def write(code: Routine, kind: str) -> None:
        source, target = code.buffer(0), code.buffer(1)
        turns, n = code.size(0), code.size(1)
        letter, size = code.letter("L" if upper else "U"), code.cell("i64", n)
        info = code.cell("i64", "0")
        square = code.times(n, n)

        def turn(index: str) -> None:
            start = code.times(index, square)
            read, made = code.at(kind, source, start), code.at(kind, target, start)

            def row(number: str) -> None:
                place = code.times(number, n)
                before = number if upper else code.plus(number, "1")
                first = code.times(before, item)
                rest = code.times(code.put(f"sub i64 {n}, {before}"), item)
                beyond = code.plus(place, before)
                if upper:
                    code.clear(code.at(kind, made, place), first)
                    code.copy(code.at(kind, made, beyond), code.at(kind, read, beyond), rest)
                else:
                    code.copy(code.at(kind, made, place), code.at(kind, read, place), first)
                    code.clear(code.at(kind, made, beyond), rest)

            code.turns(n, row)
            some = code.put(f"icmp sgt i64 {n}, 0")

            code.only(some, lambda: call(code, "potrf", (letter, size, made, size, info), 1))
            code.require(code.put(f"icmp eq i64 {code.put(f'load i64, ptr {info}')}, 0"))

        code.turns(turns, turn)

    return lapack_native("cholesky", dtype, write, "potrf", axes=1)


def triangular_solve(
    application: Application, *, lower: bool, unit_diagonal: bool, transpose: bool
) -> NativeStep | None:
    """Solve in place after a copy of the right side."""
    a, b = application.arrays()
    (out,) = application.outputs
    if a.dtype is not out.dtype or b.dtype is not out.dtype or b.shape.dims != out.shape.dims:
        return None
    vector = b.ndim == 1
    many = batched(a, 2, b.shape.dims[:-2])
    if many is None or (vector and a.ndim != 2):
        return None
    native = _triangular_solve(out.dtype, lower, unit_diagonal, transpose, many)
    lead, n = b.shape.dims[:-2], a.shape.dims[-1]
    sizes = [product(lead), n, 1 if vector else b.shape.dims[-1]]
    return None if native is None else NativeStep([application], [a, b], [out], sizes, native)


@functools.cache
def _triangular_solve(
    dtype: Dtype, lower: bool, unit_diagonal: bool, transpose: bool, many: bool
) -> Native | None:
    """``out^T = b^T (a^T)^-1``, where LAPACK's view of each of them is the transpose."""
    item = dtype.bits // 8

    def write(code: Routine, kind: str) -> None:
        matrix, source, target = (code.buffer(place) for place in range(3))
        turns, n, columns = (code.size(place) for place in range(3))
        width = code.times(n, columns)
        total = code.times(code.times(turns, width), item)
        code.copy(target, source, total)
        square = code.times(n, n)
        side, half = code.letter("R"), code.letter("U" if lower else "L")
        flipped, diagonal = code.letter("T" if transpose else "N"), code.letter("U" if unit_diagonal else "N")
        size, count = code.cell("i64", n), code.cell("i64", columns)
        one = one_by_pointer(code, dtype)

        def turn(index: str) -> None:
            start = code.times(index, square) if many else "0"
            own = code.at(kind, matrix, start)
            made = code.at(kind, target, code.times(index, width))
            pointers = (side, half, flipped, diagonal, count, size, one, own, size, made, count)
            call(code, "trsm", pointers, 4)

        some = code.put(f"icmp sgt i64 {width}, 0")
        code.only(some, lambda: code.turns(turns, turn))

    return lapack_native("triangular_solve", dtype, write, "trsm")
