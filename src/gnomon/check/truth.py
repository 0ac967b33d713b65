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
    LibraryFunction,
    LibraryModule,
    ListValue,
    ModuleValue,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    state,
)

_CERTAIN = (FunctionValue, LibraryFunction, LibraryModule, ModuleValue, ClassValue, Bound, Dtype, Shape)


def truth_of(value: Any) -> bool | None:
    """Return whether a value is true, None if that is not known."""
    kind = type(value)
    if kind in (bool, int, float, str, bytes, tuple, complex, range) or value is None:
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
    if kind is Unknown or kind is SequenceValue or kind is Tensor:
        return None
    if kind in _CERTAIN:
        return True
    return None


def from_claim(answer: Truth) -> bool | None:
    """Return an answer as a Python bool, None for MAYBE."""
    if answer is YES:
        return True
    return False if answer is NO else None
