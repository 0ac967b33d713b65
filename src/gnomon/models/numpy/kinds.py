"""Kinds of dtypes: `numpy.integer` and its like, for `issubdtype`, `isdtype` and `isinstance`."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Dtype, Modelled, Tensor, constant, function, text, unknown_of
from gnomon.models.numpy.support import as_array, dtype_of

_KINDS: dict[str, frozenset[str] | None] = {
    "generic": None,
    "number": frozenset(["int", "uint", "float", "complex"]),
    "integer": frozenset(["int", "uint"]),
    "signedinteger": frozenset(["int"]),
    "unsignedinteger": frozenset(["uint"]),
    "inexact": frozenset(["float", "complex"]),
    "floating": frozenset(["float"]),
    "complexfloating": frozenset(["complex"]),
    "flexible": None,
    "character": None,
    "void": None,
}
"""Which dtypes a kind has, None where it is not followed."""

_NAMED = {
    "bool": frozenset(["bool"]),
    "signed integer": frozenset(["int"]),
    "unsigned integer": frozenset(["uint"]),
    "integral": frozenset(["int", "uint"]),
    "real floating": frozenset(["float"]),
    "complex floating": frozenset(["complex"]),
    "numeric": frozenset(["int", "uint", "float", "complex"]),
}
"""What `isdtype` calls kinds."""


class Kind(Modelled):
    """A kind of dtypes, or a dtype that is not followed."""

    library_name = "numpy.generic"

    def __init__(self, name: str, kinds: frozenset[str] | None = None) -> None:
        self.__name__ = name
        self.kinds = kinds


for _name, _kinds in _KINDS.items():
    for _home in ("numpy", "jax.numpy"):
        constant(f"{_home}.{_name}", Kind(_name, _kinds))


def is_kind(dtype: Any, kind: Any) -> Any:
    """Return whether a dtype is of a kind, or of a dtype; an unknown bool where that is not known."""
    found = dtype_of(dtype)
    if found is None:
        return unknown_of("bool")
    if isinstance(kind, Kind):
        return unknown_of("bool") if kind.kinds is None else found.kind in kind.kinds
    return found is kind if type(kind) is Dtype else unknown_of("bool")


@function("numpy.issubdtype", "jax.numpy.issubdtype", "jax.dtypes.issubdtype", tensor=False)
def issubdtype(arg1: Any, arg2: Any) -> Any:
    return is_kind(arg1, arg2)


@function("numpy.isdtype", "jax.numpy.isdtype", "jax.dtypes.isdtype", tensor=False)
def isdtype(dtype: Any, kind: Any) -> Any:
    kinds = kind if type(kind) is tuple else (kind,)
    answers = [_is_named(dtype, one) for one in kinds]
    if True in answers:
        return True
    return False if all(answer is False for answer in answers) else unknown_of("bool")


def _is_named(dtype: Any, kind: Any) -> Any:
    found, name = dtype_of(dtype), text(kind)
    if name is None:
        return is_kind(dtype, kind)
    return unknown_of("bool") if found is None or name not in _NAMED else found.kind in _NAMED[name]


@function("numpy.iscomplexobj", "jax.numpy.iscomplexobj", tensor=False)
def iscomplexobj(x: Any) -> Any:
    dtype = as_array(x).dtype if type(x) is Tensor else None
    return unknown_of("bool") if dtype is None else dtype.kind == "complex"


@function("numpy.isrealobj", "jax.numpy.isrealobj", tensor=False)
def isrealobj(x: Any) -> Any:
    dtype = as_array(x).dtype if type(x) is Tensor else None
    return unknown_of("bool") if dtype is None else dtype.kind != "complex"
