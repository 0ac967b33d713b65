"""What a loop over a value sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.ops.rule import Refutation
from gnomon.shapes import Dim, Shape, dtypes, symbol
from gnomon.values import (
    UNKNOWN,
    Choice,
    DictValue,
    Instance,
    Iteration,
    ListValue,
    Modelled,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    state,
    unknown_of,
)

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter

UNROLLED = 64


def refuse_scalar(run: Interpreter, value: Any, wanted: str) -> None:
    """Report an array without axes where its rows are wanted; the place at work is the reporter's.

    Where the program has asked what the value is, and the answer is not known, it is believed.
    """
    if type(value) is not Tensor or value.shape.rank != 0 or value.library is None:
        return
    from gnomon.check.conditions import ASKED

    if (ASKED, value) in run.conditions:
        return
    if value.dtype is None or value.dtype.kind not in ("bool", "int", "uint", "float", "complex"):
        return
    message = "{x} is a scalar: it has no axes, and so no " + wanted
    run.reporter.refute("", Refutation("rank", message, {"x": value}, value, None))


def iterate(run: Interpreter, value: Any) -> Iteration | None:
    """Return the elements that a loop over a value visits; None if nothing is known."""
    seen = _visited(run, value)
    if seen is not None and seen.items is None and type(seen.length) in (int, Dim):
        most = state.facts.bounds(seen.length)[1]
        if most is not None and most <= 0:
            return Iteration(())
    return seen


def _visited(run: Interpreter, value: Any) -> Iteration | None:
    kind = type(value)
    if kind is tuple:
        return Iteration(value)
    if kind is ListValue:
        if value.items is not None:
            return Iteration(value.items)
        return Iteration(make=lambda: value.element, length=value.length)
    if kind is range:
        if len(value) <= 4000:
            return Iteration(tuple(value))
        low, high = value[0], value[-1]
        return Iteration(make=lambda: symbol(lower=min(low, high), upper=max(low, high)), length=len(value))
    if kind is Tensor:
        return _rows(run, value)
    if kind is DictValue:
        if value.rest is None:
            return Iteration(tuple(value.cell))
        return Iteration(make=lambda: UNKNOWN)
    if kind is SetValue:
        return Iteration(value.items) if value.items is not None else Iteration(make=lambda: value.element)
    if kind is str:
        return Iteration(tuple(value)) if len(value) <= 1000 else Iteration(make=lambda: unknown_of("str"))
    if kind is SequenceValue:
        return Iteration(make=lambda: _element(value), length=value.length)
    if kind is Iteration:
        return value  # type: ignore[no-any-return]
    if kind is Choice:
        seen = [iterate(run, single) for single in value.values if single is not None]
        if len(seen) == 1:
            return seen[0]
        return None
    if kind.__name__ == "Generator":
        return value.iteration() if value.ahead is None else _visited(run, value.ahead)
    if isinstance(value, (Instance, Modelled)):
        return _of_object(run, value)
    return None


def _element(value: SequenceValue) -> Any:
    return symbol() if value.kind == "shape" else value.element


def _rows(run: Interpreter, value: Tensor) -> Iteration | None:
    """Looping over a tensor visits its rows."""
    shape = value.shape
    if not shape.prefix:
        return None
    rest = Shape(shape.prefix[1:], shape.run, shape.suffix)
    count = shape.prefix[0]
    if value.contents is not None and shape.rank == 1:
        return Iteration(tuple(unknown_of("int") if entry is None else entry for entry in value.contents))

    if (
        value.dtype is dtypes.object or (value.dtype is None and value.library == "numpy")
    ) and rest.rank == 0:
        return Iteration(make=lambda: UNKNOWN, length=count)

    def make() -> Tensor:
        row = Tensor(rest, value.dtype, value.library, site=value.site)
        row.bounds = value.bounds
        return row

    if rest.rank == 0 and value.bounds is not None and value.dtype is not None and value.dtype.kind == "int":
        low, high = value.bounds

        def make() -> Tensor:
            row = Tensor(rest, value.dtype, value.library, site=value.site)
            row.bounds = value.bounds
            row.contents = (symbol(lower=low, upper=high),)
            return row

    if type(count) is int and count <= UNROLLED:
        return Iteration(tuple(make() for _ in range(count)))
    return Iteration(make=make, length=count)


def _of_object(run: Interpreter, value: Any) -> Iteration | None:
    from gnomon.check.attributes import find_method

    if isinstance(value, Modelled):
        own = getattr(type(value), "iterate", None)
        if own is not None:
            return _guarded(run, value, own)
    method = find_method(run, value, "__iter__")
    if method is not None:
        inner = run.invoke(method)
        if inner is value:
            step = find_method(run, value, "__next__")
            return None if step is None else Iteration(make=lambda: run.invoke(step))
        from gnomon.check.library import imported

        return iterate(run, imported(inner))
    if type(value) is Instance:
        if value.native is not None:
            own = getattr(type(value.native), "iterate", None)
            if own is not None:
                return _guarded(run, value.native, own)
        item = find_method(run, value, "__getitem__")
        if item is not None:
            return Iteration(make=lambda: run.invoke(item, symbol()))
    return None


def _guarded(run: Interpreter, native: Modelled, own: Any) -> Iteration | None:
    """Return a modelled object's elements; where its model does not understand itself, they are unknown."""
    from gnomon.check.library import guarded

    name = f"{type(native).library_name}.iterate"
    seen = guarded(run, lambda: own(native), name)
    if type(seen) is not Iteration:
        return None
    if seen.make is not None:
        make = seen.make
        seen.make = lambda: guarded(run, make, name)
    if seen.last is not None:
        last = seen.last
        seen.last = lambda: guarded(run, last, name)
    return seen


def known_items(run: Interpreter, value: Any) -> list[Any] | None:
    """Return all elements of a value, None if they are not known one by one."""
    if type(value) is Unknown:
        return None
    seen = iterate(run, value)
    if seen is None or seen.items is None:
        return None
    return list(seen.items)


def length_of(value: Any) -> Any:
    """Return the length of a value as a size, None if unknown."""
    kind = type(value)
    if kind in (tuple, str, bytes, range):
        return len(value)
    if kind is ListValue:
        return len(value.items) if value.items is not None else value.length
    if kind is DictValue:
        return len(value.cell) if value.rest is None else None
    if kind is SetValue:
        return len(value.items) if value.items is not None else None
    if kind is Tensor:
        return value.shape.prefix[0] if value.shape.prefix else None
    if kind is SequenceValue:
        if value.kind == "shape" and value.origin is not None:
            return value.origin.rank
        return value.length
    if kind is Choice:
        lengths = [length_of(single) for single in value.values]
        if lengths and all(type(length) in (int, Dim) for length in lengths):
            from gnomon.check.joining import Joiner

            return Joiner().size(tuple(lengths))
    return None
