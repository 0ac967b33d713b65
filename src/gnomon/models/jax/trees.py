"""Trees of arrays: ``jax.tree`` and ``jax.tree_util`` on tuples, lists, dicts and records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Instance,
    ListValue,
    Modelled,
    SequenceValue,
    Unknown,
    alias,
    function,
    host,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.python.harmless import harmless, keeping, returning
from gnomon.models.python.records import NamedTuple, field_names
from gnomon.values import ABSENT, Choice


class Mismatch(Exception):
    """Two trees differ in structure, or a structure is not known."""


def is_record(value: Any) -> bool:
    """Whether a value is an object of the program whose fields are a tree: a named tuple, a dataclass."""
    if type(value) is not Instance:
        return False
    return isinstance(value.native, NamedTuple) or any(
        getattr(entry, "decorated", None) == "dataclass" or getattr(entry, "tree_like", False)
        for entry in value.cls.lineage
    )


def children(value: Any) -> list[Any] | None:
    """Return the subtrees of an inner node, in order; None for a leaf."""
    kind = type(value)
    if value is None:
        return []
    if kind is tuple:
        return list(value)
    if kind is ListValue:
        if value.items is None:
            raise Mismatch
        return list(value.items)
    if kind is DictValue:
        if value.rest is not None:
            raise Mismatch
        return list(value.cell.values())
    if kind is SequenceValue or kind is Choice:
        raise Mismatch
    if is_record(value):
        names = [name for name in field_names(value.cls) if name in value.cell]
        return [value.cell[name] for name in names]
    return None


def rebuilt(value: Any, parts: list[Any]) -> Any:
    """Return an inner node with other subtrees."""
    kind = type(value)
    if value is None:
        return None
    if kind is tuple:
        return tuple(parts)
    if kind is ListValue:
        return ListValue(parts, kind=value.kind)
    if kind is DictValue:
        return DictValue(dict(zip(value.cell, parts, strict=True)), kind=value.kind)
    names = [name for name in field_names(value.cls) if name in value.cell]
    from gnomon.models.python.records import replace

    return replace(value, **dict(zip(names, parts, strict=True)))


def map_tree(
    apply: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Callable[[Any], bool] | None = None
) -> Any:
    """Return a tree of the same structure with a function applied to its leaves."""
    inner = None if is_leaf is not None and is_leaf(tree) else children(tree)
    if inner is None:
        return apply(tree, *rest)
    columns = []
    for other in rest:
        parts = children(other)
        if parts is None or len(parts) != len(inner):
            raise Mismatch
        if type(tree) is DictValue and type(other) is DictValue:
            if set(tree.cell) != set(other.cell):
                raise Mismatch
            parts = [other.cell[key] for key in tree.cell]
        columns.append(parts)
    mapped = [
        map_tree(apply, part, *others, is_leaf=is_leaf) for part, *others in zip(inner, *columns, strict=True)
    ]
    return rebuilt(tree, mapped)


def leaves_of(tree: Any) -> list[Any] | None:
    """Return the leaves of a tree in order (dicts by sorted keys); None where they are not known."""
    found: list[Any] = []

    def visit(value: Any) -> None:
        if type(value) is DictValue and value.rest is None:
            try:
                keys = sorted(value.cell)
            except TypeError:
                keys = list(value.cell)
            for key in keys:
                visit(value.cell[key])
            return
        inner = children(value)
        if inner is None:
            found.append(value)
        else:
            for part in inner:
                visit(part)

    try:
        visit(tree)
    except Mismatch:
        return None
    return found


def _leaf_test(is_leaf: Any) -> Callable[[Any], bool] | None:
    if is_leaf is None:
        return None

    def test(value: Any) -> bool:
        answer = host.invoke(is_leaf, value)
        if type(answer) is not bool:
            raise Mismatch
        return answer

    return test


@function(
    "jax.tree.map", "jax.tree_util.tree_map", "jax.tree_map", "jax.tree_multimap", raw=True, tensor=False
)
def tree_map(f: Any, tree: Any, *rest: Any, is_leaf: Any = None) -> Any:
    """Apply a function to each leaf."""
    try:
        return map_tree(_applying(f), tree, *rest, is_leaf=_leaf_test(is_leaf))
    except Mismatch:
        return UNKNOWN


_TREES = (tuple, list, dict, ListValue, DictValue, SequenceValue)


def _applying(f: Any, *before: Any) -> Callable[..., Any]:
    """Return a function of leaves; what is unknown may be a whole tree and stays unknown."""

    def apply(leaf: Any, *rest: Any) -> Any:
        unseen = type(leaf) is Unknown and leaf.tensor is None
        if unseen:  # a tree beside it is met leaf by leaf then
            rest = tuple([Unknown() if type(part) in _TREES else part for part in rest])
        result = host.invoke(f, *before, leaf, *rest)
        return Unknown() if unseen else result

    return apply


@function("jax.tree.map_with_path", "jax.tree_util.tree_map_with_path", raw=True, tensor=False)
def tree_map_with_path(f: Any, tree: Any, *rest: Any, is_leaf: Any = None) -> Any:
    """Apply a function to each leaf and the way to it."""
    try:
        return map_tree(_applying(f, UNKNOWN), tree, *rest, is_leaf=_leaf_test(is_leaf))
    except Mismatch:
        return UNKNOWN


@function("jax.tree.leaves", "jax.tree_util.tree_leaves", "jax.tree_leaves", raw=True, tensor=False)
def tree_leaves(tree: Any, is_leaf: Any = None) -> Any:
    """A list of the leaves."""
    found = None if is_leaf is not None else leaves_of(tree)
    return ListValue(None) if found is None else ListValue(found)


@modelled("jax.tree_util.PyTreeDef")
class Structure(Modelled):
    """The structure of a tree, kept as the tree itself."""

    raw = True

    def __init__(self, tree: Any) -> None:
        self.tree = tree

    @property
    def num_leaves(self) -> Any:
        """How many leaves it has."""
        found = leaves_of(self.tree)
        return symbol() if found is None else len(found)

    def unflatten(self, leaves: Any) -> Any:
        """A tree with these leaves."""
        return tree_unflatten(self, leaves)


@function("jax.tree.structure", "jax.tree_util.tree_structure", "jax.tree_structure", raw=True, tensor=False)
def tree_structure(tree: Any, is_leaf: Any = None) -> Any:
    """The structure of a tree."""
    return Structure(tree)


@function("jax.tree.flatten", "jax.tree_util.tree_flatten", "jax.tree_flatten", raw=True, tensor=False)
def tree_flatten(tree: Any, is_leaf: Any = None) -> Any:
    """The leaves and the structure."""
    return tree_leaves(tree, is_leaf), Structure(tree)


@function("jax.tree.unflatten", "jax.tree_util.tree_unflatten", "jax.tree_unflatten", raw=True, tensor=False)
def tree_unflatten(treedef: Any, leaves: Any) -> Any:
    """A tree with these leaves."""
    seen = host.iterate(leaves)
    if not isinstance(treedef, Structure) or seen is None or seen.items is None:
        return UNKNOWN
    old = leaves_of(treedef.tree)
    if old is None or len(old) != len(seen.items):
        return UNKNOWN
    remaining = iter(seen.items)

    def fill(value: Any) -> Any:
        if type(value) is DictValue:
            try:
                keys = sorted(value.cell)
            except TypeError:
                keys = list(value.cell)
            filled = {key: fill(value.cell[key]) for key in keys}
            return DictValue({key: filled[key] for key in value.cell}, kind=value.kind)
        inner = children(value)
        return next(remaining) if inner is None else rebuilt(value, [fill(part) for part in inner])

    try:
        return fill(treedef.tree)
    except Mismatch:
        return UNKNOWN


@function("jax.tree.reduce", "jax.tree_util.tree_reduce", raw=True, tensor=False)
def tree_reduce(function: Any, tree: Any, initializer: Any = ABSENT, is_leaf: Any = None) -> Any:
    """Fold the leaves."""
    found = leaves_of(tree)
    if found is None or is_leaf is not None:
        return UNKNOWN
    values = found if initializer is ABSENT else [initializer, *found]
    if not values:
        return UNKNOWN
    total = values[0]
    for value in values[1:]:
        total = host.invoke(function, total, value)
    return total


@function("jax.tree.transpose", "jax.tree_util.tree_transpose", raw=True, tensor=False)
def tree_transpose(outer_treedef: Any, inner_treedef: Any, pytree_to_transpose: Any) -> Any:
    """A tree of trees turned inside out: not followed."""
    return UNKNOWN


for _module in ("jax.tree", "jax.tree_util"):
    _prefix = "" if _module == "jax.tree" else "tree_"
    for _name in ("leaves_with_path", "flatten_with_path", "flatten_one_level", "broadcast"):
        returning(UNKNOWN, _module, _prefix + _name)
    returning(unknown_of("bool"), _module, f"{_prefix}all")
returning(unknown_of("bool"), "jax.tree_util", "all_leaves treedef_is_leaf is_tree_node")
returning(unknown_of("str"), "jax.tree_util", "keystr")
returning(None, "jax.tree_util", "register_pytree_node register_pytree_with_keys")
returning(UNKNOWN, "jax.tree_util", "treedef_tuple treedef_children")
keeping(
    "jax.tree_util",
    "register_pytree_node_class register_static register_dataclass register_pytree_with_keys_class",
)
harmless(
    "jax.tree_util", "DictKey SequenceKey GetAttrKey FlattenedIndexKey KeyPath KeyEntry default_registry"
)
alias("jax.tree_utils", "jax.tree_util")


def unknown_like(tree: Any) -> Any:
    """Return a tree whose leaves are unknown."""
    try:
        return map_tree(lambda leaf: Unknown(), tree)
    except Mismatch:
        return UNKNOWN
