"""Small functions that programs take from `theano.gof.utils`."""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any


def toposort(prereqs_d: Mapping[Any, Any]) -> list[Any]:
    """Return the keys of a dictionary, each after what its value says must come before it."""
    from graphlib import CycleError, TopologicalSorter

    try:
        found = list(TopologicalSorter(prereqs_d).static_order())
    except CycleError as error:
        raise ValueError(
            f"there is a cycle: {' -> '.join([str(entry) for entry in error.args[1]])}"
        ) from None
    missing = [entry for entry in found if entry not in prereqs_d]
    if missing:
        raise ValueError(f"{missing[0]} must come before another, but is no key itself")
    return found


def hist(coll: Iterable[Any]) -> dict[Any, int]:
    """Return how often each entry comes."""
    return dict(Counter(coll))


def hash_from_code(msg: str | bytes) -> str:
    """Return a hash of a text."""
    return hashlib.sha256(msg.encode() if isinstance(msg, str) else msg).hexdigest()


def hash_from_file(file_path: Any) -> str:
    """Return a hash of a file."""
    return hash_from_code(Path(file_path).read_bytes())


def deprecated(filename: str, msg: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator of functions that are old: the first call says so."""

    def marked(function: Callable[..., Any]) -> Callable[..., Any]:
        said: list[bool] = []

        @functools.wraps(function)
        def called(*arguments: Any, **named: Any) -> Any:
            if not said:
                said.append(True)
                print(f"WARNING: {filename}.{function.__name__} deprecated. {msg}")
            return function(*arguments, **named)

        return called

    return marked
