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
from gnomon.compile.lower.building import atom_of
from gnomon.shapes import Dtype, Size, symbol

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native


CHOICE = """
declare i32 @by_terms(ptr, ptr)
declare i32 @by_columns(ptr, ptr)
declare i32 @by_steps(ptr, ptr)

define i32 @kernel(ptr %buffers, ptr %sizes) {
  %a = getelementptr i64, ptr %sizes, i64 6
  %left_term = load i64, ptr %a
  %b = getelementptr i64, ptr %sizes, i64 8
  %right_term = load i64, ptr %b
  %c = getelementptr i64, ptr %sizes, i64 9
  %right_column = load i64, ptr %c
  %d = icmp eq i64 %left_term, 1
  %e = icmp eq i64 %right_term, 1
  %along = and i1 %d, %e
  br i1 %along, label %terms, label %other
terms:
  %first = call i32 @by_terms(ptr %buffers, ptr %sizes)
  ret i32 %first
other:
  %beside = icmp eq i64 %right_column, 1
  br i1 %beside, label %columns, label %steps
columns:
  %second = call i32 @by_columns(ptr %buffers, ptr %sizes)
  ret i32 %second
steps:
  %third = call i32 @by_steps(ptr %buffers, ptr %sizes)
  ret i32 %third
}
"""
TERMS, COLUMNS, STEPS = "by_terms", "by_columns", "by_steps"
"""What lies side by side: the terms of each sum in both factors, the columns of the right factor, or neither."""


def plain_product(dtype: Dtype) -> Native:
    """Return native code for products of any sizes, over (turns, rows, inner, columns) and the `steps_of` these."""
    from gnomon.compile.llvm import build, linked

    return linked(CHOICE, symbols={way: build(product_kernel(dtype, way)) for way in (TERMS, COLUMNS, STEPS)})


def product_kernel(dtype: Dtype, way: str) -> Kernel:
    """Return a kernel whose lanes go over what lies side by side."""
    names = (
        "turns rows inner columns left_turn left_row left_term right_turn right_term right_column turned high"
    )
    sizes = [symbol(name) for name in names.split()]
    turns, rows, inner, columns, left_turn, left_row, left_term, right_turn, right_term, right_column, *_ = (
        sizes
    )
    turn, row, term, column = (symbol(name) for name in ("turn", "row", "term", "column"))
    left: Size = turn * left_turn + row * left_row + (term if way == TERMS else term * left_term)
    right: Size = turn * right_turn + (term if way == TERMS else term * right_term)
    right = right + (column if way == COLUMNS else column * right_column)
    body: tuple[Statement, ...] = (
        Load("a", "left", left),
        Load("b", "right", right),
        Call("ab", "multiply", ("a", "b"), dtype),
    )
    terms = Loop(LANE if way == TERMS else SERIAL, atom_of(term), inner, body)
    total = Reduce(("total",), terms, ("ab",), ("add",), (dtype,))
    store = Store("out", (turn * rows + row) * columns + column, "total")
    nest = Loop(LANE if way == COLUMNS else GRID, atom_of(column), columns, (total, store))
    nest = Loop(GRID, atom_of(turn), turns, (Loop(GRID, atom_of(row), rows, (nest,)),))
    buffers = Buffer("left", dtype, "in"), Buffer("right", dtype, "in"), Buffer("out", dtype, "out")
    return Kernel("product", buffers, tuple(map(atom_of, sizes)), (nest,))
