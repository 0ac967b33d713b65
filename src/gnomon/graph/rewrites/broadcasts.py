"""Stretched arrays: not before they are needed, and never written out for an elementwise operation."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, REAL, laws_of, variables
from gnomon.graph.rewrites.numbers import filled, scalar, uniform
from gnomon.graph.rewrites.patterns import Family, Node, P
from gnomon.graph.rewrites.recognising import axes_of
from gnomon.graph.rewrites.shapes import BINARY, UNARY, VIEWS
from gnomon.shapes import product

law = laws_of("broadcasts")
x, y = variables("x y")
s, t, axis, keep = variables("s t axis keep")

law(
    "broadcast to the same shape",
    P.broadcast_to(x, shape=s),
    lambda x: x,
    when=lambda x, out: x.shape == out.shape,
    kind=EXACT,
    example="gn.broadcast_to(x, x.shape)",
    near=("gn.broadcast_to(v, (7, 3))",),
)
law(
    "broadcast of a broadcast",
    P.broadcast_to(P.broadcast_to(x, shape=s), shape=t),
    lambda x, out: ops.broadcast_to(x, shape=out.shape.dims),
    kind=EXACT,
    example="gn.broadcast_to(gn.broadcast_to(v, (7, 3)), (2, 7, 3))",
)


def stretched(array: Any) -> Array | None:
    """Return what an array is a broadcast of."""
    application = array.application if isinstance(array, Array) else None
    if application is None or application.op.name != "broadcast_to":
        return None
    return application.inputs[0]  # type: ignore[no-any-return]


def _leading(out: Array) -> Array | None:
    """Broadcasting adds axes in front by itself."""
    (x,) = out.application.inputs  # type: ignore[union-attr]
    inner = x.application
    if inner is None or inner.op.name not in VIEWS:
        return None
    source = inner.inputs[0]
    extra = x.ndim - source.ndim
    if extra <= 0 or x.shape.dims != (1,) * extra + source.shape.dims:
        return None
    return ops.broadcast_to(source, shape=out.shape.dims)  # type: ignore[no-any-return]


law(
    "broadcast of new leading axes",
    P.broadcast_to(Family(VIEWS), shape=s),
    _leading,
    kind=EXACT,
    example="gn.broadcast_to(gn.expand_dims(v, axis=0), (7, 3))",
    near=("gn.broadcast_to(gn.expand_dims(v, axis=1), (3, 7))",),
)


def _slim(entry: Any) -> Any:
    """Return an operand before it was stretched, or one number instead of many."""
    if not isinstance(entry, Array) or not entry.ndim:
        return entry
    number = uniform(entry)
    if number is not None:
        return scalar(number, entry.dtype) or entry
    source = stretched(entry)
    if source is not None and source.dtype is entry.dtype and not source.weak:
        return source
    return entry


def _operands(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    slim = [_slim(entry) for entry in application.inputs]
    full = [
        k
        for k, entry in enumerate(application.inputs)
        if isinstance(entry, Array) and entry.shape == out.shape
    ]
    if all(a is b for a, b in zip(slim, application.inputs)):
        return None
    if not any(slim[k] is application.inputs[k] for k in full):
        if not full:
            return None
        slim[full[0]] = application.inputs[full[0]]
        if all(a is b for a, b in zip(slim, application.inputs)):
            return None
    return application.op(*slim, **application.attributes)  # type: ignore[no-any-return]


def _later(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    entries = [entry for entry in application.inputs if entry is not None]
    if not entries or out.shape.numel() == 1:
        return None
    slim = [_slim(entry) for entry in entries]
    if any(a is b and a.ndim for a, b in zip(slim, entries)):
        return None
    shapes = {entry.shape for entry in slim if entry.ndim}
    if len(shapes) > 1 or out.shape in shapes or not out.ndim or len(entries) != len(application.inputs):
        return None
    small = application.op(*slim, **application.attributes)
    return ops.broadcast_to(small, shape=out.shape.dims)  # type: ignore[no-any-return]


law(
    "functions before the broadcast",
    Family(UNARY | BINARY),
    _later,
    kind=EXACT,
    example="gn.exp(gn.broadcast_to(v, (7, 3)))",
    near=("gn.exp(x)", "gn.broadcast_to(v, (7, 3)) + u"),
)
law(
    "operands that stretch by themselves",
    Family(BINARY),
    _operands,
    kind=EXACT,
    example="u + gn.broadcast_to(v, (7, 3))",
    near=("u + v",),
)


def _times_size(x: Array, s: Any, axis: Any, keep: bool, out: Array) -> Array | None:
    inner = out.application.inputs[0]  # type: ignore[union-attr]
    target = list(inner.shape.dims)
    aligned = (1,) * (len(target) - x.ndim) + x.shape.dims
    axes = axes_of(inner, axis)
    wide = [k for k in axes if type(aligned[k]) is int and aligned[k] == 1 and target[k] != 1]
    if not wide:
        return None
    count = product([target[k] for k in wide])
    for k in wide:
        target[k] = 1
    extra = [] if keep else [k for k in wide if k < len(target) - x.ndim]
    target = [size for k, size in enumerate(target) if k not in extra]
    axes = tuple([k - sum(one < k for one in extra) for k in axes if k not in extra])
    total = ops.sum(ops.broadcast_to(x, shape=tuple(target)), axis=axes, keepdims=keep)
    return ops.multiply(total, count)  # type: ignore[no-any-return]


law(
    "sum of a broadcast",
    P.sum(P.broadcast_to(x, shape=s), axis=axis, keepdims=keep),
    _times_size,
    kind=REAL,
    usual=True,
    excluded="none; differs by roundings",
    example="gn.sum(gn.broadcast_to(v, (7, 3)), axis=0)",
    near=("gn.sum(gn.broadcast_to(v, (7, 3)), axis=1)",),
)
law(
    "extreme of a broadcast",
    Node(("max", "min"), (P.broadcast_to(x, shape=s),), {"axis": axis, "keepdims": keep}),
    lambda x, axis, keep, out: _extreme(x, axis, keep, out),
    kind=EXACT,
    example="gn.max(gn.broadcast_to(v, (7, 3)), axis=0)",
    near=("gn.max(gn.broadcast_to(v, (7, 3)), axis=1)",),
)


def _extreme(x: Array, axis: Any, keep: bool, out: Array) -> Array | None:
    application = out.application
    assert application is not None
    inner = application.inputs[0]
    target = list(inner.shape.dims)
    aligned = (1,) * (len(target) - x.ndim) + x.shape.dims
    axes = axes_of(inner, axis)
    wide = [
        k
        for k in axes
        if type(aligned[k]) is int and aligned[k] == 1 and type(target[k]) is int and target[k] > 1
    ]
    if not wide:
        return None
    for k in wide:
        target[k] = 1
    small = ops.broadcast_to(x, shape=tuple(target))
    return application.op(small, axis=axes, keepdims=keep)  # type: ignore[no-any-return]


law(
    "entries of one number everywhere",
    Family(("index", "reshape", "transpose", "flatten", "expand_dims", "squeeze", "flip")),
    lambda out: _everywhere(out),
    kind=EXACT,
    example="gn.zeros_like(x)[:, 1]",
    near=("x[:, 1]",),
)


def _everywhere(out: Array) -> Array | None:
    application = out.application
    assert application is not None
    number = uniform(application.inputs[0])
    return (
        None if number is None or (not out.ndim and application.inputs[0].ndim == 0) else filled(number, out)
    )


law(
    "another arrangement of one number",
    Node(("transpose",), (P.broadcast_to(x, shape=s),), {"axes": t}),
    lambda x, out: ops.broadcast_to(x, shape=out.shape.dims),
    when=lambda x: not x.ndim,
    kind=EXACT,
    example="gn.permute_dims(gn.broadcast_to(z, (7, 3)), (1, 0))",
    near=("gn.permute_dims(gn.broadcast_to(v, (7, 3)), (1, 0))",),
)


def _rearranged(out: Array) -> Array | None:
    source = stretched(out.application.inputs[0])  # type: ignore[union-attr]
    if source is None or source.ndim:
        return None
    return ops.broadcast_to(source, shape=out.shape.dims) if out.ndim else source


law(
    "another shape of one number",
    Family(VIEWS),
    _rearranged,
    kind=EXACT,
    example="gn.expand_dims(gn.broadcast_to(z, (7, 3)), axis=0)",
    near=("gn.expand_dims(gn.broadcast_to(v, (7, 3)), axis=0)",),
)
