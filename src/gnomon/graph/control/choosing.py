"""Choices between expressions by one truth value or number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.constants import as_array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.inner import frozen_together, tracing
from gnomon.graph.sites import user_site
from gnomon.graph.trees import Structure, flatten, unflatten
from gnomon.graph.world import build
from gnomon.shapes import promote, promote_scalar


def cond(predicate: Any, then: Any, otherwise: Any, *operands: Any) -> Any:
    """Return ``then`` where one truth value holds, else ``otherwise``; what only the other one needs is not computed.

    Both are arrays or trees of arrays, of the same shapes, or functions of the operands that return them. Of
    functions, gradients see only the branch that is taken; arrays get zeros where they are not chosen. To choose
    entry by entry, take `where`.

    >>> import gnomon as gn
    >>> x = gn.symbol("x")
    >>> gn.cond(x > 0, lambda: gn.sqrt(x), lambda: 0.0).eval({x: -1.0})
    array(0.)
    """
    test = as_array(predicate)
    if test.ndim:
        raise ArgumentError(
            f"cond: the condition should be one truth value, but {test} is {test.shape}",
            user_site(),
            "any() or all() make one truth value of many; where() chooses entry by entry",
        )
    if isinstance(test, Constant):
        return _arrays(_called(then if test.data else otherwise, operands))
    if not (_is_function(then) or _is_function(otherwise)):
        form, firsts, seconds = _rows(then, otherwise, operands)
        inputs: tuple[Any, ...] = (test, tuple(firsts), tuple(seconds))
        return unflatten(form, build(ops.cond, inputs, {}, user_site()) if firsts else ())
    with tracing() as made:
        form, firsts, seconds = _rows(then, otherwise, operands)
    (first, second), arrays = frozen_together([], [firsts, seconds], made, whole=True)
    attributes = {"then": first, "otherwise": second}
    inputs = (test, tuple(arrays))
    return unflatten(form, build(ops.branch, inputs, attributes, user_site()) if firsts else ())


def _rows(then: Any, otherwise: Any, operands: Sequence[Any]) -> tuple[Structure, list[Array], list[Array]]:
    """Return the form of both branches and the arrays of each."""
    (firsts, form), (seconds, other) = (flatten(_called(way, operands)) for way in (then, otherwise))
    if form != other:
        raise ArgumentError(f"cond: one branch gives {_shown(form)}, the other {_shown(other)}", user_site())
    pairs = [_alike(as_array(x), as_array(y)) for x, y in zip(firsts, seconds)]
    return form, [x for x, _ in pairs], [y for _, y in pairs]


def _is_function(way: Any) -> bool:
    return callable(way) and not isinstance(way, Array)


def _called(way: Any, operands: Sequence[Any]) -> Any:
    return way(*operands) if _is_function(way) else way


def _arrays(tree: Any) -> Any:
    ends, form = flatten(tree)
    return unflatten(form, [as_array(end) for end in ends])


def _shown(form: Any) -> str:
    return "one array" if form.kind is None else str(form)


def _alike(x: Array, y: Array) -> tuple[Array, Array]:
    """Give both arrays the dtype that they have together."""
    if x.weak and not y.weak:
        dtype = promote_scalar(y.dtype, x.dtype.kind, "numpy")
    elif y.weak and not x.weak:
        dtype = promote_scalar(x.dtype, y.dtype.kind, "numpy")
    else:
        dtype = promote(x.dtype, y.dtype, "numpy")
    if dtype is None:
        return x, y
    first, second = (a if a.dtype is dtype else ops.cast(a, dtype=dtype) for a in (x, y))
    return first, second


def switch(index: Any, branches: Sequence[Any], *operands: Any) -> Any:
    """Return what the branch at a position gives; positions outside of the range mean the first or the last one.

    >>> import gnomon as gn
    >>> k = gn.symbol("k", dtype="int64")
    >>> gn.switch(k, [lambda x: x, lambda x: 2 * x, lambda x: x * x], 5.0).eval({k: 2})
    array(25.)
    """
    ways = list(branches)
    if not ways:
        raise ArgumentError("switch: there are no branches", user_site())
    place = as_array(index)
    if place.ndim or place.dtype.kind not in ("int", "uint"):
        raise ArgumentError(
            f"switch: the position is a whole number, but {place} is {place.shape} {place.dtype}", user_site()
        )

    def between(low: int, high: int) -> Any:
        if high - low == 1:
            return _called(ways[low], operands)
        middle = (low + high) // 2
        return cond(place < middle, lambda: between(low, middle), lambda: between(middle, high))

    return _arrays(between(0, len(ways)))
