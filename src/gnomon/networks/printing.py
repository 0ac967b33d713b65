"""How modules are printed: a tree with settings, shapes and the count of parameters."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Shared
from gnomon.networks import tree

if TYPE_CHECKING:
    from gnomon.networks.module import Module

_NAMED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def head(module: Module) -> str:
    """Return class and settings as they would be written: those with other values than the defaults.

    >>> import gnomon as gn
    >>> head(gn.nn.Conv(16, 3, padding="same", activation=gn.nn.relu))
    "Conv(16, 3, padding='same', activation=relu)"
    """
    shown: list[str] = []
    signature = inspect.signature(type(module).__init__)
    for place, (name, parameter) in enumerate(list(signature.parameters.items())[1:]):
        value = module.__dict__.get(f"with_{name}", module.__dict__.get(name, parameter.default))
        if value is parameter.empty or not _plain(value) or _same(value, parameter.default):
            continue
        positional = parameter.kind in _NAMED and len(shown) == place and parameter.default is parameter.empty
        shown.append(_text(value) if positional else f"{name}={_text(value)}")
    return f"{type(module).__name__}({', '.join(shown)})"


def drawn(module: Module) -> str:
    """Return the tree of a module, one line for each part of it."""
    parameters = module.parameters()
    count = sum(prod(array.shape.dims) for array in parameters.values())
    words = f"{count:,} parameter{'s' * (count != 1)}" if parameters else "no parameters yet"
    rows = list(_rows(module, 0))
    if len(rows) == 1:
        own = _own(module)
        return f"{head(module)}: {own + ': ' if own else ''}{words}"
    return "\n".join([f"{head(module).removesuffix('()')}: {words}", *rows[1:]])


def _rows(module: Module, depth: int, name: str = "") -> Iterator[str]:
    cells = [name, head(module), _own(module)]
    yield "  " * depth + "  ".join([cell for cell in cells if cell])
    children = [(path, part) for path, part in tree.parts(module) if not isinstance(part, Shared)]
    for path, child in children:
        yield from _rows(child, depth + 1, path)


def _own(module: Module) -> str:
    arrays = [(path, part) for path, part in tree.parts(module) if isinstance(part, Shared)]
    return ", ".join([f"{name} {array.shape}" for name, array in arrays])


def _plain(value: Any) -> bool:
    kinds = (bool, int, float, str, tuple, type(None))
    return isinstance(value, kinds) or (callable(value) and not hasattr(value, "parameters"))


def _same(value: Any, default: Any) -> bool:
    return value is default or (
        type(value) is type(default) and not callable(value) and bool(value == default)
    )


def _text(value: Any) -> str:
    return getattr(value, "__name__", None) or repr(value)
