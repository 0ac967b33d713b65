"""Scopes and frames: where names live while a function, a class body or a module runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.trees import walk
from gnomon.values import ABSENT

if TYPE_CHECKING:
    from gnomon.check.source import Source
    from gnomon.values import ClassValue, ModuleValue
    from gnomon.values.journal import Delta, Mark


TOLD_APART = "told apart"
"""With a frame, a key of the path's conditions: tests left some only of the arrays that the function may be given."""


class Scope:
    """A namespace and the one around it; ``parent`` skips class bodies as Python does."""

    __slots__ = ("cell", "parent")

    def __init__(self, cell: dict[str, Any], parent: Scope | None) -> None:
        self.cell = cell
        self.parent = parent


class Loop:
    """An open loop of a frame: the states in which it is left or goes on early."""

    __slots__ = ("breaks", "continues", "iteration", "mark", "yields")

    def __init__(self, mark: Mark, yields: bool) -> None:
        self.mark = mark
        self.yields = yields
        """Whether how often it goes on decides how many values the generator at work yields."""
        self.iteration = mark
        self.breaks: list[Delta] = []
        self.continues: list[Delta] = []


class Frame:
    """One activation of a function, class body or module."""

    __slots__ = (
        "arms",
        "exits",
        "function",
        "globals",
        "held",
        "is_class",
        "loops",
        "mark",
        "module",
        "nonlocals",
        "owner",
        "receiver",
        "scope",
        "source",
        "yields",
        "yields_exact",
    )

    def __init__(self, scope: Scope, module: ModuleValue, source: Source, mark: Mark) -> None:
        self.scope = scope
        self.module = module
        self.source = source
        self.mark = mark
        self.exits: list[tuple[Any, Delta]] = []
        self.loops: list[Loop] = []
        self.globals: set[str] | None = None
        self.nonlocals: set[str] | None = None
        self.owner: ClassValue | None = None
        self.receiver: Any = None
        self.held: list[Delta] | None = None
        self.yields: list[Any] | None = None
        self.yields_exact = True
        self.is_class = False
        self.function: ast.AST | None = None
        self.arms = 0
        """How many undecided branches led to where the function is."""

    def made_here(self, value: Any) -> bool:
        """Whether the function at work made an array itself, rather than be given it."""
        made, function = value.site, self.function
        if function is None or made is None or made.source is not self.source or made.node is None:
            return function is None
        return bool(function.lineno <= made.node.lineno <= function.end_lineno)  # type: ignore[attr-defined]

    def lookup(self, name: str) -> Any:
        """Return what a name is bound to in the scopes and the module, or ABSENT."""
        scope: Scope | None = self.scope
        while scope is not None:
            value = scope.cell.get(name, ABSENT)
            if value is not ABSENT:
                return value
            scope = scope.parent
        return self.module.cell.get(name, ABSENT)

    def doubt_yields(self, body: list[ast.stmt]) -> None:
        """Note that nobody knows how often these statements run: what they yield is not counted."""
        if self.counts_yields(body):
            self.yields_exact = False

    def ways_out(self) -> tuple[int, ...]:
        """Return in how many states the function, and each loop that yields, has been left or gone on early so far."""
        loops = [len(loop.breaks) + len(loop.continues) for loop in self.loops if loop.yields]
        return len(self.exits), *loops

    def doubt_leaving(self, before: tuple[int, ...]) -> None:
        """Note that nobody knows whether a way out that was not open before is taken, and what is yielded past it."""
        if self.yields is not None and self.ways_out() != before:
            self.yields_exact = False

    def counts_yields(self, body: list[ast.stmt]) -> bool:
        """Whether each run of these statements adds to what a generator is known to yield."""
        return self.yields is not None and self.yields_exact and self._holds_yield(body)

    def _holds_yield(self, body: list[ast.stmt]) -> bool:
        known: dict[int, bool] = self.source.memo.setdefault("yields within", {})
        for statement in body:
            found = known.get(id(statement))
            if found is None:
                found = known[id(statement)] = any(
                    type(node) is ast.Yield or type(node) is ast.YieldFrom for node in walk(statement)
                )
            if found:
                return True
        return False

    def cell_for(self, name: str) -> dict[str, Any]:
        """Return the namespace into which an assignment to a name writes."""
        if self.globals is not None and name in self.globals:
            return self.module.cell
        if self.nonlocals is not None and name in self.nonlocals:
            scope = self.scope.parent
            while scope is not None:
                if name in scope.cell:
                    return scope.cell
                scope = scope.parent
        return self.scope.cell
