"""Nodes that change nothing."""

from __future__ import annotations

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, constants, laws_of, variables
from gnomon.graph.rewrites.numbers import filled, fitted, uniform, whole
from gnomon.graph.rewrites.patterns import Node, P
from gnomon.shapes import Dtype

law = laws_of("useless nodes")
x, y, z, i = variables("x y z i")
d, k = variables("d k")
a, b, c = constants("a b c")

law(
    "cast to its own dtype",
    P.cast(x, dtype=d),
    lambda x: x,
    when=lambda x, d: x.dtype is d,
    kind=EXACT,
    example="ops.cast(x, dtype=x.dtype)",
    near=("x.astype('float32')",),
)


def holds(wide: Dtype, narrow: Dtype) -> bool:
    """Say whether every value of one dtype is one of another."""
    if wide is narrow or narrow.kind == "bool":
        return wide.kind != "other"
    bits = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53, "complex64": 24, "complex128": 53}
    if narrow.kind in ("int", "uint"):
        own = narrow.bits - (narrow.kind == "int")
        if wide.kind == "uint":
            return narrow.kind == "uint" and wide.bits >= narrow.bits
        return own <= (wide.bits - 1 if wide.kind == "int" else bits.get(wide.name, 0))
    exact = bits.get(wide.name, 0) >= bits.get(narrow.name, 99)
    if narrow.kind == "float":
        return exact and narrow.name != "bfloat16" and wide.kind in ("float", "complex")
    return exact and wide.kind == narrow.kind


law(
    "cast of a wider cast",
    P.cast(P.cast(x, dtype=d), dtype=k),
    lambda x, k: ops.cast(x, dtype=k),
    when=lambda x, d, k: d is not None and k is not None and holds(d, x.dtype),
    kind=EXACT,
    example="f.astype('float64').astype('int32')",
    near=("x.astype('float32').astype('float64')", "i.astype('float64').astype('int32')"),
)
law("plus sign", P.positive(x), lambda x: x, kind=EXACT, example="+x")
law("stopped gradient", P.stop_gradient(x), lambda x: x, kind=EXACT, example="ops.stop_gradient(x)")
s = variables("shape")[0]
law(
    "a shape that is known",
    P.set_shape(x, shape=s),
    lambda x: x,
    kind=EXACT,
    example="ops.set_shape(x, shape=x.shape)",
)
law(
    "where the condition always holds",
    P.where(True, x, y),
    lambda x, out: fitted(x, out),
    kind=EXACT,
    example="gn.where(True, x, y)",
    near=("gn.where(x > 0, x, y)",),
)
law(
    "where the condition never holds",
    P.where(False, x, y),
    lambda y, out: fitted(y, out),
    kind=EXACT,
    example="gn.where(False, x, y)",
)
law(
    "where both are the same",
    P.where(z, x, x),
    lambda x, out: fitted(x, out),
    kind=EXACT,
    example="gn.where(b, x, x)",
    near=("gn.where(b, x, y)",),
)
law(
    "where of a negated condition",
    P.where(P.logical_not(z), x, y),
    lambda z, x, y: ops.where(z, y, x),
    when=lambda z: z.dtype.kind == "bool",
    kind=EXACT,
    example="gn.where(gn.logical_not(b), x, y)",
)
for _name in ("maximum", "minimum"):
    law(
        f"{_name} of one",
        Node((_name,), (x, x), {}),
        lambda x: x,
        kind=EXACT,
        example=f"gn.{_name}(x, x)",
        near=(f"gn.{_name}(x, y)",),
    )
    _fold = ops.TABLE[_name]
    law(
        f"{_name} twice",
        Node((_name,), (Node((_name,), (x, y), {}), y), {}),
        lambda x, y, _f=_fold: _f(x, y),
        kind=EXACT,
        example=f"gn.{_name}(gn.{_name}(x, y), y)",
    )
law(
    "clip within wider limits",
    P.clip(P.clip(x, a, b), c, z),
    lambda x, a, b: ops.clip(x, a, b),
    when=lambda a, b, c, z: uniform(z) is not None and _inside(a, b, c, z),
    kind=EXACT,
    example="gn.clip(gn.clip(x, 0.0, 1.0), -1.0, 2.0)",
    near=("gn.clip(gn.clip(x, 0.0, 1.0), 0.5, 2.0)",),
)
law("clip without limits", P.clip(x, None, None), lambda x: x, kind=EXACT, example="ops.clip(x, None, None)")


def _inside(low: Array, high: Array, lower: Array, higher: Array) -> bool:
    return bool(uniform(lower) <= uniform(low) <= uniform(high) <= uniform(higher))


law("relu twice", P.relu(P.relu(x)), lambda x: ops.relu(x), kind=EXACT, example="gn.nn.relu(gn.nn.relu(x))")
law(
    "absolute value of what is not negative",
    P.abs(Node("abs exp square sigmoid cosh".split(), (x,), {})),
    lambda out: out.application.inputs[0],
    when=lambda out: out.application.inputs[0].dtype.kind == "float",
    kind=EXACT,
    example="abs(gn.exp(x))",
    near=("abs(gn.sin(x))", "abs(gn.square(i))"),
)
law(
    "absolute value of the opposite",
    P.abs(-x),
    lambda x: ops.abs(x),
    kind=EXACT,
    example="abs(-x)",
)
law(
    "rounding whole numbers",
    Node("floor ceil trunc round".split(), (x,), {}),
    lambda x, out: fitted(x, out),
    when=lambda x: whole(x),
    kind=EXACT,
    example="gn.floor(i)",
    near=("gn.floor(x)",),
)
law(
    "rounding twice",
    Node("floor ceil trunc round".split(), (Node("floor ceil trunc round".split(), (x,), {}),), {}),
    lambda out: out.application.inputs[0],
    kind=EXACT,
    example="gn.floor(gn.ceil(x))",
    near=("gn.floor(gn.exp(x))",),
)
law(
    "not of not",
    P.logical_not(P.logical_not(x)),
    lambda x: x,
    when=lambda x: x.dtype.kind == "bool",
    kind=EXACT,
    example="gn.logical_not(gn.logical_not(b))",
)
for _name, _opposite in (("equal", "not_equal"), ("not_equal", "equal")):
    law(
        f"not {_name}",
        P.logical_not(Node((_name,), (x, y), {})),
        lambda x, y, _f=ops.TABLE[_opposite]: _f(x, y),
        kind=EXACT,
        example=f"gn.logical_not(gn.{_name}(x, y))",
        near=("gn.logical_not(x < y)",),
    )
for _name, _answer in (("logical_and", True), ("logical_or", False)):
    law(
        f"{_name} with {_answer}",
        getattr(P, _name)(x, _answer),
        lambda x, out: fitted(x, out),
        when=lambda x: x.dtype.kind == "bool",
        kind=EXACT,
        example=f"gn.{_name}(b, {_answer})",
        near=(f"gn.{_name}(b, {not _answer})",),
    )
    law(
        f"{_name} of one",
        getattr(P, _name)(x, x),
        lambda x: x,
        when=lambda x: x.dtype.kind == "bool",
        kind=EXACT,
        example=f"gn.{_name}(b, b)",
    )
law(
    "whole numbers are finite",
    Node("isnan isinf".split(), (x,), {}),
    lambda out: filled(False, out),
    when=lambda x: whole(x),
    kind=EXACT,
    example="gn.isnan(i)",
    near=("gn.isnan(x)",),
)
law(
    "real part of a real number",
    Node("conj real".split(), (x,), {}),
    lambda x: x,
    when=lambda x: x.dtype.kind == "float",
    kind=EXACT,
    example="gn.conj(x)",
)
j = variables("j")[0]
law(
    "reversed twice",
    P.flip(P.flip(x, axis=k), axis=k),
    lambda x: x,
    kind=EXACT,
    example="gn.flip(gn.flip(x, axis=0), axis=0)",
    near=("gn.flip(gn.flip(x, axis=0), axis=1)",),
)
law(
    "parts of one array",
    P.concat(x, axis=k),
    lambda x: x[0] if len(x) == 1 else None,
    when=lambda k: k is not None,
    kind=EXACT,
    example="gn.concat([x], axis=0)",
    near=("gn.concat([x, y], axis=0)",),
)
law(
    "where within the same where",
    P.where(z, P.where(z, x, y), i),
    lambda z, x, i: ops.where(z, x, i),
    kind=EXACT,
    example="gn.where(b, gn.where(b, x, y), 2 * x)",
    near=("gn.where(b, gn.where(x > 0, x, y), 2 * x)",),
)
law(
    "where within the opposite where",
    P.where(z, i, P.where(z, x, y)),
    lambda z, i, y: ops.where(z, i, y),
    kind=EXACT,
    example="gn.where(b, 2 * x, gn.where(b, x, y))",
    near=("gn.where(b, 2 * x, gn.where(x > 0, x, y))",),
)
