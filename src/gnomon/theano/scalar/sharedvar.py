"""Shared single numbers."""

from __future__ import annotations

from typing import Any

from gnomon.theano.compile.sharedvalue import SharedVariable
from gnomon.theano.scalar.types import _Operators, constant, get_scalar_type


class ScalarSharedVariable(_Operators, SharedVariable):
    """A single number that functions keep between calls."""


def shared(
    value: Any, name: str | None = None, strict: bool = False, allow_downcast: bool | None = None
) -> Any:
    """Return a shared single number."""
    data = constant(value).data
    kind = get_scalar_type(str(data.dtype))
    return ScalarSharedVariable(
        type=kind, value=data, name=name, strict=strict, allow_downcast=allow_downcast
    )
