"""The arguments of a mapped function: which axis of each is mapped, and the size that those axes share."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gnomon.graph.array import Array
from gnomon.graph.batching.registry import ops
from gnomon.graph.constants import as_array
from gnomon.graph.errors import ArgumentError, BatchingError
from gnomon.graph.sites import user_site
from gnomon.graph.trees import flatten, flatten_with_paths
from gnomon.shapes import NO, Equal, Facts, Shape, Size

Numbers = (bool, int, float, complex)


class Leaf(NamedTuple):
    """An argument, or what a container holds: its name for messages, its value and the axis that is mapped."""

    name: str
    value: Any
    axis: int | None

    @property
    def size(self) -> Size:
        """The size of the mapped axis."""
        size: Size = self.value.shape.dims[self.axis]
        return size


def leaves_of(
    function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any], in_axes: Any
) -> list[Leaf]:
    """Return the leaves of all arguments, arrays with the axis that is mapped."""
    names = parameter_names(function, len(arguments))
    if isinstance(in_axes, dict):
        unknown = set(in_axes) - set(names) - set(named)
        if unknown:
            raise ArgumentError(f"vmap: in_axes names {unknown.pop()!r}, which is no argument", user_site())
        axes = [in_axes.get(name, 0) for name in names]
        words = {name: in_axes.get(name, 0) for name in named}
    else:
        if isinstance(in_axes, (tuple, list)) and len(in_axes) != len(arguments):
            raise ArgumentError(
                f"vmap: in_axes has {len(in_axes)} entries for {len(arguments)} arguments", user_site()
            )
        listed = isinstance(in_axes, (tuple, list))
        axes = list(in_axes) if listed else [in_axes] * len(arguments)
        words = dict.fromkeys(named, 0 if listed else in_axes)
    found: list[Leaf] = []
    for name, argument, axis in zip(names, arguments, axes):
        found.extend(_leaves(name, argument, axis, strict=True))
    for name, argument in named.items():
        found.extend(_leaves(name, argument, words[name], strict=False))
    return found


def parameter_names(function: Callable[..., Any], count: int) -> list[str]:
    """Return what positional arguments are called in messages."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return [names[k] if k < len(names) else f"argument {k}" for k in range(count)]


def _leaves(name: str, tree: Any, axes: Any, strict: bool) -> list[Leaf]:
    """Return the leaves of one argument; numbers given by name are not mapped."""
    entries, _ = flatten_with_paths(tree)
    return [
        _leaf(name + path, value, axis, strict)
        for (path, value), axis in zip(entries, spread_axes(axes, tree, f"in_axes of {name}"))
    ]


def _leaf(name: str, value: Any, axis: int | None, strict: bool) -> Leaf:
    if not isinstance(value, (Array, *Numbers)) and not hasattr(value, "__array__"):
        return Leaf(name, value, None)
    if axis is None or (isinstance(value, Numbers) and not strict):
        return Leaf(name, value, None)
    array = as_array(value)
    if not -array.ndim <= axis < array.ndim:
        cure = "in_axes=None for it takes it as it is, the same for every row"
        has = f"shape {array.shape}" if array.ndim else "no axes"
        raise BatchingError(f"vmap: {name} has {has}: axis {axis} cannot be mapped", user_site(), cure)
    return Leaf(name, array, axis % array.ndim)


def spread_axes(axes: Any, tree: Any, what: str) -> list[int | None]:
    """Return an axis for each leaf of a tree, from axes given for whole branches of it.

    >>> spread_axes({"w": None, "b": 0}, {"w": [1, 2], "b": 3}, "in_axes")
    [None, None, 0]
    """
    if axes is None or (isinstance(axes, int) and not isinstance(axes, bool)):
        return [axes] * len(flatten(tree)[0])
    children, structure = _children(tree)
    parts, form = _children(axes)
    keyed = isinstance(tree, dict) and isinstance(axes, dict) and set(tree) == set(axes)
    if keyed:
        parts = [axes[key] for key in tree]
    alike = (
        not isinstance(tree, dict) and None not in (structure.kind, form.kind) and len(parts) == len(children)
    )
    if not keyed and not alike:
        raise ArgumentError(f"vmap: {what} is {axes!r}, which does not fit {structure}", user_site())
    found: list[int | None] = []
    for part, child in zip(parts, children):
        found.extend(spread_axes(part, child, what))
    return found


def _children(tree: Any) -> tuple[list[Any], Any]:
    return flatten(tree, is_leaf=lambda entry: entry is not tree)


def mapped_size(leaves: Sequence[Leaf], axis_size: Size | None) -> Size:
    """Return the size that the mapped axes share, or say which arguments differ."""
    size, owner = axis_size, "axis_size"
    for leaf in leaves:
        if leaf.axis is None:
            continue
        if size is None or (type(size) is not int and type(leaf.size) is int):
            if size is not None:
                _require_equal(leaf, size, owner)
            size, owner = leaf.size, leaf.name
        else:
            _require_equal(leaf, size, owner)
    if size is None:
        raise ArgumentError(
            "vmap: no argument is mapped, so the number of rows is not known",
            user_site(),
            "give axis_size, or an axis in in_axes",
        )
    return size


def _require_equal(leaf: Leaf, size: Size, owner: str) -> None:
    if Equal(leaf.size, size).ask(Facts()) is NO:
        raise BatchingError(
            f"vmap: the mapped axes differ: {owner} has {size} rows, "
            f"but {leaf.name} of shape {leaf.value.shape} has {leaf.size} along axis {leaf.axis}",
            user_site(),
            f"in_axes says which axis of each argument is mapped; None for {leaf.name} maps none",
        )


def in_front(leaf: Leaf, size: Size) -> Array:
    """Return a mapped array with its axis in front; sizes that may differ are compared when the function runs."""
    array: Array = leaf.value
    if leaf.axis:
        array = ops.moveaxis(array, source=leaf.axis, destination=0)
    if array.shape.dims[0] != size:
        array = ops.set_shape(array, shape=Shape((size, *array.shape.dims[1:])))
    return array
