"""Logarithms, exponentials and probabilities where the plain form loses digits or overflows."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.rewrites.law import REAL, STABLE, laws_of, variables
from gnomon.graph.rewrites.numbers import inexact, is_float
from gnomon.graph.rewrites.patterns import Node, P

law = laws_of("stability", real=True)
x, y, g = variables("x y g")
axis, keep, items, positions, place = variables("axis keep items positions place")

law("log(1 + x)", P.log(1 + x), lambda x: ops.log1p(x), kind=STABLE, example="gn.log(1 + x)",
    when=lambda x: inexact(x), near=("gn.log(2 + x)",))  # fmt: skip
law("log(1 - x)", P.log(1 - x), lambda x: ops.log1p(-x), kind=STABLE, example="gn.log(1 - gn.sin(x))",
    when=lambda x: inexact(x), near=("gn.log(x - 1)",))  # fmt: skip
law("exp(x) - 1", P.exp(x) - 1, lambda x: ops.expm1(x), kind=STABLE, example="gn.exp(x) - 1",
    near=("gn.exp(x) - 2",))  # fmt: skip
law("1 - exp(x)", 1 - P.exp(x), lambda x: -ops.expm1(x), kind=STABLE, example="1 - gn.exp(x)")
law("log1p(exp(x))", P.log1p(P.exp(x)), lambda x: -ops.log_sigmoid(-x), kind=STABLE, when=lambda x: is_float(x),
    example="gn.log1p(gn.exp(x))", near=("gn.log1p(gn.exp(x) + x)",))  # fmt: skip
law("log(sigmoid(x))", P.log(P.sigmoid(x)), lambda x: ops.log_sigmoid(x), kind=STABLE, when=lambda x: is_float(x),
    example="gn.log(gn.nn.sigmoid(x))", near=("gn.log2(gn.nn.sigmoid(x))",))  # fmt: skip
law("1 - sigmoid(x)", 1 - P.sigmoid(x), lambda x: ops.sigmoid(-x), kind=STABLE,
    example="1 - gn.nn.sigmoid(x)", near=("2 - gn.nn.sigmoid(x)",))  # fmt: skip
law("log1p(-sigmoid(x))", P.log1p(-P.sigmoid(x)), lambda x: ops.log_sigmoid(-x), kind=STABLE,
    when=lambda x: is_float(x), example="gn.log1p(-gn.nn.sigmoid(x))")  # fmt: skip
law("exp(log_sigmoid(x))", P.exp(P.log_sigmoid(x)), lambda x: ops.sigmoid(x), kind=REAL,
    when=lambda out, single: single(out.application.inputs[0]),
    excluded="none; differs by roundings", usual=True,
    example="gn.exp(gn.nn.log_sigmoid(x))")  # fmt: skip
law("log(exp(x))", P.log(P.exp(x)), lambda x: x, kind=STABLE, when=lambda x: is_float(x),
    example="gn.log(gn.exp(x))", near=("gn.log2(gn.exp(x))",))  # fmt: skip
law("log1p(expm1(x))", P.log1p(P.expm1(x)), lambda x: x, kind=STABLE, when=lambda x: is_float(x),
    example="gn.log1p(gn.expm1(x))")  # fmt: skip
law("exp(log(x))", P.exp(P.log(x)), lambda x: x, kind=REAL, excluded="x < 0, where the original is NaN",
    when=lambda x: is_float(x), example="gn.exp(gn.log(x))", near=("gn.exp(gn.log2(x))",))  # fmt: skip
law("expm1(log1p(x))", P.expm1(P.log1p(x)), lambda x: x, kind=REAL, excluded="x < -1, where the original is NaN",
    when=lambda x: is_float(x), example="gn.expm1(gn.log1p(x))")  # fmt: skip
law("square of a square root", P.square(P.sqrt(x)), lambda x: x, kind=REAL,
    excluded="x < 0, where the original is NaN", when=lambda x: is_float(x),
    example="gn.square(gn.sqrt(x))", near=("gn.square(gn.exp(x))",))  # fmt: skip
law("1 - erf(x)", 1 - P.erf(x), lambda x: ops.erfc(x), kind=STABLE, example="1 - gn.special.erf(x)",
    near=("1 + gn.special.erf(x)",))  # fmt: skip
law("log1p(erf(x))", P.log1p(P.erf(x)), lambda x: ops.log(ops.erfc(-x)), kind=STABLE,
    example="gn.log1p(gn.special.erf(x))", near=("gn.log1p(-gn.special.erf(x) * x)",))  # fmt: skip
law("log1p(-erf(x))", P.log1p(-P.erf(x)), lambda x: ops.log(ops.erfc(x)), kind=STABLE,
    example="gn.log1p(-gn.special.erf(x))", near=("gn.log1p(-gn.special.erf(x) * x)",))  # fmt: skip
law("log of softmax", P.log(P.softmax(x, axis=axis)), lambda x, axis: ops.log_softmax(x, axis=axis), kind=STABLE,
    example="gn.log(gn.nn.softmax(x, axis=1))", near=("gn.log(gn.nn.softmax(x, axis=1) + 1e-9)",))  # fmt: skip
law(
    "log of picked softmax",
    P.log(P.pick(P.softmax(x, axis=axis), positions, axis=place)),
    lambda x, axis, positions, place: ops.pick(ops.log_softmax(x, axis=axis), positions, axis=place),
    kind=STABLE,
    example="gn.log(gn.nn.softmax(x, axis=1)[gn.arange(3), labels])",
    near=("gn.log(x[gn.arange(3), labels])",),
)
law(
    "log of indexed softmax",
    P.log(P.index(P.softmax(x, axis=axis), items=items)),
    lambda x, axis, items: ops.index(ops.log_softmax(x, axis=axis), items=items),
    kind=STABLE,
    example="gn.log(gn.nn.softmax(x, axis=1)[:, 0])",
)

SHARES = ("softmax", "sigmoid")
"""Functions that are 0 only where they underflow."""
for _name in SHARES:
    _share: Any = Node((_name,), (x,), {"axis": axis} if _name == "softmax" else {})
    law(
        f"{_name} over itself",
        (g / _share) * _share,
        lambda g: g,
        when=lambda g, out: g.shape == out.shape,
        kind=STABLE,
        example=f"y / gn.nn.{_name}(x) * gn.nn.{_name}(x)",
        near=(f"y / gn.nn.{_name}(x) * gn.nn.{_name}(y)",),
    )
_base, _softmax = variables("base")[0], P.softmax(x, axis=axis)
law(
    "gradient of the log of a picked softmax",
    Node(
        ("put",),
        (0.0, g / P.pick(_softmax, positions, axis=place), positions),
        {"axis": place, "mode": "add"},
    )
    * _softmax,
    lambda g, positions, place, out: ops.put(zeros(out), g, positions, axis=place, mode="add"),
    kind=STABLE,
    example="(lambda s: s * ops.put(gn.zeros_like(x), ops.divide(v, ops.pick(s, (three, labels))), (three, labels), "
    "mode='add'))(gn.nn.softmax(x, axis=1))",
)


def zeros(out: Any) -> Any:
    """Return zeros like an array."""
    from gnomon.graph.rewrites.numbers import filled

    return filled(0, out)
