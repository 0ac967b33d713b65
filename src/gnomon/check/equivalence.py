"""Whether two abstract values stand for the same set of values, so that a loop has settled."""

from __future__ import annotations

from typing import Any

from gnomon.shapes import Dim, Shape, Symbol
from gnomon.values import (
    NUMBER,
    Bound,
    Choice,
    DictValue,
    Instance,
    ListValue,
    Modelled,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
)
from gnomon.values.choice import same

DEPTH_LIMIT = 4


def equivalent(old: Any, new: Any, depth: int = 0) -> bool:
    """Return whether a trip that turned one value into another changed nothing that matters."""
    if same(old, new):
        return True
    kind = type(old)
    if kind is not type(new) or depth > DEPTH_LIMIT:
        return False
    if kind is Tensor:
        return (
            old.dtype is new.dtype
            and _same_shape(old.shape, new.shape)
            and old.contents == new.contents
            and (old.attributes or {}).get(NUMBER) == (new.attributes or {}).get(NUMBER)
        )
    if kind is Unknown:
        return bool(old.kind == new.kind)
    if kind is Dim:
        return is_anonymous(old) and is_anonymous(new)
    if kind is float:
        return True
    if kind is Shape:
        return _same_shape(old, new)
    if kind is tuple:
        return _all(old, new, depth)
    if kind is Choice:
        return _all(old.values, new.values, depth)
    if kind is ListValue or kind is SetValue:
        if old.items is None or new.items is None:
            return old.items is new.items and equivalent(old.element, new.element, depth + 1)
        return _all(old.items, new.items, depth)
    if kind is SequenceValue:
        return equivalent(old.element, new.element, depth + 1)
    if kind is DictValue:
        return equivalent(old.rest, new.rest, depth + 1) and _entries(old.cell, new.cell, depth)
    if kind is Instance:
        return old.cls is new.cls and _entries(old.cell, new.cell, depth)
    if kind is Bound:
        return equivalent(old.function, new.function, depth) and equivalent(
            old.receiver, new.receiver, depth + 1
        )
    if isinstance(old, Modelled):
        return _entries(old.__dict__, new.__dict__, depth)
    return False


def _all(old: tuple[Any, ...], new: tuple[Any, ...], depth: int) -> bool:
    return len(old) == len(new) and all(equivalent(a, b, depth + 1) for a, b in zip(old, new, strict=True))


def _entries(old: dict[Any, Any], new: dict[Any, Any], depth: int) -> bool:
    return old.keys() == new.keys() and all(
        key in ("_born", "site") or equivalent(value, new[key], depth + 1) for key, value in old.items()
    )


def _same_shape(old: Shape, new: Shape) -> bool:
    if old == new:
        return True
    if old.rank is None or old.rank != new.rank:
        return (
            old.rank is None
            and new.rank is None
            and len(old.prefix) == len(new.prefix)
            and old.suffix == new.suffix
        )
    return all(
        a == b or (is_anonymous(a) and is_anonymous(b)) for a, b in zip(old.dims, new.dims, strict=True)
    )


def is_anonymous(size: Any) -> bool:
    """Whether a size is nothing but one unnamed unknown."""
    atom = size.atom if type(size) is Dim else None
    return type(atom) is Symbol and atom.name is None and atom.domain is None
