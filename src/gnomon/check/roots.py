"""Where evaluation starts: the script, its main part, then functions and methods that nobody called."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from gnomon.check.annotations import parameter_value
from gnomon.check.budgets import COLD_BUDGET, SCRIPT_BUDGET, OutOfBudget, follow, resume
from gnomon.check.changing import (
    attributes_changed,
    forget_changed,
    is_empty,
    open_if_empty,
    rewritten_globals,
)
from gnomon.check.classes import attach_native
from gnomon.check.frames import Frame, Scope
from gnomon.check.imports import module_of
from gnomon.check.interpreter import PathEnds
from gnomon.check.overridden import overridden
from gnomon.models.registry import STARTS
from gnomon.values import (
    STAR,
    Choice,
    ClassMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ModuleValue,
    PropertyValue,
    StaticMethod,
    Unknown,
    state,
)

if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic
    from gnomon.check.interpreter import Interpreter
    from gnomon.check.source import Source


FILE_BUDGET = 20_000
STATEMENTS_PER_LINE = 6
LATE_BUDGET = 200
"""Cold roots of one file share a budget that grows with its length; once it is spent, others get little."""
EAGER_BUDGET = 5_000
PATIENCE = 300
"""After its first statements a file has patience only with cold roots that reach what none has reached before."""


def run_file(run: Interpreter, source: Source, name: str) -> list[Diagnostic]:
    """Run all roots of a file and return what they found."""
    run.script = source.path
    for start in STARTS:
        start()
    module = module_of(run, source, name)
    found = list(run.found_in.get(source.path, ()))
    for guard in _main_guards(source.tree):
        found.extend(
            run_root(run, SCRIPT_BUDGET, lambda guard=guard: _run_block(run, guard.body, module, source))
        )
    run.cold = True
    left = FILE_BUDGET + STATEMENTS_PER_LINE * len(source.lines)
    eager = left - EAGER_BUDGET
    for root in _cold_roots(run, module, source):
        budget = COLD_BUDGET if left > 0 else LATE_BUDGET
        found.extend(run_root(run, budget, root, COLD_BUDGET if left > eager else PATIENCE))
        left -= run.steps
    run.cold = False
    return found


def run_root(run: Interpreter, budget: int, action: Any, patience: int = 0) -> list[Diagnostic]:
    """Run one root on a path of its own and return what it found; its writes are undone.

    With patience, the root ends after so many statements without one that no cold root has reached before;
    without, calls into other files are given up instead once the root has run for long.
    """
    held_course = follow(run, budget, run.script)
    if patience:
        run.budget, run.patience, run.calls, run.visited = min(budget, patience), patience, None, run.shown
    run.depth = 0
    run.active.clear()
    reporter = run.reporter
    held, reporter.found = reporter.found, []
    reporter.silenced = 0
    reporter.callers = []
    mark = state.mark()
    try:
        action()
    except (OutOfBudget, PathEnds):
        pass  # what was found so far counts; the rest is unknown, or never runs
    except RecursionError:
        run.too_deep = True
    finally:
        state.rollback(mark)
        found, reporter.found = reporter.found, held
        spent = run.steps
        resume(run, held_course)
        run.steps = spent
        run.arms.clear()
    return found


def _main_guards(tree: ast.Module) -> list[ast.If]:
    guards = []
    for node in tree.body:
        if type(node) is ast.If and "__name__" in ast.dump(node.test) and "__main__" in ast.dump(node.test):
            guards.append(node)
    return guards


def _run_block(run: Interpreter, body: list[ast.stmt], module: ModuleValue, source: Source) -> None:
    frame = Frame(Scope(module.cell, None), module, source, state.mark())
    run.frame = frame
    run.execute(body, frame)


def _cold_roots(run: Interpreter, module: ModuleValue, source: Source) -> Iterator[Any]:
    """Yield an action for each function and method that no root has called yet."""
    rewritten = rewritten_globals(source)
    for name, value in list(module.cell.items()):
        if type(value) is FunctionValue and value.module is module:
            if id(value.node) not in run.called and name == value.name:
                yield lambda value=value: _call_cold(run, value, (), module, rewritten)
        elif type(value) is ClassValue and value.module is module and value.name == name:
            yield from _cold_methods(run, value, module, rewritten)


def _cold_methods(
    run: Interpreter, cls: ClassValue, module: ModuleValue, rewritten: set[str]
) -> Iterator[Any]:
    methods: list[tuple[str, Any, bool | None]] = []
    for name, value in cls.cell.items():
        kind = type(value)
        if kind is FunctionValue and value.module is module and id(value.node) not in run.called:
            methods.append((name, value, True))
        elif (
            kind is PropertyValue
            and type(value.getter) is FunctionValue
            and id(value.getter.node) not in run.called
        ):
            methods.append((name, value.getter, True))
        elif (
            kind is StaticMethod
            and type(value.function) is FunctionValue
            and id(value.function.node) not in run.called
        ):
            methods.append((name, value.function, False))
        elif (
            kind is ClassMethod
            and type(value.function) is FunctionValue
            and id(value.function.node) not in run.called
        ):
            methods.append((name, value.function, None))
    if not methods:
        return
    changed = attributes_changed(cls)
    made: list[Instance] = []

    def action(function: FunctionValue, receives: bool | None, name: str) -> None:
        if id(function.node) in run.called and name != "__init__":
            return
        if receives is None:
            _call_cold(run, function, (cls,), module, rewritten)
        elif receives is False:
            _call_cold(run, function, (), module, rewritten)
        elif name == "__init__":
            _keep(made, lambda: cold_instance(run, cls, module, rewritten))
        else:
            if not made:
                run.reporter.collect(lambda: _keep(made, lambda: cold_instance(run, cls, module, rewritten)))
            run.steps = 0
            if made:
                forget_changed(made[0], changed)
                _call_cold(run, function, (made[0],), module, rewritten)

    methods.sort(key=lambda entry: entry[0] not in ("__init__", "forward", "call", "__call__", "build"))
    for name, function, receives in methods:
        yield lambda name=name, function=function, receives=receives: action(function, receives, name)


def _keep(made: list[Instance], make: Any) -> None:
    """Make an object whose state stays for all methods: its writes are not undone with the root."""
    held, state.log = state.log, []
    try:
        made.append(make())
    finally:
        state.log = held


def cold_instance(run: Interpreter, cls: ClassValue, module: ModuleValue, rewritten: set[str]) -> Instance:
    """Return an object of a class made with unknown arguments."""
    instance = Instance(cls)
    instance.cold = True
    open_names = overridden(cls, module.source)
    initializer = cls.lookup("__init__")
    if initializer is not None and type(initializer[0]) is FunctionValue:
        _call_cold(run, initializer[0], (instance,), module, rewritten, open_names)
    elif cls.modelled_base is not None:
        attach_native(instance, cls.modelled_base)
        for name in open_names:
            if type(cls.cell.get(name)) in (int, float, bool, str):
                state.write(instance.cell, name, Unknown(name=f"self.{name}"))
    elif cls.decorated == "dataclass":
        from gnomon.check.classes import _initialize_fields

        given = {name: Unknown(name=name) for name in open_names}
        _initialize_fields(run, cls, instance, (), {"**": True, **given})
    return instance


def _call_cold(
    run: Interpreter,
    function: FunctionValue,
    receiver: tuple[Any, ...],
    module: ModuleValue,
    rewritten: set[str],
    open_names: Collection[str] = (),
) -> Any:
    """Call a function with unknown required parameters and its own defaults, but for those that are open."""
    from gnomon.check.functions import invoke

    for name in rewritten:
        if name in module.cell:
            state.write(module.cell, name, Unknown(name=name))
    for value in module.cell.values():
        open_if_empty(value)
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args][len(receiver) :]
    optional = len(function.defaults)
    required = positional[: len(positional) - optional] if optional else positional
    arguments = [parameter_value(run, parameter, function) for parameter in required]
    keywords: dict[str, Any] = {
        parameter.arg: parameter_value(run, parameter, function)
        for parameter in spec.kwonlyargs
        if parameter.arg not in function.keyword_defaults
    }
    for parameter, default in zip(positional[len(required) :], function.defaults, strict=False):
        keywords[parameter.arg] = _cold_default(parameter.arg, default, open_names)
    for name, default in function.keyword_defaults.items():
        keywords[name] = _cold_default(name, default, open_names)
    positional_only = {parameter.arg for parameter in spec.posonlyargs}
    keywords = {name: value for name, value in keywords.items() if name not in positional_only}
    if spec.vararg is not None and not keywords:
        arguments.append(STAR)
    value = invoke(run, function, (*receiver, *arguments), keywords, None, None)
    kind = type(value).__name__
    if kind == "Generator":
        value.iteration()
    return value


def _cold_default(name: str, default: Any, open_names: Collection[str]) -> Any:
    """A default of None is None or something unknown, an empty list anything; others are what they are."""
    if name in open_names:
        return Unknown(name=name) if default is not None else Choice((None, Unknown(name=name)))
    if default is None:
        return Choice((None, Unknown(name=name)))
    options = type(default) is DictValue  # of which a caller seldom gives any
    return Unknown(name=name) if is_empty(default) and not options else default
