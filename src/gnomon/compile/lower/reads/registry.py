"""The table of operations that read each element from some place of an array."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.compile.lower.held import is_held
from gnomon.compile.lower.positions import Positions
from gnomon.graph.array import Array
from gnomon.shapes import Dim

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application

Value = Callable[["Body", "Application", Positions], str]
Test = Callable[["Application"], bool]


class Read(NamedTuple):
    """How the value at a place is found. ``test`` says for which applications.

    ``founds``: without others it is a kernel too. ``cheap``: it is found again rather than stored. ``once``: each
    element of the source is read once at most. ``lone``: only axes of size 1 come or go.
    """

    value: Value
    test: Test
    founds: bool = True
    cheap: bool = True
    once: bool = False
    lone: bool = False


READS: dict[str, Read] = {}
"""Each operation that reads, by name."""


def read_of(application: Application) -> Read | None:
    """Return how an application reads, None if it is of another kind or needs another way."""
    found = READS.get(application.op.name)
    if found is None or len(application.outputs) != 1 or not is_held(application.outputs[0].dtype):
        return None
    return found if sizes_are_known(application) and found.test(application) else None


def sizes_are_known(application: Application) -> bool:
    """Whether the result's sizes follow from those given, in arguments or as numbers, and not from values."""
    fresh = {
        symbol
        for size in application.outputs[0].shape.dims
        if isinstance(size, Dim)
        for symbol in size.symbols()
        if symbol.name is None
    }
    if not fresh:
        return True
    given = [size for array in application.arrays() for size in array.shape.dims]
    for size in (*given, *application.attributes.values()):
        if isinstance(size, Dim):
            fresh -= size.symbols()
    return not fresh


def reads(
    *names: str,
    test: Test = lambda application: True,
    founds: bool = True,
    cheap: bool = True,
    once: bool = False,
    lone: bool = False,
) -> Callable[[Value], Value]:
    """Register how operations read."""

    def register(value: Value) -> Value:
        for name in names:
            READS[name] = Read(value, test, founds, cheap, once, lone)
        return value

    return register


def attribute(application: Application, name: str) -> Any:
    """Return an attribute, given or by default."""
    op = application.op
    found = application.attributes.get(name, application)
    if found is not application:
        return found
    return (op.values or {}).get(name, (op.defaults or {}).get(name))


def source_of(application: Application) -> Array:
    """Return the array that is read, the first."""
    return next(application.arrays())
