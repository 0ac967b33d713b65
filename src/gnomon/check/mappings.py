"""Classes of the program that inherit from ``dict``: registries, configurations with attribute access."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.check.builtins import BUILTINS
from gnomon.check.builtins.registry import interpreter
from gnomon.check.expressions import hashable
from gnomon.check.iterating import iterate, length_of
from gnomon.check.methods import METHODS
from gnomon.check.namespaces import raw
from gnomon.check.operators import contained
from gnomon.check.subscripts import get_item, set_item
from gnomon.values import UNKNOWN, DictValue, Instance, Iteration, Modelled, Unknown, state, unknown_of

BASES = frozenset(["builtins.dict", "collections.OrderedDict", "collections.UserDict"])
"""The callables that, as a base class, make a class of dicts."""


class Dictionary(Modelled):
    """The entries of an object whose class inherits from ``dict``."""

    library_name = "dict"
    begins_empty = True

    @raw
    def __init__(self, *arguments: Any, **entries: Any) -> None:
        self.fill(*arguments, **entries)

    def prepare(self) -> None:
        """Nothing is known of the entries of an object that nobody was seen to make."""
        self.entries = DictValue(rest=UNKNOWN)
        self.mirrored = False

    def fill(self, *arguments: Any, **entries: Any) -> None:
        """Hold the entries that ``dict`` would hold."""
        self.entries = BUILTINS["dict"].function(*arguments, **entries)

    def forget(self) -> None:
        """Forget the entries: some unknown code may have changed them."""
        self.entries.forget()

    def _linked(self) -> bool:
        return self.mirrored or self.me.cls.lookup("__setattr__") is not None

    def takes_attribute(self, name: str, value: Any) -> bool:
        """Whether setting an attribute sets an entry: by ``self.__dict__ = self`` or ``__setattr__``."""
        if name == "__dict__":
            self.mirrored = value is self.me
            return True
        if self._linked():
            self.entries.put(name, value)
            return True
        return False

    def __getattr__(self, name: str) -> Any:
        record = METHODS["dict"].get(name)
        if "entries" not in self.__dict__:
            raise AttributeError(name)
        if record is not None:
            return _method(record.function, self.entries)
        reader = self.me.cls.lookup("__getattr__")
        if self.mirrored or (reader is not None and type(reader[0]) is Unknown):
            return get_item(interpreter(), self.entries, name, None, None)  # type: ignore[arg-type]
        raise AttributeError(name)

    @raw
    def __getitem__(self, key: Any) -> Any:
        return get_item(interpreter(), self.entries, key, None, None)  # type: ignore[arg-type]

    @raw
    def __setitem__(self, key: Any, value: Any) -> None:
        set_item(interpreter(), self.entries, key, value, None, None)  # type: ignore[arg-type]

    @raw
    def __delitem__(self, key: Any) -> None:
        if hashable(key):
            state.delete(self.entries.cell, key)
        else:
            self.entries.forget()

    @raw
    def __contains__(self, key: Any) -> Any:
        return contained(interpreter(), key, self.entries, True)

    def __len__(self) -> Any:
        length = length_of(self.entries)
        return unknown_of("int") if length is None else length

    def iterate(self) -> Iteration:
        """A loop visits the keys."""
        return iterate(interpreter(), self.entries) or Iteration(make=lambda: UNKNOWN)


def _method(function: Callable[..., Any], entries: DictValue) -> Callable[..., Any]:
    """Return a method of the entries as one of the object."""

    @raw
    def call(*arguments: Any, **keywords: Any) -> Any:
        return function(entries, *arguments, **keywords)

    return call


def entries_of(value: Any) -> DictValue | None:
    """Return the entries of a dict, or of an object whose class inherits from ``dict``."""
    if type(value) is DictValue:
        return value
    native = value.native if type(value) is Instance else None
    return native.entries if type(native) is Dictionary else None
