"""Constants of sums and products are gathered into one, and taken out of sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, REAL, constants, laws_of, variables
from gnomon.graph.rewrites.numbers import as_number, fitted, is_float, scalar, uniform, whole

law = laws_of("gathering constants", real=True)
x, y = variables("x y")
c, d = constants("c d")
ROUNDING = "none; differs by roundings"


def joined(c: Array, d: Array, out: Array, function: Callable[[Any, Any], Any]) -> Array | None:
    """Return one number made of two, None if it is not an ordinary one."""
    import numpy as np

    first, second = as_number(uniform(c), out.dtype), as_number(uniform(d), out.dtype)
    if first is None or second is None:
        return None
    with np.errstate(all="ignore"):
        number = function(first, second)
    if out.dtype.kind == "float" and not (
        np.isfinite(number) and (number == 0 or abs(number) >= np.finfo(number).tiny)
    ):
        return None
    return scalar(number, out.dtype)


def _row(
    name: str, pattern: Any, combine: Any, rebuild: Any, example: str, near: tuple[str, ...] = ()
) -> None:
    def replacement(x: Array, c: Array, d: Array, out: Array) -> Array | None:
        if x.dtype is not out.dtype:
            return None
        number = joined(c, d, out, combine)
        return None if number is None else fitted(rebuild(x, number), out)

    whole_example = example.replace("x", "i").replace(".0", "")
    if "/" not in name:
        law(f"{name} of whole numbers", pattern, replacement, kind=EXACT, example=whole_example,
            when=lambda x: whole(x) and x.dtype.kind != "bool", near=("i + j",))  # fmt: skip
    law(name, pattern, replacement, kind=REAL, usual=True, excluded=ROUNDING, example=example,
        when=lambda x: is_float(x), near=near)  # fmt: skip


_row(
    "(x + c) + d", (x + c) + d, lambda c, d: c + d, ops.add, "x + 2.0 + 3.0", ("x + y + 3.0", "x * 2.0 + 3.0")
)
_row("(x + c) - d", (x + c) - d, lambda c, d: c - d, ops.add, "x + 5.0 - 3.0")
_row("(x - c) + d", (x - c) + d, lambda c, d: d - c, ops.add, "x - 2.0 + 3.0")
_row("(x - c) - d", (x - c) - d, lambda c, d: c + d, ops.subtract, "x - 2.0 - 3.0")
_row("(c - x) + d", (c - x) + d, lambda c, d: c + d, lambda x, n: ops.subtract(n, x), "2.0 - x + 3.0")
_row("d - (x + c)", d - (x + c), lambda c, d: d - c, lambda x, n: ops.subtract(n, x), "7.0 - (x + 3.0)")
_row("d - (c - x)", d - (c - x), lambda c, d: d - c, ops.add, "7.0 - (3.0 - x)")
_row("(x * c) * d", (x * c) * d, lambda c, d: c * d, ops.multiply, "x * 3.0 * 5.0", ("x * y * 3.0",))
_row("(x * c) / d", (x * c) / d, lambda c, d: c / d, ops.multiply, "x * 3.0 / 7.0", ("x * y / 3.0",))
_row("(x / c) * d", (x / c) * d, lambda c, d: d / c, ops.multiply, "x / 3.0 * 7.0")
_row("(x / c) / d", (x / c) / d, lambda c, d: c * d, ops.divide, "x / 3.0 / 7.0")
_row("(c / x) * d", (c / x) * d, lambda c, d: c * d, lambda x, n: ops.divide(n, x), "3.0 / x * 7.0")
_row("d / (x * c)", d / (x * c), lambda c, d: d / c, lambda x, n: ops.divide(n, x), "7.0 / (x * 3.0)")
_row("d / (x / c)", d / (x / c), lambda c, d: d * c, lambda x, n: ops.divide(n, x), "7.0 / (x / 3.0)")

law("common factor", x * c + y * c, lambda x, y, c: (x + y) * c, kind=REAL, usual=True, excluded=ROUNDING,
    when=lambda x, y: is_float(x) and x.dtype is y.dtype and x.shape == y.shape,
    example="x * 3.0 + y * 3.0", near=("x * 3.0 + y * 5.0",))  # fmt: skip
law("constant moved outwards", (x * c) * y, lambda x, y, c: (x * y) * c, kind=REAL, usual=True, excluded=ROUNDING,
    when=lambda x, y, c: is_float(x) and uniform(x) is None and uniform(y) is None and x.dtype is y.dtype,
    example="x * 3.0 * y", near=("x * y * 3.0",))  # fmt: skip
