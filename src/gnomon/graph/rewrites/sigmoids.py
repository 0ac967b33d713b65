"""Derivatives of logarithms of probabilities: what the chain rule multiplies and divides again cancels."""

from __future__ import annotations

import operator
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import STABLE, laws_of, variables
from gnomon.graph.rewrites.numbers import is_float
from gnomon.graph.rewrites.patterns import P

law = laws_of("sigmoids", real=True)
x, y, u, g, h = variables("x y u g h")


def terms(x: Array, sign: int = 1, found: dict[Array, int] | None = None, depth: int = 6) -> dict[Array, int]:
    """Return an expression as a sum of terms, each with how often it is added."""
    found = {} if found is None else found
    application = x.application
    name = application.op.name if application is not None else ""
    if application is None or depth == 0 or name not in ("add", "subtract", "negative"):
        found[x] = found.get(x, 0) + sign
        return found
    inputs = application.inputs
    terms(inputs[0], -sign if name == "negative" else sign, found, depth - 1)
    if len(inputs) == 2:
        terms(inputs[1], -sign if name == "subtract" else sign, found, depth - 1)
    return found


def opposite(x: Array, y: Array) -> bool:
    """Say whether one expression is the other with the opposite sign."""
    first, second = terms(x), terms(y)
    return first.keys() == second.keys() and all(second[key] == -count for key, count in first.items())


def _opposite(x: Array, y: Array) -> bool:
    return is_float(x) and x.shape == y.shape and opposite(x, y)


law("exp times sigmoid", P.exp(x) * P.sigmoid(y), lambda x: ops.sigmoid(x), when=_opposite, kind=STABLE,
    example="gn.exp(x - y) * gn.nn.sigmoid(y - x)", near=("gn.exp(x - y) * gn.nn.sigmoid(x - y)",))  # fmt: skip
law("product with sigmoid and exp", (u * P.sigmoid(y)) * P.exp(x), lambda u, x: u * ops.sigmoid(x), when=_opposite,
    kind=STABLE, example="y * gn.nn.sigmoid(-x) * gn.exp(x)", near=("y * gn.nn.sigmoid(x) * gn.exp(x)",))  # fmt: skip
law("exp times squared sigmoid", P.square(P.sigmoid(y)) * P.exp(x), lambda x, y: ops.sigmoid(x) * ops.sigmoid(y),
    when=_opposite, kind=STABLE, example="gn.square(gn.nn.sigmoid(x)) * gn.exp(-x)",
    near=("gn.square(gn.nn.sigmoid(x)) * gn.exp(x)",))  # fmt: skip
law("product with squared sigmoid and exp", (u * P.square(P.sigmoid(y))) * P.exp(x),
    lambda u, x, y: u * (ops.sigmoid(x) * ops.sigmoid(y)), when=_opposite, kind=STABLE,
    example="y * gn.square(gn.nn.sigmoid(x)) * gn.exp(-x)")  # fmt: skip
_first, _second = P.sigmoid(x), P.sigmoid(y)
for _name, sign, _join in (("difference", "-", operator.sub), ("sum", "+", operator.add)):
    law(
        f"{_name} of quotients by sigmoids, times both",
        _join(g / _first, h / _second) * (_first * _second),
        lambda x, y, g, h, out, _f=_join: _f(g * ops.sigmoid(y), h * ops.sigmoid(x)),
        when=lambda x, g, h, out: is_float(x) and x.shape == out.shape,
        kind=STABLE,
        example="(x / gn.nn.sigmoid(x) - y / gn.nn.sigmoid(y)) * (gn.nn.sigmoid(x) * gn.nn.sigmoid(y))".replace(
            "-", sign
        ),
    )
law("quotient by a sigmoid, times it and more", (g / _first) * (_first * u), lambda g, u: g * u,
    when=lambda x: is_float(x), kind=STABLE,
    example="y / gn.nn.sigmoid(x) * (gn.nn.sigmoid(x) * gn.nn.sigmoid(-x))",
    near=("y / gn.nn.sigmoid(x) * (gn.nn.sigmoid(y) * y)",))  # fmt: skip


__all__: list[Any] = ["opposite", "terms"]
