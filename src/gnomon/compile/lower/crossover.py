"""Which products of matrices Gnomon's own tiles compute faster than the BLAS of NumPy: one table of measured limits.

Measured beside OpenBLAS on Zen 5, one thread. OpenBLAS has kernels for small products, which copy nothing. Large ones it
is given in blocks of rows, whose results do not depend on the number of threads; tiles do not need that. They read a left
factor where it lies: a large one whose rows lie apart costs them more than the blocks.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from gnomon.compile.llvm.code import PLAIN
from gnomon.compile.lower.building import fuses
from gnomon.shapes import Dtype, Size, dtypes


class Limits(NamedTuple):
    """From which sizes on, and up to which, tiles are faster.

    ``entries`` are those of all three matrices together; up to ``narrow`` columns there may be more.
    """

    rows: int
    columns: int
    products: int
    entries: int
    narrow: int


EVER = 1 << 62
MANY = 5_000_000

LIMITS: dict[tuple[Dtype, bool, bool], Limits] = {
    (dtypes.float32, False, False): Limits(7, 7, 1_000_000, EVER, narrow=64),
    (dtypes.float32, True, False): Limits(7, 7, 1_000_000, MANY, narrow=0),
    (dtypes.float64, False, False): Limits(7, 7, 1_000_000, EVER, narrow=64),
    (dtypes.float64, True, False): Limits(16, 7, 1_000_000, MANY, narrow=0),
    (dtypes.float32, False, True): Limits(16, 7, 1_000_000, EVER, narrow=64),
    (dtypes.float64, False, True): Limits(16, 7, 1_000_000, EVER, narrow=64),
    (dtypes.float32, True, True): Limits(7, 16, 1_000_000, MANY, narrow=0),
    (dtypes.float64, True, True): Limits(16, 16, 1_000_000, MANY, narrow=0),
}
"""By dtype, and whether the left and the right factor are read transposed."""


def limits_of(dtype: Dtype, flipped: tuple[bool, bool]) -> Limits | None:
    """Return the limits for a kind of product, None where the library is always faster."""
    return LIMITS.get((dtype, *flipped)) if fuses() else None


def tiles_are_faster(limits: Limits | None, rows: Size, inner: Size, columns: Size) -> bool | None:
    """Return whether tiles are faster for these sizes; None where that shows only when they are known."""
    if limits is None:
        return False
    known = [(size, size) if type(size) is int else (1, math.inf) for size in (rows, inner, columns)]
    least, most = zip(*known)
    if not (_enough(limits, *most) and _few_enough(limits, *least)):
        return False
    return True if _enough(limits, *least) and _few_enough(limits, *most) else None


def _enough(limits: Limits, rows: float, inner: float, columns: float) -> bool:
    products = rows * inner * columns
    return rows >= limits.rows and columns >= limits.columns and products > limits.products


def _few_enough(limits: Limits, rows: float, inner: float, columns: float) -> bool:
    entries = rows * inner + inner * columns + rows * columns
    return entries <= limits.entries or columns <= limits.narrow


def decision(limits: Limits) -> str:
    """Return IR that calls ``tiles`` or ``library`` by sizes: turns, rows, inner and columns."""
    lines = ["declare i32 @tiles(ptr, ptr)", "declare i32 @library(ptr, ptr)"]
    lines += [f"define i32 @kernel(ptr %buffers, ptr %sizes){PLAIN} {{", "entry:"]
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
    lines.append(f"  %c4 = icmp sle i64 %columns, {limits.narrow}")
    lines += ["  %d0 = and i1 %c0, %c1", "  %enough = and i1 %d0, %c2"]
    lines += ["  %few = or i1 %c3, %c4", "  %own = and i1 %enough, %few"]
    lines.append("  br i1 %own, label %tiled, label %other")
    for label, name in (("tiled", "tiles"), ("other", "library")):
        lines.append(f"{label}:")
        lines.append(f"  %{label}.status = call i32 @{name}(ptr %buffers, ptr %sizes)")
        lines.append(f"  ret i32 %{label}.status")
    return "\n".join([*lines, "}", ""])
