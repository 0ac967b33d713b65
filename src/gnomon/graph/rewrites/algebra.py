"""Sums, products, quotients and signs."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, REAL, STABLE, constants, laws_of, variables
from gnomon.graph.rewrites.numbers import as_number, filled, fitted, inexact, is_float, scalar, uniform, whole
from gnomon.graph.rewrites.patterns import Node, P

law = laws_of("algebra", real=True)
x, y, z = variables("x y z")
c, d = constants("c d")
ZERO_SIGN = "none; a zero may have the other sign"
ROUNDING = "none; differs by roundings"


law("x + 0 of whole numbers", x + 0, lambda x, out: fitted(x, out), when=lambda x: whole(x), kind=EXACT,
    example="i + 0", near=("x + 0.0", "i + 1"))  # fmt: skip
law("x + -0.0", x + -0.0, lambda x, out: fitted(x, out), kind=EXACT, example="x + -0.0")
law("x - 0", x - 0, lambda x, out: fitted(x, out), kind=EXACT, example="x - 0.0", near=("0.0 - x",))
law("x + 0", x + 0, lambda x, out: fitted(x, out), when=lambda x: inexact(x), kind=REAL, usual=True,
    excluded=ZERO_SIGN, example="x + 0", near=("i + 0", "x + 1e-300"))  # fmt: skip
law("0 - x", 0 - x, lambda x, out: -fitted(x, out), when=lambda x: inexact(x), kind=REAL, usual=True,
    excluded=ZERO_SIGN, example="0 - x", near=("0 - i",))  # fmt: skip
law("x * 1", x * 1, lambda x, out: fitted(x, out), kind=EXACT, example="x * 1.0", near=("x * 1.5", "x * 2"))
law("x / 1", x / 1, lambda x, out: fitted(x, out), kind=EXACT, example="x / 1", near=("1 / x",))
law("x * -1", x * -1, lambda x, out: -fitted(x, out), when=lambda x: x.dtype.kind != "bool", kind=EXACT,
    example="x * -1", near=("x * -2",))  # fmt: skip
law(
    "x / -1",
    x / -1,
    lambda x, out: -fitted(x, out),
    kind=EXACT,
    example="x / -1.0",
    when=lambda x: is_float(x),
)
law("x * 0 of whole numbers", x * 0, lambda out: filled(0, out), when=lambda x: whole(x), kind=EXACT,
    example="i * 0", near=("x * 0",))  # fmt: skip
law("x * 0", x * 0, lambda out: filled(0, out), when=lambda x: inexact(x), kind=REAL,
    excluded="infinities and NaN", example="x * 0", near=("i * 0", "x * 1e-300"))  # fmt: skip
law("0 / x", 0 / x, lambda out: filled(0, out), kind=REAL, excluded="x = 0 and NaN", example="0.0 / x")
law("x - x of whole numbers", x - x, lambda out: filled(0, out), when=lambda x: whole(x), kind=EXACT,
    example="i - i", near=("i - j",))  # fmt: skip
law("x - x", x - x, lambda out: filled(0, out), when=lambda x: inexact(x), kind=REAL,
    excluded="infinities and NaN", example="x - x", near=("i - i", "x - y"))  # fmt: skip
law("x / x", x / x, lambda out: filled(1, out), kind=REAL, excluded="x = 0, infinities and NaN", example="x / x",
    near=("x / y",))  # fmt: skip
law("x*y / y", (x * y) / y, lambda x, out: fitted(x, out), kind=REAL, excluded="y = 0, infinities and NaN",
    when=lambda x, out: inexact(x) and x.shape == out.shape, example="x * y / y", near=("x * y / z",))  # fmt: skip
law("x/y * y", (x / y) * y, lambda x, out: fitted(x, out), kind=REAL, excluded="y = 0, infinities and NaN",
    when=lambda x, out: inexact(x) and x.shape == out.shape, example="x / y * y", near=("x / y * z",))  # fmt: skip
law("(x + y) - y", (x + y) - y, lambda x, out: fitted(x, out), kind=REAL,
    excluded="infinities, NaN and y much larger than x", when=lambda x, out: x.shape == out.shape,
    example="x + y - y", near=("x + y - z",))  # fmt: skip

law("two minus signs", P.negative(-x), lambda x: x, kind=EXACT, example="-(-x)", near=("-abs(x)",))
law("x - (-y)", x - (-y), lambda x, y: x + y, kind=EXACT, example="x - (-y)")
law("x + (-y)", x + (-y), lambda x, y: x - y, kind=EXACT, example="x + (-y)",
    when=lambda x, y: x.dtype.kind != "bool")  # fmt: skip
law("-x * -y", (-x) * (-y), lambda x, y: x * y, kind=EXACT, example="(-x) * (-y)")
law("-x * y", (-x) * y, lambda x, y: -(x * y), when=lambda y: uniform(y) is None, kind=EXACT,
    example="(-x) * y", near=("(-x) * 2.0",))  # fmt: skip
law("-x * constant", (-x) * c, lambda x, c, out: _times(x, -uniform(c), out), kind=EXACT, when=lambda x: is_float(x),
    example="(-x) * 3.0")  # fmt: skip
law("-(x * constant)", -(x * c), lambda x, c, out: _times(x, -uniform(c), out), kind=EXACT, when=lambda x: is_float(x),
    example="-(x * 3.0)")  # fmt: skip
law("-x / y", (-x) / y, lambda x, y: -(x / y), kind=EXACT, example="(-x) / y", when=lambda x: is_float(x))
law("x / -y", x / (-y), lambda x, y: -(x / y), kind=EXACT, example="x / (-y)", when=lambda y: is_float(y))
law("-(x - y)", -(x - y), lambda x, y: y - x, kind=REAL, usual=True, excluded=ZERO_SIGN, example="-(x - y)",
    when=lambda out, single: _unshared(out, single), near=("-(x + y)", "(lambda e: e * -e)(x - y)"))  # fmt: skip
law("x * x", x * x, lambda x: ops.square(x), when=lambda x: is_float(x) or (whole(x) and x.dtype.kind != "bool"),
    kind=EXACT, example="x * x", near=("x * y",))  # fmt: skip


def _times(x: Array, number: Any, out: Array) -> Array | None:
    other = scalar(as_number(number, out.dtype), out.dtype)
    return None if other is None else fitted(ops.multiply(x, other), out)


def _unshared(out: Array, single: Any) -> bool:
    """Say whether what an array is computed from is used nowhere else."""
    return all(single(array) for array in out.application.arrays())  # type: ignore[union-attr]


def _halves(c: Array) -> bool:
    """Say whether a number is a power of two whose reciprocal is a normal number."""
    import math

    number = float(uniform(c))
    return (
        math.isfinite(number)
        and number != 0
        and abs(math.frexp(number)[0]) == 0.5
        and 2**-100 < abs(number) < 2**100
    )


law("division by a power of two", x / c, lambda x, c, out: _times(x, 1 / float(uniform(c)), out), kind=EXACT,
    when=lambda x, c, out: out.dtype.kind == "float" and out.dtype.bits > 16 and _halves(c),
    example="x / 4.0", near=("x / 3.0",))  # fmt: skip
law("x * (1 / y)", x * (1 / y), lambda x, y: x / y, kind=STABLE,
    when=lambda x, y, out, single: inexact(x) and y.shape == out.shape and _unshared(out, single),
    example="x * (1 / y)", near=("x * (2 / y)", "x * (1 / v)"))  # fmt: skip


def _is_of_rows(y: Array, out: Array) -> bool:
    """Say whether one element of an array stands for a whole row of another one."""
    last = out.shape.dims[-1] if out.ndim else 1
    return y.ndim > 0 and y.shape.dims[-1] == 1 and last != 1


law("quotient by one root for each row", x / P.sqrt(y), lambda x, y: x * (1 / ops.sqrt(y)), kind=REAL, usual=True,
    when=lambda x, y, out: is_float(x) and is_float(y) and x.shape == out.shape and _is_of_rows(y, out),
    excluded=ROUNDING, example="x / gn.sqrt(gn.sum(x * x, axis=1, keepdims=True))",
    near=("x / gn.sqrt(y)", "x / gn.sqrt(v)", "x / gn.exp(gn.sum(x, axis=1, keepdims=True))"))  # fmt: skip
law("1 / (1 / x)", 1 / (1 / x), lambda x: x, when=lambda x: is_float(x), kind=REAL, usual=True, excluded=ROUNDING,
    example="1 / (1 / x)", near=("1 / (2 / x)",))  # fmt: skip
law("1 / (x / y)", 1 / (x / y), lambda x, y: y / x, when=lambda x, y: is_float(x), kind=STABLE,
    example="1 / (x / y)")  # fmt: skip
law("exp(x) * exp(y)", P.exp(x) * P.exp(y), lambda x, y: ops.exp(x + y), kind=REAL,
    excluded="infinities; large x + y lose digits", example="gn.exp(x) * gn.exp(y)",
    near=("gn.exp(x) * gn.sin(y)",))  # fmt: skip
law("reciprocal", P.reciprocal(x), lambda x: ops.divide(1.0, x), when=lambda x: is_float(x), kind=EXACT,
    example="gn.reciprocal(x)")  # fmt: skip
law(
    "-x - y",
    (-x) - y,
    lambda x, y: -(x + y),
    kind=REAL,
    usual=True,
    excluded=ZERO_SIGN,
    example="(-x) - y",
    near=("abs(x) - y",),
)


def _narrow(x: Array, c: Array, out: Array) -> Array | None:
    application = out.application.inputs[0].application  # type: ignore[union-attr]
    number = scalar(uniform(c), out.dtype)
    if x.dtype is not out.dtype or number is None:
        return None
    pair = (x, number) if application.inputs[0] is x else (number, x)
    return fitted(application.op(*pair), out)


law("constant wider than its partner", Node(("cast",), (Node("add multiply subtract divide".split(), (x, c), {}),),
    {"dtype": z}), _narrow, when=lambda out: is_float(out), kind=REAL, usual=True, excluded=ROUNDING, error=1e-6,
    example="(f * gn.asarray(0.1)).astype('float32')", near=("(f * gn.asarray(0.1)).astype('float64')",))  # fmt: skip
