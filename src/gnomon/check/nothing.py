"""None where an operation wants an array: libraries refuse it, but NumPy, to which it is an object."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gnomon.check.trees import walk
from gnomon.shapes import Shape
from gnomon.values import Bound, FunctionValue, Instance, LibraryFunction, Tensor

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.reporter import Reporter
    from gnomon.ops.record import Op

NOTHING = "{op}: None is given where an array is wanted; a function that returns nothing gives None"


CALLS = ("__call__", "forward", "call")
"""Methods that run where an object of a program is called."""


SILENT = {
    "builtins.print",
    *[f"list.{name}" for name in "append extend insert remove clear sort reverse".split()],
}
"""What of Python itself returns nothing."""


def gives_nothing(callee: Any) -> bool:
    """Whether what is called never returns a value: a function without one, or a method that changes a list."""
    if type(callee) is Instance:
        found = [callee.cls.lookup(name) for name in CALLS]
        callee = next((each[0] for each in found if each is not None), None)
    elif type(callee) is Bound:
        callee = callee.function
    if type(callee) is LibraryFunction:
        return callee.name in SILENT
    if type(callee) is not FunctionValue or callee.is_generator or type(callee.node) is not ast.FunctionDef:
        return False
    returns: dict[ast.AST, bool] = callee.module.source.memo.setdefault("returns", {})
    if callee.node not in returns:
        given = [each.value for each in _returns(callee.node.body)]
        returns[callee.node] = all(value is None or _is_none(value) for value in given)
    return returns[callee.node]


def are_sure(spots: Iterable[tuple[Any, ast.AST]], frame: Frame | None, calls: set[ast.AST]) -> bool:
    """Whether each None among arguments is one whatever else the program does.

    It is written there, or given by a call that gives nothing, or by a name to which nothing else is ever bound.
    What attributes, parts of containers, parameters and names of other scopes hold may be changed by what is not seen.
    Without a program there is nothing else.
    """
    if frame is None:
        return True
    written = [node for value, node in spots for node in _written_none(value, node)]
    return bool(written) and all(
        _is_none(node) or node in calls or (type(node) is ast.Name and _is_bound_to_none(node, frame, calls))
        for node in written
    )


def _written_none(value: Any, node: ast.AST) -> list[ast.AST]:
    """Return what stands for None in an argument: the argument, or entries of a list that is written there."""
    if value is None:
        return [node]
    items = value if type(value) is tuple else getattr(value, "items", None)
    if type(items) is not tuple or None not in map(_kept, items):
        return []
    if not isinstance(node, (ast.Tuple, ast.List)) or len(items) != len(node.elts):
        return [node]
    return [place for item, place in zip(items, node.elts, strict=True) if item is None]


def _is_bound_to_none(use: ast.Name, frame: Frame, calls: set[ast.AST]) -> bool:
    """Whether the last statement of a body that binds a name before the one that uses it binds it to None."""
    if any(
        isinstance(each, (ast.Global, ast.Nonlocal)) and use.id in each.names for each in frame.source.nodes()
    ):
        return False
    scope: Any = frame.source.tree if frame.function is None else frame.function
    last: ast.stmt | None = None
    for statement in () if isinstance(scope, ast.Lambda) else scope.body:
        parts = walk(statement)
        binds = any(_binds(each, use.id) for each in parts)
        if use in parts:
            at_once = isinstance(statement, (ast.Assign, ast.Expr, ast.Return))
            return last is not None and (at_once or not binds) and _gives(last, use.id, calls)
        if binds:
            last = statement
    return False


def _binds(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)


def _gives(statement: ast.stmt, name: str, calls: set[ast.AST]) -> bool:
    """Whether a statement binds a name to None, and to nothing else."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    (target,) = statement.targets
    return (
        isinstance(target, ast.Name)
        and target.id == name
        and (_is_none(statement.value) or statement.value in calls)
    )


def _returns(body: Iterable[ast.stmt]) -> Iterable[ast.Return]:
    """The returns of a function, but not those of functions in it."""
    for statement in body:
        if isinstance(statement, ast.Return):
            yield statement
        elif not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for field in ("body", "orelse", "finalbody"):
                yield from _returns(getattr(statement, field, ()))
            for part in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]:
                yield from _returns(part.body)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def lacks(op: Op, arrays: tuple[Any, ...], many: int) -> bool:
    """Whether None stands for an array without which an operation is not computed, or among those of a sequence."""
    needed = op.arrays - len(op.function.__defaults__ or ())
    for place, array in enumerate(arrays[:needed]):
        if array is None or (place == many and type(array) is tuple and None in map(_kept, array)):
            return True
    return False


def is_certain(reporter: Reporter) -> bool:
    """Whether a value that is None surely is so where the program comes by.

    In a function that nobody calls a subclass may give more than its base. In a method of an object of which a base
    is not known, that base may call what sets its attributes.
    """
    receiver = None if reporter.frame is None else reporter.frame.receiver
    return not (reporter.cold or (type(receiver) is Instance and receiver.cls.has_unknown_base))


def _kept(array: Any) -> Any:
    return None if array is None else 0


def in_place_of_nothing(array: Any) -> Any:
    """Return an array of which nothing is known for None, any other as it is."""
    if type(array) is tuple:
        return tuple(map(in_place_of_nothing, array))
    return Tensor(Shape.unknown()) if array is None else array
