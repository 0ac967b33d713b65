"""The program as a set of files: reading them once, finding what an import means, keeping loaded modules."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from typing import Any

from gnomon.check.reading import Fault, read_source
from gnomon.check.source import Source
from gnomon.check.trees import children

PROJECT_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")
"""What the folder of a project holds."""


class Project:
    """Files, import roots, versions and script arguments of one check."""

    def __init__(
        self,
        roots: tuple[str, ...] = (),
        versions: Mapping[str, str] | None = None,
        script_arguments: tuple[str, ...] | None = None,
        assumptions: Mapping[str, str] | None = None,
    ) -> None:
        self.roots = [_normal(root) for root in roots]
        self.versions = {name: _version(text) for name, text in (versions or {}).items()}
        self.script_arguments = script_arguments
        self.assumptions = dict(assumptions or {})
        self.sources: dict[str, Source | Fault] = {}
        self.text_held = 0
        self.modules: dict[str, Any] = {}
        self._fields: dict[int, tuple[str, ...]] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        self._packages: dict[str, bool] = {}
        self._around: dict[str, tuple[str, ...]] = {}
        self._projects: dict[str, list[str]] = {}

    def source(self, path: str, text: str | None = None) -> Source | Fault:
        """Return a file, read and parsed once."""
        found = self.sources.get(path)
        if found is None or text is not None:
            found = self.sources[path] = read_source(path, text)
            self.text_held += len(getattr(found, "text", ""))
        return found

    def forget(self, path: str) -> None:
        """Let a file go: it is read again when it is needed."""
        found = self.sources.pop(path, None)
        self.text_held -= len(getattr(found, "text", ""))

    def find(self, name: str, importer: str) -> str | None:
        """Return the file of an absolute dotted module name as seen from a file, None if it is not ours."""
        folder = folder_of(importer)
        key = (name, folder)
        if key not in self._found:
            self._found[key] = self._search(name, folder)
        return self._found[key]

    def _search(self, name: str, folder: str) -> str | None:
        parts = name.split(".")
        for base in self._bases(folder):
            found = module_file(base, parts)
            if found is not None:
                return found
        for base in self._above(folder):
            top = os.path.join(base, parts[0])
            if self.is_package(top) or os.path.isfile(top + ".py"):
                return module_file(base, parts)
        return None

    def _above(self, folder: str) -> list[str]:
        """Return the folders above a file up to the one that holds the project, and the `src` of each.

        A script below `examples` or `tools` imports the project's own package, which is installed where it runs.
        """
        found = self._projects.get(folder)
        if found is None:
            if any(os.path.exists(os.path.join(folder, mark)) for mark in PROJECT_MARKS):
                found = [folder, os.path.join(folder, "src")]
            else:
                up = os.path.dirname(folder)
                rest = self._above(up) if up != folder and folder else []
                found = [folder, os.path.join(folder, "src"), *rest] if rest else []
            self._projects[folder] = found
        return found

    def is_package(self, folder: str) -> bool:
        """Whether a folder is a package."""
        found = self._packages.get(folder)
        if found is None:
            found = os.path.exists(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder
            self._packages[folder] = found
        return found

    def packages_around(self, path: str) -> tuple[str, ...]:
        """Return the ``__init__`` files of the packages a module lies in, the outermost first."""
        found = self._around.get(path)
        if found is None:
            folder, packages = folder_of(path), []
            if os.path.basename(path) == "__init__.py":
                folder = os.path.dirname(folder)
            while self.is_package(folder):
                packages.append(os.path.join(folder, "__init__.py"))
                folder = os.path.dirname(folder)
            found = self._around[path] = tuple(reversed(packages))
        return found

    def _bases(self, folder: str) -> list[str]:
        bases = [folder]
        current = folder
        while self.is_package(current):
            current = os.path.dirname(current)
            bases.append(current)
        for up in (os.path.dirname(current), *self.roots):
            if up not in bases:
                bases.append(up)
        return bases

    def relative(self, name: str, level: int, importer: str) -> str | None:
        """Return the file that a relative import means."""
        folder = folder_of(importer)
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        if not name:
            init = os.path.join(folder, "__init__.py")
            return init if os.path.exists(init) else None
        return module_file(folder, name.split("."))

    def is_generator(self, node: ast.FunctionDef | ast.AsyncFunctionDef, source: Source) -> bool:
        """Whether a function yields."""
        if "yield" not in source.text:
            return False
        found = source.generators.get(id(node))
        if found is None:
            found = source.generators[id(node)] = _yields(node.body)
        return found

    def field_names(self, node: ast.ClassDef) -> tuple[str, ...]:
        """Return the names a class body annotates, class variables left out: the fields of a dataclass."""
        found = self._fields.get(id(node))
        if found is None:
            found = self._fields[id(node)] = tuple(
                line.target.id
                for line in node.body
                if type(line) is ast.AnnAssign
                and type(line.target) is ast.Name
                and "ClassVar" not in ast.dump(line.annotation)
            )
        return found


def folder_of(path: str) -> str:
    """Return the folder of a file; the current one is the empty text."""
    return _normal(os.path.dirname(path))


def _normal(folder: str) -> str:
    normal = os.path.normpath(folder)
    return "" if normal == "." else normal


def module_file(base: str, parts: list[str]) -> str | None:
    """Return the file of a module below a folder: a `.py` file, a package, or a bare folder."""
    target = os.path.join(base, *parts)
    for file in (target + ".py", os.path.join(target, "__init__.py")):
        if os.path.isfile(file):
            return file
    try:
        if os.path.isdir(target) and any(name.endswith(".py") for name in os.listdir(target)):
            return target
    except OSError:
        return None
    return None


def _yields(body: list[ast.stmt]) -> bool:
    stack: list[ast.AST] = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(children(node))
    return False


def _version(text: str) -> tuple[int, ...]:
    parts = []
    for part in text.split("."):
        digits = "".join(c for c in part if c.isdigit())
        if not digits:
            break
        parts.append(int(digits))
    return tuple(parts)
