"""`gn.jit`: a Python function of arrays, traced once for each kind of arguments and compiled."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from gnomon.graph.array import Array, Constant, Shared
from gnomon.graph.errors import ArgumentError, GnomonError
from gnomon.graph.garbage import seldom_searched
from gnomon.graph.sites import user_site
from gnomon.graph.trees import flatten_with_paths
from gnomon.runtime.entry import native_entry
from gnomon.runtime.failing import Failure, trimmed
from gnomon.runtime.function import Function, function
from gnomon.runtime.given import Given, Static, is_leaf
from gnomon.runtime.matching import MISS, Match, matcher, missed

ENTRIES = 16
"""So many versions at most are tried one after the other by native code."""


class Jitted:
    """A compiled Python function. Arrays, floats and complex numbers are traced; whatever else is static.

    One version is compiled for each structure of the arguments with the dtypes and ranks of the arrays, the axes of
    size 1, and the values of what is static. A function that asks for a size as a number gets a version for each shape.
    """

    def __init__(
        self,
        body: Callable[..., Any],
        static: Sequence[str | int],
        native: bool,
        donate: Sequence[str | int] = (),
    ) -> None:
        self.body = body
        self.static = frozenset(static)
        self.donate = named_in_both_ways(body, donate)
        self.native = native
        self.versions: dict[Any, Function] = {}
        self._exact: set[Any] = set()
        self._entries: list[Any] = []
        self._matches: list[Match] = []
        self.__name__ = "function"
        functools.update_wrapper(self, body, updated=())

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return what the Python function returns, with NumPy arrays in the places of arrays."""
        return self._general(arguments, named)

    def _python(self, *arguments: Any, **named: Any) -> Any:
        """Find the version, after the native entries of all versions have found that a call is not theirs."""
        try:
            return self._general(arguments, named)
        except GnomonError as error:
            return Failure(trimmed(error))

    def _general(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        for match in self._matches:
            made = match(arguments, named)
            if made is not MISS:
                return made
        given = self._flattened(arguments, named)
        if any(_is_symbolic(value) for _, value in given.leaves):
            return self.body(*arguments, **named)
        return self._version(given)(*given.values())

    def compiled(self, *arguments: Any, **named: Any) -> Function:
        """Return what is compiled for arguments like these, whose arrays it takes one by one; it is not called.

        ``f.compiled(x).export("f")`` writes a library, ``f.compiled(x).profile(x)`` times each step.
        """
        return self._version(self._flattened(arguments, named))

    def _version(self, given: Given) -> Function:
        key = given.key(exact=False)
        if key in self._exact:
            key = given.key(exact=True)
        version = self.versions.get(key)
        if version is None:
            version = self._traced(given)
            self._offer(version, given)
        return version

    def _offer(self, version: Function, given: Given) -> None:
        """Put a native way into a version before the search for it.

        Plain positional arrays go from entry to entry without Python; trees are taken apart by code of their own.
        """
        if (
            not version.is_native
            or version.updates
            or len(self._entries) + len(self._matches) >= ENTRIES
            or self.static
        ):
            return
        flat = given.is_flat()
        before = missed if not flat else self._entries[-1] if self._entries else self._python
        made = native_entry(
            version.plan, [], version.form, before, self.__name__, telling=True, reused=version.reused
        )
        if made is None:
            return
        if flat:
            self._entries.append(made)
            self.__class__ = type("Jitted", (Jitted,), {"__call__": made})
        else:
            match = matcher(given.structure, given.fixed(), made)
            if match is not None:
                self._matches.append(match)

    def _flattened(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Given:
        fixed = {place: Static(value) for place, value in enumerate(arguments) if place in self.static}
        words = {name: Static(value) for name, value in named.items() if name in self.static}
        together = (
            tuple([fixed.get(place, value) for place, value in enumerate(arguments)]),
            {**named, **words},
        )
        leaves, structure = flatten_with_paths(together, is_leaf=is_leaf)
        return Given(leaves, structure)

    def _traced(self, given: Given) -> Function:
        loose = given.key(exact=False)
        if loose not in self._exact:
            try:
                made = self.versions[loose] = self._trace(given, exact=False)
                return made
            except (GnomonError, TypeError, ValueError):
                pass  # it needs numbers for sizes, or it fails for good
        made = self.versions[given.key(exact=True)] = self._trace(given, exact=True)
        self._exact.add(loose)
        return made

    def _trace(self, given: Given, exact: bool) -> Function:
        inputs, arguments, named = given.symbols(exact)
        name = getattr(self.body, "__name__", None)
        places = given.arguments()
        given_up = [array for array, place in zip(inputs, places, strict=True) if place in self.donate]
        with seldom_searched():
            outputs = self.body(*arguments, **named)
            return function(
                inputs, outputs, on_unused_input="ignore", name=name, native=self.native, donate=given_up
            )

    def __repr__(self) -> str:
        return f"<jit of {getattr(self.body, '__qualname__', self.body)}, {len(self.versions)} versions>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> Any:
        return (_remade, (self.body, tuple(self.static), self.native, tuple(self.donate)))


def _is_symbolic(value: Any) -> bool:
    return isinstance(value, Array) and not isinstance(value, (Constant, Shared))


def _remade(body: Any, static: Any, native: bool, donate: Any = ()) -> Jitted:
    return Jitted(body, static, native, donate)


def named_in_both_ways(body: Callable[..., Any], donate: Sequence[str | int]) -> frozenset[str | int]:
    """Return parameters, given as names or positions, as both."""
    if not donate:
        return frozenset()
    parameters = inspect.signature(body).parameters.values()
    names = [each.name for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    found: set[str | int] = set()
    for entry in donate:
        place = names.index(entry) if entry in names else entry
        if type(place) is int and 0 <= place < len(names):
            found |= {place, names[place]}
        elif len(names) == len(parameters):
            raise ArgumentError(
                f"only arguments can be donated, but {body!r} has no {entry!r}; it has {', '.join(names)}",
                user_site(),
            )
        else:
            found.add(entry)
    return frozenset(found)


def jit(
    body: Any = None,
    *,
    static: Sequence[str | int] = (),
    native: bool = True,
    donate: Sequence[str | int] = (),
) -> Any:
    """Compile a Python function of arrays; also a decorator, with or without arguments.

    The function is run once with symbolic arrays for each new kind of arguments; then the compiled version is called.
    ``static`` names arguments (or their positions) that are not traced although they are arrays or floats, ``donate``
    those whose arrays the caller gives up: results may be made in their memory (see `gn.function`).

    >>> import numpy as np
    >>> @jit
    ... def scaled(x, factor):
    ...     return {"x": x * factor}
    >>> scaled(np.arange(3.0), 2.0)
    {'x': array([0., 2., 4.])}
    """
    if body is None:
        return functools.partial(jit, static=static, native=native, donate=donate)
    if not callable(body):
        raise ArgumentError(f"jit takes a function, got {body!r}", user_site())
    return Jitted(body, _listed(static), native, _listed(donate))


def _listed(entries: Any) -> Sequence[str | int]:
    return [entries] if isinstance(entries, (str, int)) else entries
