"""`import theano` as this package."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

HERE = "gnomon.theano"

# What Theano carried of another package: the package itself, if it is installed.
CARRIED = "theano.compat.six"


def _real_name(name: str) -> str:
    """Return the name of the module that a module of Theano is here."""
    if name == CARRIED or name.startswith(f"{CARRIED}."):
        return name.removeprefix("theano.compat.")
    return HERE + name.removeprefix("theano")


def _is_there(module: str) -> bool:
    """Whether a module can be imported."""
    try:
        return module in sys.modules or importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


class _Alias(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `theano.x` as `gnomon.theano.x`, the same module."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        if name != "theano" and not name.startswith("theano."):
            return None
        real = _real_name(name)
        found = _is_there(real)
        if not found and name == CARRIED:
            raise ModuleNotFoundError(
                f"{name} is the package {real}, which is not installed: pip install {real}", name=real
            )
        if not found:
            return None
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(_real_name(spec.name))
        self._kept = {
            **getattr(self, "_kept", {}),
            spec.name: (module.__spec__, module.__loader__, module.__name__),
        }
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own specification back: importing it as an alias changed it."""
        for spec, loader, name in self._kept.values():
            if name == (spec.name if spec else None) and sys.modules.get(name) is module:
                module.__spec__, module.__loader__, module.__name__ = spec, loader, name


def install() -> None:
    """Make ``import theano`` mean `gnomon.theano`, for the rest of the process."""
    if not any(isinstance(finder, _Alias) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Alias())
