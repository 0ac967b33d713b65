"""Patterns: small trees over operations of the table, with variables, numbers and attributes.

``P.log(1 + x)`` is the pattern of a logarithm of a sum with 1. A variable that occurs twice stands for the same array.
Operations whose arguments may be exchanged are matched in both orders. An attribute that a pattern does not mention
must have its default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from gnomon.graph.array import Application, Array
from gnomon.graph.rewrites.numbers import same_number, uniform
from gnomon.ops import TABLE

COMMUTATIVE = frozenset(
    "add multiply maximum minimum fmax fmin equal not_equal logical_and logical_or logical_xor "
    "bitwise_and bitwise_or bitwise_xor logaddexp hypot".split()
)
Bindings = Mapping[str, Any]
NUMBER = "a number"
"""Stands among the names of operations for an array of one known number."""
MATCHED = "matched"
"""Under this name a match keeps the applications that it went through."""


class Pattern(ABC):
    """What a pattern is made of; the operators of arrays make larger patterns."""

    __slots__ = ()

    @abstractmethod
    def match(self, entry: Any, bound: Bindings) -> Iterator[Bindings]:
        """Yield what the variables stand for, once for each way in which an input of an operation fits."""

    def __add__(self, other: Any) -> Any:
        return P.add(self, other)

    def __radd__(self, other: Any) -> Any:
        return P.add(other, self)

    def __sub__(self, other: Any) -> Any:
        return P.subtract(self, other)

    def __rsub__(self, other: Any) -> Any:
        return P.subtract(other, self)

    def __mul__(self, other: Any) -> Any:
        return P.multiply(self, other)

    def __rmul__(self, other: Any) -> Any:
        return P.multiply(other, self)

    def __truediv__(self, other: Any) -> Any:
        return P.divide(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return P.divide(other, self)

    def __pow__(self, other: Any) -> Any:
        return P.power(self, other)

    def __matmul__(self, other: Any) -> Any:
        return P.matmul(self, other)

    def __neg__(self) -> Any:
        return P.negative(self)


class Variable(Pattern):
    """Any array (or any value of an attribute), the same wherever the name occurs."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def match(self, entry: Any, bound: Bindings) -> Iterator[Bindings]:
        if self.name not in bound:
            yield {**bound, self.name: entry}
        elif same(bound[self.name], entry):
            yield bound


class Constant(Variable):
    """An array that has one known number everywhere."""

    __slots__ = ()

    def match(self, entry: Any, bound: Bindings) -> Iterator[Bindings]:
        if isinstance(entry, Array) and uniform(entry) is not None:
            yield from super().match(entry, bound)


class Number(Pattern):
    """An array that has this number everywhere; 0.0 and -0.0 differ."""

    __slots__ = ("value",)

    def __init__(self, value: float) -> None:
        self.value = value

    def match(self, entry: Any, bound: Bindings) -> Iterator[Bindings]:
        if isinstance(entry, Array):
            found = uniform(entry)
            if found is not None and same_number(found, self.value):
                yield bound


class Node(Pattern):
    """An application of an operation, or of one of several."""

    __slots__ = ("attributes", "inputs", "names")

    def __init__(self, names: Iterable[str], inputs: tuple[Any, ...], attributes: dict[str, Any]) -> None:
        self.names = frozenset(names)
        unknown = self.names - TABLE.keys()
        if unknown:
            raise ValueError(f"the table has no operation {', '.join(sorted(unknown))}")
        self.inputs = tuple([_pattern(entry) for entry in inputs])
        self.attributes = attributes

    def match(self, entry: Any, bound: Bindings) -> Iterator[Bindings]:
        application = entry.application if isinstance(entry, Array) else None
        if application is None or application.op.name not in self.names or len(application.outputs) != 1:
            return
        inputs = padded(application)
        if len(inputs) != len(self.inputs):
            return
        found = self._attributes(application, bound)
        if found is None:
            return
        found = {**found, MATCHED: (*found.get(MATCHED, ()), application)}
        yield from _all(self.inputs, inputs, found)
        if application.op.name in COMMUTATIVE and len(inputs) == 2 and inputs[0] is not inputs[1]:
            yield from _all(self.inputs, inputs[::-1], found)

    def may_match(self, names: Collection[str]) -> bool:
        """Say whether the operations of its inputs (and NUMBER for one of a known number) leave it possible."""
        for entry in self.inputs:
            if isinstance(entry, (Node, Family)):
                if entry.names.isdisjoint(names):
                    return False
            elif isinstance(entry, (Number, Constant)) and NUMBER not in names:
                return False
        return True

    def _attributes(self, application: Application, bound: Bindings) -> Bindings | None:
        given = completed(application)
        for key, value in given.items():
            if key not in self.attributes:
                if key in application.attributes and not same(value, defaults(application).get(key, _NONE)):
                    return None
                continue
            wanted = self.attributes[key]
            if isinstance(wanted, Variable):
                found = next(wanted.match(value, bound), None)
                if found is None:
                    return None
                bound = found
            elif not same(wanted, value):
                return None
        return bound


class Family(Pattern):
    """Any application of some operations; the replacement looks at it itself."""

    __slots__ = ("names",)

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)

    def may_match(self, names: Collection[str]) -> bool:
        """Say that anything is possible."""
        return True

    def match(self, entry: Any, bound: Bindings) -> Iterator[Bindings]:
        application = entry.application
        if application is not None and application.op.name in self.names:
            yield {**bound, MATCHED: (application,)}


class Whole(Family):
    """Any application of some operations, with all of its results: the replacement gives as many, or None.

    It is asked once for an application, and may ask ``used(array)`` about the results.
    """

    __slots__ = ()


class Operations:
    """Makes patterns: ``P.exp(x)``."""

    def __getattr__(self, name: str) -> Any:
        def make(*inputs: Any, **attributes: Any) -> Node:
            record = TABLE[name]
            return Node((name,), (*inputs, *[None] * (record.arrays - len(inputs))), attributes)

        return make


P: Any = Operations()
_NONE = object()


def _pattern(entry: Any) -> Any:
    return Number(entry) if isinstance(entry, (int, float)) else entry


def _all(patterns: tuple[Any, ...], entries: tuple[Any, ...], bound: Bindings) -> Iterator[Bindings]:
    if not patterns:
        yield bound
        return
    first, rest = patterns[0], patterns[1:]
    if first is None:
        if entries[0] is None:
            yield from _all(rest, entries[1:], bound)
        return
    for found in first.match(entries[0], bound):
        yield from _all(rest, entries[1:], found)


def padded(application: Application) -> tuple[Any, ...]:
    """Return the inputs of an application, None for each that is left out."""
    inputs, count = application.inputs, application.op.arrays
    return inputs if len(inputs) == count else inputs + (None,) * (count - len(inputs))


_defaults: dict[str, Mapping[str, Any]] = {}


def defaults(application: Application) -> Mapping[str, Any]:
    """Return the attributes that may be left out, with their defaults."""
    op = application.op
    found = _defaults.get(op.name)
    if found is None:
        found = _defaults[op.name] = {**(op.defaults or {}), **(op.values or {})}
    return found


def completed(application: Application) -> Mapping[str, Any]:
    """Return the attributes of an application, defaults filled in."""
    given = application.attributes
    return {**defaults(application), **given} if given else defaults(application)


def same(a: Any, b: Any) -> bool:
    """Say whether two inputs or two attributes are the same; arrays are compared by identity."""
    if a is b:
        return True
    if isinstance(a, Array) or isinstance(b, Array):
        return False
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if type(a) is slice and type(b) is slice:
        return all(same(x, y) for x, y in zip((a.start, a.stop, a.step), (b.start, b.stop, b.step)))
    return type(a) is type(b) and bool(a == b)
