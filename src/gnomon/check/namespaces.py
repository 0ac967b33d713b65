"""The names of a module as a dict: ``globals()[name]``, ``sys.modules[__name__]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.check.builtins.registry import interpreter
from gnomon.models.registry import computed
from gnomon.values import UNKNOWN, Iteration, Modelled, ModuleValue, state, unknown_of


def raw(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a method that takes the values of the program as they are."""
    function.raw = True  # type: ignore[attr-defined]
    return function


class Namespace(Modelled):
    """The names of a module of the program. Other names may be there as well."""

    library_name = "globals"

    def __init__(self, module: ModuleValue) -> None:
        self.module = module

    @raw
    def __getitem__(self, key: Any) -> Any:
        return self.module.cell.get(key, UNKNOWN) if type(key) is str else UNKNOWN

    @raw
    def __setitem__(self, key: Any, value: Any) -> None:
        state.write(self.module.cell, key if type(key) is str else "*", value if type(key) is str else True)

    @raw
    def __contains__(self, key: Any) -> Any:
        return True if type(key) is str and key in self.module.cell else unknown_of("bool")

    def __len__(self) -> Any:
        return unknown_of("int")

    @raw
    def get(self, key: Any, default: Any = None) -> Any:
        """Return what a name is bound to."""
        return self[key]

    def items(self) -> Any:
        """Return names and what they are bound to, none of them known."""
        return Iteration(make=lambda: (unknown_of("str"), UNKNOWN))

    def values(self) -> Any:
        """Return what names are bound to, none of it known."""
        return Iteration(make=lambda: UNKNOWN)

    def iterate(self) -> Iteration:
        """A loop visits names that are not known."""
        return Iteration(make=lambda: unknown_of("str"))

    keys = iterate


class Modules(Modelled):
    """``sys.modules``: the modules of the program by name."""

    library_name = "sys.modules"

    @raw
    def __getitem__(self, key: Any) -> Any:
        run = interpreter()
        if type(key) is str and run.frame is not None:
            if run.frame.module.cell.get("__name__") == key:
                return run.frame.module
            found = [module for module in run.project.modules.values() if module.name == key]
            if len(found) == 1:
                return found[0]
        return UNKNOWN

    @raw
    def get(self, key: Any, default: Any = None) -> Any:
        """Return a module by its name."""
        return self[key]

    @raw
    def __contains__(self, key: Any) -> Any:
        return unknown_of("bool")

    def iterate(self) -> Iteration:
        """A loop visits names that are not known."""
        return Iteration(make=lambda: unknown_of("str"))


@computed("sys.modules")
def modules() -> Any:
    """The modules of the program by name."""
    return Modules()
