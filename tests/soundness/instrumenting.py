"""Rewrites a program so that it tells the value of each of its expressions while it runs.

Each expression ``e`` becomes ``__seen__(number, e, __trip__)``. Functions and loop bodies begin with ``__trip__ =
__begin__(...)``: what is seen between two such beginnings belongs together, a *trip*. What a comprehension, a lambda or
a class body computes belongs to no trip.
"""

import ast
from typing import NamedTuple

SEEN, BEGIN, TRIP = "__seen__", "__begin__", "__trip__"
SILENT = (ast.Constant, ast.Slice, ast.Starred, ast.JoinedStr, ast.FormattedValue, ast.Lambda)
DISPLAYS = (ast.Tuple, ast.List, ast.Dict, ast.Set)


class Place(NamedTuple):
    """Where an expression stands in its file, and what kind it is."""

    line: int
    column: int
    end_line: int
    end_column: int
    kind: str


def place_of(node: ast.expr) -> Place:
    """Return the place of an expression."""
    return Place(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, type(node).__name__)


def instrumented(text: str, places: list[Place]) -> str:
    """Return the text of a program that tells its values; what its numbers mean is appended to ``places``."""
    tree = Rewriter(places).visit(ast.parse(text))
    return ast.unparse(ast.fix_missing_locations(tree))


class Rewriter(ast.NodeTransformer):
    """Wraps expressions that are evaluated; targets, patterns and annotations stay as they are."""

    def __init__(self, places: list[Place]) -> None:
        self.places = places
        self.trip: list[str | None] = ["None"]

    def visit(self, node: ast.AST) -> ast.AST:
        """Rewrite a node, and wrap it if it is an expression whose value may be an array."""
        if isinstance(node, (ast.Store, ast.Load, ast.Del)) or _is_kept(node):
            return node
        if isinstance(node, ast.Call):
            changed = self._call(node)
        else:
            changed = super().visit(node)
        if (
            not isinstance(node, ast.expr)
            or isinstance(node, (*SILENT, *DISPLAYS))
            or isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
        ):
            return changed
        self.places.append(place_of(node))
        number = ast.Constant(len(self.places) - 1)
        return _call(SEEN, number, changed, ast.Name(self.trip[-1] or "None", ast.Load()))

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Begin the first trip of a module."""
        self.trip = [TRIP]
        node.body = self._begun(node.body, "None")
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        """Begin a trip with each call; decorators and defaults belong to the place of the definition."""
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        self._visit_defaults(node.args)
        self.trip.append(TRIP)
        node.body = self._begun(node.body, "None")
        self.trip.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """What a lambda computes belongs to no trip."""
        self._visit_defaults(node.args)
        return self._outside(node, "body")

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """What a class body computes belongs to no trip."""
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.bases = [self.visit(base) for base in node.bases]
        return self._outside(node, "body")

    def visit_For(self, node: ast.For | ast.AsyncFor) -> ast.AST:
        """Begin a trip with each turn of a loop, and another one after it."""
        node.iter = self.visit(node.iter)
        node.target = self.visit(node.target)
        return self._loop(node)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> ast.AST:
        """Begin a trip with each turn; the condition is evaluated many times, so it belongs to none."""
        self.trip.append(None)
        node.test = self.visit(node.test)
        self.trip.pop()
        return self._loop(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation."""
        node.target = self.visit(node.target)
        node.value = self.visit(node.value) if node.value else None
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Leave the patterns."""
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = self.visit(case.guard) if case.guard else None
            case.body = self._all(case.body)
        return node

    def _call(self, node: ast.Call) -> ast.Call:
        """What is called is no array, and names that are called stay readable for compilers of the libraries."""
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node

    def _all(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        visited: list[ast.stmt] = []
        for statement in statements:
            changed = self.visit(statement)
            visited.extend(changed if isinstance(changed, list) else [changed])
        return visited

    def _comprehension(self, node: ast.expr) -> ast.AST:
        self.trip.append(None)
        changed = self.generic_visit(node)
        self.trip.pop()
        return changed

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _visit_defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [default and self.visit(default) for default in arguments.kw_defaults]

    def _outside(self, node: ast.AST, field: str) -> ast.AST:
        self.trip.append(None)
        inner = getattr(node, field)
        visited = self._all(inner) if isinstance(inner, list) else self.visit(inner)
        setattr(node, field, visited)
        self.trip.pop()
        return node

    def _loop(self, node: ast.AST) -> ast.AST:
        if self.trip[-1] is None:
            node.body, node.orelse = self._all(node.body), self._all(node.orelse)
            return node
        outer = f"__outer_{len(self.places)}__"
        node.body = self._begun(node.body, outer)
        node.orelse = self._all(node.orelse)
        before = ast.Assign([ast.Name(outer, ast.Store())], ast.Name(TRIP, ast.Load()))
        return [before, node, self._beginning(outer)]

    def _begun(self, body: list[ast.stmt], outer: str) -> list[ast.stmt]:
        visited = self._all(body)
        first = 0
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            first = 1
        while (
            first < len(body)
            and isinstance(body[first], ast.ImportFrom)
            and body[first].module == "__future__"
        ):
            first += 1
        return [*visited[:first], self._beginning(outer), *visited[first:]]

    def _beginning(self, outer: str) -> ast.stmt:
        begin = _call(BEGIN, ast.Name(outer, ast.Load()))
        return ast.Assign([ast.Name(TRIP, ast.Store())], begin)


def _is_kept(node: ast.AST) -> bool:
    """Whether a node stays as it is: `super()`, `locals()` and the like look at where they stand."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("super", "locals", "globals", "vars", "dir")
    ) or type(node).__name__ in ("TypeAlias", "MatchValue", "MatchClass")


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
