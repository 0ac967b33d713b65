"""Turning the arguments of a library call into sizes, shapes, axes and flags that operations take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import UNKNOWN_AXIS
from gnomon.shapes import AtLeast, Dim, Run, Shape, Size, symbol
from gnomon.values import Choice, ListValue, SequenceValue, Tensor, Unknown, host, state
from gnomon.values.whole import STRICT, is_float, refuse_float


def is_unknown(value: Any) -> bool:
    """Whether nothing usable is known about a value."""
    return type(value) in (Unknown, Choice)


def size(value: Any) -> Size:
    """Return an integer argument as a size; a fresh one where it is unknown."""
    kind = type(value)
    if kind is int or kind is Dim:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return int(value)
    if kind is Tensor and value.contents is not None and len(value.contents) == 1:
        entry = value.contents[0]
        return entry if type(entry) in (int, Dim) else symbol(lower=None)
    if kind is Tensor and value.bounds is not None and value.shape.rank == 0:
        return symbol(lower=value.bounds[0], upper=value.bounds[1])
    if kind is float and value.is_integer():
        return int(value)
    if kind is Unknown and value.name is not None and value.kind in (None, "int"):
        return named_size(value)
    return symbol(lower=None)


def count(value: Any) -> Size:
    """Return an argument that counts something (features, channels, heads) as a size: it is not negative."""
    _refuse_floats(value)
    if type(value) is Unknown and value.name is not None and value.kind in (None, "int"):
        return named_size(value, lower=0)
    return size(value)


def named_size(value: Unknown, lower: int | None = None) -> Size:
    """Return the size that an unknown integer of the program stands for: the same one each time.

    An unknown that was computed from others (``heads * width``) is computed from their sizes.
    """
    parts: dict[str, Any] = value.parts if value.parts is not None else {}
    formula = parts.get("#formula")
    if formula is not None:
        operation, left, right = formula
        return _computed(operation, left, right, lower)
    found = parts.get("#size")
    if found is None:
        name = (value.name or "").rpartition(".")[2]
        found = symbol(name if name.isidentifier() else None, lower=lower)
        parts["#size"] = found
        value.parts = parts
    elif lower is not None and state.facts.bounds(found)[0] is None:
        state.facts.assume(AtLeast(found, lower))
    result: Size = found
    return result


def _computed(operation: str, left: Any, right: Any, lower: int | None) -> Size:
    first, second = (
        named_size(part, lower) if type(part) is Unknown else size(part) for part in (left, right)
    )
    if operation == "+":
        return first + second
    if operation == "-":
        return first - second
    if operation == "*":
        return first * second
    if type(second) is int and second == 0:
        return symbol(lower=None)
    return first // second if operation == "//" else first % second


def items(value: Any) -> list[Any] | None:
    """Return the elements of a list, tuple or small tensor of known contents; None if they are not known."""
    kind = type(value)
    if kind is list or kind is tuple:
        return list(value)
    if kind is ListValue:
        return None if value.items is None else list(value.items)
    if kind is range:
        return list(value) if len(value) <= 1000 else None
    if kind is Tensor and value.contents is not None and value.shape.rank == 1:
        return [symbol(lower=None) if entry is None else entry for entry in value.contents]
    if (
        kind is Tensor
        and value.shape.rank == 1
        and type(value.shape.dims[0]) is int
        and value.shape.dims[0] <= 16
    ):
        return [symbol(lower=None) for _ in range(value.shape.dims[0])]
    if (
        isinstance(value, (Unknown, Choice, SequenceValue, Tensor, str, int, float, dict, Dim))
        or value is None
    ):
        return None
    iteration = host.iterate(value) if host.current is not None else None
    return None if iteration is None or iteration.items is None else list(iteration.items)


def shape(value: Any) -> Shape:
    """Return a shape argument (an int, a tuple or list of ints, a vector) as a shape; unknown where it is."""
    kind = type(value)
    if kind is Shape:
        return value  # type: ignore[no-any-return]
    if kind is int or kind is Dim:
        return Shape((value,))
    if is_float(value):
        return Shape((_entry(value),))
    if kind is SequenceValue and type(value.origin) is Shape:
        return value.origin
    if kind is Tensor and value.shape.rank == 0:
        return Shape((size(value),))
    entries = items(value)
    if entries is None:
        return Shape.unknown()
    return Shape(tuple(_entry(entry) for entry in entries))


def _entry(value: Any) -> Size:
    """Return an entry of a shape; what the program does not call a shape is taken for a count, not for -1."""
    _refuse_floats(value)
    return size(value) if type(value) is not Unknown or "shape" in (value.name or "") else count(value)


def shape_of_arguments(values: Sequence[Any]) -> Shape:
    """Return the shape that variadic arguments give: ``zeros(2, 3)`` or ``zeros((2, 3))``."""
    if len(values) == 1 and type(values[0]) not in (int, Dim):
        return shape(values[0])
    if any(type(value) is Unknown and value.kind == "star" for value in values):
        return Shape.unknown()
    return Shape(tuple(_entry(value) for value in values))


def _refuse_floats(value: Any) -> None:
    if is_float(value) and host.current is not None and host.world.library in STRICT:
        refuse_float(value, "a size")


def axis(value: Any) -> Any:
    """Return an axis argument: an int, None, a tuple of ints, or `UNKNOWN_AXIS`."""
    kind = type(value)
    if kind is int or value is None:
        return value
    if kind is bool:
        return int(value)
    entries = items(value)
    if entries is None:
        if kind is Tensor and value.contents is not None and len(value.contents) == 1:
            entry = value.contents[0]
            return entry if type(entry) is int else UNKNOWN_AXIS
        if kind is Tensor and value.contents == ():
            return ()
        return UNKNOWN_AXIS
    if all(type(entry) is int for entry in entries):
        return tuple(entries)
    return UNKNOWN_AXIS


def repeated(value: Any, count: int) -> tuple[Size, ...]:
    """Return a stride-like argument as one size per spatial axis: ``3`` and ``(3, 3)`` alike."""
    entries = items(value)
    if entries is None:
        one = size(value)
        if type(one) is int or type(value) is Dim:
            return (one,) * count
        return tuple(symbol(lower=None) for _ in range(count))
    if len(entries) == 1:
        return (size(entries[0]),) * count
    if len(entries) != count:
        return tuple(symbol(lower=None) for _ in range(count))
    return tuple(size(entry) for entry in entries)


def flag(value: Any, default: bool | None = None) -> bool | None:
    """Return a yes-or-no argument; ``default`` where it is unknown."""
    if type(value) is bool:
        return value
    if type(value) is int:
        return bool(value)
    if value is None:
        return False
    return default


def text(value: Any) -> str | None:
    """Return a string argument, None where it is unknown."""
    return value if type(value) is str else None


def unknown_shape(*last: Size) -> Shape:
    """Return a shape of unknown rank that ends in given sizes."""
    return Shape((), Run(), tuple(last))
