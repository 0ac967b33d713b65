"""Sizes that come to be while a function runs: which array tells them.

The rows that a mask selects have a size without a name. What only mentions this size, such as ``gn.arange(x[m].shape[0])``,
does not take the array as an input, and still needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from gnomon.shapes import Dim, Shape, Size

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array
    from gnomon.shapes import Symbol


def sizes_in(value: Any) -> Iterator[Size]:
    """Each size in an attribute that depends on names, and those of each shape."""
    if isinstance(value, Dim):
        yield value
    elif isinstance(value, Shape):
        yield from value.dims
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from sizes_in(entry)
    elif isinstance(value, slice):
        yield from sizes_in((value.start, value.stop, value.step))
    elif isinstance(value, dict):
        yield from sizes_in(list(value.values()))


def nameless(sizes: Iterable[Size]) -> Iterator[Symbol]:
    """Each symbol without a name in sizes."""
    for size in sizes:
        if type(size) is Dim:
            for atom in size.symbols():
                if atom.name is None:
                    yield atom


def born(application: Application) -> dict[Symbol, Array]:
    """Return the sizes that come to be in an application, each with the result that tells it."""
    found: dict[Symbol, Array] = {}
    for out in application.outputs:
        for atom in nameless(out.shape.dims):
            found.setdefault(atom, out)
    if found:
        for atom in _given(application):
            found.pop(atom, None)
    return found


def told(application: Application) -> tuple[Array, ...]:
    """Return the arrays that tell the sizes that an application mentions, without those that it takes anyway."""
    found: dict[Symbol, Any] = {}
    if not application.attributes:
        return ()
    for atom in nameless(sizes_in(application.attributes)):
        if atom.told_by is not None:
            found[atom] = atom.told_by
    if found:
        for array in application.taken():
            for atom in nameless(array.shape.dims):
                found.pop(atom, None)
    return tuple(dict.fromkeys(found.values()))


def enter(application: Application) -> None:
    """Note of the sizes that come to be in a new application that it tells them."""
    for atom, out in born(application).items():
        if atom.told_by is None:
            atom.told_by = out


def _given(application: Application) -> Iterator[Symbol]:
    yield from nameless(sizes_in(application.attributes))
    for array in application.taken():
        yield from nameless(array.shape.dims)


def tellers(outputs: Iterable[Array]) -> dict[Symbol, Array]:
    """Return the sizes that come to be in expressions, or in what is given for their inputs, with what tells them."""
    found: dict[Symbol, Array] = {}
    seen: set[Array] = set()
    waiting = list(outputs)
    later: list[Array] = []
    while waiting or later:
        array = (waiting or later).pop()
        if array in seen:
            continue
        seen.add(array)
        application = array.application
        if application is None:
            for atom in nameless(array.shape.dims):
                found.setdefault(atom, array)
            continue
        for atom, out in born(application).items():
            found.setdefault(atom, out)
        waiting += application.taken()
        later += application.tellers
    return found
