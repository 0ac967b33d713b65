"""Where paths meet again: values of several states become one value that stands for all."""

from __future__ import annotations

from math import inf
from typing import Any

from gnomon.ops.rule import any_size
from gnomon.shapes import Dim, Dtype, Run, Shape
from gnomon.values import ABSENT, UNKNOWN, Instance, ListValue, Tensor, Unknown, choice, state, unknown_of
from gnomon.values.cells import Cell, Outcomes, birth
from gnomon.values.choice import same
from gnomon.values.journal import Delta, Mark
from gnomon.values.storage import Storage, common_storage

_SIZES = (int, Dim)


class Joiner:
    """Joins values of the same pair of states: equal pairs of sizes get one and the same fresh size."""

    __slots__ = ("sizes",)

    def __init__(self) -> None:
        self.sizes: dict[tuple[Any, ...], Any] = {}

    def join(self, values: list[Any]) -> Any:
        """Return the value that stands for all of these."""
        first = values[0]
        for value in values:
            if value is not first:
                break
        else:
            return first
        present = [value for value in values if value is not ABSENT]
        if len(present) < len(values):
            return self.join(present) if present else ABSENT
        if all(same(first, value) for value in values):
            return first
        kinds = {type(value) for value in values}
        if kinds <= {int, Dim}:
            return self.size(tuple(values))
        if kinds == {Tensor}:
            return self.tensors(values)
        if Storage in kinds:
            return common_storage(values)
        if kinds == {tuple} and len({len(value) for value in values}) == 1:
            return tuple(self.join(list(column)) for column in zip(*values, strict=True))
        if kinds == {float} or kinds == {int, float} or kinds == {float, Dim}:
            return unknown_of("float")
        if kinds == {bool}:
            return Unknown("bool")
        if kinds == {Unknown}:
            names = {value.kind for value in values}
            return Unknown(names.pop()) if len(names) == 1 else Unknown(reason=first.reason)
        if Unknown in kinds and len(kinds) == 1:
            return UNKNOWN
        if kinds == {ListValue}:
            return self.lists(values)
        if kinds == {Instance} and all(value.cls is first.cls for value in values):
            common = getattr(first.native, "common_record", None)
            if common is not None:
                return common(values, self.join)
        return choice(values)

    def size(self, sizes: tuple[Any, ...]) -> Any:
        """Return one size that stands for these, the same one for the same sizes."""
        first = sizes[0]
        if all(type(size) is type(first) and size == first for size in sizes):
            return first
        found = self.sizes.get(sizes)
        if found is None:
            self.sizes[sizes] = found = any_size(state.facts, list(dict.fromkeys(sizes)))
        return found

    def shape(self, shapes: list[Shape]) -> Shape | None:
        """Return the shape that stands for shapes of one rank; None if their ranks differ or are unknown."""
        first = shapes[0]
        if all(shape == first for shape in shapes):
            return first
        ranks = {shape.rank for shape in shapes}
        if None in ranks:
            return common_ends(shapes)
        if len(ranks) > 1:
            return None
        return Shape(
            tuple(self.size(column) for column in zip(*(shape.dims for shape in shapes), strict=True))
        )

    def tensors(self, values: list[Tensor]) -> Any:
        """Return one tensor for tensors of one rank and library, else a choice."""
        first = values[0]
        if len({value.library for value in values}) > 1:
            return choice(values)
        shape = self.shape([value.shape for value in values])
        if shape is None:
            return choice(values)
        joined = Tensor(
            shape,
            first.dtype if all(value.dtype is first.dtype for value in values) else None,
            first.library,
            site=first.site,
        )
        makers = {id(value.maker) for value in values}
        joined.maker = first.maker if len(makers) == 1 else None
        contents = [value.contents for value in values]
        if None not in contents and len({len(entries) for entries in contents if entries is not None}) == 1:
            columns = zip(*contents, strict=True)
            joined.contents = tuple(
                self.size(column) if all(type(entry) in _SIZES for entry in column) else None
                for column in columns
            )
        return joined

    def lists(self, values: list[ListValue]) -> Any:
        """Return one list for fresh lists of one length, else a choice."""
        lengths = {value.length if value.items is None else len(value.items) for value in values}
        if None in lengths or len(lengths) > 1 or lengths == {0}:
            return choice(values)
        if any(value.items is None for value in values):
            elements = [
                value.element if value.items is None else self.join(list(value.items)) for value in values
            ]
            return ListValue(None, element=self.join(elements), length=lengths.pop())
        columns = zip(*(value.items for value in values), strict=True)
        return ListValue([self.join(list(column)) for column in columns])


def common_ends(shapes: list[Shape]) -> Shape:
    """Return the sizes that all shapes begin and end with, around a run of unknown length."""
    prefixes = [shape.prefix for shape in shapes]
    suffixes = [shape.prefix if shape.run is None else shape.suffix for shape in shapes]
    shortest = min((shape.min_rank for shape in shapes), default=0)
    head = 0
    while head < min(map(len, prefixes)) and all(part[head] == prefixes[0][head] for part in prefixes):
        head += 1
    tail = 0
    while tail < min(shortest - head, *map(len, suffixes)) and all(
        part[-1 - tail] == suffixes[0][-1 - tail] for part in suffixes
    ):
        tail += 1
    return Shape(prefixes[0][:head], Run(), suffixes[0][len(suffixes[0]) - tail :])


def merge(
    deltas: list[Delta], apart: Mark | None = None
) -> tuple[list[tuple[Any, Any, Any, list[Any]]], Joiner]:
    """Continue from several ends of paths that began in the present state; ``apart`` is where all of them parted.

    Returns what was joined, as (container, key, joined value, value of each path), so that a later test of
    the same condition can restore a path's values. What was made on one path counts there alone.
    """
    joiner = Joiner()
    if len(deltas) == 1:
        state.apply(deltas[0])
        return [], joiner
    joined: list[tuple[Any, Any, Any, list[Any]]] = []
    tables = [delta.writes for delta in deltas]
    parted = inf if apart is None else apart.serial
    first = min([delta.until for delta in deltas])
    places = dict(tables[0])
    for table in tables[1:]:
        places.update(table)
    for identity, (container, key, _) in places.items():
        base = container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)
        values = [table[identity][2] if identity in table else base for table in tables]
        cell = type(container) is Cell
        born = birth(container)
        seen = values
        if born >= parted or born > first:
            paths = zip(deltas, tables, values, strict=True)
            seen = [
                value
                for delta, table, value in paths
                if identity in table or not (born >= parted or born > delta.until)
            ]
        value = joiner.join(seen) if cell else _join_slot(joiner, container, key, seen)
        if value is not base:
            state.put(container, key, value)
            joined.append((container, key, value, values))
    if all(delta.facts for delta in deltas):
        for claim in state.facts.intersect([delta.facts for delta in deltas]):
            state.facts.assume(claim)
    return joined, joiner


def _join_slot(joiner: Joiner, container: Any, key: Any, values: list[Any]) -> Any:
    if isinstance(container, Outcomes):
        return values[0] if all(value is values[0] for value in values) else ABSENT
    if isinstance(container, dict):
        return None if type(container) is dict and differing_dtypes(values) else joiner.join(values)
    if type(container) is ListValue and key == "items":
        return _join_items(joiner, container, values)
    if key == "items":
        return values[0] if all(value is values[0] for value in values) else None
    if key == "shape":
        joined = joiner.shape(values)
        return Shape.unknown() if joined is None else joined
    first = values[0]
    if all(value is first for value in values):
        return first
    if key in ("contents", "bounds", "storage") or differing_dtypes(values):
        return None
    if key in ("element", "rest"):
        return choice(values) if None not in values else next(value for value in values if value is not None)
    if key == "length":
        return joiner.size(tuple(values)) if all(type(value) in _SIZES for value in values) else None
    if key == "tensor":
        return None
    if key == "attributes":
        return join_attributes(joiner, values)
    return joiner.join(values)


def differing_dtypes(values: list[Any]) -> bool:
    """Whether values are several dtypes, or None: of tensors and modelled objects the dtype is not known."""
    first = values[0]
    return all(value is None or type(value) is Dtype for value in values) and any(
        value is not first for value in values
    )


def join_attributes(joiner: Joiner, values: list[dict[str, Any] | None]) -> dict[str, Any]:
    """Return the attributes set on a tensor; what only some paths set is unknown."""
    tables = [table or {} for table in values]
    names = dict.fromkeys(name for table in tables for name in table)
    return {name: joiner.join([table.get(name, UNKNOWN) for table in tables]) for name in names}


def _join_items(joiner: Joiner, container: ListValue, values: list[Any]) -> Any:
    if all(value is not None for value in values) and len({len(value) for value in values}) == 1:
        return tuple(joiner.join(list(column)) for column in zip(*values, strict=True))
    elements = [element for value in values if value for element in value]
    state.write_slot(container, "element", choice(elements) if elements else container.element)
    state.write_slot(container, "length", None)
    return None
