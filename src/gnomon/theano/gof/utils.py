"""What all of Theano's objects share: equality by properties, and a place for notes."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.theano.gof.helpers import (  # noqa: F401 (names that users import from here)
    deprecated,
    hash_from_code,
    hash_from_file,
    hist,
    toposort,
)

PACKAGE = str(Path(__file__).resolve().parents[2])


class MethodNotDefined(Exception):
    """A method of an interface that this class leaves out."""


class scratchpad:
    """A namespace for notes about an object, as ``x.tag.test_value``."""

    if TYPE_CHECKING:  # any note

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def clear(self) -> None:
        """Forget all notes."""
        self.__dict__.clear()

    def __update__(self, other: scratchpad) -> scratchpad:
        self.__dict__.update(other.__dict__)
        return self

    def __str__(self) -> str:
        return f"scratchpad{self.__dict__}"

    __repr__ = __str__

    def info(self) -> None:
        """Print all notes."""
        print(f"<theano.gof.utils.scratchpad instance at {id(self)}>")
        for name, value in self.__dict__.items():
            print(f"  {name}: {value}")


class MetaObject(type):
    """Gives a class that lists its properties in ``__props__`` equality, hash and text of them."""

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        properties = members.get("__props__")
        if properties is not None:
            if not isinstance(properties, tuple):
                raise TypeError(f"__props__ of {name} must be a tuple of names")
            own = "__eq__" in members or "__hash__" in members
            for method, made in _by_properties(properties).items():
                if not (own and method in ("__eq__", "__hash__")):
                    members.setdefault(method, made)
        return super().__new__(mcs, name, bases, members)


def _by_properties(properties: tuple[str, ...]) -> dict[str, Any]:
    def _props(self: Any) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in properties])

    def _props_dict(self: Any) -> dict[str, Any]:
        return {name: getattr(self, name) for name in properties}

    def __hash__(self: Any) -> int:
        return hash((type(self), tuple([getattr(self, name) for name in properties])))

    def __eq__(self: Any, other: Any) -> bool:
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in properties
        )

    def __str__(self: Any) -> str:
        if not properties:
            return type(self).__name__
        listed = ", ".join([f"{name}={getattr(self, name)!r}" for name in properties])
        return f"{type(self).__name__}{{{listed}}}"

    methods = {
        "_props": _props,
        "_props_dict": _props_dict,
        "__hash__": __hash__,
        "__eq__": __eq__,
        "__str__": __str__,
    }
    return methods


class object2(metaclass=MetaObject):
    """The base of types, operations and nodes."""

    def __ne__(self, other: object) -> bool:
        return not self == other


class D:
    """A namespace made of keywords."""

    def __init__(self, **entries: Any) -> None:
        self.__dict__.update(entries)


def memoize(function: Callable[..., Any]) -> Callable[..., Any]:
    """Remember results of calls."""
    cache: dict[Hashable, Any] = {}

    @functools.wraps(function)
    def remembered(*arguments: Any, **named: Any) -> Any:
        key = (arguments, tuple(sorted(named.items())))
        if key not in cache:
            cache[key] = function(*arguments, **named)
        return cache[key]

    return remembered


def hashtype(self: Any) -> int:
    """Return a hash of the class."""
    return hash(type(self).__name__) ^ hash(type(self).__module__)


def uniq(entries: Iterable[Any]) -> list[Any]:
    """Return entries without those that came before."""
    found: list[Any] = []
    for entry in entries:
        if entry not in found:
            found.append(entry)
    return found


def difference(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """Return what the first has and the second has not."""
    return [entry for entry in first if entry not in second]


def to_return_values(values: list[Any]) -> Any:
    """Return the only value, or all."""
    return values[0] if len(values) == 1 else values


def from_return_values(values: Any) -> Any:
    """Return a list of values."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def flatten(entry: Any) -> list[Any]:
    """Return the entries of nested sequences in one list."""
    if isinstance(entry, (tuple, list, set)):
        return [leaf for part in entry for leaf in flatten(part)]
    return [entry]


def remove(predicate: Callable[[Any], bool], entries: Iterable[Any]) -> list[Any]:
    """Return the entries for which a test does not hold."""
    return [entry for entry in entries if not predicate(entry)]


def give_variables_names(variables: Iterable[Any]) -> list[str]:
    """Give variables names that differ: their own, or letters with a number; returns them."""
    listed = list(variables)
    own = [variable.name for variable in listed]
    for place, variable in enumerate(listed):
        if variable.name is None or own.count(variable.name) > 1:
            variable.name = f"{variable.name or ''}_{place}"
    if len({variable.name for variable in listed}) < len(listed):
        raise ValueError("Could not give variables unique names")
    return [variable.name for variable in listed]


def unique(entries: Sequence[Any]) -> bool:
    """Whether no entry occurs twice."""
    return len(set(entries)) == len(entries)


def user_trace(limit: int) -> list[list[tuple[str, int, str, str | None]]]:
    """Return the lines of the user's program that are being carried out, the innermost last."""
    if not limit:
        return []
    lines: list[tuple[str, int, str, str | None]] = []
    for frame, number in traceback.walk_stack(None):
        code = frame.f_code
        if not code.co_filename.startswith(PACKAGE):
            lines.append((code.co_filename, number, code.co_name, None))
            if len(lines) == limit:
                break
    return [lines[::-1]] if lines else []


def add_tag_trace(thing: Any, user_line: int | None = None) -> Any:
    """Note in ``thing.tag.trace`` where the user's program made it."""
    from gnomon.theano.configuration import config

    limit = config.traceback.limit if user_line is None else user_line
    thing.tag.trace = user_trace(limit)
    return thing


def get_variable_trace_string(variable: Any) -> str:
    """Return the lines of ``variable.tag.trace`` as text."""
    trace = getattr(variable.tag, "trace", None)
    if not trace:
        return ""
    return "".join([line for lines in trace for line in traceback.format_list(lines)])
