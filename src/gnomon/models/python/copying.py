"""``copy``: copies keep every shape and share nothing that can be written."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import DictValue, Instance, ListValue, Modelled, Tensor, function
from gnomon.values import Bound, Choice, SetValue


@function("copy.copy", raw=True, tensor=False)
def shallow(x: Any) -> Any:
    """Return a copy that holds the same values."""
    return _copied(x, lambda value: value)


@function("copy.deepcopy", raw=True, tensor=False)
def deep(x: Any, memo: Any = None) -> Any:
    """Return a copy of everything within."""
    seen: dict[int, Any] = {}

    def visit(value: Any) -> Any:
        if id(value) not in seen:
            seen[id(value)] = value
            seen[id(value)] = _copied(value, visit, seen)
        return seen[id(value)]

    return visit(x)


def _copied(value: Any, inner: Any, seen: dict[int, Any] | None = None) -> Any:
    kind = type(value)
    if kind is ListValue:
        items = None if value.items is None else [inner(item) for item in value.items]
        made = ListValue(items, element=value.element, length=value.length, kind=value.kind)
        return made
    if kind is DictValue:
        copied = DictValue(
            {key: inner(item) for key, item in value.cell.items()}, rest=value.rest, kind=value.kind
        )
        copied.factory = value.factory
        return copied
    if kind is SetValue:
        return SetValue(value.items, value.element)
    if kind is tuple:
        return tuple([inner(item) for item in value])
    if kind is Choice:
        return Choice(tuple([inner(single) for single in value.values]))
    if kind is Tensor:
        return _copy_of_tensor(value)
    if kind is Bound and seen is not None:
        return Bound(value.function, inner(value.receiver))
    if kind is Instance:
        instance = Instance(value.cls)
        instance.cold = value.cold
        if seen is not None:
            seen[id(value)] = instance
        instance.cell.update({name: inner(item) for name, item in value.cell.items()})
        if value.native is not None:
            instance.native = _copy_of_object(value.native, inner)
            instance.native.__dict__["outer"] = instance
        return instance
    if isinstance(value, Modelled):
        return _copy_of_object(value, inner)
    return value


def _copy_of_tensor(value: Tensor) -> Tensor:
    made = Tensor(value.shape, value.dtype, value.library)
    for name in ("contents", "bounds", "maker", "site", "static", "role"):
        setattr(made, name, getattr(value, name))
    made.attributes = value.attributes
    return made


def _copy_of_object(value: Modelled, inner: Any) -> Modelled:
    made = object.__new__(type(value))
    made.__dict__.update(
        {name: item if name == "outer" else inner(item) for name, item in value.__dict__.items()}
    )
    copied = getattr(type(made), "on_copy", None)
    if copied is not None:
        copied(made, inner)
    return made
