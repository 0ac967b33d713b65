"""How forms are registered and found."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gnomon.compile.reference.telling import arrays_in

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array

Form = Callable[..., Any]
FAMILIES = ("axes", "products", "reductions", "linalg", "fourier", "order", "complexes")

_FORMS: dict[str, Form] = {}
_COMPLEX: dict[str, Form] = {}
_loaded: list[bool] = []


def form(*names: str) -> Callable[[Form], Form]:
    """Register ``f(application, *inputs, **attributes)``, which gives simpler expressions or None, for operations."""

    def register(function: Form) -> Form:
        for name in names:
            _FORMS[name] = function
        return function

    return register


def also(*names: str) -> Callable[[Form], Form]:
    """Register a form that is for complex numbers alone."""

    def register(function: Form) -> Form:
        for name in names:
            _COMPLEX[name] = function
        return function

    return register


def _form_of(application: Application) -> Form | None:
    name = application.op.name
    found = _COMPLEX.get(name)
    if found is not None and any(
        array.dtype.kind == "complex" for array in (*application.outputs, *application.arrays())
    ):
        return found
    return _FORMS.get(name)


def simpler(application: Application, inputs: tuple[Any, ...], attributes: dict[str, Any]) -> Any:
    """Return what an application of an operation to other inputs is made of; None if it is simple already."""
    if not _loaded:
        for family in FAMILIES:
            import_module(f"gnomon.compile.forms.{family}")
        _loaded.append(True)
    function = _form_of(application)
    if function is None:
        return None
    from gnomon.graph.world import GraphWorld
    from gnomon.ops.world import entered

    op = application.op
    missing = (None,) * (op.arrays - len(inputs))
    given = {**(op.defaults or {}), **(op.values or {}), **attributes}
    with entered(GraphWorld()):
        results = function(application, *inputs, *missing, **given)
    if results is None:
        return None
    listed = tuple(results) if isinstance(results, (tuple, list)) else (results,)
    for result, out in zip(listed, application.outputs, strict=True):
        if result.dtype is not out.dtype or result.ndim != out.ndim:
            return None
    placed(listed, application, inputs)
    return listed


def placed(results: tuple[Array, ...], application: Application, inputs: Any) -> None:
    """Give what a body has made out of inputs the line of its operation."""
    known = set(arrays_in(inputs))
    waiting = list(results)
    while waiting:
        array = waiting.pop()
        made = array.application
        if made is not None and array not in known:
            known.add(array)
            made.site = array.site = application.site
            waiting += made.arrays()
