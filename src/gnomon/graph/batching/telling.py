"""Sizes that only results tell, as that of ``x[1:-1:2]``: what mentions them is carried out after what tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gnomon.graph.array import Application
from gnomon.graph.gradients.helpers import unnamed
from gnomon.shapes import Dim, Shape


def sizes_in(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the symbols of each size among the attributes of an application."""
    for value in values:
        if isinstance(value, Dim):
            yield from value.symbols()
        elif isinstance(value, Shape):
            yield from sizes_in(value.dims)
        elif isinstance(value, (tuple, list)):
            yield from sizes_in(value)
        elif type(value) is slice:
            yield from sizes_in((value.start, value.stop, value.step))


def with_sizes_first(order: list[Application]) -> list[Application]:
    """Return applications, each after those it needs, also after those that tell sizes it mentions.

    An application that makes an array of such a size, ``arange(n)``, takes no array that it could stand behind.
    """
    tellers: dict[Any, Application] = {}
    for application in order:
        for output in application.outputs:
            if unnamed(output.shape):
                for size in output.shape.dims:
                    if isinstance(size, Dim) and size.atom is not None:
                        tellers.setdefault(size.atom, application)
    if not tellers:
        return order
    needs = {application: _needs(application, tellers) for application in order}
    inside = set(order)
    done: set[Application] = set()
    result: list[Application] = []
    waiting = order
    while waiting:
        later = []
        for application in waiting:
            if any(other in inside and other not in done for other in needs[application]):
                later.append(application)
            else:
                done.add(application)
                result.append(application)
        if len(later) == len(waiting):
            return result + later
        waiting = later
    return result


def _needs(application: Application, tellers: dict[Any, Application]) -> list[Application]:
    """Return the applications before this one: of its arrays, and of sizes that it mentions and does not tell."""
    own = [array.application for array in application.arrays() if array.application is not None]
    told = [tellers[size] for size in sizes_in(application.attributes.values()) if size in tellers]
    return own + [other for other in told if other is not application]
