"""Transposes and reshapes: one form for each, joined where they follow one another."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, laws_of, variables
from gnomon.graph.rewrites.patterns import Family, P, completed

law = laws_of("shapes")
x, y = variables("x y")
a, b, s = variables("a b s")

VIEWS = frozenset("reshape flatten unflatten squeeze expand_dims atleast".split())
"""The same elements in the same order."""


def order_of(out: Array) -> tuple[int, ...] | None:
    """Return which axis of its input each axis of a transpose is, None if that is not known."""
    application = out.application
    assert application is not None
    rank = out.ndim
    given = completed(application)
    name = application.op.name
    axes = list(range(rank))
    if name == "matrix_transpose":
        axes[-1], axes[-2] = axes[-2], axes[-1]
    elif name == "swapaxes":
        one, two = given["first"] % rank, given["second"] % rank
        axes[one], axes[two] = two, one
    elif name == "moveaxis":
        source, target = (_listed(given[key], rank) for key in ("source", "destination"))
        axes = [k for k in axes if k not in source]
        for where, k in sorted(zip(target, source)):
            axes.insert(where, k)
    else:
        chosen = given["axes"]
        axes = axes[::-1] if chosen is None else [k % rank for k in chosen]
    return tuple(axes)


def _listed(axes: Any, rank: int) -> list[int]:
    return [k % rank for k in (axes if isinstance(axes, (tuple, list)) else (axes,))]


TRANSPOSES = frozenset("transpose matrix_transpose swapaxes moveaxis".split())


def _one_form(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    (x,) = application.inputs
    order = order_of(out)
    if order == tuple(range(out.ndim)):
        return x  # type: ignore[no-any-return]
    if application.op.name == "transpose" and application.attributes.get("axes") == order:
        return None
    return ops.transpose(x, axes=order)  # type: ignore[no-any-return]


law(
    "one form of transposes, and none for none",
    Family(TRANSPOSES),
    _one_form,
    kind=EXACT,
    example="gn.moveaxis(t, 0, -1)",
    near=("gn.permute_dims(t, (2, 0, 1))",),
)


def _joined(x: Array, a: Any, b: Any) -> Array | None:
    if type(a) is not tuple or type(b) is not tuple:
        return None
    return ops.transpose(x, axes=tuple([a[k] for k in b]))  # type: ignore[no-any-return]


law(
    "transpose of a transpose",
    P.transpose(P.transpose(x, axes=a), axes=b),
    _joined,
    kind=EXACT,
    example="gn.permute_dims(gn.permute_dims(t, (2, 0, 1)), (2, 0, 1))",
    near=("gn.permute_dims(gn.exp(t), (2, 0, 1))",),
)


def _view(out: Array, settled: Any) -> Array | None:
    application = out.application
    assert application is not None
    (x,) = application.inputs
    if x.shape == out.shape:
        return x  # type: ignore[no-any-return]
    inner = x.application
    if inner is None or inner.op.name not in VIEWS:
        return None
    source = inner.inputs[0]
    if source.shape == out.shape:
        return source  # type: ignore[no-any-return]
    return ops.reshape(source, shape=out.shape.dims) if settled(out.shape) else None


law(
    "reshape of a reshape, and to the same shape",
    Family(VIEWS),
    _view,
    kind=EXACT,
    example="gn.reshape(gn.expand_dims(x, axis=0), (-1,))",
    near=("gn.reshape(x.T, (-1,))", "gn.expand_dims(x, axis=0)"),
)
UNARY = frozenset(
    name for name, record in ops.TABLE.items() if "elementwise" in record.facts and record.arrays == 1
)
BINARY = frozenset(
    name
    for name, record in ops.TABLE.items()
    if "elementwise" in record.facts and record.arrays > 1 and name not in ("prelu", "bias_add")
) | {"where"}


law(
    "minus sign before another arrangement",
    Family(VIEWS | {"transpose"}),
    lambda out: _minus_outwards(out),
    kind=EXACT,
    example="gn.expand_dims(-x, axis=0)",
    near=("gn.expand_dims(abs(x), axis=0)",),
)


def _minus_outwards(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    inner = application.inputs[0].application
    if inner is None or inner.op.name != "negative":
        return None
    return -application.op(inner.inputs[0], **application.attributes)  # type: ignore[no-any-return]
