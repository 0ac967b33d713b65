"""Names that old programs used to run on two versions of Python."""

from __future__ import annotations

import configparser
import importlib
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, ValuesView
from collections.abc import MutableMapping as DictMixin
from importlib import reload
from io import BytesIO
from operator import truediv as operator_div
from typing import Any

PY3 = True
izip, imap, ifilter = zip, map, filter
next = next


class DefaultOrderedDict(OrderedDict[Any, Any]):
    """A dictionary in order that makes missing values."""

    def __init__(self, default_factory: Callable[[], Any] | None = None, *entries: Any, **named: Any) -> None:
        super().__init__(*entries, **named)
        self.default_factory = default_factory

    def __missing__(self, key: Any) -> Any:
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value


def exc_message(error: BaseException) -> Any:
    """Return what an error says; that of an error inside, if there is one."""
    first = error.args[0]
    return exc_message(first) if isinstance(first, Exception) else first


def cmp(x: Any, y: Any) -> int:
    """Return -1, 0 or 1, as x is less than, equal to or greater than y."""
    return int(x > y) - int(x < y)


def get_unbound_function(method: Any) -> Any:
    """Return the function of a method."""
    return getattr(method, "__func__", method)


def b(text: str) -> bytes:
    """Return a text as bytes."""
    return text.encode("latin-1")


def decode(data: bytes) -> str:
    """Return bytes as a text."""
    return data.decode()


def decode_iter(entries: Iterable[bytes]) -> Iterator[str]:
    """Yield bytes as texts."""
    return (entry.decode() for entry in entries)


def decode_with(data: bytes, encoding: str) -> str:
    """Return bytes as a text, by an encoding."""
    return data.decode(encoding)


__all__ = [
    "PY3",
    "BytesIO",
    "Callable",
    "DefaultOrderedDict",
    "DictMixin",
    "Iterable",
    "Mapping",
    "OrderedDict",
    "ValuesView",
    "b",
    "cmp",
    "configparser",
    "decode",
    "decode_iter",
    "decode_with",
    "defaultdict",
    "exc_message",
    "get_unbound_function",
    "ifilter",
    "imap",
    "izip",
    "next",
    "operator_div",
    "reload",
]


def __getattr__(name: str) -> Any:
    if name == "six":
        return importlib.import_module("theano.compat.six")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
