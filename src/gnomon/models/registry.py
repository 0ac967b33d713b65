"""Which library names are modelled: filled by decorators as a library's models load, asked by the checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gnomon.values import LibraryFunction, LibraryModule, Unknown

NAMES: dict[str, Any] = {}
"""Modelled functions, classes and constants by canonical dotted name."""

NAMESPACES: set[str] = set()
"""Every dotted prefix of a modelled name."""

METHODS: dict[tuple[str, str], LibraryFunction] = {}
"""Methods of tensors by (library, name); the tensor is the first argument."""

ATTRIBUTES: dict[tuple[str, str], Callable[[Any], Any]] = {}
"""Attributes of tensors by (library, name)."""

SETTERS: dict[tuple[str, str], Callable[[Any, Any], None]] = {}
"""What setting an attribute of a tensor does, by (library, name)."""

ALIASES: dict[str, str] = {}
"""Dotted prefixes that mean another one, such as ``tensorflow.keras`` for ``keras``."""

HARMLESS: dict[str, Any] = {}
"""Top-level modules all of whose unmodelled names mean one harmless value: plotting, logging, ..."""

UNKNOWN_CALLS: list[Callable[[], None]] = []
"""What is done when the program calls something unknown."""

AFTER: dict[str, Callable[..., Any]] = {}
"""What to do with results of a library's functions: (name, function, arguments, keywords, result) to result."""

OTHER_NAMES: dict[str, dict[str, str]] = {}
"""Other names under which a library's functions take arguments, too."""

FORBIDDEN: list[Callable[[Any], tuple[str, str] | None]] = []
"""Why the entries of a tensor certainly cannot be changed, and what to do instead; None where they can be."""

STARTS: list[Callable[[], None]] = []
"""What to do before another file is run: settings of the one before end."""

_Class = TypeVar("_Class", bound=type)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def function(*names: str, raw: bool = False, tensor: bool = True) -> Callable[[_Function], _Function]:
    """Register a model of library functions under their dotted names.

    The model's Python signature is the library's real one. ``raw`` models see interpreter values (lists and
    dicts are not exported, alternatives not spread); ``tensor`` tells whether the result counts as a tensor.
    """

    def declare(model: _Function) -> _Function:
        record = LibraryFunction(names[0], model, raw=raw, returns_tensor=tensor)
        for name in names:
            _enter(name, record)
        return model

    return declare


def modelled(*names: str) -> Callable[[_Class], _Class]:
    """Register a modelled class (a subclass of `Modelled`) under its dotted names."""

    def declare(model: _Class) -> _Class:
        model.library_name = names[0]  # type: ignore[attr-defined]
        for name in names:
            _enter(name, model)
        return model

    return declare


def constant(name: str, value: Any) -> None:
    """Register a constant of a library."""
    _enter(name, value)


class Computed:
    """A name whose value is computed anew each time it is looked up."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function


def computed(name: str) -> Callable[[_Function], _Function]:
    """Register a function that gives the value of a name each time the name is looked up."""

    def declare(model: _Function) -> _Function:
        _enter(name, Computed(model))
        return model

    return declare


def harmless_module(name: str, value: Any) -> None:
    """Make every unmodelled name of a top-level module mean one value that changes nothing."""
    HARMLESS[name] = value
    _enter_namespaces(name + ".")


def method(
    library: str, *names: str, raw: bool = False, tensor: bool = True
) -> Callable[[_Function], _Function]:
    """Register a model of tensor methods; the tensor is the first argument."""

    def declare(model: _Function) -> _Function:
        for name in names:
            METHODS[library, name] = LibraryFunction(
                f"{library}.{name}", model, raw=raw, returns_tensor=tensor
            )
        return model

    return declare


def attribute(library: str, *names: str) -> Callable[[_Function], _Function]:
    """Register a model of tensor attributes: a function from the tensor to the value."""

    def declare(model: _Function) -> _Function:
        for name in names:
            ATTRIBUTES[library, name] = model
        return model

    return declare


def setter(library: str, name: str) -> Callable[[_Function], _Function]:
    """Register a model of setting an attribute of tensors: a function of the tensor and the value."""

    def declare(model: _Function) -> _Function:
        SETTERS[library, name] = model
        return model

    return declare


def alias(prefix: str, target: str) -> None:
    """Make a dotted prefix mean another one."""
    ALIASES[prefix] = target
    _enter_namespaces(prefix + ".")


def canonical(name: str) -> str:
    """Return the name under which a library name is registered."""
    for _ in range(4):
        if name in NAMES:
            return name
        prefix = name
        while prefix:
            target = ALIASES.get(prefix)
            if target is not None:
                name = target + name[len(prefix) :]
                break
            prefix = prefix.rpartition(".")[0]
        else:
            return name
    return name


def lookup(name: str) -> Any:
    """Return what a dotted library name means: a model, a namespace, or an unknown value that names it."""
    full = name if name in NAMES else canonical(name)
    if full in NAMES:
        found = NAMES[full]
        return found.function() if type(found) is Computed else found
    if full in NAMESPACES or name in NAMESPACES:
        return LibraryModule(name)
    found = HARMLESS.get(full.partition(".")[0])
    if found is not None:
        return found
    return Unknown(reason=("unmodelled", full))


def _enter(name: str, value: Any) -> None:
    NAMES[name] = value
    _enter_namespaces(name)


def _enter_namespaces(name: str) -> None:
    prefix = name.rpartition(".")[0]
    while prefix and prefix not in NAMESPACES:
        NAMESPACES.add(prefix)
        prefix = prefix.rpartition(".")[0]
