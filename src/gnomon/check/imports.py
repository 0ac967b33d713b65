"""Imports: modelled libraries, modules of the project, and everything else, which is unknown."""

from __future__ import annotations

import ast
import os
import re
from typing import TYPE_CHECKING, Any

from gnomon.check.budgets import OutOfBudget, follow, resume
from gnomon.check.frames import Frame, Scope
from gnomon.check.interpreter import statement
from gnomon.check.project import module_file
from gnomon.check.source import Source
from gnomon.models import loading, registry
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    LibraryFunction,
    LibraryModule,
    Modelled,
    ModuleValue,
    Unknown,
    state,
)

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter


@statement(ast.Import)
def _import(run: Interpreter, node: ast.Import, frame: Frame) -> bool:
    for name in node.names:
        if name.asname is not None:
            value = import_module(run, name.name, frame)
            state.write(frame.cell_for(name.asname), name.asname, value)
        else:
            top = name.name.partition(".")[0]
            value = import_module(run, top, frame)
            if "." in name.name and type(value) is ModuleValue:
                import_module(run, name.name, frame)
            state.write(frame.cell_for(top), top, value)
    return True


@statement(ast.ImportFrom)
def _import_from(run: Interpreter, node: ast.ImportFrom, frame: Frame) -> bool:
    name = node.module or ""
    module = _relative(run, name, node.level, frame) if node.level else import_module(run, name, frame)
    for entry in node.names:
        if entry.name == "*":
            _import_all(run, module, frame)
            continue
        bound = entry.asname or entry.name
        value = member(run, module, entry.name, frame)
        state.write(frame.cell_for(bound), bound, value)
    return True


def member(run: Interpreter, module: Any, name: str, frame: Frame) -> Any:
    """Return what ``from module import name`` binds."""
    if type(module) is LibraryModule or (
        type(module) is LibraryFunction and module.name in registry.NAMESPACES
    ):
        return registry.lookup(f"{module.name}.{name}")
    if type(module) is ModuleValue:
        value = module.cell.get(name, ABSENT)
        return value if value is not ABSENT else submodule(run, module, name)
    if type(module) is Unknown:
        return Unknown(reason=module.reason, name=name)
    if isinstance(module, Modelled):
        from gnomon.check.attributes import get_attribute

        return get_attribute(run, module, name)
    return UNKNOWN


def _import_all(run: Interpreter, module: Any, frame: Frame) -> None:
    cell = frame.module.cell
    if type(module) is ModuleValue:
        for name, value in list(module.cell.items()):
            if not name.startswith("_") or name == "*":
                state.write(cell, name, value)
    elif type(module) is LibraryModule:
        prefix = registry.canonical(module.name) + "."
        for full in list(registry.NAMES):
            if full.startswith(prefix) and "." not in full[len(prefix) :]:
                state.write(cell, full[len(prefix) :], registry.NAMES[full])
        for full in list(registry.NAMESPACES):
            if full.startswith(prefix) and "." not in full[len(prefix) :]:
                state.write(cell, full[len(prefix) :], LibraryModule(full))
    else:
        state.write(cell, "*", True)


def import_module(run: Interpreter, name: str, frame: Frame) -> Any:
    """Return the module of an absolute dotted name."""
    top = name.partition(".")[0]
    loading.load(top)
    if top in registry.NAMESPACES or top in registry.NAMES:
        return registry.lookup(name)
    path = run.project.find(name, frame.source.path)
    if path is None:
        return Unknown(reason=("import", name))
    return load(run, path, name)


def _relative(run: Interpreter, name: str, level: int, frame: Frame) -> Any:
    path = run.project.relative(name, level, frame.source.path)
    if path is None:
        return Unknown(reason=("import", "." * level + name))
    return load(run, path, name or os.path.basename(os.path.dirname(path)))


def submodule(run: Interpreter, module: ModuleValue, name: str) -> Any:
    """Return a module inside a package of the project, unknown if there is none."""
    source = module.source
    if source is None:
        return UNKNOWN
    path = source.path
    if os.path.basename(path) == "__init__.py":
        found = module_file(os.path.dirname(path), [name])
    else:
        found = module_file(path, [name]) if os.path.isdir(path) else None
    return UNKNOWN if found is None else load(run, found, f"{module.name}.{name}")


def load(run: Interpreter, path: str, name: str) -> Any:
    """Return a module of the project, running its body at its first import.

    What a module writes stays for all roots, so its body runs outside the current path's log.
    """
    for package in run.project.packages_around(path):
        if package not in run.project.modules:
            load(run, package, os.path.basename(os.path.dirname(package)))
    module = run.project.modules.get(path)
    if module is None and os.path.isdir(path):
        module = run.project.modules[path] = ModuleValue(name, _Folder(path))
        module.finished = True
    if module is None:
        source = run.project.source(path)
        if not isinstance(source, Source):
            return Unknown(reason=("import", name))
        module = run.shelf.place(run, path) or run_module(run, source, name)
    run.shelf.require(module)
    return module


def module_of(run: Interpreter, source: Source, name: str) -> ModuleValue:
    """Return the module of a file that is checked. If it imports from the package it lies in, that comes first."""
    path = source.path
    packages = run.project.packages_around(path)
    if packages and path == os.path.normpath(path) and _imports_from(source, packages[0]):
        for package in packages:
            load(run, package, os.path.basename(os.path.dirname(package)))
    module = run.project.modules.get(path)
    return module or run.shelf.place(run, path) or run_module(run, source, name)


_RELATIVE = re.compile(r"\bfrom[\s\\]*\.")


def _imports_from(source: Source, package: str) -> bool:
    top = os.path.basename(os.path.dirname(package))
    if top not in source.text and _RELATIVE.search(source.text) is None:
        return False
    for node in source.nodes():
        if type(node) is ast.ImportFrom and (node.level or (node.module or "").partition(".")[0] == top):
            return True
        if type(node) is ast.Import and any(name.name.partition(".")[0] == top for name in node.names):
            return True
    return False


class _Folder:
    """A folder without ``__init__.py`` that is imported as a package."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.text = ""


def run_module(run: Interpreter, source: Source, name: str) -> ModuleValue:
    """Run a module's body and keep it, with what was found."""
    loading = run.shelf.begin(name, source)
    module = loading.module
    module.cell["__file__"] = source.path
    run.project.modules[source.path] = module
    held_log, state.log = state.log, []
    begun = state.mark()
    held = run.frame, run.reporter.site, run.reporter.arguments, run.world.library
    held_found, run.reporter.found = run.reporter.found, []
    held_silenced, run.reporter.silenced = run.reporter.silenced, 0
    held_callers, run.reporter.callers = run.reporter.callers, []
    held_course = follow(run, run.module_budget, source.path)
    frame = Frame(Scope(module.cell, None), module, source, begun)
    run.frame = frame
    held_depth, run.depth = run.depth, 0
    held_called, run.called = run.called, loading.called
    held_statistics, run.statistics = run.statistics, loading.statistics
    complete = False
    try:
        run.execute(source.tree.body, frame)
        complete = True
    except OutOfBudget:
        module.cell["*"] = True
        complete = True
    except RecursionError:
        module.cell["*"] = True
        complete = run.too_deep = True
    finally:
        run.depth = held_depth
        run.found_in[source.path] = loading.found = run.reporter.found
        loading.claims = state.facts.capture(begun.facts) if state.facts.mark() > begun.facts else []
        run.shelf.end(state.log, complete)
        run.called, run.statistics = held_called, held_statistics
        run.reporter.found = held_found
        run.reporter.silenced = held_silenced
        run.reporter.callers = held_callers
        run.frame, run.reporter.site, run.reporter.arguments, run.world.library = held
        resume(run, held_course)
        state.log = held_log
        module.finished = True
    return module
