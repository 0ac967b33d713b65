"""Operations that move elements, in the words of a few that kernels know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array
from gnomon.graph.bodies import completed

if TYPE_CHECKING:
    from gnomon.graph.array import Application

Body = Callable[..., Any]


def moved(application: Application, inputs: Any, attributes: Any) -> tuple[Array, ...] | None:
    """Return what stands in place of an application, None where it stays as it is."""
    from gnomon.graph.world import GraphWorld
    from gnomon.ops.bodies import MOVING
    from gnomon.ops.world import entered

    op = application.op
    body = _OWN.get(op.name) or MOVING.get(op.name)
    if body is None:
        return None
    missing = (None,) * (op.arrays - len(inputs))
    with entered(GraphWorld()):
        results = body(*inputs, *missing, **{**completed(application), **attributes})
    return results if results is None or type(results) is tuple else (results,)


def _has_arrays(items: Any) -> bool:
    return any(isinstance(item, Array) or type(item) is bool for item in items)


def _index(x: Array, *, items: Any) -> Any:
    """Indexing with arrays, in the words of simpler operations."""
    from gnomon import ops
    from gnomon.graph.indexing import entries

    if _has_arrays(items):
        return entries(x, tuple(items))
    kept = [item for item in items if item is not Ellipsis and item != slice(None)]
    if not kept or any(item is not None for item in kept):
        return None
    lead = list(items[: items.index(Ellipsis)] if Ellipsis in items else items)
    behind = list(items[items.index(Ellipsis) + 1 :]) if Ellipsis in items else []
    rank = x.ndim + len(kept)
    axes = [k for k, item in enumerate(lead) if item is None]
    axes += [rank - len(behind) + k for k, item in enumerate(behind) if item is None]
    return ops.expand_dims(x, axis=tuple(axes))


def _index_update(x: Array, value: Array, *, items: Any, mode: str) -> Any:
    """Storing at what arrays name, in the words of simpler operations."""
    from gnomon.graph.indexing import changed

    return changed(x, tuple(items), value, mode) if _has_arrays(items) else None


def _put(x: Array, value: Array, positions: Any, *, axis: int, mode: str) -> Any:
    from gnomon import ops

    return _wide(x, value, mode, lambda x, v: ops.put(x, v, positions, axis=axis, mode=mode))


def _scatter(x: Array, indices: Array, source: Array | None, *, axis: int, mode: str) -> Any:
    from gnomon import ops

    return _wide(x, source, mode, lambda x, v: ops.scatter(x, indices, v, axis=axis, mode=mode))


def _wide(x: Array, value: Array | None, mode: str, combined: Body) -> Any:
    """Combine halves in float32, and round once."""
    from gnomon import ops
    from gnomon.compile.lower.held import HALVES
    from gnomon.shapes import dtypes

    if x.dtype not in HALVES or mode == "set" or value is None:
        return None
    wide = [ops.cast(array, dtype=dtypes.float32) for array in (x, value)]
    return ops.cast(combined(*wide), dtype=x.dtype)


_OWN: dict[str, Body] = {"index": _index, "index_update": _index_update, "put": _put, "scatter": _scatter}
