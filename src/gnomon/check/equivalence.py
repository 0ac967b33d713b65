"""Whether two abstract values stand for the same set of values, so that a loop has settled."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from gnomon.shapes import Dim, Shape, Symbol, symbol
from gnomon.values import (
    NUMBER,
    Bound,
    Choice,
    ClassValue,
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
        return _same_size(old, new)
    if kind is float:
        return True
    if kind is Shape:
        return _same_shape(old, new)
    if kind is tuple:
        return _all(old, new, depth)
    if kind is Choice:
        return _in_any_order(old.values, new.values, depth)
    if kind is ListValue or kind is SetValue:
        if old.items is None or new.items is None:
            return old.items is new.items and equivalent(old.element, new.element, depth + 1)
        return _all(old.items, new.items, depth)
    if kind is SequenceValue:
        return equivalent(old.element, new.element, depth + 1)
    if kind is DictValue:
        return equivalent(old.rest, new.rest, depth + 1) and _entries(old.cell, new.cell, depth)
    if kind is Instance:
        return _same_class(old.cls, new.cls) and _entries(old.cell, new.cell, depth)
    if kind is Bound:
        return equivalent(old.function, new.function, depth) and equivalent(
            old.receiver, new.receiver, depth + 1
        )
    if isinstance(old, Modelled):
        return _entries(old.__dict__, new.__dict__, depth)
    return False


def _all(old: tuple[Any, ...], new: tuple[Any, ...], depth: int) -> bool:
    return len(old) == len(new) and all(equivalent(a, b, depth + 1) for a, b in zip(old, new, strict=True))


def _in_any_order(old: tuple[Any, ...], new: tuple[Any, ...], depth: int) -> bool:
    """Whether alternatives are the same ones; which of them was met first does not matter."""
    left = list(new)
    for a in old:
        found = next((at for at, b in enumerate(left) if equivalent(a, b, depth + 1)), None)
        if found is None:
            return False
        del left[found]
    return not left


def _entries(old: dict[Any, Any], new: dict[Any, Any], depth: int) -> bool:
    return old.keys() == new.keys() and all(
        key in ("_born", "site") or equivalent(value, new[key], depth + 1) for key, value in old.items()
    )


def _same_class(old: ClassValue, new: ClassValue) -> bool:
    """Whether classes are one, or made twice by the same words: by ``namedtuple``, or in a function."""
    return old is new or (old.name == new.name and old.node is new.node and old.bases == new.bases)


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
    return all(map(_same_size, old.dims, new.dims))


def _same_size(old: Any, new: Any) -> bool:
    """Whether sizes are one, but for their unnamed unknowns, which each trip makes anew."""
    if old == new:
        return True
    if type(old) is not Dim or type(new) is not Dim:
        return False
    return (is_anonymous(old) and is_anonymous(new)) or bool(_without_names(old) == _without_names(new))


def is_anonymous(size: Any) -> bool:
    """Whether a size is nothing but one unnamed unknown."""
    atom = size.atom if type(size) is Dim else None
    return type(atom) is Symbol and atom.name is None and atom.domain is None


def _without_names(size: Dim) -> Any:
    """Return a size with placeholders for its unnamed unknowns."""
    unnamed = [atom for atom in size.symbols() if atom.name is None and atom.domain is None]
    unnamed.sort(key=attrgetter("serial"))
    while len(_PLACEHOLDERS) < len(unnamed):
        _PLACEHOLDERS.append(symbol())
    return size.substitute(dict(zip(unnamed, _PLACEHOLDERS, strict=False)))


_PLACEHOLDERS: list[Dim] = []
