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
from gnomon.ops.axes import inverse_order

law = laws_of("transposing")
DEPTH = 12
"""So many elementwise functions follow one another at most."""
FOLDS = frozenset("sum prod mean max min any all var std logsumexp".split())

Single = Callable[[Array], bool]
Order = tuple[int, ...]


def untransposed(array: Array, single: Single) -> tuple[Array, Order] | None:
    """Return elementwise functions on the arrays themselves, and by which axes all of these were transposed.

    None where an array is not transposed, or an intermediate value is used elsewhere too.
    """
    order = _order(array, array, single, DEPTH)
    return None if order is None else (_plain(array, array, order), order)


def _order(array: Array, whole: Array, single: Single, depth: int) -> Order | None:
    """By which axes the arrays are transposed; () if there are only numbers and thin arrays, None if they differ."""
    if not array.ndim or (array is not whole and _is_thin(array, whole)):
        return () if array.ndim in (0, whole.ndim) else None
    application = array.application
    if application is None or not depth or array.ndim != whole.ndim:
        return None
    name = application.op.name
    if name == "transpose":
        axes = completed(application)["axes"]
        return axes if type(axes) is tuple else None
    if name not in UNARY and name not in BINARY:
        return None
    found: Order = ()
    for entry in application.inputs:
        if entry is None or not (_is_free(entry, single) or _is_thin(entry, whole)):
            return None
        order = _order(entry, whole, single, depth - 1)
        if order is None or (found and order and order != found):
            return None
        found = found or order
    return found if found or array is not whole else None


def _is_thin(array: Array, whole: Array) -> bool:
    """Whether an array has one entry along an axis of the whole, and is small beside it: transposing it costs nothing."""
    return array.ndim == whole.ndim and any(
        type(size) is int and size == 1 and not (type(all_of_it) is int and all_of_it == 1)
        for size, all_of_it in zip(array.shape.dims, whole.shape.dims)
    )


def _plain(array: Array, whole: Array, order: Order) -> Array:
    if not array.ndim:
        return array
    application = array.application
    if array is not whole and _is_thin(array, whole):
        return ops.transpose(array, axes=inverse_order(order))  # type: ignore[no-any-return]
    assert application is not None
    if application.op.name == "transpose":
        return application.inputs[0]  # type: ignore[no-any-return]
    plain: list[Any] = [_plain(entry, whole, order) for entry in application.inputs]
    return application.op(*plain, **application.attributes)  # type: ignore[no-any-return]


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
    given = dict(completed(application))
    if x.application is None or not _is_free(x, single):
        return None
    found = untransposed(x, single)
    if found is None:
        return None
    plain, order = found
    axes = axes_of(x, given["axis"])
    given["axis"] = tuple(sorted(order[k] for k in axes))
    folded: Array = application.op(plain, **given)
    left = [order[k] for k in range(x.ndim) if given["keepdims"] or k not in axes]
    places = sorted(left)
    return folded if left == places else ops.transpose(folded, axes=tuple([places.index(k) for k in left]))


law(
    "reduction of elementwise functions of transposes",
    Family(FOLDS),
    _folded,
    kind=REAL,
    usual=True,
    excluded="none; sums may be rounded in another order",
    example="gn.sum(gn.exp(gn.permute_dims(t, (2, 0, 1))) * 2, axis=1)",
    near=("gn.sum(gn.exp(t), axis=1)", "gn.sum(gn.permute_dims(s, (1, 0)) - s, axis=0)"),
)
