"""Expressions in the dtype and broadcast pattern that Theano's types promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def fitted(value: Any, dtype: str, broadcastable: Sequence[bool]) -> Any:
    """Return an expression cast to a dtype, whose axes are of size 1 where the pattern says so."""
    import gnomon as gn
    from gnomon import ops

    if not isinstance(value, gn.Array):
        value = gn.asarray(value)
    if str(value.dtype) != dtype:
        value = gn.astype(value, getattr(gn, dtype))
    if value.ndim != len(broadcastable):
        raise TypeError(f"an expression with {value.ndim} axes where the type promises {len(broadcastable)}")
    sizes = value.shape.dims
    if any(one and size != 1 for one, size in zip(broadcastable, sizes)):
        wanted = tuple([1 if one else size for one, size in zip(broadcastable, sizes)])
        value = ops.reshape(value, shape=wanted)
    return value


def of_sizes(value: Any, sizes: Sequence[Any]) -> Any:
    """Return an expression as one of these sizes; a run finds if it has others.

    As many elements, and every axis either of its size or one that stretches to it: only the sizes themselves are left.
    """
    from gnomon import ops

    own = tuple(value.shape.dims)
    if own == tuple(sizes):
        return value
    value = ops.reshape(value, shape=tuple(sizes))
    if len(own) > 1:
        value = ops.reshape(ops.broadcast_to(value, shape=own), shape=tuple(sizes))
    return value


def contents(value: Any) -> Any:
    """Return the values of a constant, or of an expression of constants."""
    return value.data if hasattr(value, "data") else value.eval()
