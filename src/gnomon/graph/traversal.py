"""Walks over expressions: what they depend on, in which order, and with parts replaced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from gnomon.graph.array import Application, Array
from gnomon.graph.refitting import refitted
from gnomon.graph.telling import born
from gnomon.shapes import Dim, Shape, Size, substitute


class Arrays(list[Array]):
    """A list of arrays that finds an array by identity."""

    def __contains__(self, array: object) -> bool:
        return any(array is entry for entry in self)


def ancestors(outputs: Array | Iterable[Array], until: Collection[Array] = ()) -> Arrays:
    """Return every array that outputs depend on, be it for a size, themselves included, each after what it depends on.

    The walk does not go behind the arrays of ``until``.

    >>> from gnomon.graph.constants import symbol
    >>> x, y = symbol("x"), symbol("y")
    >>> ancestors(x * y + x)
    [x, y, x*y, x*y + x]
    """
    found: dict[Array, None] = {}
    until = frozenset(until)
    stack = list(reversed(_listed(outputs)))
    while stack:
        array = stack[-1]
        if array in found:
            stack.pop()
            continue
        application = array.application
        if application is not None and array not in until:
            parts = (*application.arrays(), *application.tellers)
            missing = [entry for entry in parts if entry not in found]
            if missing:
                stack.extend(reversed(missing))
                continue
        found[array] = None
        stack.pop()
    return Arrays(found)


def applications(outputs: Array | Iterable[Array], until: Collection[Array] = ()) -> list[Application]:
    """Return every application that outputs need, each after those it depends on."""
    found: dict[Application, None] = {}
    until = frozenset(until)
    for array in ancestors(outputs, until):
        if array.application is not None and array not in until:
            found[array.application] = None
    return list(found)


def leaves(outputs: Array | Iterable[Array]) -> Arrays:
    """Return the inputs, constants and shared arrays that outputs depend on."""
    return Arrays(array for array in ancestors(outputs) if array.application is None)


def users(outputs: Array | Iterable[Array]) -> dict[Array, list[Application]]:
    """Return for each array the applications that take it."""
    found: dict[Array, list[Application]] = {array: [] for array in ancestors(outputs)}
    for application in applications(outputs):
        for array in dict.fromkeys(application.arrays()):
            found[array].append(application)
    return found


def _listed(outputs: Array | Iterable[Array]) -> list[Array]:
    return [outputs] if isinstance(outputs, Array) else list(outputs)


def replace(outputs: Any, changes: Mapping[Array, Any]) -> Any:
    """Return expressions in which arrays are replaced by others: ``replace(cost, {x: 2 * x})``.

    ``outputs`` is an array or nested tuples, lists and dicts of arrays. What a replacement depends on is left
    as it is. Lines and names of the expressions are kept, and rules are asked anew: a replacement may have
    another shape or dtype where the expression allows it.
    """
    from gnomon.graph.constants import as_array
    from gnomon.graph.trees import flatten, unflatten

    flat, structure = flatten(outputs)
    return unflatten(structure, replaced(flat, {old: as_array(new) for old, new in changes.items()}))


def replaced(
    outputs: Sequence[Array], changes: Mapping[Array, Array], sizes: Mapping[Any, Size] | None = None
) -> list[Array]:
    """Return expressions in which arrays are replaced by others, and so are ``sizes``."""
    done: dict[Array, Array] = dict(changes)
    others = {**(sizes or {}), **_new_sizes(done)}
    for array in ancestors(outputs, until=done):
        if array not in done:
            _rebuild(array, done, others)
    return [done[array] for array in outputs]


def resized(outputs: Sequence[Array], changes: Mapping[Array, Array]) -> list[Array] | None:
    """Return expressions in which arrays are replaced by others of other sizes; None where no size differs."""
    return replaced(outputs, changes) if _new_sizes(changes) else None


def _new_sizes(done: Mapping[Array, Array]) -> dict[Any, Size]:
    """Read from replacements which named sizes have become others."""
    sizes: dict[Any, Size] = {}
    for old, new in done.items():
        if len(old.shape.prefix) != len(new.shape.prefix):
            continue
        for before, after in zip(old.shape.prefix, new.shape.prefix):
            atom = before.atom if isinstance(before, Dim) else None
            if atom is not None and before != after:
                sizes[atom] = after
    return sizes


def _rebuild(array: Array, done: dict[Array, Array], sizes: dict[Any, Size]) -> None:
    from gnomon.graph.world import build

    application = array.application
    if application is None:
        done[array] = array
        return
    inputs = tuple([_mapped(entry, done) for entry in application.inputs])
    told = tuple([done.get(teller, teller) for teller in application.tellers])
    attributes = application.attributes
    if sizes:
        attributes = {key: substituted(value, sizes) for key, value in attributes.items()}
    changed = any(
        a is not b
        for a, b in zip((*_opened(inputs), *told), (*_opened(application.inputs), *application.tellers))
    )
    if not changed and sizes:
        attributes = refitted(application.op, inputs, attributes, sizes)
    if not changed and attributes == application.attributes:
        results: tuple[Array, ...] = application.outputs
    elif not application.inputs and array.weak:
        from gnomon.graph.constants import as_array

        results = (as_array(attributes["entries"]),)
    else:
        attributes = refitted(application.op, inputs, attributes, sizes)
        built = build(application.op, inputs, attributes, application.site)
        results = built if isinstance(built, tuple) else (built,)
    if results is not application.outputs and results[0].application is not None:
        results[0].application.tellers = told
    own = born(application)
    for old, new in zip(application.outputs, results):
        for before, after in zip(old.shape.prefix, new.shape.prefix):
            atom = before.atom if isinstance(before, Dim) else None
            if atom is not None and before != after and atom in own:
                sizes[atom] = after
        if new is not old and old.name and not new.name:
            new.name = old.name
        done.setdefault(old, new)


def _opened(inputs: Sequence[Any]) -> list[Any]:
    flat: list[Any] = []
    for entry in inputs:
        flat.extend(entry) if isinstance(entry, (tuple, list)) else flat.append(entry)
    return flat


def _mapped(entry: Any, done: Mapping[Array, Array]) -> Any:
    if isinstance(entry, Array):
        return done[entry]
    return None if entry is None else tuple([done[array] for array in entry])


def substituted(value: Any, sizes: Mapping[Any, Size]) -> Any:
    """Return an attribute with sizes replaced."""
    if isinstance(value, Dim):
        return substitute(value, sizes)
    if isinstance(value, Shape):
        return value.substitute(sizes)
    if isinstance(value, (tuple, list)):
        return type(value)([substituted(entry, sizes) for entry in value])
    if isinstance(value, slice):
        return slice(*(substituted(part, sizes) for part in (value.start, value.stop, value.step)))
    if isinstance(value, dict):
        return {key: substituted(entry, sizes) for key, entry in value.items()}
    return value
