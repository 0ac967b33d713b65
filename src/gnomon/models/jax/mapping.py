"""``vmap`` and ``pmap``: the arguments lose an axis, the results gain it."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
    symbol,
)
from gnomon.models.jax.derivatives import Constantly, is_array
from gnomon.models.jax.support import as_array
from gnomon.models.jax.trees import Mismatch, map_tree

# -- mapped over an axis ------------------------------------------------------------------------------


class Mapped(Modelled):
    """What ``vmap`` returns: the arguments lose the mapped axis, the results gain it."""

    library_name = "jax.vmap"
    raw = True

    def __init__(self, fun: Any, in_axes: Any, out_axes: Any, size: Any = None) -> None:
        self.fun = fun
        self.in_axes = in_axes
        self.out_axes = out_axes
        self.size = size

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        axes = self._axes(len(arguments))
        if axes is None:
            return UNKNOWN
        try:
            stripped, named, size = self._stripped(arguments, axes, keywords)
            value = host.invoke(self.fun, *stripped, **named)
            return self._grown(value, size)
        except Mismatch:
            return UNKNOWN

    def _mapped(self, value: Any) -> bool:
        """Whether a leaf of the arguments is mapped over its axis."""
        return True

    def _axes(self, count: int) -> list[Any] | None:
        axes = self.in_axes
        if axes is None or type(axes) is int:
            return [axes] * count
        if type(axes) is ListValue:
            axes = axes.items
        if type(axes) is tuple:
            return list(axes) if len(axes) == count else None
        return None

    def _stripped(
        self, arguments: tuple[Any, ...], axes: list[Any], keywords: dict[str, Any]
    ) -> tuple[list[Any], dict[str, Any], Any]:
        """Return the arguments without the mapped axis, and its size."""
        leaves: list[Any] = []
        places: list[int | None] = []

        def gather(value: Any, axis: Any) -> Any:
            if not self._mapped(value):
                axis = None
            elif type(value) is Unknown and value.tensor is None:
                value, axis = Unknown(), None  # an array or a whole tree
            elif not is_array(value) or (axis is not None and type(axis) is not int):
                raise Mismatch
            leaves.append(
                as_array(value) if type(value) in (int, float, bool, complex) and axis is not None else value
            )
            places.append(axis)
            return len(leaves) - 1

        marks = [spread(argument, axis, gather) for argument, axis in zip(arguments, axes, strict=True)]
        marks += [spread(value, 0, gather) for value in keywords.values()]
        kept = [leaf for leaf, place in zip(leaves, places, strict=True) if place is not None]
        given = [place for place in places if place is not None]
        elements = iter(ops.unmapped(kept, axes=given) if kept else ())
        values = [
            leaf if place is None else next(elements) for leaf, place in zip(leaves, places, strict=True)
        ]
        size = self.size
        sizes = [
            leaf.shape.axis(place) for leaf, place in zip(kept, given, strict=True) if type(leaf) is Tensor
        ]
        if len({one for one in sizes if type(one) is int}) > 1:
            raise Mismatch  # reported
        for leaf, place in zip(leaves, places, strict=True):
            known = leaf.shape.axis(place) if type(leaf) is Tensor and place is not None else None
            if size is None or type(known) is int:
                size = known if known is not None else size
        filled = [fill(mark, values) for mark in marks]
        count = len(arguments)
        return (
            filled[:count],
            dict(zip(keywords, filled[count:], strict=True)),
            symbol() if size is None else size,
        )

    def _grown(self, value: Any, size: Any) -> Any:
        def grow(leaf: Any, axis: Any) -> Any:
            if axis is None or (type(leaf) is Unknown and leaf.tensor is None):
                return leaf
            if not is_array(leaf) or type(axis) is not int:
                raise Mismatch
            return ops.mapped(as_array(leaf) if type(leaf) is not Unknown else leaf, size=size, axis=axis)

        return spread(value, self.out_axes, grow)


def spread(tree: Any, axes: Any, apply: Any) -> Any:
    """Apply a function to each leaf and its axis, where axes are a tree prefix."""
    if axes is None or type(axes) is int:
        return map_tree(lambda leaf: apply(leaf, axes), tree)
    if type(axes) is ListValue:
        axes = axes.items
    if type(axes) is tuple and type(tree) in (tuple, ListValue):
        parts = tree if type(tree) is tuple else tree.items
        if parts is not None and len(parts) == len(axes):
            found = [spread(part, axis, apply) for part, axis in zip(parts, axes, strict=True)]
            return tuple(found) if type(tree) is tuple else ListValue(found)
    if type(axes) is DictValue and type(tree) is DictValue and set(axes.cell) == set(tree.cell):
        return DictValue({key: spread(part, axes.cell[key], apply) for key, part in tree.cell.items()})
    raise Mismatch


def fill(marks: Any, values: list[Any]) -> Any:
    """Return a tree of positions with the values at these positions."""
    return map_tree(lambda position: values[position], marks)


class FilteredMapped(Mapped):
    """What Equinox's ``filter_vmap`` returns: arrays are mapped, other arguments are passed on."""

    def _axes(self, count: int) -> list[Any] | None:
        return [0] * count if self.in_axes is None or self.in_axes == 0 else None

    def _mapped(self, value: Any) -> bool:
        return type(value) is Tensor


@function("equinox.filter_vmap", raw=True, tensor=False)
def filter_vmap(
    fun: Any = None, *, in_axes: Any = 0, out_axes: Any = 0, axis_size: Any = None, **keywords: Any
) -> Any:
    """A function mapped over the first axis of the arrays among its arguments."""
    if in_axes != 0 or out_axes != 0 or type(in_axes) is not int or axis_size is not None:
        return KEEP_UNKNOWN if fun is None else Constantly(UNKNOWN)
    return FilteredDecorator() if fun is None else FilteredMapped(fun, 0, 0)


class FilteredDecorator(Modelled):
    """``filter_vmap()`` without a function: a decorator."""

    library_name = "equinox.filter_vmap"
    raw = True

    def __call__(self, fun: Any) -> Any:
        return FilteredMapped(fun, 0, 0)


class UnknownDecorator(Modelled):
    """A decorator whose functions give something unknown."""

    library_name = "jax.vmap"
    raw = True

    def __call__(self, fun: Any) -> Any:
        return Constantly(UNKNOWN)


KEEP_UNKNOWN = UnknownDecorator()


@function("jax.vmap", "jax.api.vmap", raw=True, tensor=False)
def vmap(
    fun: Any = None,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: Any = None,
    spmd_axis_name: Any = None,
    **keywords: Any,
) -> Any:
    """A function mapped over an axis of its arguments."""
    if fun is None:
        return MappedDecorator(in_axes, out_axes)
    return Mapped(fun, in_axes, out_axes, axis_size if type(axis_size) is int else None)


class MappedDecorator(Modelled):
    """``vmap(in_axes=...)`` without a function: a decorator."""

    library_name = "jax.vmap"
    raw = True

    def __init__(self, in_axes: Any, out_axes: Any) -> None:
        self.in_axes = in_axes
        self.out_axes = out_axes

    def __call__(self, fun: Any) -> Any:
        return Mapped(fun, self.in_axes, self.out_axes)


@function("jax.pmap", raw=True, tensor=False)
def pmap(
    fun: Any,
    axis_name: Any = None,
    *,
    in_axes: Any = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: Any = (),
    **keywords: Any,
) -> Any:
    """A function mapped over devices: like ``vmap``."""
    if static_broadcasted_argnums not in ((), None):
        return Constantly(UNKNOWN)
    return Mapped(fun, in_axes, out_axes)
