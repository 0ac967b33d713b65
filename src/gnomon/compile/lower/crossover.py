"""Which products of matrices Gnomon's own tiles compute faster than the BLAS of NumPy: one table of measured limits.

Measured beside OpenBLAS on Zen 5, one thread: OpenBLAS has kernels for small products, which copy nothing, and
for large ones it fetches early what comes from afar. In between, and wherever one side is short, tiles are ahead.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from gnomon.compile.lower.building import fuses
from gnomon.shapes import Dtype, Size, dtypes


class Limits(NamedTuple):
    """From which sizes on, and up to which, tiles are faster: ``entries`` are those of all three matrices together."""

    rows: int
    columns: int
    products: int
    entries: int


LIMITS: dict[Dtype, Limits] = {
    dtypes.float32: Limits(rows=7, columns=7, products=1_000_000, entries=500_000),
    dtypes.float64: Limits(rows=7, columns=7, products=1_000_000, entries=2_000_000),
}


def tiles_are_faster(dtype: Dtype, rows: Size, inner: Size, columns: Size) -> bool | None:
    """Return whether tiles are faster for these sizes; None where that shows only when they are known."""
    limits = LIMITS.get(dtype)
    if limits is None or not fuses():
        return False
    known = [(size, size) if type(size) is int else (1, math.inf) for size in (rows, inner, columns)]
    (low_rows, rows_), (low_inner, inner_), (low_columns, columns_) = known
    least = _entries(low_rows, low_inner, low_columns)
    if not _holds(limits, rows_, columns_, rows_ * inner_ * columns_, least):
        return False
    most = _entries(rows_, inner_, columns_)
    return True if _holds(limits, low_rows, low_columns, low_rows * low_inner * low_columns, most) else None


def _holds(limits: Limits, rows: float, columns: float, products: float, entries: float) -> bool:
    return (
        rows >= limits.rows
        and columns >= limits.columns
        and products > limits.products
        and entries <= limits.entries
    )


def _entries(rows: float, inner: float, columns: float) -> float:
    return rows * inner + inner * columns + rows * columns


def decision(dtype: Dtype) -> str:
    """Return IR that calls ``tiles`` or ``library`` by sizes: turns, rows, inner and columns."""
    limits = LIMITS[dtype]
    lines = ["declare i32 @tiles(ptr, ptr)", "declare i32 @library(ptr, ptr)"]
    lines += ["define i32 @kernel(ptr %buffers, ptr %sizes) {", "entry:"]
    for place, name in enumerate(("rows", "inner", "columns"), 1):
        lines.append(f"  %{name}.p = getelementptr i64, ptr %sizes, i64 {place}")
        lines.append(f"  %{name} = load i64, ptr %{name}.p")
    for target, left, right in (
        ("left", "rows", "inner"),
        ("right", "inner", "columns"),
        ("out", "rows", "columns"),
        ("work", "left", "columns"),
    ):
        lines.append(f"  %{target} = mul i64 %{left}, %{right}")
    lines += ["  %both = add i64 %left, %right", "  %all = add i64 %both, %out"]
    lines.append(f"  %c0 = icmp sge i64 %rows, {limits.rows}")
    lines.append(f"  %c1 = icmp sge i64 %columns, {limits.columns}")
    lines.append(f"  %c2 = icmp sgt i64 %work, {limits.products}")
    lines.append(f"  %c3 = icmp sle i64 %all, {limits.entries}")
    lines += ["  %d0 = and i1 %c0, %c1", "  %d1 = and i1 %c2, %c3", "  %own = and i1 %d0, %d1"]
    lines.append("  br i1 %own, label %tiled, label %other")
    for label, name in (("tiled", "tiles"), ("other", "library")):
        lines.append(f"{label}:")
        lines.append(f"  %{label}.status = call i32 @{name}(ptr %buffers, ptr %sizes)")
        lines.append(f"  ret i32 %{label}.status")
    return "\n".join([*lines, "}", ""])
