"""Whether a value counts as true: yes, no, or not known (None)."""

from __future__ import annotations

from typing import Any

from gnomon.shapes import NO, YES, Dim, Dtype, Equal, Shape, Truth
from gnomon.values import (
    Bound,
    Choice,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    LibraryFunction,
    LibraryModule,
    ListValue,
    Modelled,
    ModuleValue,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    state,
)

_PLAIN = frozenset((bool, int, float, str, bytes, tuple, complex, range, type(None)))
_CERTAIN = (FunctionValue, LibraryFunction, LibraryModule, ModuleValue, ClassValue, Bound, Dtype, Shape)


def truth_of(value: Any) -> bool | None:
    """Return whether a value is true, None if that is not known."""
    kind = type(value)
    if kind in _PLAIN:
        return bool(value)
    if kind is Dim:
        return from_claim(~Equal(value, 0).ask(state.facts))
    if kind is ListValue:
        return None if value.items is None else bool(value.items)
    if kind is DictValue:
        return True if value.cell else (False if value.rest is None else None)
    if kind is SetValue:
        return None if value.items is None else bool(value.items)
    if kind is Choice:
        answers = {truth_of(single) for single in value.values}
        return answers.pop() if len(answers) == 1 else None
    if kind is Tensor:
        return _truth_of_entry(value)
    if kind is Unknown or kind is SequenceValue:
        return None
    if kind in _CERTAIN:
        return True
    if isinstance(value, Modelled):
        return None if hasattr(kind, "__len__") or getattr(kind, "may_be_false", False) else True
    if kind is Instance:
        return _truth_of_object(value)
    return None


def _truth_of_entry(value: Tensor) -> bool | None:
    """Return whether an array of one entry is true; of more, it is not asked."""
    if value.contents is None or len(value.contents) != 1 or type(value.contents[0]) not in (int, Dim):
        return None
    return truth_of(value.contents[0])


def _truth_of_object(value: Instance) -> bool | None:
    """Return whether an object is true: it is, unless a class of it defines a length or a truth value."""
    cls = value.cls
    if cls.has_unknown_base or cls.lookup("__bool__") is not None or cls.lookup("__len__") is not None:
        return None
    return True if cls.modelled_base is None or not hasattr(cls.modelled_base, "__len__") else None


def from_claim(answer: Truth) -> bool | None:
    """Return an answer as a Python bool, None for MAYBE."""
    if answer is YES:
        return True
    return False if answer is NO else None
