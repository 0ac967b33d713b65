"""Transposes that elementwise functions stand between: what is computed on transposed arrays is computed on the arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, REAL, laws_of
from gnomon.graph.rewrites.patterns import Family, completed
from gnomon.graph.rewrites.recognising import axes_of
from gnomon.graph.rewrites.shapes import BINARY, UNARY

law = laws_of("transposing")
DEPTH = 12
"""So many elementwise functions follow one another at most."""
FOLDS = frozenset("sum prod mean max min any all".split())

Single = Callable[[Array], bool]
Order = tuple[int, ...]


def untransposed(array: Array, single: Single) -> tuple[Array, Order] | None:
    """Return elementwise functions on the arrays themselves, and by which axes all of these were transposed.

    None where an array is not transposed, or an intermediate value is used elsewhere too.
    """
    found = _plain(array, single, DEPTH)
    return None if found is None or found[1] is None else (found[0], found[1])


def _plain(array: Array, single: Single, depth: int) -> tuple[Array, Order | None] | None:
    """Numbers have no axes to transpose."""
    if not array.ndim:
        return array, None
    application = array.application
    if application is None or not depth:
        return None
    name = application.op.name
    if name == "transpose":
        axes = completed(application)["axes"]
        return (application.inputs[0], axes) if type(axes) is tuple else None
    if name not in UNARY and name not in BINARY:
        return None
    plain: list[Any] = []
    order: Order | None = None
    for entry in application.inputs:
        if entry is None or (entry.ndim and entry.ndim != array.ndim) or not _is_free(entry, single):
            return None
        found = _plain(entry, single, depth - 1)
        if found is None or (order is not None and found[1] not in (None, order)):
            return None
        plain.append(found[0])
        order = order or found[1]
    return application.op(*plain, **application.attributes), order


def _is_free(entry: Array, single: Single) -> bool:
    """Say whether nothing is computed twice if an array is passed over."""
    application = entry.application
    return not entry.ndim or application is None or application.op.name == "transpose" or single(entry)


def _between(out: Array, single: Single) -> Array | None:
    application = out.application
    assert application is not None
    (x,) = application.inputs
    last = completed(application)["axes"]
    if x.application is None or x.application.op.name == "transpose" or not single(x):
        return None
    found = untransposed(x, single)
    if found is None or type(last) is not tuple:
        return None
    plain, axes = found
    joined = tuple([axes[k] for k in last])
    return plain if joined == tuple(range(out.ndim)) else ops.transpose(plain, axes=joined)


law(
    "transpose of elementwise functions of transposes",
    Family(("transpose",)),
    _between,
    kind=EXACT,
    example="gn.permute_dims(gn.exp(gn.permute_dims(t, (2, 0, 1))) * gn.permute_dims(abs(t), (2, 0, 1)) + 1, (1, 2, 0))",
    near=(
        "gn.permute_dims(gn.exp(t), (1, 2, 0))",
        "gn.permute_dims(gn.permute_dims(s, (1, 0)) + s, (1, 0))",
    ),
)


def _folded(out: Array, single: Single) -> Array | None:
    application = out.application
    assert application is not None
    (x,) = application.inputs
    given = completed(application)
    if given["keepdims"] or x.application is None or not _is_free(x, single):
        return None
    found = untransposed(x, single)
    if found is None:
        return None
    plain, order = found
    axes = axes_of(x, given["axis"])
    left = [order[k] for k in range(x.ndim) if k not in axes]
    folded = application.op(plain, axis=tuple(sorted(order[k] for k in axes)), keepdims=False)
    places = sorted(left)
    if left == places:
        return folded  # type: ignore[no-any-return]
    return ops.transpose(folded, axes=tuple([places.index(k) for k in left]))  # type: ignore[no-any-return]


law(
    "reduction of elementwise functions of transposes",
    Family(FOLDS),
    _folded,
    kind=REAL,
    usual=True,
    excluded="none; sums may be rounded in another order",
    example="gn.sum(gn.exp(gn.permute_dims(t, (2, 0, 1))) * 2, axis=1)",
    near=("gn.sum(gn.exp(t), axis=1)",),
)
