"""Arguments of a function that is differentiated: held as nodes of its own while it runs, evaluated at the end."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array, Constant, Input
from gnomon.graph.constants import as_array, constant
from gnomon.graph.engines import engine
from gnomon.graph.sites import user_site
from gnomon.graph.traversal import ancestors
from gnomon.graph.trees import leaves, rebuilt


def hold(value: Any) -> Array:
    """Return a node of its own for an argument; where its value is known it is not computed with.

    So the same array may be given twice, or be used by the function besides: each place has a derivative of its own.
    """
    leaf = as_array(value)
    if not isinstance(leaf, Constant):
        if leaf.dtype.kind not in ("float", "complex"):
            return leaf
        node: Array = ops.positive(leaf)
        node.name = leaf.name
        return node
    application = Application(ops.positive, (leaf,), {}, (), user_site())
    node = Array(
        leaf.shape, leaf.dtype, application=application, contents=leaf.contents, site=application.site
    )
    application.outputs = (node,)
    return node


class _Open(threading.local):
    def __init__(self) -> None:
        self.nodes: list[frozenset[Array]] = []


_open = _Open()
"""The nodes held by calls that still run: what depends on those of a call outside is not evaluated by one inside."""


@contextmanager
def held(
    arguments: tuple[Any, ...], numbers: Iterable[int] | None = None
) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Give arguments as arrays while a function runs on them, and whether the values of all are known.

    ``numbers`` says which are differentiated by; the others keep their values, and Python numbers stay weak.
    """
    result, known = _prepared(arguments, numbers)
    _open.nodes.append(frozenset(end for end in leaves(result) if isinstance(end, Array)))
    try:
        yield result, known
    finally:
        _open.nodes.pop()


def _prepared(arguments: tuple[Any, ...], numbers: Iterable[int] | None) -> tuple[tuple[Any, ...], bool]:
    ends = leaves(arguments)
    known = all(not isinstance(end, Array) or isinstance(end, Constant) for end in ends)
    count = len(arguments)
    moved = set(range(count)) if numbers is None else {k % count for k in numbers if -count <= k < count}
    result = []
    for k, argument in enumerate(arguments):
        prepare = _held if k in moved else _kept
        result.append(rebuilt(argument, iter([prepare(end) for end in leaves(argument)])))
    return tuple(result), known


def _held(end: Any) -> Any:
    return (
        hold(end) if isinstance(end, Array) or type(end) in (int, float, complex) or _from_numpy(end) else end
    )


def _kept(end: Any) -> Any:
    return as_array(end) if _from_numpy(end) else end


def _from_numpy(end: Any) -> bool:
    import numpy as np

    return isinstance(end, (np.ndarray, np.generic))


def concluded(tree: Any) -> Any:
    """Return a tree with the values of its arrays, or as it is where they depend on symbols or on a call outside."""
    ends = leaves(tree)
    arrays = [end for end in ends if isinstance(end, Array)]
    outside = frozenset[Array]().union(*_open.nodes)
    if any(isinstance(array, Input) or array in outside for array in ancestors(arrays)):
        return tree
    values = iter([constant(value) for value in engine().evaluate(arrays, {})])
    return rebuilt(tree, iter([next(values) if isinstance(end, Array) else end for end in ends]))
