"""Attributes, the parts of classes, files, and what is not followed."""

from __future__ import annotations

from typing import Any

from gnomon.check.builtins.registry import BUILTINS, builtin, interpreter
from gnomon.models.disk.found import note_given
from gnomon.values import (
    UNKNOWN,
    Choice,
    ClassMethod,
    Instance,
    ListValue,
    PropertyValue,
    StaticMethod,
    Tensor,
    Unknown,
    choice,
    unknown_of,
)


@builtin(
    "print", "breakpoint", "delattr", "exec", "compile", "help", "locals", "globals", "vars", "reveal_shape"
)
def _nothing(*args: Any, **kwargs: Any) -> None:
    return None


_OF_ARRAYS = (
    "__array_interface__",
    "ndim",
    "size",
    "T",
    "tolist",
    "flags",
)
"""What every array and every number of NumPy has."""


@builtin("hasattr")
def _hasattr(value: Any, name: Any) -> Any:
    if type(value) is Tensor and value.library is not None and name in ("__array__", "shape", "dtype"):
        return True
    if type(value) is Tensor and value.library == "numpy" and name in _OF_ARRAYS:
        return True
    if type(value) is Instance and type(name) is str:
        if name in value.cell or value.cls.lookup(name) is not None:
            return True
        if value.native is None and not value.cls.has_unknown_base and value.cls.modelled_base is None:
            return Unknown("bool")
    return Unknown("bool")


@builtin("getattr")
def _getattr(value: Any, name: Any, *default: Any) -> Any:
    from gnomon.check.attributes import get_attribute

    if type(name) is str:
        found = get_attribute(interpreter(), value, name)
        if type(found) is Unknown and default:
            return UNKNOWN
        return found
    if type(name) is Choice:
        return choice([_getattr(value, single, *default) for single in name.values])
    return UNKNOWN


@builtin("setattr")
def _setattr(value: Any, name: Any, new: Any) -> None:
    from gnomon.check.attributes import forget_settings, set_attribute

    if type(name) is str:
        set_attribute(interpreter(), value, name, new)
    elif type(value) is Instance:
        forget_settings(value)


@builtin("open", "file")
def _open(*args: Any, **kwargs: Any) -> Any:
    mode = args[1] if len(args) > 1 else kwargs.get("mode", "r")
    if args and (type(mode) is not str or set(mode) & set("wax+")):
        note_given(args[:1])
    return Unknown("file")


@builtin("slice")
def _slice(*parts: Any) -> Any:
    return slice(*parts)


@builtin("property", "abstractproperty")
def _property(getter: Any = None, setter: Any = None, *rest: Any, **kwargs: Any) -> Any:
    return PropertyValue(getter, setter)


@builtin("staticmethod")
def _staticmethod(function: Any) -> Any:
    return StaticMethod(function)


@builtin("classmethod")
def _classmethod(function: Any) -> Any:
    return ClassMethod(function)


@builtin("dir")
def _dir(*args: Any) -> Any:
    return ListValue(None, element=unknown_of("str"))


@builtin("__import__", "eval")
def _evaluated(*args: Any, **kwargs: Any) -> Any:
    return UNKNOWN


@builtin("exit", "quit")
def _exit(*args: Any) -> Any:
    from gnomon.check.interpreter import PathEnds

    raise PathEnds


@builtin("object")
def _object(*args: Any, **kwargs: Any) -> Any:
    return UNKNOWN


BUILTINS["NotImplemented"] = Unknown(name="NotImplemented")
BUILTINS["__debug__"] = True
BUILTINS["Ellipsis"] = Ellipsis
