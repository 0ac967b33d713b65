"""Sorting along any axis as sorting along the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.registry import form
from gnomon.graph.array import Array

if TYPE_CHECKING:
    from gnomon.graph.array import Application

ops: Any = gnomon.ops


def _moved(x: Array, axis: int, to: int) -> Any:
    return ops.moveaxis(x, source=axis, destination=to)


@form("sort", "argsort", "topk")
def along_last(application: Application, x: Array, *, axis: Any, **attributes: Any) -> Any:
    """Bring the axis to the end, and back."""
    if not x.ndim:
        return None
    if axis is None:
        return application.op(ops.reshape(x, shape=(x.size,)), axis=-1, **attributes)
    axis %= x.ndim
    if axis == x.ndim - 1:
        return None
    results = application.op(_moved(x, axis, -1), axis=-1, **attributes)
    if isinstance(results, tuple):
        return tuple([_moved(result, -1, axis) for result in results])
    return _moved(results, -1, axis)


@form("kth_value")
def kth_value(application: Application, x: Array, *, axis: int, keepdims: bool, k: int) -> Any:
    """Keep the axis, at the end."""
    if not x.ndim:
        return None
    axis %= x.ndim
    if axis == x.ndim - 1 and keepdims:
        return None
    results = ops.kth_value(_moved(x, axis, -1) if axis != x.ndim - 1 else x, axis=-1, keepdims=True, k=k)
    if not keepdims:
        return tuple([ops.squeeze(result, axis=-1) for result in results])
    return tuple([_moved(result, -1, axis) for result in results])


@form("partition", "argpartition")
def partition(application: Application, x: Array, *, axis: Any, kth: Any) -> Any:
    """What is sorted is parted anywhere."""
    if not x.ndim or type(kth) is not int or type(axis) is not int:
        return None
    size = x.shape.dims[axis]
    if type(size) is not int or not -size <= kth < size:
        return None
    return (ops.sort if application.op.name == "partition" else ops.argsort)(x, axis=axis)


@form("lexsort")
def lexsort(application: Application, x: Array, *, axis: int) -> Any:
    """Bring the axis of the keys to the end, and back."""
    if x.ndim < 2:
        return None
    axis %= x.ndim - 1
    if axis == x.ndim - 2:
        return None
    return _moved(ops.lexsort(_moved(x, axis + 1, -1), axis=-1), -1, axis)
