"""How forms are registered and found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array

if TYPE_CHECKING:
    from gnomon.graph.array import Application

Form = Callable[..., Any]
FAMILIES = ("products", "linalg", "fourier", "order")

_FORMS: dict[str, Form] = {}
_loaded: list[bool] = []


def form(*names: str) -> Callable[[Form], Form]:
    """Register ``f(application, *inputs, **attributes)``, which gives simpler expressions or None, for operations."""

    def register(function: Form) -> Form:
        for name in names:
            _FORMS[name] = function
        return function

    return register


def simpler(application: Application, inputs: tuple[Any, ...], attributes: dict[str, Any]) -> Any:
    """Return what an application of an operation to other inputs is made of; None if it is simple already."""
    if not _loaded:
        for family in FAMILIES:
            import_module(f"gnomon.compile.forms.{family}")
        _loaded.append(True)
    function = _FORMS.get(application.op.name)
    if function is None:
        return None
    op = application.op
    missing = (None,) * (op.arrays - len(inputs))
    given = {**(op.defaults or {}), **(op.values or {}), **attributes}
    results = function(application, *inputs, *missing, **given)
    if results is None:
        return None
    listed = tuple(results) if isinstance(results, (tuple, list)) else (results,)
    for result, out in zip(listed, application.outputs, strict=True):
        if result.dtype is not out.dtype or result.ndim != out.ndim:
            return None
    place(listed, inputs, application)
    return listed


def place(results: Iterable[Array], inputs: Iterable[Any], application: Application) -> None:
    """Let new expressions stand on the user's line of what they are made for."""
    known = {id(array) for array in _flat(inputs)}
    waiting = [array for array in results if id(array) not in known]
    while waiting:
        made = waiting.pop().application
        if made is None or made is application or id(made) in known:
            continue
        known.add(id(made))
        made.site = application.site
        waiting += [array for array in _flat(made.inputs) if id(array) not in known]


def _flat(entries: Iterable[Any]) -> Iterable[Array]:
    for entry in entries:
        if isinstance(entry, Array):
            yield entry
        elif isinstance(entry, (tuple, list)):
            yield from _flat(entry)


def through_body(application: Application, *inputs: Any, **attributes: Any) -> Any:
    """What the body of an operation gives, where gradients or the table have one."""
    from gnomon.graph.gradients.registry import BODIES

    name = application.op.name
    body = application.op.body or BODIES.get(name)
    return None if body is None else body(*inputs, **attributes)
