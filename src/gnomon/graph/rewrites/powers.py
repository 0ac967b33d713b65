"""Powers by small numbers are products, roots and quotients."""

from __future__ import annotations

from gnomon import ops
from gnomon.graph.rewrites.law import EXACT, REAL, laws_of, variables
from gnomon.graph.rewrites.numbers import filled, fitted, is_float, whole
from gnomon.graph.rewrites.patterns import P

law = laws_of("powers", real=True)
(x,) = variables("x")
ROUNDING = "none; differs by roundings"

law("x ** 0", x**0, lambda out: filled(1, out), kind=EXACT, example="x ** 0", near=("x ** -0.5",))
law("x ** 1", x**1, lambda x, out: fitted(x, out), kind=EXACT, example="x ** 1", near=("x ** 1.5",))
law("x ** 2 of whole numbers", x**2, lambda x: ops.square(x), when=lambda x, out: whole(x) and x.dtype is out.dtype,
    kind=EXACT, example="i ** 2", near=("x ** 2",))  # fmt: skip
law("x ** 2", x**2, lambda x: ops.square(x), when=lambda x: is_float(x), kind=REAL, usual=True, excluded=ROUNDING,
    example="x ** 2", near=("x ** 2.5",))  # fmt: skip
law("x ** 3", x**3, lambda x: ops.square(x) * x, when=lambda x: is_float(x), kind=REAL, usual=True,
    excluded=ROUNDING, example="x ** 3")  # fmt: skip
law("x ** 4", x**4, lambda x: ops.square(ops.square(x)), when=lambda x: is_float(x), kind=REAL, usual=True,
    excluded=ROUNDING, example="x ** 4", near=("x ** 7",))  # fmt: skip
law("x ** 0.5", x**0.5, lambda x: ops.sqrt(x), when=lambda x: is_float(x), kind=REAL, usual=True,
    excluded="-infinity, whose power is infinity; -0.0 keeps its sign", example="x ** 0.5")  # fmt: skip
law("x ** 1.5", x**1.5, lambda x: x * ops.sqrt(x), when=lambda x: is_float(x), kind=REAL, usual=True,
    excluded="-infinity, whose power is infinity; -0.0 keeps its sign", example="x ** 1.5")  # fmt: skip
law("x ** -0.5", x**-0.5, lambda x: 1.0 / ops.sqrt(x), when=lambda x: is_float(x), kind=REAL, usual=True,
    excluded="-infinity, whose power is 0; -0.0 keeps its sign", example="x ** -0.5")  # fmt: skip
law("x ** -1", x**-1, lambda x: 1.0 / x, when=lambda x: is_float(x), kind=REAL, usual=True, excluded=ROUNDING,
    example="x ** -1")  # fmt: skip
law("x ** -2", x**-2, lambda x: 1.0 / ops.square(x), when=lambda x: is_float(x), kind=REAL, usual=True,
    excluded=ROUNDING, example="x ** -2")  # fmt: skip
law("square of an absolute value", P.square(P.abs(x)), lambda x: ops.square(x), when=lambda x: is_float(x),
    kind=EXACT, example="gn.square(abs(x))")  # fmt: skip
law("square of the opposite", P.square(-x), lambda x: ops.square(x), kind=EXACT, example="gn.square(-x)")
