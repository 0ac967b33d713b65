"""What comparisons, logic and reductions make of known contents: so tests of small arrays are decided."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from gnomon.check.contents import LIMIT, rule
from gnomon.ops.rule import Out
from gnomon.shapes import NO, YES, AtLeast, Claim, Dim, Equal, Shape, dtypes, maximum, minimum
from gnomon.values import NUMBER, state
from gnomon.values.changing import CHANGEABLE

_WHOLE = (int, Dim)
Entries = tuple[Any, ...]


def _answer(claim: Claim) -> int | None:
    answer = claim.ask(state.facts)
    return 1 if answer is YES else 0 if answer is NO else None


_FILLED = frozenset(
    "zeros ones full empty zeros_like ones_like full_like empty_like new_zeros new_ones".split()
)


def to_be_filled(array: Any) -> bool:
    """Whether an array is made of one number again and again: programs fill such ones, in ways not all followed."""
    if getattr(array, "library", None) not in CHANGEABLE or array.shape.rank == 0:
        return False
    node = None if array.site is None else array.site.node
    function = node.func if isinstance(node, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in _FILLED


def _not(entry: Any) -> int | None:
    return None if entry is None else 1 - entry


def _true(entry: Any) -> int | None:
    """Return whether a number counts as true: 1, 0, or None if that is not known."""
    return _not(_answer(Equal(entry, 0))) if type(entry) in _WHOLE else None


def _both(a: int | None, b: int | None) -> int | None:
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else 1


def _one(a: int | None, b: int | None) -> int | None:
    return _not(_both(_not(a), _not(b)))


_COMPARED: dict[str, Callable[[Any, Any], int | None]] = {
    "equal": lambda a, b: _answer(Equal(a, b)),
    "not_equal": lambda a, b: _not(_answer(Equal(a, b))),
    "less": lambda a, b: _not(_answer(AtLeast(a, b))),
    "less_equal": lambda a, b: _answer(AtLeast(b, a)),
    "greater": lambda a, b: _not(_answer(AtLeast(b, a))),
    "greater_equal": lambda a, b: _answer(AtLeast(a, b)),
}
_LOGIC: dict[str, Callable[[Any, Any], int | None]] = {
    "logical_and": lambda a, b: _both(_true(a), _true(b)),
    "logical_or": lambda a, b: _one(_true(a), _true(b)),
}
_BITS = {"bitwise_and": "logical_and", "bitwise_or": "logical_or"}


_ORDERED: dict[str, Callable[[float, float], bool]] = {
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
_APART = 1e-3
"""How far numbers are apart whose order no dtype changes."""


def _number(array: Any) -> float | None:
    """Return the number of Python that an operand is, or was made of."""
    if getattr(array, "weak", None) in ("int", "float") and type(array.value) in (int, float):
        return float(array.value)
    found = (getattr(array, "attributes", None) or {}).get(NUMBER)
    return found if type(found) is float else None


def _ordered(name: str) -> Any:
    """Return the rule of a comparison: of known entries, and of single numbers, floats too."""
    by_entries = _pairwise(_COMPARED[name])

    def found(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
        left, right = map(_number, arrays[:2])
        if out.shape.rank == 0 and left is not None and right is not None:
            if abs(left - right) > _APART * max(abs(left), abs(right)):
                return [int(_ORDERED[name](left, right))]
        return by_entries(arrays, attributes, out)

    return found


def _spread(entries: Entries, shape: Shape, out: Shape) -> Entries | None:
    """Return the entries of an array broadcast to a shape."""
    if len(entries) == 1 or shape == out:
        return entries * (out.numel() if len(entries) == 1 else 1)  # type: ignore[operator]
    if out.rank == 2 and shape.rank is not None and 0 < shape.rank <= 2:
        rows, columns = out.dims
        if type(rows) is not int or type(columns) is not int:
            return None
        height, width = (1, *shape.dims)[-2:]
        if height == 1 and width == columns:
            return entries * rows
        if height == rows and width == 1:
            return tuple(entry for entry in entries for _ in range(columns))
    return None


def _pairwise(combine: Callable[[Any, Any], int | None]) -> Any:
    def found(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
        first, second = arrays[0], arrays[1]
        if first.contents is None or second.contents is None or to_be_filled(first) or to_be_filled(second):
            return None
        left = _spread(first.contents, first.shape, out.shape)
        right = _spread(second.contents, second.shape, out.shape)
        if left is None or right is None or len(left) != len(right):
            return None
        return [
            combine(a, b) if type(a) in _WHOLE and type(b) in _WHOLE else None
            for a, b in zip(left, right, strict=True)
        ]

    return found


for _name, _combine in {**_COMPARED, **_LOGIC}.items():
    rule(_name)(_pairwise(_combine))

for _name in _ORDERED:
    rule(_name)(_ordered(_name))

for _name, _logical in _BITS.items():

    @rule(_name)
    def _bits(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out, name: str = _logical) -> Any:
        return _pairwise(_LOGIC[name])(arrays, attributes, out) if out.dtype is dtypes.bool else None


@rule("logical_not", "invert")
def _negated(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    entries = arrays[0].contents
    if entries is None or out.dtype is not dtypes.bool:
        return None
    return [_not(_true(entry)) for entry in entries]


def _groups(arrays: tuple[Any, ...], attributes: Mapping[str, Any]) -> list[Entries] | None:
    """Return the entries that make each entry of a reduction over one axis, or all axes, of a small array."""
    array, axis = arrays[0], attributes.get("axis")
    entries, shape = array.contents, array.shape
    if entries is None or to_be_filled(array) or shape.rank is None or len(entries) > LIMIT:
        return None
    places = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    if axis is None or shape.rank <= 1 or len(places) == shape.rank:
        return [entries]
    if shape.rank != 2 or len(places) != 1 or type(places[0]) is not int:
        return None
    columns = shape.dims[1]
    if type(columns) is not int:
        return None
    if places[0] % 2:
        return [entries[start : start + columns] for start in range(0, len(entries), columns)]
    return [entries[start::columns] for start in range(columns)]


def _folded(combine: Callable[[Any, Any], Any], start: Any, known: Callable[[Any], Any]) -> Any:
    def found(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
        groups = _groups(arrays, attributes)
        if groups is None or (len(arrays) > 1 and arrays[1] is not None):
            return None
        return [_fold(combine, start, [known(entry) for entry in group]) for group in groups]

    return found


def _fold(combine: Callable[[Any, Any], Any], start: Any, group: list[Any]) -> Any:
    total = start
    for position, entry in enumerate(group):
        total = entry if start is None and position == 0 else combine(total, entry)
    return total


def _if_known(combine: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: combine(a, b) if type(a) in _WHOLE and type(b) in _WHOLE else None


def _itself(entry: Any) -> Any:
    return entry


rule("sum")(_folded(_if_known(lambda a, b: a + b), 0, _itself))
rule("prod")(_folded(_if_known(lambda a, b: a * b), 1, _itself))
rule("max")(_folded(_if_known(maximum), None, _itself))
rule("min")(_folded(_if_known(minimum), None, _itself))
rule("all")(_folded(_both, 1, _true))
rule("any")(_folded(_one, 0, _true))
