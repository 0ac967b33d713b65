"""Calls whose arguments do not fit the function of the program that they reach."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.ops.rule import Refutation
from gnomon.values import STAR, Bound, ClassValue, FunctionValue, Instance

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
    if STAR in arguments or "**" in keywords or (run.cold and _passes_on(node)):
        return
    target = _target(callee)
    if target is None:
        return
    function, bound, offered = target
    why = misfit(function, len(arguments) + bound, keywords, bound, offered)
    if why is None or (run.cold and callee_is_own(callee, frame)):
        return
    message, fields, help = why
    where = "" if function.module.source is not frame.source else f" (line {function.node.lineno})"
    fields.update(name=function.name, where=where)
    run.reporter.site, run.reporter.arguments = run.site(frame, node), []
    run.reporter.refute("", Refutation("arguments", "{op}: " + message, fields, None, help))


def _passes_on(node: Any) -> bool:
    """Whether a call passes on what its function is given, of which nothing is known where nobody calls that."""
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
        if entry == "call":
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


def misfit(
    function: FunctionValue, count: int, keywords: dict[str, Any], bound: int, offered: frozenset[str]
) -> tuple[str, dict[str, Any], str | None] | None:
    """Return why arguments do not fit a function, as message, fields and help; None if they do."""
    spec = function.node.args
    positional = [parameter.arg for parameter in (*spec.posonlyargs, *spec.args)]
    named = {parameter.arg for parameter in (*spec.args, *spec.kwonlyargs)}
    takes = positional[bound:]
    signature = ", ".join([*takes, *(parameter.arg for parameter in spec.kwonlyargs)])
    if count > len(positional) and spec.vararg is None:
        how = "no arguments" if not takes else f"{_counted(len(takes))} ({signature})"
        message = "{name}{where} takes {how}, but {given} given"
        return message, {"how": how, "given": _given(count - bound)}, None
    for keyword in keywords:
        if keyword not in named and spec.kwarg is None and keyword not in offered:
            help = _nearest(keyword, named) or (f"it has {signature}" if signature else None)
            return "{name}{where} has no parameter {keyword}", {"keyword": keyword}, help
        if keyword in positional[:count] and keyword not in {p.arg for p in spec.posonlyargs}:
            return "{name}{where} gets {keyword} twice, by position and by name", {"keyword": keyword}, None
    optional = set(positional[len(positional) - len(function.defaults) :]) if function.defaults else set()
    missing = [name for name in positional[count:] if name not in optional and name not in keywords]
    missing += [
        parameter.arg
        for parameter in spec.kwonlyargs
        if parameter.arg not in function.keyword_defaults and parameter.arg not in keywords
    ]
    if not missing:
        return None
    return "{name}{where} takes {signature}, but {missing} is not given", {
        "signature": f"({signature})",
        "missing": " and ".join(missing),
    }, None  # fmt: skip


def _counted(count: int) -> str:
    return "1 argument" if count == 1 else f"{count} arguments"


def _given(count: int) -> str:
    return "1 is" if count == 1 else f"{count} are"


def _nearest(keyword: str, names: set[str]) -> str | None:
    from difflib import get_close_matches

    found = get_close_matches(keyword, names, 1)
    return f"is {found[0]} meant?" if found else None
