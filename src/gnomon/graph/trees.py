"""Trees: nested tuples, lists, dicts, named tuples and dataclasses whose leaves are arrays (or anything else)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

Parts = tuple[Sequence[Any], Sequence[str], Any]
"""The children of a node, how each is reached (``[0]``, ``['w']``, ``.bias``), and what else the node holds."""

_registered: dict[type, tuple[Callable[[Any], Parts], Callable[[Any, list[Any]], Any]]] = {}


class Structure(NamedTuple):
    """A tree without its leaves. ``kind`` is None for a leaf; structures compare and hash."""

    kind: type | None
    rest: Any
    children: tuple[Structure, ...]

    @property
    def leaves(self) -> int:
        """The number of leaves."""
        return 1 if self.kind is None else sum(child.leaves for child in self.children)

    def __str__(self) -> str:
        if self.kind is None:
            return "*"
        return str(unflatten(self, [_Star] * self.leaves))


class _Printed:
    def __repr__(self) -> str:
        return "*"


_Star = _Printed()
LEAF = Structure(None, None, ())


def register(
    kind: type,
    taken_apart: Callable[[Any], tuple[Sequence[Any], Any]],
    put_together: Callable[[Any, list[Any]], Any],
) -> None:
    """Make a class a tree: the first function gives children and the rest, the second joins them again."""

    def parts(tree: Any) -> Parts:
        children, rest = taken_apart(tree)
        return children, [f"[{k}]" for k in range(len(children))], rest

    _registered[kind] = (parts, put_together)


def flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], Structure]:
    """Return the leaves from left to right, and the structure; None is a tree without leaves.

    >>> flatten({"w": 1, "b": (2, [3, None])})[0]
    [1, 2, 3]
    """
    leaves: list[Any] = []
    structure = _flatten(tree, is_leaf, "", lambda leaf, path: leaves.append(leaf))
    return leaves, structure


def flatten_with_paths(
    tree: Any, is_leaf: Callable[[Any], bool] | None = None
) -> tuple[list[tuple[str, Any]], Structure]:
    """Return the leaves with the way to each.

    >>> flatten_with_paths({"w": 1, "b": (2, 3)})[0]
    [("['w']", 1), ("['b'][0]", 2), ("['b'][1]", 3)]
    """
    leaves: list[tuple[str, Any]] = []
    structure = _flatten(tree, is_leaf, "", lambda leaf, path: leaves.append((path, leaf)))
    return leaves, structure


def _flatten(
    tree: Any, is_leaf: Callable[[Any], bool] | None, path: str, found: Callable[[Any, str], None]
) -> Structure:
    if is_leaf is not None and is_leaf(tree):
        found(tree, path)
        return LEAF
    taken = _taken_apart(tree)
    if taken is None:
        found(tree, path)
        return LEAF
    children, names, rest = taken
    return Structure(
        type(tree),
        rest,
        tuple([_flatten(child, is_leaf, path + name, found) for child, name in zip(children, names)]),
    )


def _taken_apart(tree: Any) -> Parts | None:
    """Return the parts of a tree, or None for a leaf."""
    kind = type(tree)
    if kind in _registered:
        return _registered[kind][0](tree)
    if tree is None:
        return (), (), None
    if kind is tuple or kind is list:
        return tree, [f"[{k}]" for k in range(len(tree))], None
    if isinstance(tree, tuple) and hasattr(kind, "_fields"):
        return tree, [f".{name}" for name in kind._fields], None
    if isinstance(tree, dict):
        keys = tuple(tree)
        factory = getattr(tree, "default_factory", None)
        return [tree[key] for key in keys], [f"[{key!r}]" for key in keys], (keys, factory)
    if is_dataclass(kind) and kind.__module__.partition(".")[0] != "gnomon":
        names = tuple(field.name for field in fields(kind))
        return [getattr(tree, name) for name in names], [f".{name}" for name in names], names
    return None


def unflatten(structure: Structure, leaves: Iterable[Any]) -> Any:
    """Return the tree with these leaves."""
    given = list(leaves)
    if len(given) != structure.leaves:
        raise ValueError(f"the structure has {structure.leaves} leaves, but {len(given)} were given")
    return _unflatten(structure, iter(given))


def _unflatten(structure: Structure, leaves: Any) -> Any:
    kind = structure.kind
    if kind is None:
        return next(leaves)
    children = [_unflatten(child, leaves) for child in structure.children]
    if kind in _registered:
        return _registered[kind][1](structure.rest, children)
    if kind is type(None):
        return None
    if kind is tuple or kind is list:
        return kind(children)
    if issubclass(kind, tuple):
        return kind(*children)
    if issubclass(kind, dict):
        keys, factory = structure.rest
        made = kind(factory) if factory is not None else kind()
        made.update(zip(keys, children))
        return made
    return _dataclass(kind, dict(zip(structure.rest, children)))


def _dataclass(kind: Any, values: dict[str, Any]) -> Any:
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def map_tree(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """Return the tree with a function applied to each leaf, and to the leaves of other trees beside it.

    >>> map_tree(lambda a, b: a + b, {"w": 1, "b": [2]}, {"w": 10, "b": [20]})
    {'w': 11, 'b': [22]}
    """
    leaves, structure = flatten(tree)
    rows = [leaves]
    for other in others:
        more, same = flatten(other)
        if same != structure:
            raise ValueError(f"the trees differ: {structure} and {same}")
        rows.append(more)
    return unflatten(structure, [function(*row) for row in zip(*rows)])


def leaves(tree: Any) -> list[Any]:
    """Return what is at the ends of a tree, in order; None is an empty tree.

    >>> leaves({"w": 1, "layers": [(2, 3), None]})
    [1, 2, 3]
    """
    return flatten(tree)[0]


def rebuilt(tree: Any, values: Iterator[Any]) -> Any:
    """Return a tree of the same form with other ends.

    >>> rebuilt({"w": 1, "layers": [(2, 3), None]}, iter("abc"))
    {'w': 'a', 'layers': [('b', 'c'), None]}
    """
    ends, structure = flatten(tree)
    return unflatten(structure, [next(values) for _ in ends])
