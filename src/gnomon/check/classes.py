"""Classes of the program: making them, making their objects, dataclasses, enumerations, properties."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.attributes import bind
from gnomon.check.frames import Frame, Scope
from gnomon.check.interpreter import statement
from gnomon.check.library import _attempt
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    Bound,
    Choice,
    ClassValue,
    FunctionValue,
    Instance,
    LibraryFunction,
    Modelled,
    PropertyValue,
    Unknown,
    state,
)
from gnomon.values.cells import Cell

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter


@statement(ast.ClassDef)
def _define(run: Interpreter, node: ast.ClassDef, frame: Frame) -> bool:
    bases = tuple(_base(run.evaluate(base, frame)) for base in node.bases)
    cls = ClassValue(node.name, bases, Cell(), frame.module, node)
    body = Frame(
        Scope(cls.cell, frame.scope if frame.scope.cell is not frame.module.cell else None),
        frame.module,
        frame.source,
        state.mark(),
    )
    body.owner = cls
    body.is_class = True
    held, run.frame = run.frame, body
    try:
        run.execute(node.body, body)
    finally:
        run.frame = held
    for decorator in reversed(node.decorator_list):
        _decorate(run, decorator, cls, frame)
    state.write(frame.cell_for(node.name), node.name, cls)
    return True


def _base(value: Any) -> Any:
    if type(value) is Choice:
        return next((single for single in value.values if type(single) is ClassValue), UNKNOWN)
    if type(value) is LibraryFunction:
        from gnomon.check.mappings import BASES, Dictionary

        return Dictionary if value.name in BASES else value
    return value


def _decorate(run: Interpreter, decorator: ast.expr, cls: ClassValue, frame: Frame) -> None:
    """Let a decorator see the class, as registries do; the name stays bound to the class itself."""
    node = decorator.func if type(decorator) is ast.Call else decorator
    name = node.attr if type(node) is ast.Attribute else node.id if type(node) is ast.Name else ""
    if name in ("dataclass", "define", "frozen", "attrs", "s"):
        cls.decorated = "dataclass"
    elif name not in ("total_ordering", "final", "runtime_checkable"):
        applied = run.evaluate(decorator, frame)
        if type(applied) is FunctionValue or (
            type(applied) is Bound and type(applied.function) is FunctionValue
        ):
            from gnomon.check.calls import call_value

            call_value(run, applied, (cls,), {}, decorator, frame, [])


def with_setter(run: Interpreter, decorator: ast.Attribute, value: Any, frame: Frame) -> Any:
    """Return the property that ``@name.setter`` extends."""
    existing = run.evaluate(decorator.value, frame)
    if type(existing) is PropertyValue:
        return PropertyValue(
            existing.getter, value if decorator.attr == "setter" else existing.setter, existing.cached
        )
    return UNKNOWN


def instantiate(
    run: Interpreter,
    cls: ClassValue,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Make an object of a class of the program."""
    from gnomon.check.calls import call_value

    instance = Instance(cls)
    base = cls.modelled_base
    if base is not None and getattr(base, "function_like", False):
        return UNKNOWN
    if base is not None and getattr(base, "begins_empty", False):
        attach_native(instance, base)
        instance.native.fill()
    maker = cls.lookup("__new__")
    if maker is not None and type(maker[0]) is FunctionValue:
        made = call_value(run, maker[0], (cls, *arguments), keywords, node, frame, spots)
        if type(made) is not Instance or made.cls is not cls:
            if type(made) is not Unknown:
                return made
        else:
            instance = made
    initializer = cls.lookup("__init__")
    if initializer is not None and type(initializer[0]) in (FunctionValue, Choice, Unknown):
        call_value(run, bind(initializer[0], instance, cls), arguments, keywords, node, frame, spots)
        return instance
    if _is_dataclass(cls):
        if base is not None:
            attach_native(instance, base)
        if node is not None:
            run.reporter.site, run.reporter.arguments = run.site(frame, node), spots
        _initialize_fields(run, cls, instance, arguments, keywords)
        return instance
    if base is not None:
        attach_native(instance, base)
        site = run.site(frame, node)
        initialize = instance.native.__init__
        record = LibraryFunction(
            f"{base.library_name}.__init__",
            initialize,
            raw=getattr(initialize, "raw", False),
            returns_tensor=False,
        )
        if "**" not in keywords:
            result = _attempt(run, record, arguments, keywords, site, spots)
            if type(result) is Unknown and result.reason is not None:
                instance.cell.setdefault("__unknown__", True)
    return instance


def attach_native(instance: Instance, base: type[Modelled]) -> None:
    """Give an object its modelled part, not yet initialised."""
    if instance.native is None:
        native = base.__new__(base)
        native.__dict__["outer"] = instance
        prepare = getattr(native, "prepare", None)
        if prepare is not None:
            prepare()
        instance.native = native


def _is_dataclass(cls: ClassValue) -> bool:
    if any(type(entry) is ClassValue and entry.decorated == "dataclass" for entry in cls.lineage):
        return True
    return any(getattr(entry, "field_like", False) for entry in cls.lineage)


def _initialize_fields(
    run: Interpreter,
    cls: ClassValue,
    instance: Instance,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> None:
    """Set the annotated fields of a dataclass from arguments and defaults."""
    fields: dict[str, Any] = {}
    for entry in reversed(cls.lineage):
        if type(entry) is ClassValue and entry.node is not None:
            for name in run.project.field_names(entry.node):
                fields.pop(name, None)
                fields[name] = entry.cell.get(name, ABSENT)
    values = dict(zip(fields, arguments, strict=False))
    values.update(keywords)
    for name, default in fields.items():
        value = values.get(name, ABSENT)
        if value is ABSENT:
            factory = getattr(default, "factory", None)
            if factory is not None:
                value = run.invoke(factory)
            else:
                value = getattr(default, "default", default)
        state.write(instance.cell, name, Unknown(name=name) if value is ABSENT else value)
    after = cls.lookup("__post_init__") or cls.lookup("setup")
    if after is not None and type(after[0]) is FunctionValue:
        run.invoke(bind(after[0], instance, cls))
