"""Calling one model with abstract arguments made from concrete ones, to compare it with the real library."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from gnomon.check.api import Checker
from gnomon.check.diagnostic import Diagnostic, Level
from gnomon.check.library import _attempt
from gnomon.check.source import Site, Source
from gnomon.models import loading, registry
from gnomon.shapes import Dtype, Shape, dtypes
from gnomon.values import Bound, LibraryFunction, ListValue, Modelled, Tensor, Unknown


@dataclass(frozen=True)
class Trial:
    """What a model made of a call: its value, what it reported, and the exception it raised, if any."""

    value: Any
    diagnostics: tuple[Diagnostic, ...]
    error: Exception | None

    @property
    def raises(self) -> bool:
        """Whether the model says that the real call raises."""
        return any(d.level is Level.ERROR for d in self.diagnostics)

    @property
    def unknown(self) -> bool:
        """Whether the model knows nothing of the result."""
        return type(self.value) is Unknown

    @property
    def shapes(self) -> Any:
        """The shape of the result: a tuple of ints, or a list of such for several; None if unknown."""
        return shapes_in(self.value)


def shapes_in(value: Any) -> Any:
    """Return the shapes of a result: nested as the result is."""
    if type(value) is Tensor:
        return None if value.shape.rank is None else value.shape.dims
    if type(value) in (tuple, list):
        return [shapes_in(item) for item in value]
    if type(value) is ListValue and value.items is not None:
        return [shapes_in(item) for item in value.items]
    if type(value) in (int, float, bool):
        return ()
    return None


def abstract(value: Any, library: str) -> Any:
    """Return a concrete argument as the checker sees it: arrays become tensors without data."""
    if type(value) in (list, tuple):
        return type(value)(abstract(item, library) for item in value)
    if type(value) is dict:
        return {key: abstract(item, library) for key, item in value.items()}
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is not None and dtype is not None and not isinstance(value, (Tensor, type)):
        return Tensor(Shape(tuple(int(size) for size in shape)), dtype_of(dtype), library)
    if type(value).__module__ == "torch" and type(value).__name__ == "dtype":
        return dtype_of(value)
    return value


def dtype_of(dtype: Any) -> Dtype | None:
    """Return a library's dtype as the checker's."""
    name = getattr(dtype, "name", None)
    return dtypes.parse(name if isinstance(name, str) else str(dtype))


_checker: Checker | None = None


def checker() -> Checker:
    """Return the checker that runs the trials, strict: a model that fails is a failing test."""
    global _checker
    if _checker is None:
        _checker = Checker()
        _checker.run.strict = True
    _checker._resume()
    return _checker


_SOURCE = Source("trial.py", "trial()", compile("trial()", "trial.py", "exec", 0x400))  # type: ignore[arg-type]


_NONE = ast.parse("None").body[0].value  # type: ignore[attr-defined]
"""Where a trial writes each None that it gives."""


def trial(
    name: str,
    arguments: tuple[Any, ...] = (),
    keywords: dict[str, Any] | None = None,
    *,
    method: str | None = None,
) -> Trial:
    """Call the model of a dotted name with abstract arguments.

    With ``method=library`` the name is that of a tensor method. A callable value (a layer that an earlier
    trial made) may stand in place of the name.
    """
    run = checker().run
    if isinstance(name, str):
        if method is not None:
            target: Any = registry.METHODS.get((method, name))
        else:
            loading.load(name.partition(".")[0])
            target = registry.lookup(name)
    else:
        target = name
    if isinstance(target, type) and issubclass(target, Modelled):
        target = LibraryFunction(target.library_name, target)
    if type(target) is Bound or isinstance(target, Modelled):
        label = type(target).library_name if isinstance(target, Modelled) else "bound"
        target = LibraryFunction(label, target if isinstance(target, Modelled) else target.function.function)
    if type(target) is not LibraryFunction:
        return Trial(target if type(target) is Unknown else Unknown(reason=("unmodelled", name)), (), None)
    node = _SOURCE.tree.body[0].value  # type: ignore[attr-defined]
    site = Site(_SOURCE, node)
    error = None
    value: Any = Unknown()

    def action() -> Any:
        return _attempt(run, target, arguments, keywords or {}, site, [(None, _NONE)])

    try:
        value, found = run.reporter.collect(action)
    except Exception as raised:
        error, found = raised, []
    return Trial(value, tuple(found), error)
