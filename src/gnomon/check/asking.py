"""What lost a shape: follows the names of a line back to the first thing that is not known."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gnomon.check.revealing import describe
from gnomon.check.trees import walk
from gnomon.values import ClassValue, FunctionValue, Instance, ModuleValue, Tensor, Unknown

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter
    from gnomon.check.source import Source

DEPTH = 6
TEXTS = {
    "unmodelled": "{} has no model",
    "import": "the module {} is not part of the project and not modelled",
    "unknown arguments": "{} is called with arguments that are not known",
    "not understood": "the model of {} does not understand these arguments",
    "recursion": "{} calls itself too deeply",
    "given up": "{} was given up: it goes on for long, in a script that has run for long",
    "too many alternatives": "{} is called with too many alternatives",
    "decorator": "the decorator {} is not known",
}


class Question:
    """Why shapes of one file are not known."""

    def __init__(self, run: Interpreter, source: Source) -> None:
        self.run = run
        self.source = source
        self.values = {
            (line, name): values[-1]
            for (path, line, name), values in (run.margins or {}).items()
            if path == source.path
        }
        self.functions = [
            node
            for node in source.nodes()
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        ]

    def answers(self, line: int) -> list[str]:
        """Return what is to say of a line: of the names assigned there, or else of those used."""
        assigned = [name for at, name in self.values if at == line]
        found: dict[str, None] = {}
        for name in assigned:
            value = self.values[line, name]
            reason = reason_of(value)
            if reason is not None:
                found[f"{name}: {reason}"] = None
                continue
            found[f"{name}: {describe(value) if is_known(value) else 'its shape is not known'}"] = None
            if not is_known(value):
                found.update(dict.fromkeys(self._follow(line, set())))
        if not assigned:
            found.update(dict.fromkeys(self._follow(line, set())))
        return list(found)

    def _follow(self, line: int, seen: set[int], depth: int = 0) -> Iterator[str]:
        """Say what is not known of the names that a line uses."""
        if line in seen or depth >= DEPTH:
            return
        seen.add(line)
        for name in self._used(line):
            before = [at for at, known in self.values if known == name and at < line]
            function = self._function_of(line)
            start = 0 if function is None else function.lineno
            parameter = function is not None and name in _parameters(function)
            if before and (max(before) > start or not parameter):
                at = max(before)
                value = self.values[at, name]
                reason = reason_of(value)
                if reason is not None:
                    yield f"{name} (line {at}): {reason}"
                elif not is_known(value):
                    yield f"{name} (line {at}): its shape is not known"
                    yield from self._follow(at, seen, depth + 1)
                else:
                    yield from self._inside(value, seen, depth)
            elif parameter and name not in ("self", "cls"):
                shown = "" if isinstance(function, ast.Lambda) else f" of {function.name}"  # type: ignore[union-attr]
                yield f"{name}: a parameter{shown}; --assume '{name}=(...)' tells its shape if no call does"
            else:
                value = self._global(name)
                reason = reason_of(value)
                if reason is not None:
                    yield f"{name}: {reason}"
                yield from self._inside(value, seen, depth)

    def _inside(self, value: Any, seen: set[int], depth: int) -> Iterator[str]:
        """Follow the lines on which a function, or the call of an object, returns."""
        if type(value) is Instance:
            value = value.cls
        if type(value) is ClassValue:
            methods = [value.cell.get(name) for name in ("forward", "__call__", "call")]
            value = next((method for method in methods if method is not None), None)
        if type(value) is FunctionValue and value.module.source.path == self.source.path:
            for node in walk(value.node):
                if isinstance(node, ast.Return):
                    yield from self._follow(node.lineno, seen, depth + 1)

    def _global(self, name: str) -> Any:
        module = self.run.project.modules.get(self.source.path)
        return module.cell.get(name) if type(module) is ModuleValue else None

    def _used(self, line: int) -> list[str]:
        names: dict[str, None] = {}
        for node in self.source.nodes():
            if getattr(node, "lineno", None) != line:
                continue
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                names[node.id] = None
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                names[self.source.excerpt(node)] = None
        return list(names)

    def _function_of(self, line: int) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
        around = [node for node in self.functions if node.lineno <= line <= (node.end_lineno or 0)]
        return max(around, key=lambda node: node.lineno, default=None)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    given = function.args
    return {parameter.arg for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def is_known(value: Any) -> bool:
    """Whether a value's shape is known, or it has none."""
    if type(value) is Unknown:
        return value.kind is not None or (value.tensor is not None and value.tensor.shape.rank is not None)
    return type(value) is not Tensor or value.shape.rank is not None


def reason_of(value: Any) -> str | None:
    """Return what lost a value, None if it is known or only what it was made from is not."""
    if type(value) is not Unknown or type(value.reason) is not tuple or len(value.reason) != 2:
        return None
    kind, what = value.reason
    return TEXTS.get(str(kind), f"{kind}: {{}}").format(what)
