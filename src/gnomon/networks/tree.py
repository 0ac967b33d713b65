"""The tree that modules form: what is found among their attributes, lists, tuples and dicts, and under which names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Shared

if TYPE_CHECKING:
    from gnomon.networks.module import Module


def entries(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each module and shared array that a value is or holds, with its dotted name."""
    from gnomon.networks.module import Module

    if isinstance(value, (Shared, Module)):
        yield path, value
    elif isinstance(value, (list, tuple)):
        for place, entry in enumerate(value):
            yield from entries(joined(path, str(place)), entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from entries(joined(path, str(key)), entry)


def parts(module: Module) -> Iterator[tuple[str, Any]]:
    """Each shared array and each child of a module, in the order in which they became attributes."""
    for name, value in module.attributes().items():
        yield from entries(name, value)


def modules(module: Module, path: str = "", seen: set[int] | None = None) -> Iterator[tuple[str, Module]]:
    """Each module of a tree with its dotted name, parents first; what is shared stands where it is met first."""
    seen = set() if seen is None else seen
    if id(module) in seen:
        return
    seen.add(id(module))
    yield path, module
    for name, part in parts(module):
        if not isinstance(part, Shared):
            yield from modules(part, joined(path, name), seen)


def arrays(module: Module) -> Iterator[tuple[str, bool, Shared]]:
    """Each shared array of a tree: its dotted name, whether it is trained, and itself."""
    seen: set[int] = set()
    for path, owner in modules(module):
        for name, part in parts(owner):
            if isinstance(part, Shared) and id(part) not in seen:
                seen.add(id(part))
                yield joined(path, name), name not in owner.kept, part


def joined(path: str, name: str) -> str:
    """Return a dotted name.

    >>> joined("", "hidden"), joined("hidden", "weight")
    ('hidden', 'hidden.weight')
    """
    return f"{path}.{name}" if path else name
