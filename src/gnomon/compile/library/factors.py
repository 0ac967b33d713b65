"""Lower and upper, orthogonal and upper factors by LAPACK itself, which works on a copy by columns."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from gnomon.compile.library.calls import call, lapack_native, one_by_pointer, room
from gnomon.compile.library.routine import Routine
from gnomon.compile.steps import NativeStep
from gnomon.shapes import dtypes, maximum, minimum, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application
    from gnomon.shapes import Dtype


PANEL = 32
"""Columns that LAPACK works on together: its work space has so many times the longer side."""


def _transposed(code: Routine, kind: str, target: str, source: str, rows: str, columns: str) -> None:
    """Copy a matrix (rows, columns) of ours to one by columns, or one (columns, rows) by columns to ours."""

    def row(i: str) -> None:
        from_here = code.at(kind, source, code.times(i, columns))
        to_here = code.at(kind, target, i)

        def column(j: str) -> None:
            value = code.put(f"load {kind}, ptr {code.at(kind, from_here, j)}, align 4")
            place = code.at(kind, to_here, code.times(j, rows))
            code.do(f"store {kind} {value}, ptr {place}, align 4")

        code.turns(columns, column)

    code.turns(rows, row)


def lu(application: Application) -> NativeStep | None:
    """Factor a copy by columns, and part it."""
    (x,) = application.arrays()
    if x.dtype is not application.outputs[0].dtype:
        return None
    native = _lu(x.dtype)
    m, n = x.shape.dims[-2:]
    work, pivots, order = (
        room((m, n), x.dtype),
        room((minimum(m, n),), dtypes.int64),
        room((m,), dtypes.int64),
    )
    results = [*application.outputs, work, pivots, order]
    sizes = [product(x.shape.dims[:-2]), m, n]
    return None if native is None else NativeStep([application], [x], results, sizes, native)


@functools.cache
def _lu(dtype: Dtype) -> Native | None:
    item = dtype.bits // 8

    def write(code: Routine, kind: str) -> None:
        source, order, lower, upper, work, pivots, rows = (code.buffer(place) for place in range(7))
        turns, m, n = (code.size(place) for place in range(3))
        k = code.call("i64", "llvm.smin.i64", ("i64", m), ("i64", n))
        height, width, info = code.cell("i64", m), code.cell("i64", n), code.cell("i64", "0")
        one = one_by_pointer(code, dtype)
        whole, squared, tall, wide = (code.times(a, b) for a, b in ((m, n), (m, m), (m, k), (k, n)))

        def turn(index: str) -> None:
            read = code.at(kind, source, code.times(index, whole))
            placed = code.at(kind, order, code.times(index, squared))
            below = code.at(kind, lower, code.times(index, tall))
            above = code.at(kind, upper, code.times(index, wide))
            _transposed(code, kind, work, read, m, n)
            some = code.put(f"icmp sgt i64 {whole}, 0")
            code.only(some, lambda: call(code, "getrf", (height, width, work, height, pivots, info)))
            code.clear(placed, code.times(squared, item))
            code.turns(m, lambda i: code.do(f"store i64 {i}, ptr {code.at('i64', rows, i)}"))

            def exchange(i: str) -> None:
                other = code.put(f"sub i64 {code.entry('i64', pivots, i)}, 1")
                first, second = code.entry("i64", rows, i), code.entry("i64", rows, other)
                code.do(f"store i64 {second}, ptr {code.at('i64', rows, i)}")
                code.do(f"store i64 {first}, ptr {code.at('i64', rows, other)}")

            code.turns(k, exchange)

            def put_one(i: str) -> None:
                place = code.plus(code.times(code.entry("i64", rows, i), m), i)
                code.copy(code.at(kind, placed, place), one, str(item))

            code.turns(m, put_one)

            def part(target: str, height: str, width: str, is_lower: bool) -> None:
                def row(i: str) -> None:
                    def column(j: str) -> None:
                        entry = code.at(kind, work, code.plus(code.times(j, m), i))
                        kept = code.put(f"icmp {'slt' if is_lower else 'sge'} i64 {j}, {i}")
                        nothing = code.put(
                            f"select i1 {code.put(f'icmp eq i64 {j}, {i}')}, ptr {one}, ptr {zero}"
                        )
                        chosen = code.put(
                            f"select i1 {kept}, ptr {entry}, ptr {nothing if is_lower else zero}"
                        )
                        place = code.plus(code.times(i, width), j)
                        code.copy(code.at(kind, target, place), chosen, str(item))

                    code.turns(width, column)

                code.turns(height, row)

            part(below, m, k, True)
            part(above, k, n, False)

        zero = code.room("i8", 16)
        code.clear(zero, "16")
        code.turns(turns, turn)

    return lapack_native("lu", dtype, write, "getrf")


def qr(application: Application, *, mode: str) -> NativeStep | None:
    """Reflections of a copy by columns; the orthogonal factor is multiplied out of them."""
    (x,) = application.arrays()
    if x.dtype is not application.outputs[0].dtype:
        return None
    native = _qr(x.dtype, mode)
    m, n = x.shape.dims[-2:]
    k = minimum(m, n)
    columns = m if mode == "complete" else n
    work = room((m, columns if mode != "complete" else maximum(m, n)), x.dtype)
    taus, space = room((k,), x.dtype), room((PANEL, maximum(m, n)), x.dtype)
    results = [*application.outputs, work, taus, space]
    sizes = [product(x.shape.dims[:-2]), m, n]
    return None if native is None else NativeStep([application], [x], results, sizes, native)


@functools.cache
def _qr(dtype: Dtype, mode: str) -> Native | None:
    item = dtype.bits // 8
    multiply = "ungqr" if dtype.kind == "complex" else "orgqr"

    def write(code: Routine, kind: str) -> None:
        only = mode == "r"
        source = code.buffer(0)
        orthogonal = "" if only else code.buffer(1)
        upper, work, taus, room = (code.buffer(place) for place in range(1 if only else 2, 5 if only else 6))
        turns, m, n = (code.size(place) for place in range(3))
        k = code.call("i64", "llvm.smin.i64", ("i64", m), ("i64", n))
        longer = code.call("i64", "llvm.smax.i64", ("i64", m), ("i64", n))
        columns = m if mode == "complete" else k
        height, width, count = code.cell("i64", m), code.cell("i64", n), code.cell("i64", k)
        wide, info = code.cell("i64", columns), code.cell("i64", "0")
        length = code.cell("i64", code.times(longer, PANEL))
        leading = code.cell("i64", code.call("i64", "llvm.smax.i64", ("i64", m), ("i64", "1")))
        whole, tall, flat = (code.times(a, b) for a, b in ((m, n), (m, columns), (columns, n)))
        zero = code.room("i8", 16)
        code.clear(zero, "16")

        def turn(index: str) -> None:
            read = code.at(kind, source, code.times(index, whole))
            above = code.at(kind, upper, code.times(index, flat))
            _transposed(code, kind, work, read, m, n)
            some = code.put(f"icmp sgt i64 {k}, 0")
            reflect = (height, width, work, leading, taus, room, length, info)
            code.only(some, lambda: call(code, "geqrf", reflect))

            def row(i: str) -> None:
                def column(j: str) -> None:
                    entry = code.at(kind, work, code.plus(code.times(j, m), i))
                    kept = code.put(f"icmp sge i64 {j}, {i}")
                    chosen = code.put(f"select i1 {kept}, ptr {entry}, ptr {zero}")
                    place = code.plus(code.times(i, n), j)
                    code.copy(code.at(kind, above, place), chosen, str(item))

                code.turns(n, column)

            code.turns(columns, row)
            if only:
                return
            made = code.at(kind, orthogonal, code.times(index, tall))
            expand = (height, wide, count, work, leading, taus, room, length, info)
            full = code.put(f"icmp sgt i64 {tall}, 0")
            code.only(full, lambda: call(code, multiply, expand))
            _transposed(code, kind, made, work, columns, m)

        code.turns(turns, turn)

    return lapack_native("qr", dtype, write, *(("geqrf",) if mode == "r" else ("geqrf", multiply)))
