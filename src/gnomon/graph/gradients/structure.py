"""Derivatives of operations that arrange elements: each is linear, and its transpose is written here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import named, place, unbroadcast, zeros_like
from gnomon.graph.gradients.registry import pullback
from gnomon.shapes import Size


def shaped_like(g: Array, x: Array) -> Array:
    """Give a cotangent the shape of ``x``, which has as many elements."""
    return g if g.shape.dims == x.shape.dims else ops.reshape(g, shape=x.shape.dims)


def _reshaped(g: Array, x: Array, *, out: Array, **attributes: Any) -> Any:
    return shaped_like(g, x)


pullback("reshape", "flatten", "unflatten", "expand_dims", "squeeze", "atleast", linear=(0,))(_reshaped)


def _same(g: Array, x: Array, *, out: Array, **attributes: Any) -> Any:
    return g


pullback("set_shape", linear=(0,))(_same)


@pullback("transpose", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axes: Sequence[int] | None) -> Any:
    if axes is None:
        return ops.transpose(g)
    order = [place(a, x.ndim) for a in axes]
    return ops.transpose(g, axes=tuple(sorted(range(x.ndim), key=order.__getitem__)))


@pullback("swapaxes", linear=(0,))
def _(g: Array, x: Array, *, out: Array, first: int, second: int) -> Any:
    return ops.swapaxes(g, first=first, second=second)


@pullback("moveaxis", linear=(0,))
def _(g: Array, x: Array, *, out: Array, source: Any, destination: Any) -> Any:
    return ops.moveaxis(g, source=destination, destination=source)


@pullback("matrix_transpose", linear=(0,))
def _(g: Array, x: Array, *, out: Array) -> Any:
    return ops.matrix_transpose(g)


@pullback("matrix_flip", linear=(0,))
def _(g: Array, x: Array, *, out: Array) -> Any:
    return ops.matrix_flip(g)


@pullback("flip", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    return ops.flip(g, axis=axis)


@pullback("roll", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: Any, shift: Any) -> Any:
    back = tuple(-s for s in shift) if isinstance(shift, (tuple, list)) else -shift
    return ops.roll(g, axis=axis, shift=back)


@pullback("rot90", linear=(0,))
def _(g: Array, x: Array, *, out: Array, turns: int, axes: Any) -> Any:
    return ops.rot90(g, turns=-turns, axes=axes)


@pullback("broadcast_to", linear=(0,))
def _(g: Array, x: Array, *, out: Array, **attributes: Any) -> Any:
    return unbroadcast(g, x.shape)


@pullback("broadcast_arrays", linear=(0,))
def _(g: Any, arrays: tuple[Array, ...], *, out: Any) -> Any:
    gs = (g,) if isinstance(g, Array) else g
    return (tuple([None if part_ is None else unbroadcast(part_, x.shape) for part_, x in zip(gs, arrays)]),)


# joining and splitting


@pullback("concat", linear=(0,))
def _(g: Array, arrays: tuple[Array, ...], *, out: Array, axis: int | None) -> Any:
    start: Size = 0
    parts = []
    for x in arrays:
        size = x.size if axis is None else x.shape.dims[place(axis, x.ndim)]
        k = 0 if axis is None else place(axis, x.ndim)
        parts.append(shaped_like(ops.narrow(g, axis=k, start=start, length=size), x))
        start = start + size
    return (tuple(parts),)


@pullback("stack", linear=(0,))
def _(g: Array, arrays: tuple[Array, ...], *, out: Array, axis: int) -> Any:
    return (tuple([ops.select_at(g, axis=axis, position=k) for k in range(len(arrays))]),)


def _splits(g: Any, x: Array, *, out: Any, axis: Any, **attributes: Any) -> Any:
    """Join the cotangents of the parts; parts without one count as zeros."""
    if isinstance(g, Array):
        return g
    parts = [zeros_like(o) if c is None else c for c, o in zip(g, out)]
    return named(ops.concat(tuple(parts), axis=axis), x.shape)


pullback("split", "array_split", "split_at", "chunk", "split_by", linear=(0,))(_splits)


@pullback("unstack", linear=(0,))
def _(g: Any, x: Array, *, out: Any, axis: int, **attributes: Any) -> Any:
    gs, outs = ((g,), (out,)) if isinstance(g, Array) else (g, out)
    parts = [zeros_like(o) if c is None else c for c, o in zip(gs, outs)]
    return ops.stack(tuple(parts), axis=axis)
