"""Functions of the program: making them, binding their parameters, running their bodies."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.check.budgets import GivenUp, reconsider
from gnomon.check.frames import Frame, Scope
from gnomon.check.giving_up import call_of, given_up
from gnomon.check.interpreter import (
    COLD_RECURSION_LIMIT,
    DEPTH_LIMIT,
    FEW_CALLS,
    RECURSION_LIMIT,
    RECURSIVE_CALLS,
    RECURSIVE_STATEMENTS,
    PathEnds,
    statement,
)
from gnomon.check.joining import merge
from gnomon.values import (
    ABSENT,
    STAR,
    UNKNOWN,
    ClassValue,
    DictValue,
    FunctionValue,
    Iteration,
    ListValue,
    SequenceValue,
    Unknown,
    state,
)
from gnomon.values.cells import Cell
from gnomon.values.choice import same

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter
    from gnomon.values.journal import Delta

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Generator:
    """What calling a generator function returns: its body runs when it is looped over."""

    __slots__ = ("ahead", "kind", "run_body", "seen")

    def __init__(self, run_body: Any) -> None:
        self.run_body = run_body
        self.seen: Iteration | None = None
        self.ahead: ListValue | None = None
        self.kind = "generator"

    def iteration(self) -> Iteration:
        """Run the body once and return what it yields."""
        if self.seen is None:
            self.seen = self.run_body()
        return self.seen

    def left(self) -> Any:
        """Return what is still to be yielded: an iterator where all of that is known."""
        seen = self.iteration()
        if seen.items is None:
            return seen
        if self.ahead is None:
            state.write_slot(self, "ahead", ListValue(seen.items, kind="iterator"))
        return self.ahead

    def enter(self) -> list[Write]:
        """Run the body as a context's: to its yield now. Return the writes that follow when it is left."""
        if self.seen is not None:
            return []
        held: list[Delta] = []
        begun = state.mark()
        self.seen = self.run_body(held)
        if len(held) != 1:
            return []
        ended = state.capture(begun)
        state.rollback(begun)
        before = [value_of(container, key) for container, key, _ in ended.writes.values()]
        state.apply(held[0])
        return [
            Write(container, key, old, value_of(container, key), new)
            for (container, key, new), old in zip(ended.writes.values(), before, strict=True)
        ]


class Write(NamedTuple):
    """What a context writes when it is left: the value before it, within it and after it."""

    container: Any
    key: Any
    before: Any
    within: Any
    after: Any


def value_of(container: Any, key: Any) -> Any:
    """Return what a container holds under a key, or a value in a slot."""
    return container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)


@statement(ast.FunctionDef, ast.AsyncFunctionDef)
def _define(run: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> bool:
    function = make_function(run, node, node.name, frame)
    function.owner = frame.owner if frame.is_class else None
    value: Any = function
    for decorator in reversed(node.decorator_list):
        value = _decorate(run, decorator, value, frame)
    state.write(frame.cell_for(node.name), node.name, value)
    return True


def make_function(run: Interpreter, node: _FunctionNode, name: str, frame: Frame) -> FunctionValue:
    """Make a function value, evaluating its defaults where it is defined."""
    arguments = node.args
    defaults = tuple([run.evaluate(default, frame) for default in arguments.defaults])
    keyword_defaults = {
        parameter.arg: run.evaluate(default, frame)
        for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is not None
    }
    closure = frame.scope.parent if frame.is_class else frame.scope
    generator = not isinstance(node, ast.Lambda) and run.project.is_generator(node, frame.source)
    return FunctionValue(node, name, frame.module, closure, defaults, keyword_defaults, generator)


def _decorate(run: Interpreter, decorator: ast.expr, value: Any, frame: Frame) -> Any:
    from gnomon.check.calls import call_value

    if type(decorator) is ast.Attribute and decorator.attr in ("setter", "deleter", "getter"):
        from gnomon.check.classes import with_setter

        return with_setter(run, decorator, value, frame)
    applied = run.evaluate(decorator, frame)
    if type(value) is FunctionValue and _named(decorator) == "configurable":
        value = _configurable(value)
    if type(applied) is Unknown:
        return (
            value
            if _harmless(decorator)
            else Unknown(reason=applied.reason or ("decorator", ast.unparse(decorator)))
        )
    return call_value(run, applied, (value,), {}, decorator, frame, [])


_KEEPING = frozenset(
    [
        "script",
        "jit",
        "njit",
        "compile",
        "no_grad",
        "inference_mode",
        "enable_grad",
        "wraps",
        "override",
        "overload",
        "abstractmethod",
        "register_model",
        "export",
        "ignore",
        "unused",
        "keras_export",
        "tf_export",
        "register_keras_serializable",
        "deprecated",
        "profile",
        "timer",
        "cache",
        "lru_cache",
        "parametrize",
        "fixture",
        "skip",
        "skipif",
        "skipUnless",
        "skipIf",
        "slow",
        "test",
    ]
)


def _harmless(decorator: ast.expr) -> bool:
    """Whether an unknown decorator has a name under which libraries keep the function's behaviour."""
    return _named(decorator) in _KEEPING


def _named(decorator: ast.expr) -> str:
    """Return the last name of a decorator, called or not."""
    node = decorator.func if type(decorator) is ast.Call else decorator
    return node.attr if type(node) is ast.Attribute else node.id if type(node) is ast.Name else ""


def _configurable(function: FunctionValue) -> FunctionValue:
    """Return a function whose default classes and functions are exchanged by a configuration, as gin does."""

    def opened(default: Any) -> Any:
        return UNKNOWN if type(default) in (ClassValue, FunctionValue) else default

    made = FunctionValue(
        function.node,
        function.name,
        function.module,
        function.closure,
        tuple(map(opened, function.defaults)),
        {name: opened(default) for name, default in function.keyword_defaults.items()},
        function.is_generator,
    )
    made.owner = function.owner
    return made


def invoke(
    run: Interpreter,
    function: FunctionValue,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    caller: Frame | None,
) -> Any:
    """Call a function of the program with abstract arguments."""
    identity = id(function.node)
    active = run.active.get(identity, 0)
    run.called.add(identity)
    if run.depth >= DEPTH_LIMIT or active >= (COLD_RECURSION_LIMIT if run.cold else RECURSION_LIMIT):
        return Unknown(reason=("recursion", function.name))
    if not active:
        run.recursions[identity], run.recursion_began[identity] = 0, run.steps
    elif not _comes_closer(run, identity, active, arguments):
        for value in (*arguments, *keywords.values()):
            if type(value) is ListValue or type(value) is DictValue:
                value.forget()
        return Unknown(reason=("recursion", function.name))
    if function.takes is not None:
        arguments = tuple(map(function.takes, arguments))
        keywords = {name: function.takes(value) for name, value in keywords.items()}
    mark = state.mark()
    cell = bind_parameters(run, function, arguments, keywords)
    if cell is None:
        return Unknown(reason=("arguments do not fit", function.name))
    frame = Frame(Scope(cell, function.closure), function.module, function.module.source, mark)
    frame.owner, frame.function = function.owner, function.node
    if function.owner is not None:
        frame.receiver = arguments[0] if arguments else None
    if function.is_generator:
        site = run.site(caller, node) if caller is not None and node is not None else None
        return Generator(lambda states=None: _run_generator(run, function, frame, site, states))
    run.active[identity] = active + 1
    run.depth += 1
    outer, run.innermost[identity] = run.innermost.get(identity), arguments
    held = run.frame, run.reporter.site, run.reporter.arguments, run.world.library
    run.frame, run.world.library = frame, None
    if caller is not None and node is not None:
        run.reporter.callers.append(run.site(caller, node))
    call = call_of(run, function)
    try:
        return run_body(run, function, frame)
    except GivenUp as ended:
        if call is None or ended.call is not call:
            raise
        return given_up(run, function, mark, arguments, keywords)
    finally:
        if call is not None:
            run.calls.pop()  # type: ignore[union-attr]
        run.innermost[identity] = outer
        if caller is not None and node is not None:
            run.reporter.callers.pop()
        run.frame, run.reporter.site, run.reporter.arguments, run.world.library = held
        run.depth -= 1
        run.active[identity] = active


def _comes_closer(run: Interpreter, identity: int, active: int, arguments: tuple[Any, ...]) -> bool:
    """Whether a function that calls itself may come to an end: not if it does so with what is as unknown again."""
    run.recursions[identity] += 1
    calls, statements = run.recursions[identity], run.steps - run.recursion_began[identity]
    if calls > RECURSIVE_CALLS or (calls > FEW_CALLS and statements > RECURSIVE_STATEMENTS):
        return False
    before = run.innermost.get(identity)
    if active < 2 or before is None or len(before) != len(arguments):
        return True
    blind = 0
    for old, new in zip(before, arguments, strict=True):
        if type(old) is Unknown and type(new) is Unknown and old.kind == new.kind and new.tensor is None:
            blind += 1
        elif old is not new and not same(old, new):
            return True
    return not blind


def run_body(run: Interpreter, function: FunctionValue, frame: Frame) -> Any:
    """Run a function's body and return what its live exits return, their states joined."""
    node = function.node
    if isinstance(node, ast.Lambda):
        run.steps += 1
        if run.steps > run.budget:
            reconsider(run)
        return run.evaluate(node.body, frame)
    body = node.body
    final = body[-1]
    if type(final) is ast.Return:
        alive = run.execute(body[:-1], frame)
        if alive:
            run.steps += 1
            try:
                value = None if final.value is None else run.evaluate(final.value, frame)
                if not frame.exits:
                    return value
                frame.exits.append((value, state.capture(frame.mark)))
            except PathEnds:  # what is returned ends the program: sys.exit, absl's app.run ...
                if not frame.exits:
                    raise
            alive = False
    else:
        alive = run.execute(body, frame)
    if not frame.exits:
        return None if alive else NEVER
    if not alive and len(frame.exits) == 1:
        value, delta = frame.exits[0]
        state.rollback(frame.mark)
        state.apply(delta)
        return value
    if alive:
        frame.exits.append((None, state.capture(frame.mark)))
    state.rollback(frame.mark)
    values = [value for value, _ in frame.exits]
    merge([delta for _, delta in frame.exits])
    from gnomon.check.expressions import joined

    return joined(values)


NEVER = Unknown("never")
"""What a function returns that always raises or exits."""


def _run_generator(
    run: Interpreter, function: FunctionValue, frame: Frame, site: Any, states: list[Delta] | None
) -> Iteration:
    from gnomon.check.expressions import joined

    identity = id(function.node)
    active = run.active.get(identity, 0)
    if active >= 2 or run.depth >= DEPTH_LIMIT:
        return Iteration(make=lambda: UNKNOWN)
    run.active[identity] = active + 1
    run.depth += 1
    frame.yields, frame.held = [], states
    frame.mark = state.mark()
    held = run.frame, run.reporter.site, run.reporter.arguments, run.world.library
    run.frame, run.world.library = frame, None
    if site is not None:
        run.reporter.callers.append(site)
    try:
        run_body(run, function, frame)
    finally:
        if site is not None:
            run.reporter.callers.pop()
        run.frame, run.reporter.site, run.reporter.arguments, run.world.library = held
        run.depth -= 1
        run.active[identity] = active
    yields = frame.yields
    if frame.yields_exact:
        return Iteration(tuple(yields))
    typical = joined(yields) if yields else UNKNOWN
    return Iteration(make=lambda: typical)


@statement(ast.Return)
def _return(run: Interpreter, node: ast.Return, frame: Frame) -> bool:
    value = None if node.value is None else run.evaluate(node.value, frame)
    frame.exits.append((value, state.capture(frame.mark)))
    return False


def bind_parameters(
    run: Interpreter, function: FunctionValue, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the parameters' values, None if the arguments do not fit."""
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args]
    cell: dict[str, Any] = Cell()
    unknown_rest = "**" in keywords
    given = arguments
    if STAR in arguments:
        position = arguments.index(STAR)
        given = arguments[:position]
        unknown_rest = True
    for parameter, value in zip(positional, given, strict=False):
        cell[parameter.arg] = value
    extra = given[len(positional) :]
    if extra and spec.vararg is None:
        return None
    if spec.vararg is not None:
        cell[spec.vararg.arg] = SequenceValue(UNKNOWN) if STAR in arguments else tuple(extra)
    rest: dict[str, Any] = {}
    names = {parameter.arg for parameter in (*spec.args, *spec.kwonlyargs)}
    for name, value in keywords.items():
        if name == "**":
            continue
        if name in names:
            cell[name] = value
        elif spec.kwarg is not None:
            rest[name] = value
        else:
            return None
    if spec.kwarg is not None:
        cell[spec.kwarg.arg] = DictValue(rest, rest=UNKNOWN if "**" in keywords else None)
    defaults = dict(
        zip(
            (p.arg for p in positional[len(positional) - len(function.defaults) :]),
            function.defaults,
            strict=True,
        )
    )
    defaults.update(function.keyword_defaults)
    for parameter in (*positional, *spec.kwonlyargs):
        name = parameter.arg
        if name not in cell:
            if name in defaults and not unknown_rest:
                cell[name] = defaults[name]
            elif name in defaults or unknown_rest:
                cell[name] = Unknown(name=name)
            else:
                return None
    return cell
