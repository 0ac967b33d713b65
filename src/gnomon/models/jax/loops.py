"""Loops of ``jax.lax``: what a loop carries keeps its shape."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Dim,
    ListValue,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    function,
    host,
    symbol,
)
from gnomon.models.jax.support import as_array, made, tensor_of
from gnomon.models.jax.trees import Mismatch, children, leaves_of, map_tree, rebuilt
from gnomon.shapes import Never


def carried(before: Any, after: Any, loop: str) -> Any:
    """Return the carry of a loop: what it began with, whose shapes the turn's result must have."""
    try:
        return pairwise(before, after, lambda x, y: _leaf(x, y, loop), _structure(loop))
    except Mismatch:
        return before if type(after) is not Unknown else after


def _leaf(before: Any, after: Any, loop: str) -> Any:
    if type(after) is Unknown and after.tensor is None:
        return before if type(before) is Tensor else as_array(before)
    if type(before) is Unknown and before.tensor is None:
        return after
    if type(before) in (str, bytes) or type(after) in (str, bytes):
        raise Mismatch
    result = ops.carry(tensor_of(before), tensor_of(after), loop=loop)
    if type(result) is Tensor and type(after) is Tensor:
        result.dtype = after.dtype if _is_number(before) else result.dtype
    return result


def _is_number(value: Any) -> bool:
    return type(value) in (int, float, bool, complex)


def _structure(loop: str) -> Any:
    def report(before: Any, after: Any) -> None:
        first, second = _parts(before), _parts(after)
        if first is not None and second is not None and type(before) is type(after):
            host.require(
                Never(),
                "carry",
                "{op}: the carry has {got} after a turn, but {loop} began with {want}",
                got=_counted(second),
                want=_counted(first),
                loop=loop,
                op=loop,
            )
        raise Mismatch

    return report


def _parts(value: Any) -> int | None:
    if type(value) is tuple:
        return len(value)
    if type(value) is ListValue and value.items is not None:
        return len(value.items)
    return None


def _counted(count: int) -> str:
    return "one part" if count == 1 else f"{count} parts"


def pairwise(before: Any, after: Any, leaf: Any, differ: Any) -> Any:
    """Combine two trees of one structure; ``differ`` is told of a pair whose structures differ."""
    first = children(before)
    if first is None:
        if type(before) is Unknown and before.tensor is None:
            return after
        if children(after) is not None:
            raise Mismatch
        return leaf(before, after)
    if type(after) is Unknown:
        return before
    second = children(after)
    if second is None:
        raise Mismatch
    if len(first) != len(second):
        differ(before, after)
    if type(before) is DictValue and type(after) is DictValue:
        if set(before.cell) != set(after.cell):
            raise Mismatch
        second = [after.cell[key] for key in before.cell]
    parts = [pairwise(x, y, leaf, differ) for x, y in zip(first, second, strict=True)]
    return rebuilt(before, parts)


def as_arrays(tree: Any) -> Any:
    """Return a tree with its numbers as arrays, as a compiled loop sees it."""
    try:
        return map_tree(lambda leaf: as_array(leaf) if _is_number(leaf) else leaf, tree)
    except Mismatch:
        return tree


def counter(low: Any, high: Any) -> Tensor:
    """Return the index of a turn: an integer array between two limits."""
    index = made(Shape(()), dtypes.int32)
    if type(low) is int and type(high) is int and low < high:
        index.bounds = (low, high - 1)
    return index


@function("jax.lax.fori_loop", "haiku.fori_loop", "flax.nnx.fori_loop", raw=True, tensor=False)
def fori_loop(lower: Any, upper: Any, body_fun: Any, init_val: Any, *, unroll: Any = None) -> Any:
    """A loop over integers."""
    start = as_arrays(init_val)
    after = host.invoke(body_fun, counter(lower, upper), start)
    return carried(start, after, "the loop")


@function("jax.lax.while_loop", "haiku.while_loop", "flax.nnx.while_loop", raw=True, tensor=False)
def while_loop(cond_fun: Any, body_fun: Any, init_val: Any) -> Any:
    """A loop while a condition holds."""
    start = as_arrays(init_val)
    answer = host.invoke(cond_fun, start)
    if type(answer) is Tensor:
        ops.condition(answer)
    after = host.invoke(body_fun, start)
    return carried(start, after, "the loop")


@function("jax.lax.scan", "haiku.scan", raw=True, tensor=False)
def scan(
    f: Any,
    init: Any,
    xs: Any = None,
    length: Any = None,
    reverse: Any = False,
    unroll: Any = 1,
    _split_transpose: Any = False,
) -> Any:
    """A loop over the leading axis: the last carry, and the stacked results."""
    start = as_arrays(init)
    count: Any = length if type(length) in (int, Dim) else None
    try:
        element, count = first_axis(xs, count)
    except Mismatch:
        element = UNKNOWN
    result = host.invoke(f, start, element)
    if type(result) is not tuple or len(result) != 2:
        return UNKNOWN, UNKNOWN
    after, y = result
    final = carried(start, after, "scan")
    return final, stacked(y, symbol() if count is None else count)


def first_axis(tree: Any, count: Any = None) -> tuple[Any, Any]:
    """Return one element of a tree of arrays along their first axes, and how many there are."""
    leaves = leaves_of(tree)
    if leaves is None or not all(type(leaf) in (Tensor, Unknown) for leaf in leaves):
        raise Mismatch
    if not leaves:
        return tree, count
    open_leaves = [leaf for leaf in leaves if type(leaf) is Unknown and leaf.tensor is None]
    elements: dict[int, Any] = {id(leaf): Unknown() for leaf in open_leaves}
    leaves = [leaf for leaf in leaves if id(leaf) not in elements]
    if leaves:
        parts = ops.unmapped(leaves, axes=[0] * len(leaves))
        elements.update(zip(map(id, leaves), parts, strict=True))
    for leaf in leaves:
        shape = leaf.shape if type(leaf) is Tensor else Shape.unknown()
        if count is None or type(shape.axis(0)) is int:
            count = shape.axis(0) if shape.min_rank else count
    return map_tree(lambda leaf: elements[id(leaf)], tree), count


def stacked(tree: Any, count: Any) -> Any:
    """Return a tree of results of each turn, stacked along a new first axis."""

    def leaf(value: Any) -> Any:
        if type(value) is Unknown and value.tensor is None:
            return Unknown()
        return ops.mapped(as_array(value) if type(value) is not Tensor else value, size=count)

    try:
        return map_tree(leaf, tree)
    except Mismatch:
        return UNKNOWN


@function("jax.lax.map", raw=True, tensor=False)
def lax_map(f: Any, xs: Any, *, batch_size: Any = None) -> Any:
    """A function of each element along the first axis, the results stacked."""
    try:
        element, count = first_axis(xs)
    except Mismatch:
        return UNKNOWN
    return stacked(host.invoke(f, element), symbol() if count is None else count)


@function("jax.lax.associative_scan", raw=True, tensor=False)
def associative_scan(fn: Any, elems: Any, reverse: Any = False, axis: Any = 0) -> Any:
    """Running results, like the elements."""
    try:
        return map_tree(tensor_of, elems)
    except Mismatch:
        return UNKNOWN
