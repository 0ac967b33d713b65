"""Questions about what a value is: isinstance, issubclass, type, callable."""

from __future__ import annotations

from typing import Any

from gnomon.check.builtins.registry import BUILTINS, builtin
from gnomon.shapes import Dim
from gnomon.values import (
    UNKNOWN,
    Bound,
    Choice,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    LibraryFunction,
    ListValue,
    Modelled,
    Ratio,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    unknown_of,
)

_TYPE_NAMES: dict[type, str] = {
    int: "int",
    float: "float",
    str: "str",
    bool: "bool",
    tuple: "tuple",
    bytes: "bytes",
    Dim: "int",
    DictValue: "dict",
    SetValue: "set",
    SequenceValue: "tuple",
    Ratio: "float",
}


@builtin("isinstance")
def _isinstance(value: Any, classes: Any) -> Any:
    answer = is_instance(value, classes)
    return Unknown("bool") if answer is None else answer


def is_instance(value: Any, classes: Any) -> bool | None:
    """Return whether a value is of a class, None if not known."""
    if type(classes) is tuple:
        answers = [is_instance(value, single) for single in classes]
        return True if True in answers else (None if None in answers else False)
    if classes is None:
        return None if type(value) in (Unknown, Choice) else value is None
    if type(value) is Choice:
        found = {is_instance(single, classes) for single in value.values}
        return found.pop() if len(found) == 1 else None
    if type(value) is Unknown:
        if (
            value.kind in ("str", "float")
            and type(classes) is LibraryFunction
            and classes.name.startswith("builtins.")
        ):
            return classes.name == f"builtins.{value.kind}"
        number = value.kind in ("str", "int", "float", "bool") and value.tensor is None
        return False if number and getattr(classes, "name", None) in _ARRAY_CLASSES else None
    if type(classes) is ClassValue:
        if type(value) is Instance:
            return True if classes in value.cls.lineage else (None if value.cls.has_unknown_base else False)
        return False if _is_plain(value) else None
    if isinstance(classes, type) and issubclass(classes, Modelled):
        if isinstance(value, Modelled):
            return isinstance(value, classes)
        if type(value) is Instance:
            base = value.cls.modelled_base
            if base is not None and issubclass(base, classes):
                return True
            return None if value.cls.has_unknown_base else False
        if type(value) is Tensor:
            return None
        if type(value) is LibraryFunction:  # compiled functions are records in some libraries
            return None if getattr(classes, "field_like", False) else False
        return False if _is_plain(value) else None
    if type(classes) is LibraryFunction and classes.name.startswith("builtins."):
        return _is_builtin(value, classes.name[9:])
    if type(classes) is LibraryFunction and classes.name in _ARRAY_CLASSES:
        return _is_array(value, _ARRAY_CLASSES[classes.name])
    if type(value) is Instance and _is_foreign(classes):
        return None if value.cls.has_unknown_base else False
    return False if _is_plain(value) and _holds_arrays(classes) else None


_ABSTRACT = ("abc", "collections", "numbers", "typing", "typing_extensions")
"""Modules whose classes may count others among their own that do not derive from them."""


def _is_foreign(classes: Any) -> bool:
    """Whether a class is one of a library that is not modelled, of which no class of the program is one by chance."""
    reason = getattr(classes, "reason", None)
    if type(reason) is not tuple or reason[0] != "unmodelled":
        return False
    return reason[1].partition(".")[0] not in _ABSTRACT


def _holds_arrays(classes: Any) -> bool:
    """Whether a class of a library that is not modelled as one holds arrays: nothing of Python's own is one."""
    name = classes.name if type(classes) is LibraryFunction else getattr(classes, "reason", None)
    if type(name) is tuple and name[0] == "unmodelled":
        name = name[1]
    return type(name) is str and name.rpartition(".")[2] in (
        "Tensor",
        "RaggedTensor",
        "Variable",
        "Parameter",
    )


_ARRAY_CLASSES = {
    "torch.Tensor": "torch",
    "torch.autograd.Variable": "torch",
    "numpy.ndarray": "numpy",
    "jax.numpy.ndarray": "jax",
}


def _is_array(value: Any, library: str) -> bool | None:
    if type(value) is not Tensor:
        known = type(value) is ClassValue or (type(value) is Instance and not value.cls.has_unknown_base)
        return False if known or _is_plain(value) else None
    if value.library != library:
        return False if value.library is not None else None
    if library == "numpy":  # a result without axes is a scalar, no array, most of the time
        return True if value.shape.rank or value.shape.prefix else None
    return True


def _is_builtin(value: Any, name: str) -> bool | None:
    if name == "object":
        return True
    if type(value) is ListValue:
        return name == value.kind
    if type(value) is Tensor:
        return False if name in ("list", "tuple", "dict", "str", "set", "bytes") else None
    if type(value) is Instance:
        if getattr(value.cls.modelled_base, "library_name", "") == "dict":
            return name == "dict"
        return None if value.cls.has_unknown_base else False
    own = _TYPE_NAMES.get(type(value))
    if own is not None:
        return own == name or (own == "bool" and name == "int")
    if value is None or isinstance(value, (Modelled, FunctionValue)):
        return False
    return None


def _is_plain(value: Any) -> bool:
    return value is None or type(value) in _TYPE_NAMES or type(value) in (ListValue, FunctionValue)


@builtin("issubclass")
def _issubclass(value: Any, classes: Any) -> Any:
    if type(value) is ClassValue and type(classes) is ClassValue:
        return True if classes in value.lineage else (unknown_of("bool") if value.has_unknown_base else False)
    return unknown_of("bool")


@builtin("type")
def _type(value: Any, *rest: Any) -> Any:
    if rest:
        return UNKNOWN
    if type(value) is Instance:
        return value.cls
    if isinstance(value, Modelled):
        return type(value)
    if type(value) is ListValue:
        return BUILTINS["list"]
    if type(value) is Tensor:
        return unknown_of("array class")
    own = _TYPE_NAMES.get(type(value))
    return UNKNOWN if own is None else BUILTINS.get(own, UNKNOWN)


@builtin("callable")
def _callable(value: Any) -> Any:
    if type(value) in (FunctionValue, ClassValue, LibraryFunction, Bound) or isinstance(value, type):
        return True
    if value is None or type(value) in (int, str, float, Tensor, ListValue, tuple):
        return False
    return unknown_of("bool")
