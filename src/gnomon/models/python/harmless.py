"""Values of code that does nothing to arrays: plotting, logging, testing tools, type annotations."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import UNKNOWN, Instance, Iteration, LibraryFunction, Modelled, unknown_of
from gnomon.models.disk.found import note_given
from gnomon.models.registry import constant, function, harmless_module
from gnomon.values import (
    Bound,
    ClassMethod,
    ClassValue,
    FunctionValue,
    ModuleValue,
    PropertyValue,
    StaticMethod,
    Unknown,
)

_HOOKS = frozenset(
    [
        "before_call",
        "default",
        "entry",
        "factory",
        "field_like",
        "function_like",
        "hooked",
        "iterate",
        "on_set",
        "outer",
        "prepare",
        "raw",
        "shape",
        "site",
        "tensor",
        "variadic",
        "ndim",
        "dtype",
    ]
)
"""Attributes that the checker itself asks objects for; a harmless object has none of them."""

_DECORATED = (FunctionValue, ClassValue, Bound, StaticMethod, ClassMethod, PropertyValue)


class Harmless(Modelled):
    """An object whose attributes and calls are harmless too: they change nothing that is passed to them.

    Called with one function or class it acts as a decorator that keeps it.
    """

    library_name = "harmless"
    raw = True
    may_be_false = True

    def __getattr__(self, name: str) -> Any:
        if name in _HOOKS or (name.startswith("__") and name.endswith("__")):
            raise AttributeError(name)
        return HARMLESS

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if len(arguments) == 1 and not keywords and type(arguments[0]) in _DECORATED:
            return arguments[0]
        note_given((*arguments, *keywords.values()))
        return HARMLESS

    def __getitem__(self, index: Any) -> Any:
        return HARMLESS

    def __setitem__(self, index: Any, value: Any) -> None:
        """Writing into a harmless object changes nothing that is known."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Nothing is kept on the one shared harmless object."""

    def __enter__(self) -> Any:
        return HARMLESS

    def iterate(self) -> Iteration:
        """A loop over a harmless object sees harmless objects."""
        return Iteration(make=lambda: HARMLESS)


HARMLESS = Harmless()


def words(text: str) -> list[str]:
    """Return the words of a text, for tables of names."""
    return text.split()


def harmless(module: str, names: str = "") -> None:
    """Register names of a module (all words of a text) as harmless, or every name of it: ``"logging.*"``."""
    if module.endswith(".*"):
        harmless_module(module[:-2], HARMLESS)
    for name in names.split():
        constant(f"{module}.{name}", HARMLESS)


def returning(result: Any, module: str, names: str) -> None:
    """Register functions that change nothing and return such a value; procedures may write files.

    What is asked without arguments has one answer in all places; what one call with arguments gives tells nothing of
    the next.
    """
    for name in names.split():
        function(f"{module}.{name}", raw=True, tensor=False)(_returns(result))


def _returns(result: Any) -> Any:
    kind = result.kind if type(result) is Unknown else None
    always = Unknown(kind) if kind else result

    def model(*arguments: Any, **keywords: Any) -> Any:
        if result is None:
            note_given((*arguments, *keywords.values()))
        return Unknown(kind) if kind and (arguments or keywords) else always

    return model


def giving(kind: str, module: str, names: str) -> None:
    """Register functions that change nothing and return an unknown value of a kind, such as ``"str"``."""
    returning(unknown_of(kind), module, names)


def plain_class(name: str) -> ClassValue:
    """Return a class without members, such as ``abc.ABC``, and register it."""
    made = ClassValue(name.rpartition(".")[2], (), {}, ModuleValue(name.rpartition(".")[0]), None)
    constant(name, made)
    return made


def keeping(module: str, names: str) -> None:
    """Register decorators that keep what they decorate, with or without arguments of their own."""

    def decorator(*arguments: Any, **keywords: Any) -> Any:
        if arguments and type(arguments[0]) in (*_DECORATED, LibraryFunction, Instance):
            return arguments[0]
        return KEEP

    for name in names.split():
        function(f"{module}.{name}", raw=True, tensor=False)(decorator)


KEEP = LibraryFunction(
    "decorator", lambda value=UNKNOWN, *rest, **keywords: value, raw=True, returns_tensor=False
)
"""A decorator that returns what it decorates."""
