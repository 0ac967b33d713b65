"""What a trip of a loop hands on to the next: names that the body binds before it reads them are no part of it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gnomon.check.trees import walk
from gnomon.check.widening import changed_entries

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.source import Source
    from gnomon.values.journal import Mark

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def hands_on(frame: Frame, mark: Mark, target: ast.expr | None, body: list[ast.stmt]) -> bool:
    """Whether a trip since the mark has changed anything that a further one would see."""
    changed = changed_entries(mark)
    if not changed:
        return False
    own = frame.scope.cell
    if any(container is not own for container, *_ in changed):
        return True
    names = {key for _, key, *_ in changed}
    if target is not None:
        names -= {part.id for part in walk(target) if type(part) is ast.Name}
    return not names.isdisjoint(_read_first(frame.source, body)) or not names.isdisjoint(
        _read_by_functions(frame)
    )


def _read_first(source: Source, body: list[ast.stmt]) -> set[str]:
    """Return the names of which the statements read a value that they have not bound themselves."""
    known: dict[int, set[str]] = source.memo.setdefault("read first", {})
    found = known.get(id(body[0]))
    if found is None:
        found = known[id(body[0])] = set()
        _follow(body, set(), found)
    return found


def _follow(body: list[ast.stmt], bound: set[str], read: set[str]) -> None:
    """Add to ``read`` what a block reads and has not ``bound`` before, to ``bound`` what it surely binds."""
    for statement in body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            _read(statement, bound, read)
            if statement.value is not None:
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                for target in targets:
                    bound |= _bound_by(target)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            for item in statement.items:
                _read(item.context_expr, bound, read)
                if item.optional_vars is not None:
                    _read(item.optional_vars, bound, read)
                    bound |= _bound_by(item.optional_vars)
            _follow(statement.body, bound, read)
        elif isinstance(statement, ast.If):
            _read(statement.test, bound, read)
            then, otherwise = set(bound), set(bound)
            _follow(statement.body, then, read)
            _follow(statement.orelse, otherwise, read)
            bound |= then & otherwise
        elif isinstance(statement, (ast.For, ast.AsyncFor)):
            _read(statement.iter, bound, read)
            _read(statement.target, bound, read)
            _follow(statement.body, bound | _bound_by(statement.target), read)
            _follow(statement.orelse, set(bound), read)
        else:
            _read(statement, bound, read)
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                read |= {statement.target.id} - bound


def _read(node: ast.AST, bound: set[str], read: set[str]) -> None:
    for part in walk(node):
        if type(part) is ast.Name and part.id not in bound and not isinstance(part.ctx, ast.Store):
            read.add(part.id)


def _bound_by(target: ast.expr) -> set[str]:
    if isinstance(target, ast.Name):
        return {target.id}
    if isinstance(target, (ast.Tuple, ast.List)):
        return {name for part in target.elts for name in _bound_by(part)}
    return _bound_by(target.value) if isinstance(target, ast.Starred) else set()


def _read_by_functions(frame: Frame) -> set[str]:
    """Return the names that functions made within a frame may read, whenever they are called."""
    found: tuple[set[str], set[str]] | None = frame.source.memo.get("read by functions")
    if found is None:
        read, read_inside = set[str](), set[str]()
        for function in _functions(frame.source.nodes()):
            parts = walk(function)
            read |= _names(parts)
            for inner in _functions(parts[1:]):
                read_inside |= _names(walk(inner))
        found = frame.source.memo["read by functions"] = read, read_inside
    return found[0 if frame.scope.cell is frame.module.cell else 1]


def _functions(nodes: list[ast.AST]) -> list[ast.AST]:
    return [node for node in nodes if isinstance(node, _FUNCTIONS)]


def _names(nodes: list[ast.AST]) -> set[str]:
    return {node.id for node in nodes if type(node) is ast.Name}
