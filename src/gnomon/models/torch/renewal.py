"""Making values again: another batch looks like the first one, but its unknown sizes are its own."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Choice,
    DictValue,
    Dim,
    ListValue,
    Run,
    Shape,
    Size,
    Tensor,
    Unknown,
    symbol,
)
from gnomon.shapes import Symbol, substitute


def moment() -> int:
    """Return a moment: symbols of a later serial number are born after it."""
    born = symbol()
    return max(atom.serial for atom in born.symbols())


class Renewal:
    """Copies values with the symbols that were born after a moment replaced by new ones."""

    def __init__(self, since: int) -> None:
        self.since = since
        self.sizes: dict[Symbol, Size] = {}

    def size(self, size: Size) -> Size:
        """Return a size in new symbols."""
        if type(size) is not Dim:
            return size
        for atom in size.symbols():
            if atom.serial > self.since and atom not in self.sizes:
                self.sizes[atom] = symbol(atom.name, lower=atom.lower, upper=atom.upper, domain=atom.domain)
        return substitute(size, self.sizes)

    def shape(self, shape: Shape) -> Shape:
        """Return a shape in new symbols; a stretch of unknown axes is another one."""
        prefix = tuple(map(self.size, shape.prefix))
        if shape.run is None:
            return Shape(prefix)
        return Shape(prefix, Run(), tuple(map(self.size, shape.suffix)))

    def value(self, value: Any) -> Any:
        """Return a copy of a value of the program."""
        kind = type(value)
        if kind is Tensor:
            contents = value.contents
            made = Tensor(
                self.shape(value.shape),
                value.dtype,
                value.library,
                contents=None if contents is None else tuple(map(self.size, contents)),
                bounds=value.bounds,
                site=value.site,
            )
            made.attributes = value.attributes
            return made
        if kind is Dim:
            return self.size(value)
        if kind is tuple:
            return tuple([self.value(item) for item in value])
        if kind is ListValue:
            if value.items is not None:
                return ListValue([self.value(item) for item in value.items], kind=value.kind)
            return ListValue(None, element=self.value(value.element), length=self.size(value.length))
        if kind is DictValue:
            entries = {key: self.value(item) for key, item in value.cell.items()}
            rest = None if value.rest is None else self.value(value.rest)
            return DictValue(entries, rest=rest, kind=value.kind)
        if kind is Choice:
            return Choice(tuple([self.value(single) for single in value.values]))
        if kind is Unknown and value is not UNKNOWN and value.name is not None:
            return Unknown(value.kind, value.reason, value.name)
        return value
