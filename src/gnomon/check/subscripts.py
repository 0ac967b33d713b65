"""Subscripts: exact on sequences and dicts, the index operation on tensors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.in_place import refuse_store
from gnomon.check.interpreter import expression
from gnomon.shapes import Dim, Shape, dtypes, symbol
from gnomon.values import (
    ABSENT,
    OTHERS,
    UNKNOWN,
    Choice,
    ClassValue,
    DictValue,
    Instance,
    ListValue,
    Modelled,
    SequenceValue,
    Tensor,
    Unknown,
    choice,
    state,
    unknown_of,
)
from gnomon.values.changing import change_entries
from gnomon.values.whole import is_float, refuse_float

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


@expression(ast.Subscript)
def _subscript(run: Interpreter, node: ast.Subscript, frame: Frame) -> Any:
    owner = run.evaluate(node.value, frame)
    index = run.evaluate(node.slice, frame)
    return get_item(run, owner, index, node, frame)


@expression(ast.Slice)
def _slice(run: Interpreter, node: ast.Slice, frame: Frame) -> Any:
    return slice(
        *(None if part is None else run.evaluate(part, frame) for part in (node.lower, node.upper, node.step))
    )


def get_item(run: Interpreter, owner: Any, index: Any, node: Any, frame: Frame) -> Any:
    """Return an item of a value."""
    kind = type(owner)
    if kind is Tensor:
        item = index_tensor(run, owner, index, node, frame)
        lost = type(item) is Tensor and item.dtype is dtypes.object and item.shape.rank == 0
        return UNKNOWN if lost else item
    if kind is Choice:
        from gnomon.check.expressions import joined

        values = run.fork(
            [lambda single=single: get_item(run, single, index, node, frame) for single in owner.values]  # type: ignore[misc]
        )
        return joined(values) if values else UNKNOWN
    if type(index) is bool and kind in _ROWS:
        index = int(index)
    if type(index) is Tensor and (kind in _ROWS or kind is DictValue):
        from gnomon.check.expressions import plain

        index = plain(index)
    if type(index) is Choice and kind in (tuple, ListValue, DictValue):
        return choice([get_item(run, owner, single, node, frame) for single in index.values])
    if kind is tuple or kind is str or kind is bytes or kind is range:
        return _of_sequence(owner, index)
    if kind is ListValue:
        return _of_list(owner, index)
    if kind is DictValue:
        if owner.factory is not None and node is not None:
            run.reporter.site, run.reporter.arguments = run.site(frame, node), []
        return _of_dict(run, owner, index)
    if kind is SequenceValue:
        return _of_unknown_length(owner, index)
    if isinstance(owner, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        method = find_method(run, owner, "__getitem__")
        if method is not None:
            run.reporter.site = run.site(frame, node)
            run.reporter.arguments = [(owner, node.value)] if type(node) is ast.Subscript else []
            return run.invoke(method, index)
        return UNKNOWN
    if kind is ClassValue or isinstance(owner, type):
        return owner
    if kind is Unknown:
        if owner.tensor is not None and _tells_tensor(index):
            return index_tensor(run, owner.tensor, index, node, frame)
        if owner.kind == "str":
            return owner
        return _part(owner, index)
    return UNKNOWN


_ROWS = (tuple, str, bytes, range, ListValue, SequenceValue)
"""What is indexed by position, for which True and False are 1 and 0."""


def _part(owner: Unknown, index: Any) -> Any:
    from gnomon.check.attributes import part_of

    if type(index) in (str, int):
        return part_of(owner, f"[{index!r}]")
    if owner.reason is not None:
        return Unknown(reason=owner.reason)
    return Unknown(name=f"{owner.name}[...]") if owner.name else UNKNOWN


def _tells_tensor(index: Any) -> bool:
    return type(index) in (slice, tuple, int, Dim, Tensor) or index is Ellipsis or index is None


def index_tensor(run: Interpreter, owner: Tensor, index: Any, node: Any, frame: Frame) -> Any:
    """Return a part of a tensor."""
    from gnomon.check.library import apply_operation

    if type(index) is str:
        return UNKNOWN
    items = index if type(index) is tuple else (index,)
    normal = normal_items(items)
    if any(type(item) is slice or is_float(item) for item in items):
        refuse_floats(run, owner, items, node, frame)
    if normal is None:
        return Tensor(Shape.unknown(), owner.dtype, owner.library, site=run.site(frame, node))
    if owner.attributes is not None and owner.shape.rank is None:
        _settle_rank(owner, normal)
    place = getattr(node, "value", None)
    more = _places(items, node)
    return apply_operation(run, "index", (owner,), node, frame, (place,), {"items": normal}, more)


def _places(items: tuple[Any, ...], node: Any) -> tuple[tuple[Any, Any], ...]:
    """Return which expression gave each item of a subscript."""
    if type(node) is not ast.Subscript:
        return ()
    parts = node.slice.elts if type(node.slice) is ast.Tuple else [node.slice]
    return tuple(zip(items, parts, strict=True)) if len(parts) == len(items) else ()


def refuse_floats(run: Interpreter, owner: Tensor, items: tuple[Any, ...], node: Any, frame: Frame) -> None:
    """Report floats of Python among the items of a subscript."""
    if owner.library is None or owner.dtype is dtypes.object or owner.dtype is dtypes.string:
        return
    run.reporter.site, run.reporter.arguments = run.site(frame, node), []
    for item in items:
        if is_float(item):
            refuse_float(item, "a position")
        elif type(item) is slice:
            for part in (item.start, item.stop, item.step):
                if is_float(part):
                    refuse_float(part, "a bound of a slice")


def _settle_rank(owner: Tensor, items: tuple[Any, ...]) -> None:
    """An array of at most two axes that takes two indices has two."""
    from gnomon.shapes import Shape, symbol

    most = (owner.attributes or {}).get("most axes")
    if len(items) == most and not any(item is None or item is Ellipsis for item in items):
        known = owner.shape.prefix
        if len(known) <= most and not any(type(item) is Tensor for item in items):
            sizes = (*known, *(symbol() for _ in range(most - len(known))))
            state.write_slot(owner, "shape", Shape(sizes))


def normal_items(items: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return index items as the index operation takes them; None if an item is not understood."""
    from gnomon.check.world import as_array, literal

    normal: list[Any] = []
    for item in items:
        kind = type(item)
        if item is None or item is Ellipsis or kind is int or kind is Dim:
            normal.append(item)
        elif kind is bool:
            normal.append(Tensor(Shape(()), dtypes.bool))
        elif kind is slice:
            normal.append(slice(_bound(item.start), _bound(item.stop), _bound(item.step)))
        elif kind is Tensor:
            whole = item.shape.rank == 0 and item.contents is not None and item.dtype is not dtypes.bool
            if whole and type(item.contents[0]) in (int, Dim):
                normal.append(item.contents[0])
            else:
                normal.append(item)
        elif kind is ListValue:
            if item.items is None:
                normal.append(as_array(item))
            else:
                normal.append(literal(item.items))
        elif kind is tuple:
            normal.append(literal(item))
        elif kind is range:
            normal.append(Tensor(Shape((len(item),)), dtypes.int64))
        elif kind is Unknown and item.kind == "int":
            normal.append(symbol(lower=None))
        elif (kind is Unknown or isinstance(item, Modelled)) and type(
            getattr(item, "tensor", None)
        ) is Tensor:
            normal.append(item.tensor)
        else:
            return None
    return tuple(normal)


def _bound(part: Any) -> Any:
    if part is None or type(part) in (int, Dim):
        return part
    if type(part) is bool:
        return int(part)
    if (
        type(part) is Tensor
        and part.contents is not None
        and len(part.contents) == 1
        and part.contents[0] is not None
    ):
        return part.contents[0]
    return symbol(lower=None)


def _of_sequence(owner: Any, index: Any) -> Any:
    if type(index) is int:
        try:
            return owner[index]
        except IndexError:
            return UNKNOWN
    if type(index) is slice:
        parts = (index.start, index.stop, index.step)
        if all(part is None or type(part) is int for part in parts):
            try:
                return owner[index]
            except ValueError:
                return UNKNOWN
        if type(owner) is tuple:
            return SequenceValue(choice(list(owner)) if owner else UNKNOWN)
        return unknown_of("str") if type(owner) is str else UNKNOWN
    if type(owner) is tuple and owner and type(index) in (Dim, Unknown, Tensor):
        from gnomon.check.changing import open_if_empty
        from gnomon.check.expressions import joined

        found = joined(list(owner))
        if found is UNKNOWN:
            for single in owner:
                open_if_empty(single, 0)  # what is put into one of so many may be in any of them
        return found
    return UNKNOWN


def _of_list(owner: ListValue, index: Any) -> Any:
    if owner.items is None:
        if type(index) is slice:
            return ListValue(None, element=owner.element)
        return owner.element
    if type(index) is slice:
        parts = (index.start, index.stop, index.step)
        if all(part is None or type(part) is int for part in parts):
            try:
                return ListValue(owner.items[index])
            except ValueError:
                return UNKNOWN
        return ListValue(None, element=owner.any_element(), length=_slice_length(index, len(owner.items)))
    return _of_sequence(owner.items, index)


def _slice_length(index: slice, length: int) -> Any:
    return None


def _of_dict(run: Interpreter, owner: DictValue, index: Any) -> Any:
    from gnomon.check.expressions import hashable

    if hashable(index):
        try:
            value = owner.cell.get(index, ABSENT)
        except TypeError:
            return UNKNOWN
        if value is not ABSENT:
            return owner.found(value)
        if owner.factory is not None and owner.rest is None:
            value = run.invoke(owner.factory)
            owner.put(index, value)
            return value
        return UNKNOWN if owner.rest is None or owner.rest is OTHERS else owner.rest
    from gnomon.check.expressions import joined

    values = owner.values()
    return joined(values) if values else UNKNOWN


def _of_unknown_length(owner: SequenceValue, index: Any) -> Any:
    if owner.kind == "shape" and owner.origin is not None:
        if type(index) is int:
            size = owner.origin.axis(index)
            return symbol() if size is None else size
        if type(index) is slice and all(
            p is None or type(p) is int for p in (index.start, index.stop, index.step)
        ):
            return _shape_slice(owner, index)
        return symbol()
    if type(index) is slice:
        return SequenceValue(owner.element, None, owner.kind if owner.kind != "shape" else "tuple")
    return owner.element


def _shape_slice(owner: SequenceValue, index: slice) -> Any:
    shape = owner.origin
    if index.step in (None, 1) and index.start is not None and index.start < 0 and index.stop is None:
        sizes = [shape.axis(position) for position in range(index.start, 0)]
        if None not in sizes:
            return tuple(sizes)
    if index.step in (None, 1) and index.start in (None, 0) and type(index.stop) is int and index.stop >= 0:
        sizes = [shape.axis(position) for position in range(index.stop)]
        if None not in sizes and len(shape.prefix) >= index.stop:
            return tuple(sizes)
    if index.step in (None, 1):
        prefix, suffix = shape.prefix, shape.suffix
        start = index.start or 0
        if start >= 0 and len(prefix) >= start and (index.stop is None or -len(suffix) <= index.stop < 0):
            end = len(suffix) + index.stop if index.stop is not None else len(suffix)
            part = type(shape)(prefix[start:], shape.run, suffix[:end])
            return SequenceValue(owner.element, None, "shape", origin=part)
    return SequenceValue(owner.element, None, "tuple")


def set_item(run: Interpreter, owner: Any, index: Any, value: Any, node: Any, frame: Frame) -> None:
    """Write an item of a value."""
    kind = type(owner)
    if kind is ListValue:
        set_list_item(owner, index, value)
    elif kind is DictValue:
        set_entry(owner, index, value)
    elif kind is Tensor:
        _set_tensor(run, owner, index, value, node, frame)
    elif kind is Choice:
        for single in owner.values:
            if type(single) is ListValue:
                single.forget()
            elif type(single) is DictValue:
                single.put_unknown(value)
    elif isinstance(owner, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        method = find_method(run, owner, "__setitem__")
        if method is not None:
            run.reporter.site, run.reporter.arguments = run.site(frame, node), []
            run.invoke(method, index, value)


def set_entry(owner: DictValue, key: Any, value: Any) -> None:
    """Write an entry of a dictionary."""
    from gnomon.check.expressions import hashable, plain

    key = plain(key)
    if hashable(key):
        owner.put(key, value)
    else:
        owner.put_unknown(value)


def set_list_item(owner: ListValue, index: Any, value: Any) -> None:
    """Write an item of a list."""
    index = int(index) if type(index) is bool else index
    if owner.items is None:
        owner.summarize(choice([owner.element, value]), owner.length)
    elif type(index) is int and -len(owner.items) <= index < len(owner.items):
        position = index % len(owner.items)
        owner.replace((*owner.items[:position], value, *owner.items[position + 1 :]))
    elif type(index) is slice:
        owner.forget()
    else:
        owner.replace(tuple(choice([item, value]) for item in owner.items))


def _set_tensor(run: Interpreter, owner: Tensor, index: Any, value: Any, node: Any, frame: Frame) -> None:
    from gnomon.check.library import apply_operation

    place = getattr(node, "value", None)
    change_entries(owner, frame.lookup)
    if type(index) is str:
        return  # a table that is taken for an array
    if refuse_store(run, owner, place, node, frame):
        return
    items = index if type(index) is tuple else (index,)
    normal = normal_items(items)
    refuse_floats(run, owner, items, node, frame)
    if normal is None or type(value) in (str, type(None), Choice) or isinstance(value, (Instance, Modelled)):
        return
    if type(value) is Unknown and value.tensor is None:
        return
    places = (getattr(node, "value", None), None)
    more = _places(items, node)
    apply_operation(run, "index_update", (owner, value), node, frame, places, {"items": normal}, more)
