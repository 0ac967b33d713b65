"""The abstract interpreter: one object that walks the program's tree with dispatch tables."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.check.budgets import ENDURANCE, SCRIPT_BUDGET, WORTH, Call, reconsider
from gnomon.check.frames import Frame, Scope
from gnomon.check.joining import merge
from gnomon.check.reporter import Reporter
from gnomon.check.shelf import Shelf
from gnomon.check.source import Site
from gnomon.check.world import CheckWorld
from gnomon.ops.rule import Refutation
from gnomon.ops.world import settle
from gnomon.values import UNKNOWN, Tensor, state
from gnomon.values.cells import Cell, Outcomes
from gnomon.values.host import host

if TYPE_CHECKING:
    from gnomon.check.project import Project

DEPTH_LIMIT = 60
RECURSION_LIMIT = 12
COLD_RECURSION_LIMIT = 3
RECURSIVE_CALLS = 300
FEW_CALLS = 16
RECURSIVE_STATEMENTS = 4_000
"""How often a function may call itself, over all branches, before the rest is unknown: seldom if that takes long."""

Expression = Callable[["Interpreter", Any, Frame], Any]
Statement = Callable[["Interpreter", Any, Frame], bool]

EXPRESSIONS: dict[type, Expression] = {}
"""How each kind of expression is evaluated: (interpreter, node, frame) to a value."""

STATEMENTS: dict[type, Statement] = {}
"""How each kind of statement is executed: (interpreter, node, frame) to whether the path goes on."""


class PathEnds(Exception):
    """The program exits here."""


class Interpreter:
    """Runs one root after another over one project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.shelf = Shelf()
        self.conditions = Outcomes()
        self.reporter = Reporter(self.conditions)
        self.world = CheckWorld(self.reporter)
        self.steps = 0
        self.budget = self.limit = SCRIPT_BUDGET
        self.patience = 0
        self.follows = False
        self.calls: list[Call] | None = None
        self.until = self.applied = 0
        self.own = ""
        self.comprehensions = self.elements = 0
        self.visited: set[int] = set()
        self.shown: set[int] = set()
        self.depth = 0
        self.active: dict[int, int] = {}
        self.innermost: dict[int, tuple[Any, ...] | None] = {}
        self.recursions: dict[int, int] = {}
        self.recursion_began: dict[int, int] = {}
        self.called: set[int] = set()
        self.arms: dict[Any, list[Any]] = {}
        self.statistics: dict[tuple[str, str, int], tuple[bool, bool]] = {}
        self.margins: dict[tuple[str, int, str], Any] | None = None
        self.frame = None
        self.module_budget = SCRIPT_BUDGET
        self.found_in: dict[str, list[Any]] = {}
        self.misunderstood: dict[tuple[str, str], int] = {}
        self.too_deep = False
        self.strict = False
        self.script = ""
        self.assumed_sizes: dict[str, Any] = {}
        self.assumed: set[str] = set()
        """The names that took the shape that the user says they have."""
        Tensor.world = self.world
        settle(self.world)
        host.current = self

    def begin_file(self) -> None:
        """Forget what belongs to the last file."""
        self.shelf.clear_away()
        state.reset()
        self.project.modules.clear()
        self.found_in.clear()
        self.called, self.statistics = self.shelf.called, self.shelf.statistics
        self.arms.clear()
        self.conditions.clear()
        self.world.set_apart.clear()
        self.innermost.clear()
        self.assumed.clear()
        self.shown.clear()
        self.cold = self.too_deep = False

    @property
    def frame(self) -> Frame | None:
        """The activation at work."""
        return self.reporter.frame

    @frame.setter
    def frame(self, value: Frame | None) -> None:
        self.reporter.frame = value

    @property
    def cold(self) -> bool:
        """Whether the root at work is a function that nobody calls."""
        return self.reporter.cold

    @cold.setter
    def cold(self, value: bool) -> None:
        self.reporter.cold = value

    # -- walking ---------------------------------------------------------------------------------------------

    def evaluate(self, node: ast.expr, frame: Frame) -> Any:
        """Return the value of an expression."""
        handler = EXPRESSIONS.get(type(node))
        return UNKNOWN if handler is None else handler(self, node, frame)

    def execute(self, statements: list[ast.stmt], frame: Frame) -> bool:
        """Run statements in order; return whether the path goes on after the last."""
        try:
            for statement in statements:
                self.steps += 1
                if self.follows and id(statement) not in self.visited:
                    self.visited.add(id(statement))
                    self.until = min(max(self.until, self.steps) + WORTH, self.steps + ENDURANCE)
                    if self.patience and self.steps <= self.budget:
                        self.budget = min(self.limit, max(self.budget, self.steps + self.patience))
                if self.steps > self.budget:
                    reconsider(self)
                if not STATEMENTS[type(statement)](self, statement, frame):
                    return False
        except PathEnds:
            return False
        return True

    def site(self, frame: Frame, node: Any) -> Site:
        """Return the place of a node."""
        return Site(frame.source, node)

    # -- paths -----------------------------------------------------------------------------------------------

    def fork(self, actions: list[Callable[[], Any]], condition: Any = None) -> list[Any]:
        """Run alternatives from the present state, each on its own, and join the states they end in.

        An action returns its value, or `DEAD` if its path ends. Errors count where every alternative has
        them. Returns the values of the live alternatives.
        """
        mark = state.mark()
        values, deltas, runs = [], [], []
        for action in actions:
            value, found = self.reporter.collect(action)
            runs.append(found)
            if value is not DEAD:
                values.append(value)
                deltas.append(state.capture(mark))
            state.rollback(mark)
        self.reporter.agree(runs)
        if deltas:
            merge(deltas, mark)
        return values

    def note_margin(self, frame: Frame, node: Any, name: str, value: Any) -> None:
        """Remember the value of an assigned name for the margin of `gnomon shapes`."""
        if self.margins is not None:
            self.margins.setdefault((frame.source.path, node.lineno, name), []).append(value)

    # -- what models ask (see gnomon.values.host) ------------------------------------------------------------

    def call(self, function: Any, *arguments: Any, **keywords: Any) -> Any:
        """Call a value of the program from a model."""
        from gnomon.check.calls import call_from_model

        return call_from_model(self, function, arguments, keywords)

    def invoke(self, function: Any, *arguments: Any, **keywords: Any) -> Any:
        """Call a value of the program on behalf of the program: its values stay as they are."""
        from gnomon.check.calls import call_here

        return call_here(self, function, arguments, keywords)

    def get_attribute(self, owner: Any, name: str) -> Any:
        """Return an attribute of a value of the program."""
        from gnomon.check.attributes import get_attribute

        return get_attribute(self, owner, name)

    def set_attribute(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute of a value of the program."""
        from gnomon.check.attributes import set_attribute

        set_attribute(self, owner, name, value)

    def find_method(self, owner: Any, name: str) -> Any:
        """Return the method that the user's class defines, bound, or None."""
        from gnomon.check.attributes import find_user_method

        return find_user_method(owner, name)

    def iterate(self, value: Any) -> Any:
        """Return what a loop over a value sees, None if unknown."""
        from gnomon.check.iterating import iterate

        return iterate(self, value)

    def quietly(self, action: Callable[[], Any]) -> Any:
        """Run an action whose reports are dropped."""
        return self.reporter.collect(action)[0]

    def require(self, claim: Any, rule: str, message: str, **details: Any) -> bool:
        """State what a library requires; report where it is certainly false. Returns whether it may hold."""
        from gnomon.check.world import CheckRule
        from gnomon.ops.rule import Refuted

        try:
            CheckRule(self.world, None).require(claim, rule, message, **details)
        except Refuted as refuted:
            self.reporter.refute("", refuted.refutation)
            return False
        return True

    def refuse(
        self, rule: str, message: str, *, blame: Any = None, help: str | None = None, **fields: Any
    ) -> None:
        """Report what a library certainly refuses."""
        self.reporter.refute("", Refutation(rule, message, fields, blame, help))

    def warn(self, rule: str, message: str, **details: Any) -> None:
        """Report an error-prone pattern from a model."""
        from gnomon.check.world import CheckRule

        CheckRule(self.world, _Nameless).warn(rule, message, **details)

    def inform(self, rule: str, message: str) -> None:
        """Report a note at the place at work."""
        from gnomon.check.diagnostic import Diagnostic, Level

        site = self.reporter.site
        if site is not None:
            self.reporter.report(Diagnostic(rule, Level.INFO, site.span, message))

    def end_path(self) -> None:
        """End the path: the program exits here."""
        raise PathEnds

    def get_item(self, owner: Any, index: Any) -> Any:
        """Return an item of a value of the program."""
        from gnomon.check.subscripts import get_item

        assert self.frame is not None
        return get_item(
            self, owner, index, self.reporter.site.node if self.reporter.site else None, self.frame
        )

    def index_items(self, index: Any) -> tuple[Any, ...] | None:
        """Return a subscript as the items that the index operation takes, None if one is not understood."""
        from gnomon.check.library import imported
        from gnomon.check.subscripts import normal_items

        value = imported(index)
        return normal_items(value if type(value) is tuple else (value,))

    def operate(self, name: str, left: Any, right: Any) -> Any:
        """Return the value of a binary operator by its method's name: ``add``, ``matmul`` ..."""
        from gnomon.check.operators import _METHODS, binary

        kind = next(kind for kind, method in _METHODS.items() if method == name)
        node = self.reporter.site.node if self.reporter.site else None
        assert self.frame is not None
        return binary(self, kind, left, right, node, self.frame, (None, None))

    def builtin(self, name: str, *arguments: Any) -> Any:
        """Call a builtin function."""
        from gnomon.check.builtins import BUILTINS

        return BUILTINS[name].function(*arguments)

    def replay(self, value: Any, substitution: dict[int, Any]) -> Any:
        """Recompute deferred tensors with some of them substituted (by identity)."""
        from gnomon.check.replay import replay

        return replay(self, value, substitution)

    def version(self, library: str) -> tuple[int, ...] | None:
        """Return the library version that the user or the program names."""
        named = self.project.versions.get(library)
        if named is not None:
            return named
        from gnomon.check.versions import pinned

        site = self.reporter.site
        return None if site is None else pinned(site.source, library)

    def script_arguments(self) -> tuple[str, ...] | None:
        """Return the command-line arguments given for the script."""
        return self.project.script_arguments

    def folder(self) -> str:
        """Return the folder of the script."""
        return os.path.dirname(os.path.abspath(self.script))

    def folders(self) -> tuple[str, ...]:
        """Return the folder of the script, and the working directory."""
        self.shelf.use_once()
        return os.path.dirname(self.script), ""


class _Nameless:
    name = ""


class _Dead:
    __slots__ = ()

    def __repr__(self) -> str:
        return "DEAD"


DEAD = _Dead()
"""What an alternative returns whose path has ended."""


def child_scope(frame: Frame) -> Frame:
    """Return a frame like this one with a new innermost namespace (for comprehensions and lambdas)."""
    inner = Frame(Scope(Cell(), frame.scope), frame.module, frame.source, frame.mark)
    inner.owner, inner.receiver = frame.owner, frame.receiver
    inner.yields = frame.yields
    inner.function, inner.arms = frame.function, frame.arms
    return inner


def expression(*kinds: type) -> Callable[[Expression], Expression]:
    """Register how kinds of expressions are evaluated."""

    def declare(handler: Expression) -> Expression:
        for kind in kinds:
            EXPRESSIONS[kind] = handler
        return handler

    return declare


def statement(*kinds: type) -> Callable[[Statement], Statement]:
    """Register how kinds of statements are executed."""

    def declare(handler: Statement) -> Statement:
        for kind in kinds:
            STATEMENTS[kind] = handler
        return handler

    return declare
