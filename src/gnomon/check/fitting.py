"""Calls whose arguments do not fit the function of the program that they reach."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from gnomon.check.passed_in import is_chosen
from gnomon.models import registry
from gnomon.ops.rule import Refutation
from gnomon.values import STAR, Bound, ClassValue, FunctionValue, Instance, LibraryFunction, Modelled
from gnomon.values.parameters import Misfit, Parameters, is_misspelt

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

_OFFERED = frozenset(["training", "mask"])
"""Arguments that Keras takes of a call itself where the layer does not want them."""


def refuse_arguments(
    run: Interpreter,
    callee: Any,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    node: Any,
    frame: Frame,
) -> None:
    """Report a call that Python refuses: too many arguments, too few, or a keyword that is no parameter."""
    target = None if STAR in arguments else _target(callee)
    if target is None:
        return
    function, bound, offered = target
    fitting = frame.source.fitting
    fit = fitting.get((node, function.name))
    offers = len(arguments) + bound
    if fit is not None and fit[0] is function.node and fit[1] == offers and fit[2] == keywords.keys():
        return
    why = parameters_of(function).without(bound).misfit(len(arguments), keywords, offered)
    if why is None:
        fitting[node, function.name] = (function.node, offers, frozenset(keywords))
        return
    if (run.cold and callee_is_own(callee, frame)) or _passes_on(node) or is_chosen(node, frame.source):
        return
    if type(callee) is FunctionValue and isinstance(getattr(node, "func", None), ast.Call):
        return  # what a call returns may be wrapped: functools.wraps gives the function that is wrapped
    message, fields, help = why
    if offered and offered.issuperset(fields.get("missing", "it").split(" and ")):
        return  # Keras gives them itself, or its older versions do
    where = "" if function.module.source is not frame.source else f" (line {function.node.lineno})"
    fields.update(name=function.name, where=where)
    run.reporter.site, run.reporter.arguments = run.site(frame, node), []
    run.reporter.refute("", Refutation("arguments", "{op}: {name}{where} " + message, fields, None, help))


def _passes_on(node: Any) -> bool:
    """Whether a call passes on a row or a table of arguments, whose entries are followed too loosely to count."""
    return isinstance(node, ast.Call) and (
        any(keyword.arg is None for keyword in node.keywords)
        or any(isinstance(argument, ast.Starred) for argument in node.args)
    )


def callee_is_own(callee: Any, frame: Frame) -> bool:
    """Whether a method calls one of its own object, which a subclass may define otherwise."""
    return type(callee) is Bound and callee.receiver is frame.receiver


def _target(callee: Any) -> tuple[FunctionValue, int, frozenset[str]] | None:
    """Return the function that a call reaches, how many arguments come by themselves, and what is swallowed."""
    kind, offered = type(callee), frozenset[str]()
    bound, function = 0, callee
    if kind is Bound:
        bound, function = 1, callee.function
    elif kind is Instance:
        found = callee.cls.lookup("__call__")
        entry = None
        if found is None and not callee.cls.has_unknown_base:
            entry = getattr(callee.native, "entry", None)
            found = None if entry is None else callee.cls.lookup(entry)
        if found is None or callee.cls.has_unknown_base or (entry is not None and entry in callee.cell):
            return None
        if hooks_of(callee.native) is not None:
            return None  # they may change what it is given
        if entry == "call":
            call = found[0]
            if type(call) is FunctionValue and "_register_call_context_args" in call.module.source.text:
                return None  # Keras hands such arguments on by itself
            offered = _OFFERED
        elif entry is None and callee.native is not None:
            return None
        bound, function = 1, found[0]
    elif kind is ClassValue:
        if not _plainly_made(callee):
            return None
        found = callee.lookup("__init__")
        if found is None:
            return None
        bound, function = 1, found[0]
    if type(function) is not FunctionValue or not isinstance(function.node, ast.FunctionDef):
        return None
    if function.node.decorator_list or _only_announced(function.node):
        return None
    return function, bound, offered


def _plainly_made(cls: ClassValue) -> bool:
    """Whether making an object runs ``__init__`` with the arguments of the call."""
    for base in cls.lineage:
        if type(base) is ClassValue:
            if base.node is None or base.node.keywords or base.node.decorator_list or "__new__" in base.cell:
                return False
        elif getattr(base, "entry", None) not in ("forward", "call"):
            return False
    return True


def _only_announced(node: ast.FunctionDef) -> bool:
    """Whether a body does nothing but raise or pass: the true one is elsewhere."""
    return all(
        type(line) in (ast.Pass, ast.Raise) or (type(line) is ast.Expr and type(line.value) is ast.Constant)
        for line in node.body
    )


def parameters_of(function: FunctionValue) -> Parameters:
    """Return what a function of the program takes."""
    spec = function.node.args
    positional = tuple(parameter.arg for parameter in (*spec.posonlyargs, *spec.args))
    optional = set(positional[len(positional) - len(function.defaults) :]) if function.defaults else set()
    return Parameters(
        positional,
        len(spec.posonlyargs),
        tuple(parameter.arg for parameter in spec.kwonlyargs),
        frozenset({*optional, *function.keyword_defaults}),
        spec.vararg is not None,
        spec.kwarg is not None,
    )


def refuse_library_call(
    run: Interpreter,
    function: LibraryFunction,
    library: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    site: Any,
) -> None:
    """Report a call that a library's function or layer refuses for what it is given."""
    node: Any = site.node
    own: Any = function.function
    if type(node) is not ast.Call or hooks_of(own) is not None:
        return
    called = type(own) if isinstance(own, Modelled) else own
    fitting = site.source.fitting
    fit = fitting.get((node, function.name))
    if fit is not None and fit[0] is called and fit[1] == len(arguments) and fit[2] == keywords.keys():
        return
    if not _is_refused(run, function, library, arguments, keywords, site):
        fitting[node, function.name] = (called, len(arguments), frozenset(keywords))


def hooks_of(called: Any) -> Any:
    """Return what runs a layer whose calls functions of the program see first, and may change; None for others."""
    return getattr(called, "hooked", None) if isinstance(called, Modelled) else None


def _is_refused(
    run: Interpreter,
    function: LibraryFunction,
    library: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    site: Any,
) -> bool:
    """Report a call that is refused, and return whether it is."""
    from gnomon.models.signatures import EXACT

    names, versions = _written(function, library, site.node)
    if not versions:
        return False
    layer, method = isinstance(function.function, Modelled), _is_method(function, library, site.node)
    why = _misfit(versions, len(arguments) - method, keywords, library in EXACT)
    if why is None or not (layer or method or library in EXACT or _means(names, site.source.text)):
        return False
    if _passes_on(site.node) or is_chosen(site.node, site.source):
        return False
    _report(run, site, why)
    return True


def _written(function: LibraryFunction, library: str, node: ast.Call) -> tuple[list[str], list[Parameters]]:
    """Return the names under which what is called is written down, and what they take in each version."""
    from gnomon.models.signatures import METHODS, names_ending, parameters_of

    own: Any = function.function
    last = _last_name(node)
    method = _is_method(function, library, node)
    if isinstance(own, Modelled):
        names = [f"{function.name}()"]
    elif method:
        names = [f"{METHODS[library]}.{last}"] if library in METHODS else []
    else:
        names = [
            name
            for name in names_ending(library, last)
            if (record := registry.NAMES.get(name)) is function or record is own
        ]
    return names, [
        version.without(method) for name in names for version in parameters_of(library, name) or ()
    ]


def _last_name(node: ast.Call) -> str:
    return str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))


def _is_method(function: LibraryFunction, library: str, node: ast.Call) -> bool:
    """Whether a call reaches a method of a library's arrays."""
    return registry.METHODS.get((library, _last_name(node))) is function


def refuse_unbound(
    run: Interpreter,
    function: LibraryFunction,
    library: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    site: Any,
) -> None:
    """Report a call that leaves out what a model needs, or misspells it: its parameters are the library's.

    What is written down of a function has been asked before, and counts alone. Other names, and more arguments,
    may be those of a version or an overload that the model does not have.
    """
    from gnomon.models.signatures import EXACT

    node = site.node
    if type(node) is not ast.Call or _passes_on(node) or is_chosen(node, site.source):
        return
    if hooks_of(function.function) is not None:
        return
    taken = None if _written(function, library, node)[1] else _taken_by(function.function)
    method = _is_method(function, library, node)
    if taken is None or len(arguments) > len(taken.positional):
        return
    if (
        getattr(arguments[0], "library", None) is None
        if method
        else not _is_named(function, library, _last_name(node))
    ):
        return
    why = _misfit([taken.without(method)], len(arguments) - method, keywords, library in EXACT)
    if why is not None and all(
        name in taken.by_name or is_misspelt(name, taken.by_name) for name in keywords
    ):
        _report(run, site, why)


def _is_named(function: LibraryFunction, library: str, last: str) -> bool:
    """Whether a library has a function or class of this name, and it is what was called."""
    own = function.function
    return any(
        (record is function or record is own) and name.startswith(library) and name.endswith(f".{last}")
        for name, record in registry.NAMES.items()
    )


def _taken_by(model: Any) -> Parameters | None:
    """Return what a model's own parameters are, None if it takes any."""
    import inspect

    kinds = inspect.Parameter
    try:
        found = list(inspect.signature(model).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(parameter.kind in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD) for parameter in found):
        return None
    return Parameters(
        tuple(parameter.name for parameter in found if parameter.kind is not kinds.KEYWORD_ONLY),
        sum(parameter.kind is kinds.POSITIONAL_ONLY for parameter in found),
        tuple(parameter.name for parameter in found if parameter.kind is kinds.KEYWORD_ONLY),
        frozenset(parameter.name for parameter in found if parameter.default is not parameter.empty),
        False,
        False,
    )


def _misfit(versions: list[Parameters], count: int, keywords: dict[str, Any], exact: bool) -> Misfit | None:
    """Return why no version of a function takes such a call, None if one does or an unwritten one may.

    Only where the names of a library are ``exact`` is each other one wrong: else it must be misspelt.
    """
    found = [version.misfit(count, keywords) for version in versions]
    if any(why is None for why in found):
        return None
    taken = {name for version in versions for name in version.by_name}
    if not exact and not all(keyword in taken or is_misspelt(keyword, taken) for keyword in keywords):
        return None
    strangers = [sum(keyword not in version.by_name for keyword in keywords) for version in versions]
    return found[strangers.index(min(strangers))]


def _means(names: list[str], source: str) -> bool:
    """Whether a program surely means one of these names, and none of the same function of which less is known.

    To reach ``library.part.name`` a program must say ``part`` somewhere.
    """
    owner, _, last = names[0].rpartition(".")
    record, place = registry.NAMES[names[0]], registry.NAMES.get(owner)
    said = {part for name in names for part in name.split(".")}
    for name, held in registry.NAMES.items():
        if held is record and name.endswith(f".{last}"):
            other = name
        elif held is place and place is not None:
            other = f"{name}.{last}"
        else:
            continue
        parts = [part for part in other.split(".") if part not in said]
        if other not in names and all(re.search(rf"\b{part}\b", source) for part in parts):
            return False
    return True


def _report(run: Interpreter, site: Any, why: Misfit) -> None:
    run.reporter.site, run.reporter.arguments = site, []
    run.reporter.refute("", Refutation("arguments", "{op} " + why.message, why.fields, None, why.help))
