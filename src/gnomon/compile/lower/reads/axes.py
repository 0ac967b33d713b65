"""The order of axes, and axes of size 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.positions import START, Positions
from gnomon.compile.lower.reads.registry import Test, attribute, reads, source_of
from gnomon.graph.array import Array

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application


def order_of(application: Application) -> list[int]:
    """Return which axis of the source each axis of the result is."""
    name, rank = application.op.name, application.outputs[0].ndim
    order = list(range(rank))
    if name == "transpose":
        axes = attribute(application, "axes")
        return order[::-1] if axes is None else [axis % rank for axis in axes]
    if name == "matrix_flip":
        return order[::-1]
    if name == "moveaxis":
        given = attribute(application, "source"), attribute(application, "destination")
        moved, to = (
            [axis % rank for axis in (axes if isinstance(axes, (tuple, list)) else (axes,))] for axes in given
        )
        order = [axis for axis in order if axis not in moved]
        for place, axis in sorted(zip(to, moved)):
            order.insert(place, axis)
        return order
    first, second = (
        (rank - 2, rank - 1)
        if name == "matrix_transpose"
        else (attribute(application, "first") % rank, attribute(application, "second") % rank)
    )
    order[first], order[second] = order[second], order[first]
    return order


def _transposed(body: Body, application: Application, at: Positions) -> str:
    order = order_of(application)
    return body.at(source_of(application), tuple([at[order.index(axis)] for axis in range(len(at))]))


_has_axes: Test = lambda application: application.outputs[0].ndim > 0  # noqa: E731
reads("transpose", "matrix_transpose", "swapaxes", "moveaxis", test=_has_axes, founds=False, once=True)(
    _transposed
)
reads("matrix_flip", test=_has_axes, once=True)(_transposed)


def _lone(application: Application) -> tuple[list[int], Array]:
    """Return the axes that an array with more axes of size 1 has in addition, and the other array."""
    out, source = application.outputs[0], source_of(application)
    more, fewer = (out, source) if out.ndim >= source.ndim else (source, out)
    count = more.ndim - fewer.ndim
    axis = attribute(application, "axis")
    if axis is None:
        return [k for k, size in enumerate(more.shape.dims) if size == 1], fewer
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    found = sorted({k % more.ndim for k in axes}) if more.ndim else []
    return (found if len(found) == count else []), fewer


@reads("expand_dims", test=lambda a: bool(_lone(a)[0]), founds=False, once=True, lone=True)
def _(body: Body, application: Application, at: Positions) -> str:
    axes, _ = _lone(application)
    return body.at(
        source_of(application), tuple([place for axis, place in enumerate(at) if axis not in axes])
    )


@reads(
    "squeeze",
    test=lambda a: a.outputs[0].ndim < source_of(a).ndim and bool(_lone(a)[0]),
    founds=False,
    once=True,
    lone=True,
)
def _(body: Body, application: Application, at: Positions) -> str:
    axes, _ = _lone(application)
    left = iter(at)
    source = source_of(application)
    return body.at(source, tuple([START if axis in axes else next(left) for axis in range(source.ndim)]))
