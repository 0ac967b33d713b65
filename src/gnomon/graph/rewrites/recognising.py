"""Forms written by hand, lifted to the operations that compute them without overflow and in one kernel."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import REAL, STABLE, laws_of, variables
from gnomon.graph.rewrites.numbers import inexact
from gnomon.graph.rewrites.patterns import Node, P

law = laws_of("recognising", real=True)
x, y, u = variables("x y u")
axis, keep, items, picked = variables("axis keep items picked")


def axes_of(x: Array, axis: Any) -> tuple[int, ...]:
    """Return the axes that an attribute names, counted from the front; all of them for None."""
    chosen = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(sorted({k % x.ndim for k in chosen})) if x.ndim else ()


def one_or_many(x: Array, axis: Any) -> Any:
    """Return axes as `softmax` takes them."""
    axes = axes_of(x, axis)
    return axes[0] if len(axes) == 1 else axes


law(
    "sigmoid by hand",
    1 / (1 + P.exp(-x)),
    lambda x: ops.sigmoid(x),
    kind=STABLE,
    example="1 / (1 + gn.exp(-x))",
    near=("1 / (2 + gn.exp(-x))",),
)
law(
    "quotient by 1 + exp",
    u / (1 + P.exp(x)),
    lambda u, x: ops.multiply(u, ops.sigmoid(-x)),
    kind=STABLE,
    example="y / (1 + gn.exp(x))",
    near=("y / (1 - gn.exp(x))",),
)
law(
    "log of a sum of exp",
    P.log(P.sum(P.exp(x), axis=axis, keepdims=keep)),
    lambda x, axis, keep: ops.logsumexp(x, axis=axis, keepdims=keep),
    when=lambda x: inexact(x),
    kind=STABLE,
    example="gn.log(gn.sum(gn.exp(x), axis=-1))",
    near=("gn.log(gn.sum(gn.sin(x), axis=-1))",),
)
law(
    "log of two exp",
    P.log(P.exp(x) + P.exp(y)),
    lambda x, y: ops.logaddexp(x, y),
    kind=STABLE,
    example="gn.log(gn.exp(x) + gn.exp(y))",
    near=("gn.log(gn.exp(x) - gn.exp(y))",),
)


def _peak(x: Any) -> Node:
    return Node(("max",), (x,), {"axis": axis, "keepdims": True})


law(
    "logsumexp by hand",
    P.logsumexp(x - _peak(x), axis=axis, keepdims=True) + _peak(x),
    lambda x, axis: ops.logsumexp(x, axis=axis, keepdims=True),
    kind=STABLE,
    example="(lambda m: gn.special.logsumexp(x - m, axis=1, keepdims=True) + m)(gn.max(x, axis=1, keepdims=True))",
)
law(
    "logsumexp by hand, without the axis",
    P.logsumexp(x - _peak(x), axis=axis) + P.squeeze(_peak(x), axis=u),
    lambda x, axis: ops.logsumexp(x, axis=axis),
    kind=STABLE,
    example="(lambda m: gn.special.logsumexp(x - m, axis=1) + gn.squeeze(m, 1))(gn.max(x, axis=1, keepdims=True))",
    near=(
        "(lambda m: gn.special.logsumexp(x - m, axis=1) + gn.squeeze(m, 1))(gn.min(x, axis=1, keepdims=True))",
    ),
)
law(
    "softmax by hand",
    P.exp(x) / P.sum(P.exp(x), axis=axis, keepdims=True),
    lambda x, axis: ops.softmax(x, axis=one_or_many(x, axis)),
    when=lambda x: inexact(x) and x.ndim > 0,
    kind=STABLE,
    example="gn.exp(x) / gn.sum(gn.exp(x), axis=1, keepdims=True)",
    near=(
        "gn.exp(x) / gn.sum(gn.exp(y), axis=1, keepdims=True)",
        "gn.exp(x) / gn.max(gn.exp(x), axis=1, keepdims=True)",
    ),
)
law(
    "log_softmax by hand",
    x - P.logsumexp(x, axis=axis, keepdims=True),
    lambda x, axis: ops.log_softmax(x, axis=one_or_many(x, axis)),
    when=lambda x: x.ndim > 0,
    kind=STABLE,
    example="x - gn.special.logsumexp(x, axis=1, keepdims=True)",
    near=("x - gn.special.logsumexp(y, axis=1, keepdims=True)",),
)
for _name in ("softmax", "log_softmax"):
    law(
        f"{_name} of what is shifted by its maximum",
        Node((_name,), (x - Node(("max",), (x,), {"axis": u, "keepdims": True}),), {"axis": axis}),
        lambda x, u, axis, _f=ops.TABLE[_name]: (
            _f(x, axis=axis) if axes_of(x, u) == axes_of(x, axis) else None
        ),
        kind=STABLE,
        example=f"gn.nn.{_name}(x - gn.max(x, axis=1, keepdims=True), axis=1)",
        near=(f"gn.nn.{_name}(x - gn.max(x, axis=0, keepdims=True), axis=1)",),
    )
law(
    "exp of log_softmax",
    P.exp(P.log_softmax(x, axis=axis)),
    lambda x, axis: ops.softmax(x, axis=axis),
    when=lambda x, out, single, present: single(out.application.inputs[0]) and not present("softmax", x),
    kind=REAL,
    excluded="none; differs by roundings",
    usual=True,
    example="gn.exp(gn.nn.log_softmax(x, axis=1))",
)
law(
    "square root of an absolute square",
    P.sqrt(P.square(x)),
    lambda x: ops.abs(x),
    when=lambda x: x.dtype.kind == "float",
    kind=STABLE,
    example="gn.sqrt(gn.square(x))",
    near=("gn.sqrt(gn.exp(x))",),
)
law(
    "softmax beside log_softmax",
    P.softmax(x, axis=axis),
    lambda x, axis: ops.exp(ops.log_softmax(x, axis=axis)),
    when=lambda x, present: present("log_softmax", x),
    kind=REAL,
    usual=True,
    excluded="none; differs by roundings",
    example="gn.nn.softmax(x, axis=1) + gn.nn.log_softmax(x, axis=1)",
    near=("gn.nn.softmax(x, axis=1) + gn.nn.log_softmax(y, axis=1)",),
)
