"""Assignment: names, attributes, items, and unpacking, which teaches shapes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.equivalence import is_anonymous
from gnomon.check.in_place import refuse_cast, refuse_store
from gnomon.check.initialising import refuse_early
from gnomon.check.interpreter import statement
from gnomon.check.operators import binary
from gnomon.shapes import Equal, Shape, symbol
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    Choice,
    DictValue,
    Instance,
    ListValue,
    Modelled,
    SequenceValue,
    Tensor,
    Unknown,
    choice,
    state,
)
from gnomon.values.changing import change_entries
from gnomon.values.storage import Storage

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


@statement(ast.Assign)
def _assign(run: Interpreter, node: ast.Assign, frame: Frame) -> bool:
    if len(node.targets) == 1 and type(node.targets[0]) in (ast.Tuple, ast.List):
        _learn_rank(run, node.value, node.targets[0], frame)
    value = run.evaluate(node.value, frame)
    for target in node.targets:
        if type(target) is ast.Tuple or type(target) is ast.List:
            _unpack(run, target, value, frame, node.value)
        else:
            bind_target(run, target, value, frame)
    return True


@statement(ast.AnnAssign)
def _annotated(run: Interpreter, node: ast.AnnAssign, frame: Frame) -> bool:
    if node.value is not None:
        bind_target(run, node.target, run.evaluate(node.value, frame), frame)
    return True


@statement(ast.AugAssign)
def _augmented(run: Interpreter, node: ast.AugAssign, frame: Frame) -> bool:
    target = node.target
    kind = type(target)
    if kind is ast.Name:
        current = run.evaluate(ast.copy_location(ast.Name(target.id, ast.Load()), target), frame)  # type: ignore[union-attr]
        owner = index = None
    elif kind is ast.Attribute:
        from gnomon.check.attributes import get_attribute

        owner = run.evaluate(target.value, frame)  # type: ignore[union-attr]
        current = get_attribute(run, owner, target.attr)  # type: ignore[union-attr]
    else:
        from gnomon.check.subscripts import get_item

        owner = run.evaluate(target.value, frame)  # type: ignore[union-attr]
        index = run.evaluate(target.slice, frame)  # type: ignore[union-attr]
        current = get_item(run, owner, index, target, frame)
    right = run.evaluate(node.value, frame)
    if type(current) is ListValue and type(node.op) is ast.Add:
        _extend(run, current, right)
        return True
    value = binary(run, type(node.op), current, right, node, frame, (target, node.value))
    if type(owner) is Tensor and kind is ast.Subscript:
        refuse_store(run, owner, target.value, node, frame)  # type: ignore[union-attr]
        change_entries(owner, frame.lookup)
    if type(current) is Tensor and type(value) is Tensor and type(node.op) is not ast.MatMult:
        value = _in_place(run, current, value, node, frame)
    if kind is ast.Name:
        state.write(frame.cell_for(target.id), target.id, value)  # type: ignore[union-attr]
    elif kind is ast.Attribute:
        from gnomon.check.attributes import set_attribute

        set_attribute(run, owner, target.attr, value)  # type: ignore[union-attr]
    elif type(owner) is not Tensor:
        from gnomon.check.subscripts import set_item

        set_item(run, owner, index, value, target, frame)
    return True


def _in_place(run: Interpreter, current: Tensor, value: Tensor, node: ast.AugAssign, frame: Frame) -> Tensor:
    """``x += y`` keeps the shape of x where x is an array that is changed in place."""
    if current.library not in ("numpy", "torch") or current.shape.rank is None:
        return value
    from gnomon.check.library import apply_operation

    if current.library == "numpy" and (current.shape.rank == 0 or value.library != "numpy"):
        return value  # a number, or what the other array's library makes of both
    refused = refuse_store(run, current, node.target, node, frame)
    if not refused:
        refuse_cast(run, current, value, node.target, node, frame)
    checked = apply_operation(run, "update", (current, value), node, frame, (node.target, node.value))
    if type(checked) is not Tensor:
        return value
    change_entries(current, frame.lookup)
    checked.attributes = current.attributes
    checked.storage = current.storage
    if current.storage is not None and not refused:
        checked.storage = Storage(current.storage.strides, current.storage.device)
    return checked


def _extend(run: Interpreter, current: ListValue, right: Any) -> None:
    from gnomon.check.iterating import iterate

    seen = iterate(run, right)
    if seen is not None and seen.items is not None and current.items is not None:
        current.replace(current.items + seen.items)
    else:
        element = UNKNOWN if seen is None else seen.typical()
        current.summarize(
            choice([current.any_element(), element]) if element is not ABSENT else current.any_element()
        )


def bind_target(run: Interpreter, target: ast.expr, value: Any, frame: Frame) -> None:
    """Assign a value to a target."""
    kind = type(target)
    if kind is ast.Name:
        name = target.id  # type: ignore[attr-defined]
        if run.project.assumptions and type(value) in (Unknown, Tensor):
            from gnomon.check.assumed import instead

            value = instead(run, name, value, frame)
        state.write(frame.cell_for(name), name, value)
        if run.margins is not None:
            run.note_margin(frame, target, name, value)
    elif kind is ast.Tuple or kind is ast.List:
        _unpack(run, target, value, frame)  # type: ignore[arg-type]
    elif kind is ast.Attribute:
        from gnomon.check.attributes import set_attribute

        owner = run.evaluate(target.value, frame)  # type: ignore[attr-defined]
        if type(owner) is Tensor or isinstance(owner, Modelled):
            run.reporter.site = run.site(frame, target)
            run.reporter.arguments = []
        elif type(owner) is Instance and owner.native is None:
            run.reporter.site, run.reporter.arguments = run.site(frame, target), []
            refuse_early(run, owner, target.attr, value)  # type: ignore[attr-defined]
        set_attribute(run, owner, target.attr, value)  # type: ignore[attr-defined]
        if run.margins is not None and type(value) is Tensor:
            run.note_margin(frame, target, frame.source.excerpt(target), value)
    elif kind is ast.Subscript:
        from gnomon.check.subscripts import set_item

        owner = run.evaluate(target.value, frame)  # type: ignore[attr-defined]
        index = run.evaluate(target.slice, frame)  # type: ignore[attr-defined]
        set_item(run, owner, index, value, target, frame)
    elif kind is ast.Starred:
        bind_target(run, target.value, value, frame)  # type: ignore[attr-defined]


def _name_sizes(tensor: Tensor, names: list[ast.expr]) -> None:
    """Sizes that nothing names yet take the names they are unpacked into."""
    if len(names) != tensor.shape.rank:
        return
    sizes = list(tensor.shape.dims)
    for position, (size, name) in enumerate(zip(tensor.shape.dims, names, strict=True)):
        if is_anonymous(size) and type(name) is ast.Name and name.id != "_":
            sizes[position] = symbol(name.id)
            state.facts.assume(Equal(size, sizes[position]))
    if sizes != list(tensor.shape.dims):
        state.write_slot(tensor, "shape", Shape(tuple(sizes)))


def _learn_rank(run: Interpreter, source: ast.expr, target: ast.expr, frame: Frame) -> None:
    """``n, c, h, w = x.shape`` tells the rank of x and names its sizes."""
    names = target.elts  # type: ignore[attr-defined]
    if any(type(name) is ast.Starred for name in names):
        return
    node = source
    if type(node) is ast.Call and not node.args and not node.keywords:
        node = node.func
        if type(node) is not ast.Attribute or node.attr not in ("size", "get_shape", "as_list"):
            return
        if node.attr == "as_list":
            return
    if type(node) is not ast.Attribute or node.attr not in ("shape", "size"):
        return
    from gnomon.check.conditions import _peek, as_tensor

    owner = _peek(run, node.value, frame)
    tensor = as_tensor(owner)
    if tensor is None:
        return
    if tensor.shape.rank is not None:
        _name_sizes(tensor, names)
        return
    missing = len(names) - len(tensor.shape.prefix) - len(tensor.shape.suffix)
    if missing < 0:
        return
    start = len(tensor.shape.prefix)
    fresh = tuple(
        symbol(name.id if type(name) is ast.Name and name.id != "_" else None)
        for name in names[start : start + missing]
    )
    state.write_slot(tensor, "shape", Shape(tensor.shape.prefix + fresh + tensor.shape.suffix))


def _unpack(
    run: Interpreter, target: ast.Tuple | ast.List, value: Any, frame: Frame, source: ast.expr | None = None
) -> None:
    from gnomon.check.iterating import iterate

    names = target.elts
    starred = next((index for index, name in enumerate(names) if type(name) is ast.Starred), None)
    if type(value) is Choice:
        spreads = [_spread(run, single, names, starred) for single in value.values]
        parts = [part for part in spreads if part is not None]
        if parts and all(len(part) == len(names) for part in parts):
            from gnomon.check.expressions import joined

            for name, column in zip(names, zip(*parts, strict=True), strict=True):
                bind_target(run, name, joined(list(column)), frame)
            return
        value = UNKNOWN
    items = _spread(run, value, names, starred)
    if items is None:
        seen = iterate(run, value) if type(value) is not Unknown else None
        for position, name in enumerate(names):
            element: Any = UNKNOWN
            if seen is not None and seen.items is None:
                element = seen.typical()
                element = UNKNOWN if element is ABSENT else element
            elif type(value) is Unknown:
                from gnomon.check.attributes import part_of

                element = part_of(value, f"[{position}]")
            if type(name) is ast.Starred:
                element = ListValue(None, element=element)
            bind_target(run, name, element, frame)
        if seen is not None and starred is None and type(seen.length) is int and seen.length != len(names):
            _report_count(run, target, value, seen.length, source, frame)
        return
    if len(items) != len(names):
        if starred is None:
            _report_count(run, target, value, len(items), source, frame)
        for name in names:
            bind_target(run, name, UNKNOWN, frame)
        return
    for name, item in zip(names, items, strict=True):
        bind_target(run, name, item, frame)


def _spread(run: Interpreter, value: Any, names: list[ast.expr], starred: int | None) -> list[Any] | None:
    """Return one value per target, a list for the starred one; None if the number of items is not known."""
    from gnomon.check.iterating import known_items

    if type(value) is SequenceValue and value.kind == "shape" and starred is None:
        shape = value.origin
        if len(shape.prefix) + len(shape.suffix) <= len(names):
            missing = len(names) - len(shape.prefix) - len(shape.suffix)
            return [*shape.prefix, *(symbol() for _ in range(missing)), *shape.suffix]
        return None
    items = known_items(run, value)
    if items is None or starred is None:
        return items
    after = len(names) - starred - 1
    if len(items) < len(names) - 1:
        return None
    middle = items[starred : len(items) - after]
    return [*items[:starred], ListValue(middle), *items[len(items) - after :]]


def _is_shape(source: ast.expr) -> bool:
    """Whether an expression is written as the shape of something: ``x.shape``, ``x.size()``."""
    node = source.func if type(source) is ast.Call and not source.args else source
    return type(node) is ast.Attribute and node.attr in ("shape", "size")


_SPLITTING = frozenset(
    ["split", "chunk", "unbind", "unstack", "tensor_split", "array_split", "hsplit", "vsplit", "dsplit"]
)


def _is_split(source: ast.expr | None) -> bool:
    """Whether an expression is written as the parts of an array: ``x.chunk(3)``, ``np.split(x, 3)``."""
    return type(source) is ast.Call and getattr(source.func, "attr", None) in _SPLITTING


def _report_count(
    run: Interpreter,
    target: ast.Tuple | ast.List,
    value: Any,
    given: int,
    source: ast.expr | None,
    frame: Frame,
) -> None:
    """Unpacking a shape, an array or its parts into a wrong number of names is an error."""
    from gnomon.check.iterating import known_items
    from gnomon.ops.rule import Refutation

    fields: dict[str, Any] = {"wanted": len(target.elts), "given": given}
    if type(value) is Tensor and value.library in ("numpy", "torch", "jax"):
        message = "{wanted} names on the left, but an array {shape} has {given} entries along its first axis"
        fields["shape"] = value.shape
    elif source is not None and _is_shape(source) and type(value) is tuple:
        message = "{wanted} names on the left, but the shape {shape} has {given} sizes"
        fields["shape"] = Shape(value)
    elif _is_split(source) and all(type(item) is Tensor for item in known_items(run, value) or (None,)):
        message = "{wanted} names on the left, but the array is cut into {given} parts"
    else:
        return
    run.reporter.site = run.site(frame, target)
    run.reporter.arguments = []
    run.reporter.refute("unpacking", Refutation("unpack-size", message, fields, None, None))


@statement(ast.Delete)
def _delete(run: Interpreter, node: ast.Delete, frame: Frame) -> bool:
    for target in node.targets:
        if type(target) is ast.Name:
            state.delete(frame.cell_for(target.id), target.id)
        elif type(target) is ast.Subscript:
            owner = run.evaluate(target.value, frame)
            index = run.evaluate(target.slice, frame)
            if type(owner) is DictValue:
                try:
                    state.delete(owner.cell, index)
                except TypeError:
                    owner.forget()
            elif type(owner) is ListValue:
                if (
                    owner.items is not None
                    and type(index) is int
                    and -len(owner.items) <= index < len(owner.items)
                ):
                    position = index % len(owner.items)
                    owner.replace(owner.items[:position] + owner.items[position + 1 :])
                else:
                    owner.forget()
            elif isinstance(owner, (Instance, Modelled)):
                from gnomon.check.attributes import find_method

                method = find_method(run, owner, "__delitem__")
                if method is not None:
                    run.reporter.site, run.reporter.arguments = run.site(frame, target), []
                    run.invoke(method, index)
    return True
