"""Chains of stores: what is stored and read again, stored twice, or added to nothing."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.rewrites.law import EXACT, REAL, laws_of, variables
from gnomon.graph.rewrites.numbers import filled, fitted
from gnomon.graph.rewrites.patterns import Node, P

law = laws_of("storing")
x, y, u, v = variables("x y u v")
i, j, k, mode = variables("i j k mode")


def stored(x: Any, value: Any, items: Any, mode: Any) -> Node:
    """The pattern of a store."""
    return Node(("index_update",), (x, value), {"items": items, "mode": mode})


def _put(x: Any, value: Any, positions: Any, axis: Any, mode: Any) -> Node:
    return Node(("put",), (x, value, positions), {"axis": axis, "mode": mode})


def alike(out: Any) -> bool:
    """Say whether both terms of a sum have its shape and dtype: neither is stretched or cast."""
    return all(term.shape == out.shape and term.dtype is out.dtype for term in out.application.arrays())


law(
    "read what was stored",
    P.index(stored(x, v, i, "set"), items=i),
    lambda v, out: fitted(v, out),
    kind=EXACT,
    example="x.at[1].set(v)[1]",
    near=("x.at[1].set(v)[2:]", "x.at[1].add(v)[1]"),
)
law(
    "read elsewhere",
    P.index(stored(x, v, i, mode), items=j),
    lambda x, j: ops.index(x, items=j),
    when=lambda i, j: apart(i, j),
    kind=EXACT,
    example="x.at[1].set(v)[2]",
    near=("x.at[1].set(v)[-2]",),
)


def apart(i: tuple[Any, ...], j: tuple[Any, ...]) -> bool:
    """Say whether two indices certainly name different entries."""
    for a, b in zip(i, j):
        if type(a) is int and type(b) is int and (a < 0) == (b < 0) and a != b:
            return True
        if type(a) not in (int, slice) or type(b) not in (int, slice):
            return False
    return False


law(
    "stored twice",
    stored(stored(x, u, i, "set"), v, i, "set"),
    lambda x, v, i: ops.index_update(x, v, items=i, mode="set"),
    kind=EXACT,
    example="x.at[1].set(v).at[1].set(2 * v)",
    near=("x.at[1].set(v).at[2].set(v)",),
)
law(
    "stored where it was read",
    stored(x, P.index(x, items=i), i, "set"),
    lambda x: x,
    kind=EXACT,
    example="x.at[1].set(x[1])",
    near=("x.at[1].set(x[2])",),
)
law(
    "everything replaced",
    stored(x, v, i, "set"),
    lambda v, out: fitted(v, out),
    when=lambda i, x, v: (
        all(type(item) is slice and item == slice(None) for item in i) and x.dtype is v.dtype
    ),
    kind=EXACT,
    example="x.at[:].set(v)",
    near=("x.at[1:].set(v)",),
)
law(
    "added to zeros, then to an array",
    stored(0, v, i, "add") + y,
    lambda y, v, i: ops.index_update(y, v, items=i, mode="add"),
    when=lambda out: alike(out),
    kind=REAL,
    usual=True,
    excluded="none; a zero may have the other sign",
    example="gn.zeros_like(x).at[1].add(v) + x",
    near=("gn.zeros_like(x).at[1].multiply(v) + x", "gn.zeros_like(x[0]).at[1].add(v[0]) + x"),
)
law(
    "put into zeros, then added to an array",
    _put(0, v, i, k, "add") + y,
    lambda y, v, i, k: ops.put(y, v, i, axis=k, mode="add"),
    when=lambda out: alike(out),
    kind=REAL,
    usual=True,
    excluded="none; sums are rounded in another order, a zero may have the other sign",
    example="ops.put(gn.zeros_like(x), v, (three,), axis=0, mode='add') + x",
    near=(
        "ops.put(gn.zeros_like(x), v, (three,), axis=0, mode='set') + x",
        "ops.put(gn.zeros_like(x[0]), v[0], (three,), axis=0, mode='add') + x",
    ),
)
law(
    "put into zeros, then subtracted from an array",
    y - _put(0, v, i, k, "add"),
    lambda y, v, i, k: ops.put(y, ops.negative(v), i, axis=k, mode="add"),
    when=lambda out, v: alike(out) and v.dtype.kind in ("float", "complex"),
    kind=REAL,
    usual=True,
    excluded="none; sums are rounded in another order, a zero may have the other sign",
    example="x - ops.put(gn.zeros_like(x), v, (three,), axis=0, mode='add')",
    near=(
        "ops.put(gn.zeros_like(x), v, (three,), axis=0, mode='add') - x",
        "x - ops.put(gn.zeros_like(x[0]), v[0], (three,), axis=0, mode='add')",
    ),
)
law(
    "put into zeros, then multiplied by a number",
    u * _put(0, v, i, k, "add"),
    lambda u, v, i, k, out: ops.put(filled(0, out), u * v, i, axis=k, mode="add"),
    when=lambda u, v, out, single: (
        not u.ndim and v.dtype is out.dtype and all(single(a) for a in out.application.arrays() if a.ndim)
    ),
    kind=REAL,
    usual=True,
    excluded="none; sums are rounded in another order",
    example="2.0 * ops.put(gn.zeros_like(x), v, (three,), axis=0, mode='add')",
    near=("x * ops.put(gn.zeros_like(x), v, (three,), axis=0, mode='add')",),
)


def _row_sums(v: Any, i: Any, keep: bool, out: Any, single: Any) -> Any:
    """One entry in each row: the sum of the row is the entry."""
    whole = out.application.inputs[0]
    if whole.ndim != 2 or len(i) != 2 or single(whole) or i[0].application is None:
        return None
    rows = i[0].application
    given = {"start": 0, "step": 1, **rows.attributes}
    if rows.op.name != "arange" or given["start"] != 0 or given["step"] != 1:
        return None
    if given["stop"] != whole.shape.dims[0] or any(array.ndim > 1 for array in i):
        return None
    return fitted(ops.expand_dims(v, axis=-1) if keep and v.ndim else v, out)


law(
    "sum of rows with one entry",
    Node(("sum",), (_put(0, v, i, 0, "add"),), {"axis": (1,), "keepdims": j}),
    lambda v, i, j, out, single: _row_sums(v, i, j, out, single),
    kind=EXACT,
    example="(lambda e: e - ops.sum(e, axis=(1,), keepdims=True))"
    "(ops.put(gn.zeros_like(x), z, (gn.arange(x.shape[0]), i[:, 0] * 0), mode='add'))",
    near=(
        "ops.sum(ops.put(gn.zeros_like(x), z, (gn.arange(x.shape[0]), i[:, 0] * 0), mode='add'), axis=(1,))",
    ),
)
law(
    "put twice at the same positions",
    _put(_put(x, u, i, k, "set"), v, i, k, "set"),
    lambda x, v, i, k: ops.put(x, v, i, axis=k, mode="set"),
    kind=EXACT,
    example="ops.put(ops.put(x, v, (three,)), 2 * v, (three,))",
)
law(
    "what is put stretches by itself",
    _put(x, P.broadcast_to(v, shape=u), i, k, mode),
    lambda x, v, i, k, mode: ops.put(x, v, i, axis=k, mode=mode),
    when=lambda x, v: x.dtype is v.dtype,
    kind=EXACT,
    example="ops.put(x, gn.broadcast_to(z, (3, 3)), (three,), axis=0)",
)
law(
    "what is stored stretches by itself",
    stored(x, P.broadcast_to(v, shape=u), i, mode),
    lambda x, v, i, mode: ops.index_update(x, v, items=i, mode=mode),
    when=lambda x, v: x.dtype is v.dtype,
    kind=EXACT,
    example="x.at[1].set(gn.broadcast_to(z, (3,)))",
)
