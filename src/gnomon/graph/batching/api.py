"""What a user calls: a function of one row, applied to many rows at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from gnomon.graph.array import Array, Constant, Input
from gnomon.graph.batching.arguments import Leaf, in_front, leaves_of, mapped_size, spread_axes
from gnomon.graph.batching.interpret import carried
from gnomon.graph.batching.registry import Same, ops
from gnomon.graph.constants import as_array, named_size
from gnomon.graph.errors import ArgumentError, BatchingError
from gnomon.graph.gradients.tracing import concluded
from gnomon.graph.sites import user_site
from gnomon.graph.trees import flatten, rebuilt
from gnomon.shapes import Shape, Size


def vmap(
    function: Any = None,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_size: Size | str | None = None,
) -> Callable[..., Any]:
    """Return the function that applies a function to each row of its arguments, all rows at once.

    ``in_axes`` says which axis of the arguments is mapped: one number, None for what is the same for every row, a
    tuple with an entry for each positional argument (numbers, None, or trees of them for trees of arrays), or a dict
    by names of arguments. Numbers given by keyword are the same for every row. ``out_axes`` says where the mapped
    axis stands in the results; None is for results that are the same for every row. ``axis_size`` is the number
    of rows, where no argument is mapped.

    The function runs once, on symbols of a single row. Gradients inside and outside, and maps of maps, are maps too.

    >>> import gnomon as gn, numpy as np
    >>> vmap(lambda x, w: gn.sum(x * w), in_axes=(0, None))(np.ones((2, 3)), np.arange(3.0))
    array([3., 3.], dtype=float64)
    >>> x = gn.symbol("x", shape=("batch", 3))
    >>> vmap(gn.grad(lambda row: gn.sum(row**3)))(x).shape
    (batch, 3)
    """
    if function is None:
        return partial(vmap, in_axes=in_axes, out_axes=out_axes, axis_size=axis_size)
    if not callable(function) or isinstance(function, Array):
        raise ArgumentError(f"vmap takes a function, got {function!r}", user_site())
    count = named_size(axis_size) if isinstance(axis_size, str) else axis_size

    @wraps(function, updated=())
    def mapped(*arguments: Any, **named: Any) -> Any:
        leaves = leaves_of(function, arguments, named, in_axes)
        size = mapped_size(leaves, count)
        rows = [_row(leaf) for leaf in leaves]
        inputs, words = rebuilt((arguments, named), iter(rows))
        outputs = function(*inputs, **words)
        given = {row: in_front(leaf, size) for row, leaf in zip(rows, leaves) if leaf.axis is not None}
        found = _placed(outputs, given, size, out_axes)
        known = type(size) is int and all(_is_known(leaf.value) for leaf in leaves)
        return concluded(found) if known else found

    return mapped


def _row(leaf: Leaf) -> Any:
    """Return what the function gets for a leaf: a symbol for one row of an array, or the leaf itself."""
    if leaf.axis is None:
        return leaf.value
    dims = leaf.value.shape.dims
    shape = Shape((*dims[: leaf.axis], *dims[leaf.axis + 1 :]))
    return Input(shape, leaf.value.dtype, name=leaf.name, site=user_site())


def _is_known(value: Any) -> bool:
    return not isinstance(value, Array) or isinstance(value, Constant)


def _placed(outputs: Any, given: dict[Array, Array], size: Size, out_axes: Any) -> Any:
    """Return the results of all rows, with the mapped axis where it is wanted."""
    ends = [as_array(end) for end in flatten(outputs)[0]]
    axes = spread_axes(out_axes, outputs, "out_axes")
    found = carried(ends, given, size)
    return rebuilt(outputs, iter([_at(result, axis, size) for result, axis in zip(found, axes)]))


def for_rows(outputs: list[Array], given: dict[Array, Array], size: Size) -> list[Array]:
    """Return outputs for many rows, the mapped axis in front of each, from arrays that have it in front."""
    return [_at(result, 0, size) for result in carried(outputs, given, size)]


def _at(result: Array | Same, axis: int | None, size: Size) -> Array:
    if axis is None:
        if isinstance(result, Same):
            return result.array
        raise BatchingError(
            "vmap: out_axes is None for a result that differs from row to row",
            result.site,
            "give the axis that the rows are put along",
        )
    array = result
    if isinstance(array, Same):
        array = ops.broadcast_to(array.array, shape=(size, *array.array.shape.dims))
    if not -array.ndim <= axis < array.ndim:
        have = "one axis" if array.ndim == 1 else f"{array.ndim} axes"
        raise BatchingError(
            f"vmap: out_axes is {axis}, but the result has {have}, the mapped one included",
            user_site(),
        )
    return ops.moveaxis(array, source=0, destination=axis) if axis % array.ndim else array
