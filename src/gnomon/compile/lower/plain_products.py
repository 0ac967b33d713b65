"""Products of matrices as kernels of their own, for code that must do without a BLAS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.kernel import (
    GRID,
    LANE,
    SERIAL,
    Buffer,
    Call,
    Kernel,
    Load,
    Loop,
    Reduce,
    Statement,
    Store,
)
from gnomon.shapes import Dim, Dtype, Size, symbol

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.shapes import Symbol


EITHER = """
declare i32 @narrow(ptr, ptr)
declare i32 @wide(ptr, ptr)

define i32 @kernel(ptr %buffers, ptr %sizes) {
  %place = getelementptr i64, ptr %sizes, i64 3
  %columns = load i64, ptr %place
  %single = icmp eq i64 %columns, 1
  br i1 %single, label %one, label %many
one:
  %first = call i32 @narrow(ptr %buffers, ptr %sizes)
  ret i32 %first
many:
  %other = call i32 @wide(ptr %buffers, ptr %sizes)
  ret i32 %other
}
"""


def plain_product(dtype: Dtype, flipped: tuple[bool, bool], many: tuple[bool, bool]) -> Native:
    """Return native code for products of any sizes."""
    from gnomon.compile.llvm import build, linked

    narrow, wide = [build(product_kernel(dtype, flipped, many, single)) for single in (True, False)]
    return wide if narrow is wide else linked(EITHER, symbols={"narrow": narrow, "wide": wide})


def product_kernel(
    dtype: Dtype, flipped: tuple[bool, bool], many: tuple[bool, bool], single_column: bool
) -> Kernel:
    """Return a kernel over (turns, rows, inner, columns): which factors are read transposed, which differ by the turn.

    Lanes go over the columns of the result, or over the terms of each sum where both factors have those side by side.
    """
    turns, rows, inner, columns = (symbol(name) for name in ("turns", "rows", "inner", "columns"))
    turn, row, term, column = (symbol(name) for name in ("turn", "row", "term", "column"))
    left: Size = term * rows + row if flipped[0] else row * inner + term
    right: Size = column * inner + term if flipped[1] else term * columns + column
    left = left + turn * rows * inner if many[0] else left
    right = right + turn * inner * columns if many[1] else right
    along = not flipped[0] and (flipped[1] or single_column)
    body: tuple[Statement, ...] = (
        Load("a", "left", left),
        Load("b", "right", right),
        Call("ab", "multiply", ("a", "b"), dtype),
    )
    terms = Loop(LANE if along else SERIAL, _atom(term), inner, body)
    total = Reduce(("total",), terms, ("ab",), ("add",), (dtype,))
    store = Store("out", (turn * rows + row) * columns + column, "total")
    nest = Loop(GRID if along else LANE, _atom(column), columns, (total, store))
    nest = Loop(GRID, _atom(turn), turns, (Loop(GRID, _atom(row), rows, (nest,)),))
    buffers = Buffer("left", dtype, "in"), Buffer("right", dtype, "in"), Buffer("out", dtype, "out")
    return Kernel("product", buffers, tuple(map(_atom, (turns, rows, inner, columns))), (nest,))


def _atom(size: Dim) -> Symbol:
    (atom,) = size.symbols()
    return atom
