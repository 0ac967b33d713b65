"""Calling models of library functions: exporting values, spreading alternatives, noting what made what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product as combinations
from typing import TYPE_CHECKING, Any

from gnomon.check.fitting import refuse_library_call, refuse_unbound
from gnomon.check.nothing import are_sure
from gnomon.models.registry import AFTER, OTHER_NAMES
from gnomon.ops.record import TABLE
from gnomon.shapes import Dim, Shape
from gnomon.values import (
    UNKNOWN,
    Choice,
    DictValue,
    LibraryFunction,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    state,
)

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

ALTERNATIVES_LIMIT = 8
TENSOR_LIBRARIES = {
    "torch": "torch",
    "torchvision": "torch",
    "tensorflow": "tf",
    "keras": "tf",
    "numpy": "numpy",
    "jax": "jax",
    "flax": "jax",
    "optax": "jax",
    "haiku": "jax",
    "equinox": "jax",
    "scipy": "numpy",
    "sklearn": "numpy",
    "pandas": "numpy",
    "tf": "tf",
    "tf1": "tf",
}


class _Frameworks(dict[str, str | None]):
    """Whose tensors a function makes, by its dotted name, each looked up once."""

    def __missing__(self, name: str) -> str | None:
        found = self[name] = TENSOR_LIBRARIES.get(name.partition(".")[0])
        return found


_FRAMEWORKS = _Frameworks()


class Maker:
    """What made a tensor of a deferred graph: enough to make it again with other inputs."""

    __slots__ = ("arguments", "callers", "function", "keywords", "library", "part", "site", "spots")

    def __init__(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        site: Any,
        spots: list[tuple[Any, Any]],
        library: str | None,
        part: tuple[Any, ...] | None = None,
        callers: tuple[Any, ...] = (),
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.keywords = keywords
        self.site = site
        self.spots = spots
        self.library = library
        self.part = part
        self.callers = callers


class ModelFault(Exception):
    """A model failed on its arguments."""


def exported(value: Any) -> Any:
    """Return a value as plain Python data for a model, where it can be."""
    kind = type(value)
    if kind is ListValue:
        return value if value.items is None else [exported(item) for item in value.items]
    if kind is tuple:
        return tuple([exported(item) for item in value])
    if kind is DictValue and value.rest is None and value.kind == "dict":
        return {key: exported(item) for key, item in value.cell.items()}
    return value


def imported(value: Any) -> Any:
    """Return what a model returned as values of the program."""
    kind = type(value)
    if kind is list:
        return ListValue([imported(item) for item in value])
    if kind is dict:
        return DictValue({key: imported(item) for key, item in value.items()})
    if kind is tuple:
        return tuple([imported(item) for item in value])
    return value


def call_library(
    run: Interpreter,
    function: LibraryFunction,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Call a modelled function at a place of the program."""
    site = run.site(frame, node)
    if function.raw:
        return _attempt(run, function, arguments, keywords, site, spots)
    for value in arguments:
        if type(value) is Choice:
            return _spread(run, function, arguments, keywords, site, spots)
    for value in keywords.values():
        if type(value) is Choice:
            return _spread(run, function, arguments, keywords, site, spots)
    value = _attempt(run, function, arguments, keywords, site, spots)
    _count(run, function, value, site)
    return value


def _spread(
    run: Interpreter,
    function: LibraryFunction,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    site: Any,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Call once for each alternative of the arguments; an error counts where all alternatives have it."""
    names = list(keywords)
    columns = [
        value.values if type(value) is Choice else (value,) for value in (*arguments, *keywords.values())
    ]
    total = 1
    for column in columns:
        total *= len(column)
    if total > ALTERNATIVES_LIMIT:
        return Unknown(reason=("too many alternatives", function.name))
    originals = (*arguments, *keywords.values())

    def attempt(row: tuple[Any, ...]) -> Callable[[], Any]:
        def action() -> Any:
            placed = [
                (single, place)
                for held, place in spots
                for original, single in zip(originals, row, strict=True)
                if held is original
            ]
            positional = row[: len(arguments)]
            named = dict(zip(names, row[len(arguments) :], strict=True))
            return _attempt(run, function, positional, named, site, placed)

        return action

    from gnomon.check.expressions import joined

    values = run.fork([attempt(row) for row in combinations(*columns)])
    value = joined(values) if values else UNKNOWN
    _count(run, function, value, site)
    return value


def _attempt(
    run: Interpreter,
    function: LibraryFunction,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    site: Any,
    spots: list[tuple[Any, Any]],
) -> Any:
    reporter = run.reporter
    world = run.world
    held = reporter.site, reporter.arguments, world.library, world.surely_nothing
    given_nothing = _hold_nothing(arguments) or _hold_nothing(keywords.values())
    world.surely_nothing = partial(are_sure, spots, run.frame, world.nothing) if given_nothing else None
    outer, world.calling = world.calling, function.name
    reporter.site, reporter.arguments = site, spots
    library = _FRAMEWORKS[function.name]
    if library is not None and "." in function.name:
        refuse_library_call(run, function, function.name.partition(".")[0], arguments, keywords, site)
        reporter.site, reporter.arguments = site, spots
    if library is not None:
        world.library = library
    try:
        if function.raw:
            value = function.function(*arguments, **keywords)
        else:
            value = function.function(
                *[exported(value) if type(value) in _HOLDERS else value for value in arguments],
                **{
                    name: exported(value) if type(value) in _HOLDERS else value
                    for name, value in keywords.items()
                },
            )
        if library == "torch" or (library is None and type(value) is Tensor and value.library == "torch"):
            after = AFTER.get("torch")
            if after is not None:
                value = after(function.name, function.function, arguments, keywords, value)
    except Exception as error:
        from gnomon.check.budgets import OutOfBudget
        from gnomon.check.interpreter import PathEnds

        if isinstance(error, (OutOfBudget, PathEnds)):
            raise
        if run.strict:
            raise ModelFault(f"{function.name}: {type(error).__name__}: {error}") from error
        note_misunderstood(run, function.name, error)
        unbound = isinstance(error, TypeError) and error.__traceback__ and not error.__traceback__.tb_next
        if unbound and library is not None and not function.raw:
            renamed = with_other_names(keywords, library)
            if renamed is not None:
                return _attempt(run, function, arguments, renamed, site, spots)
            refuse_unbound(run, function, function.name.partition(".")[0], arguments, keywords, site)
        return Unknown(reason=("not understood", function.name))
    finally:
        reporter.site, reporter.arguments, world.library, world.surely_nothing = held
        world.calling = outer
    nothing = value is None and library is not None and function.returns_tensor
    value = UNKNOWN if nothing else imported(value)
    if not function.raw and library not in _EAGER:
        _remember_maker(function.function, arguments, keywords, site, spots, library, value, run)
    return value


def _hold_nothing(values: Iterable[Any]) -> bool:
    """Whether one of the values is None, or a sequence that has it in it."""
    for value in values:
        kind = type(value)
        if kind is ListValue:
            value = value.items
            kind = type(value)
        if value is None or (kind in _ROWS and any(item is None for item in value)):
            return True
    return False


_ROWS = (tuple, list)


def with_other_names(keywords: dict[str, Any], library: str) -> dict[str, Any] | None:
    """Return the arguments under a library's own names for them, None if they have no others."""
    names = OTHER_NAMES.get(library, {})
    renamed = {names.get(name, name): value for name, value in keywords.items()}
    return None if renamed.keys() == keywords.keys() or len(renamed) < len(keywords) else renamed


def _remember_maker(
    function: Any,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    site: Any,
    spots: list[tuple[Any, Any]],
    library: str | None,
    value: Any,
    run: Interpreter,
) -> None:
    """Note on tensors that depend on a placeholder or symbolic input how they were made."""
    if (
        type(value) is not Tensor
        and type(value) not in _HOLDERS
        and not callable(getattr(type(value), "parts", None))
    ):
        return
    if not any(map(is_deferred, arguments)) and not any(map(is_deferred, keywords.values())):
        return
    callers = tuple(run.reporter.callers)
    given = {id(tensor) for _, tensor in tensors_in((*arguments, *keywords.values()))}
    for path, result in tensors_in(value):
        made_here = result.site is None or result.site is site or result.site.node is site.node
        if result.maker is None and made_here and id(result) not in given:
            result.maker = Maker(function, arguments, keywords, site, spots, library, path or None, callers)


_HOLDERS = (tuple, ListValue, DictValue)
_EAGER = frozenset(["torch", "jax"])
"""Libraries whose functions take no symbolic inputs."""


def tensors_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Tensor]]:
    """Return the tensors in a result, each with the steps that lead to it."""
    if type(value) is Tensor:
        return [(path, value)]
    found: list[tuple[tuple[Any, ...], Tensor]] = []
    for step, member in members_of(value):
        found.extend(tensors_in(member, (*path, step)))
    return found


def members_of(value: Any) -> list[tuple[Any, Any]]:
    """Return what a tuple, list, dict or modelled record holds, by position or key."""
    if type(value) is tuple:
        return list(enumerate(value))
    if type(value) is ListValue:
        return list(enumerate(value.items)) if value.items is not None else []
    if type(value) is DictValue:
        return list(value.cell.items())
    if isinstance(value, Modelled) and callable(getattr(type(value), "parts", None)):
        return list(enumerate(value.parts()))  # type: ignore[attr-defined]
    return []


def is_deferred(value: Any) -> bool:
    """Whether a value holds a tensor of a deferred graph."""
    kind = type(value)
    if kind is Tensor:
        return value.maker is not None
    if kind is tuple or kind is list:
        return any(map(is_deferred, value))
    if kind is ListValue and value.items is not None:
        return any(map(is_deferred, value.items))
    if kind is DictValue:
        return any(map(is_deferred, value.cell.values()))
    if isinstance(value, Modelled) and callable(getattr(kind, "parts", None)):
        return any(map(is_deferred, value.parts()))  # type: ignore[attr-defined]
    return False


def apply_operation(
    run: Interpreter,
    name: str,
    operands: tuple[Any, ...],
    node: Any,
    frame: Frame,
    places: tuple[Any, ...],
    attributes: dict[str, Any] | None = None,
    more: tuple[tuple[Any, Any], ...] = (),
) -> Any:
    """Apply an operation of the table for an operator or a subscript of the program.

    ``more`` tells which expressions gave the arrays among the attributes.
    """
    operation = TABLE.get(name)
    if operation is None:
        return UNKNOWN
    record = LibraryFunction(name, operation)
    spots = [(operand, place) for operand, place in zip(operands, places, strict=True) if place is not None]
    spots.extend(more)
    if any(type(operand) is Choice for operand in operands):
        return _spread(run, record, operands, attributes or {}, run.site(frame, node), spots)
    return _attempt(run, record, operands, attributes or {}, run.site(frame, node), spots)


def apply_tensor_reshape(run: Interpreter, owner: Tensor, sizes: tuple[Any, ...]) -> None:
    """``x.shape = sizes`` reshapes in place."""
    reshaped = guarded(run, lambda: TABLE["reshape"](owner, shape=Shape(sizes)), "shape")
    if type(reshaped) is Tensor:
        state.write_slot(owner, "shape", reshaped.shape)


def guarded(run: Interpreter, action: Callable[[], Any], name: str) -> Any:
    """Run a piece of a model; what it does not understand is unknown."""
    try:
        return action()
    except Exception as error:
        from gnomon.check.budgets import OutOfBudget
        from gnomon.check.interpreter import PathEnds

        if isinstance(error, (OutOfBudget, PathEnds)):
            raise
        if run.strict:
            raise ModelFault(f"{name}: {type(error).__name__}: {error}") from error
        note_misunderstood(run, name, error)
        return Unknown(reason=("not understood", name))


def note_misunderstood(run: Interpreter, name: str, error: Exception) -> None:
    """Count what made a result unknown: a call that does not bind, or a fault inside a model, with its place."""
    trace = error.__traceback__
    inner = None if trace is None else trace.tb_next
    while inner is not None and inner.tb_next is not None:
        inner = inner.tb_next
    place = "does not bind"
    if inner is not None:
        place = f"{inner.tb_frame.f_globals.get('__name__', '?')}:{inner.tb_lineno}"
    what = f"{name}: {type(error).__name__}: {error}"
    run.misunderstood[what, place] = run.misunderstood.get((what, place), 0) + 1


def construct(
    run: Interpreter,
    cls: type[Modelled],
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Make an object of a modelled class."""
    record = LibraryFunction(cls.library_name, cls, raw=getattr(cls, "raw", False), returns_tensor=False)
    made = call_library(run, record, arguments, keywords, node, frame, spots)
    if isinstance(made, Modelled) and "site" not in made.__dict__:
        made.__dict__["site"] = run.site(frame, node)
    return made


def _count(run: Interpreter, function: LibraryFunction, value: Any, site: Any) -> None:
    if not function.returns_tensor:
        return
    framework = _FRAMEWORKS[function.name]
    if framework is not None:
        count_call(run, framework, value, site)


def count_call(run: Interpreter, framework: str, value: Any, site: Any) -> None:
    """Keep, for the statistics, whether rank and shape of a call's result are known."""
    if type(value) is Tensor:
        rank = value.shape.rank is not None
        whole = rank and known_sizes(value)
        run.statistics[framework, site.source.path, id(site.node)] = (rank, whole)
        return
    singles = value if type(value) is tuple and value else (value,)
    tensors = [single for single in singles if type(single) is Tensor]
    if tensors:
        rank = all(tensor.shape.rank is not None for tensor in tensors)
        whole = rank and all(known_sizes(tensor) for tensor in tensors)
    elif type(value) is Unknown or type(value) is Choice:
        rank = whole = False
    else:
        return
    run.statistics[framework, site.source.path, id(site.node)] = (rank, whole)


def known_sizes(tensor: Tensor) -> bool:
    """Whether each size of a tensor is a number, a named size, or made of such."""
    for size in tensor.shape.dims:
        if type(size) is Dim:
            for atom in size.symbols():
                if atom.name is None:
                    return False
    return True


def note_unmodelled(run: Interpreter, callee: Unknown, node: Any, frame: Frame) -> None:
    """Count a call of a library function that has no model."""
    reason = callee.reason
    if type(reason) is tuple and reason[0] == "unmodelled":
        framework = TENSOR_LIBRARIES.get(reason[1].partition(".")[0])
        if framework is not None:
            run.statistics[framework, frame.source.path, id(node)] = (False, False)
