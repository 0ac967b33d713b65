"""Calls: evaluating arguments and handing them to whatever is called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.attributes import Super, find_method
from gnomon.check.fitting import hooks_of, refuse_arguments
from gnomon.check.functions import invoke
from gnomon.check.interpreter import expression
from gnomon.check.iterating import iterate, known_items
from gnomon.check.library import call_library, construct, exported, guarded, imported, note_unmodelled
from gnomon.check.likeness import distinct
from gnomon.check.namespaces import Namespace
from gnomon.check.nothing import gives_nothing
from gnomon.models.disk.found import note_given
from gnomon.models.registry import UNKNOWN_CALLS
from gnomon.shapes import Dtype
from gnomon.values import (
    STAR,
    UNKNOWN,
    Bound,
    Choice,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    Iteration,
    LibraryFunction,
    ListValue,
    Modelled,
    ModuleValue,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    forget_entries,
    let_escape,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


@expression(ast.Call)
def _call(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    function = node.func
    if type(function) is ast.Name and function.id == "super":
        return _super(run, node, frame)
    callee = run.evaluate(function, frame)
    if type(function) is ast.Name and function.id in _FRAME_BUILTINS and isinstance(callee, LibraryFunction):
        found = _FRAME_BUILTINS[function.id](run, node, frame)
        if found is not None:
            return found
    arguments, keywords, spots = evaluate_arguments(run, node, frame)
    if type(callee) in _OF_PROGRAM:
        refuse_arguments(run, callee, arguments, keywords, node, frame)
    value = call_value(run, callee, arguments, keywords, node, frame, spots)
    if value is None and gives_nothing(callee):
        run.world.nothing.add(node)
    return value


_OF_PROGRAM = (FunctionValue, Bound, Instance, ClassValue)


def evaluate_arguments(
    run: Interpreter, node: ast.Call, frame: Frame
) -> tuple[tuple[Any, ...], dict[str, Any], list[tuple[Any, Any]]]:
    """Return positional and keyword arguments, and which expression gave each value."""
    arguments: list[Any] = []
    keywords: dict[str, Any] = {}
    spots: list[tuple[Any, Any]] = []
    for argument in node.args:
        if type(argument) is ast.Starred:
            spread = known_items(run, run.evaluate(argument.value, frame))
            if spread is None:
                arguments.append(STAR)
            else:
                arguments.extend(spread)
                spots.extend((value, argument) for value in spread)
        else:
            value = run.evaluate(argument, frame)
            arguments.append(value)
            spots.append((value, argument))
            if type(argument) in _DISPLAYS:
                spots.extend(_places_inside(value, argument))
    for keyword in node.keywords:
        value = run.evaluate(keyword.value, frame)
        if keyword.arg is not None:
            keywords[keyword.arg] = value
            spots.append((value, keyword.value))
            if type(keyword.value) in _DISPLAYS:
                spots.extend(_places_inside(value, keyword.value))
        elif type(value) is DictValue and value.rest is None:
            keywords.update({key: entry for key, entry in value.cell.items() if type(key) is str})
        else:
            if type(value) is DictValue:
                keywords.update({key: entry for key, entry in value.cell.items() if type(key) is str})
            keywords["**"] = UNKNOWN
    return tuple(arguments), keywords, spots


_DISPLAYS = (ast.Tuple, ast.List)


def _places_inside(value: Any, node: ast.expr) -> list[tuple[Any, Any]]:
    """Return which expression gave each tensor of a list or tuple that is written out as an argument."""
    if not isinstance(node, (ast.Tuple, ast.List)):
        return []
    items = value if type(value) is tuple else getattr(value, "items", None)
    if type(items) is not tuple or len(items) != len(node.elts):
        return []
    return [(item, place) for item, place in zip(items, node.elts, strict=True) if type(item) is Tensor]


def call_value(
    run: Interpreter,
    callee: Any,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Call any value."""
    kind = type(callee)
    if kind is Bound:
        receiver = callee.receiver
        inner = callee.function
        if type(inner) is LibraryFunction and type(node) is ast.Call and type(node.func) is ast.Attribute:
            spots = [(receiver, node.func.value), *spots]
        return call_value(run, inner, (receiver, *arguments), keywords, node, frame, spots)
    if kind is LibraryFunction:
        takes_rest = getattr(callee.function, "takes_rest", False)
        if ("**" in keywords or STAR in arguments) and not takes_rest:
            keywords = {name: value for name, value in keywords.items() if name != "**"}
            if not callee.raw or STAR in arguments:
                return _call_with_unknown_rest(run, callee, arguments, keywords, node, frame, spots)
        return call_library(run, callee, arguments, keywords, node, frame, spots)
    if kind is FunctionValue:
        return invoke(run, callee, arguments, keywords, node, frame)
    if kind is ClassValue:
        from gnomon.check.classes import instantiate

        return instantiate(run, callee, arguments, keywords, node, frame, spots)
    if kind is Instance:
        return call_instance(run, callee, arguments, keywords, node, frame, spots)
    if kind is Choice:
        return _call_each(run, callee, arguments, keywords, node, frame, spots)
    if isinstance(callee, type) and issubclass(callee, Modelled):
        if "**" in keywords or STAR in arguments:
            return Unknown(reason=("unknown arguments", callee.library_name))
        return construct(run, callee, arguments, keywords, node, frame, spots)
    if isinstance(callee, Modelled):
        if callable(callee):
            model: Any = callee
            raw = getattr(type(model), "raw", False)
            record = LibraryFunction(type(callee).library_name, model, raw=raw, returns_tensor=not raw)
            return call_library(run, record, *_known(arguments, keywords), node, frame, spots)
        return UNKNOWN
    if kind is Dtype:
        from gnomon.check.builtins.numbers import cast_scalar

        return cast_scalar(run, callee, arguments, node, frame, spots)
    return _call_unknown(run, callee, arguments, keywords, node, frame)


def _known(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if STAR in arguments:
        arguments = tuple(UNKNOWN if argument is STAR else argument for argument in arguments)
    if "**" in keywords:
        keywords = {name: value for name, value in keywords.items() if name != "**"}
    return arguments, keywords


def _call_with_unknown_rest(
    run: Interpreter,
    callee: LibraryFunction,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Arguments that are not known may change the result: only whether it is a tensor is certain."""
    if getattr(callee.function, "variadic", False):
        return call_library(run, callee, arguments, keywords, node, frame, spots)
    return Unknown(reason=("unknown arguments", callee.name))


def call_instance(
    run: Interpreter,
    callee: Instance,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Call an object of the program: its own ``__call__``, or what its modelled base makes of a call."""
    own = callee.cls.lookup("__call__")
    if own is not None:
        around = getattr(type(callee.native), "around", None)
        if around is not None:
            return around(
                callee.native,
                lambda: call_value(run, Bound(own[0], callee), arguments, keywords, node, frame, spots),
            )
        return call_value(run, Bound(own[0], callee), arguments, keywords, node, frame, spots)
    if callee.native is None and callee.cls.modelled_base is not None:
        from gnomon.check.classes import attach_native

        attach_native(callee, callee.cls.modelled_base)
    if callee.native is not None:
        entry = getattr(callee.native, "entry", None)
        if entry is not None:
            method = find_method(run, callee, entry)
            if method is not None and type(method) is Bound:
                run.reporter.site = run.site(frame, node)
                arguments, keywords = _prepared(run, callee.native, arguments, keywords)
                hooked = hooks_of(callee.native)
                if hooked is not None:
                    return _call_hooked(
                        run,
                        hooked,
                        lambda given, named: call_value(run, method, given, named, node, frame, spots),
                        arguments,
                        keywords,
                    )
                return call_value(run, method, arguments, keywords, node, frame, spots)
        if callable(callee.native):
            record = LibraryFunction(type(callee.native).library_name, callee.native)
            return call_library(run, record, *_known(arguments, keywords), node, frame, spots)
    if callee.cls.has_unknown_base:
        for name in ("forward", "call"):
            found = callee.cls.lookup(name)
            if found is not None:
                return call_value(run, Bound(found[0], callee), arguments, keywords, node, frame, spots)
    return UNKNOWN


def _prepared(
    run: Interpreter, native: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Let the modelled base see the arguments of a call first and change them (Keras casts floats)."""
    prepare = getattr(native, "before_call", None)
    if prepare is not None:
        changed = guarded(
            run, lambda: prepare(*[exported(argument) for argument in arguments]), "before_call"
        )
        if type(changed) is tuple and len(changed) == len(arguments):
            arguments = tuple([imported(argument) for argument in changed])
    cast = getattr(native, "cast_argument", None)
    if cast is not None and keywords:
        keywords = {
            name: guarded(run, lambda value=value: cast(value), "cast_argument")  # type: ignore[misc]
            if type(value) is Tensor
            else value
            for name, value in keywords.items()
        }
    return arguments, keywords


def _call_hooked(
    run: Interpreter,
    hooked: Any,
    action: Callable[[tuple[Any, ...], dict[str, Any]], Any],
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> Any:
    """Make a call by way of the modelled base, which lets functions of the program see and change it."""
    site = run.reporter.site

    def forward(*given: Any, **named: Any) -> Any:
        made = action(given, named)
        run.reporter.site = site
        return made

    return imported(guarded(run, lambda: hooked(forward, arguments, keywords), "hooked"))


def _call_each(
    run: Interpreter,
    callee: Choice,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    from gnomon.check.expressions import joined

    candidates = distinct([single for single in callee.values if single is not None])
    if len(candidates) == 1:
        return call_value(run, candidates[0], arguments, keywords, node, frame, spots)
    values = run.fork(
        [
            lambda single=single: call_value(run, single, arguments, keywords, node, frame, spots)  # type: ignore[misc]
            for single in candidates
        ]
    )
    return joined(values) if values else UNKNOWN


def _call_unknown(
    run: Interpreter,
    callee: Any,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
) -> Any:
    """An unmodelled call may change the containers it is given; nothing is known about its result."""
    for value in (*arguments, *keywords.values()):
        if type(value) is ListValue or type(value) is DictValue:
            value.forget()
        elif type(value) is SetValue:
            value.replace(None)
        elif type(value) is Instance and getattr(value.native, "begins_empty", False):
            value.native.forget()
        elif type(value) is Tensor and value.shape.rank != 0:
            forget_entries(value)
        else:
            let_escape(value)
    note_given((*arguments, *keywords.values()))
    for noted in UNKNOWN_CALLS:
        noted()
    if type(callee) is Unknown:
        note_unmodelled(run, callee, node, frame)
        if callee.reason is not None:
            return Unknown(reason=callee.reason, name=f"{callee.name}()" if callee.name else None)
        return Unknown(name=f"{callee.name}()") if callee.name else UNKNOWN
    return UNKNOWN


def call_from_model(
    run: Interpreter, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> Any:
    """Call a value of the program from inside a model, at the place the model was called."""
    given = tuple([imported(argument) for argument in arguments])
    named = {name: imported(value) for name, value in keywords.items()} if keywords else keywords
    return exported(call_here(run, function, given, named))


def call_here(run: Interpreter, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Call a value of the program at the present place."""
    reporter = run.reporter
    held = reporter.site, reporter.arguments, run.world.library
    site = reporter.site
    if site is None or run.frame is None:
        return UNKNOWN
    run.world.library = None
    try:
        return call_value(run, function, arguments, keywords, site.node, run.frame, held[1])
    finally:
        reporter.site, reporter.arguments, run.world.library = held


# -- builtins that look at the frame -------------------------------------------------------------------------


def _super(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    if node.args:
        owner = run.evaluate(node.args[0], frame)
        receiver = run.evaluate(node.args[1], frame) if len(node.args) > 1 else frame.receiver
        if type(owner) is Unknown or owner is None:
            owner = frame.owner
    else:
        owner, receiver = frame.owner, frame.receiver
        if owner is None:
            owner, receiver = _enclosing_owner(frame)
    if type(owner) is ClassValue and type(receiver) in (Instance, ClassValue):
        return Super(owner, receiver)
    return UNKNOWN


def _enclosing_owner(frame: Frame) -> tuple[Any, Any]:
    receiver = frame.lookup("self")
    return (receiver.cls, receiver) if type(receiver) is Instance else (None, None)


def _locals(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    return DictValue(dict(frame.scope.cell))


def _globals(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    return Namespace(frame.module)


def _vars(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    if not node.args:
        return _locals(run, node, frame)
    value = run.evaluate(node.args[0], frame)
    if type(value) is Instance:
        return DictValue(dict(value.cell), rest=UNKNOWN)
    if type(value) is ModuleValue:
        return Namespace(value)
    entries = getattr(type(value), "__vars__", None)
    return DictValue(rest=UNKNOWN) if entries is None else entries(value)


def _reveal(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    from gnomon.check.revealing import reveal

    if not node.args:
        return None
    value = run.evaluate(node.args[0], frame)
    reveal(run, node, value, frame)
    return value if value is not None else UNKNOWN


def _zip_rows(run: Interpreter, node: ast.Call, frame: Frame) -> Any:
    """``zip(*rows)`` of many like rows gives one column for each of their entries."""
    if len(node.args) != 1 or type(node.args[0]) is not ast.Starred or node.keywords:
        return None
    from gnomon.check.builtins.iterating import zipped

    seen = iterate(run, run.evaluate(node.args[0].value, frame))
    if seen is not None and seen.items is not None:
        return zipped(*seen.items)
    entries = None if seen is None else known_items(run, seen.typical())
    if seen is None or entries is None:
        return Iteration(make=lambda: UNKNOWN)
    return ListValue([SequenceValue(entry, seen.length) for entry in entries], kind="zip")


_FRAME_BUILTINS = {
    "locals": _locals,
    "globals": _globals,
    "vars": _vars,
    "reveal_shape": _reveal,
    "zip": _zip_rows,
}
