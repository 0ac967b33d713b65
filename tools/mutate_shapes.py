"""Mutation testing of `gnomon.shapes`: do the tests notice one wrong operator, constant or comparison?

    python tools/mutate_shapes.py                       # 300 mutants, drawn evenly over all modules
    python tools/mutate_shapes.py division --limit 0    # every mutant of one module

Each mutant runs in a fork of one warm process, which sees the changed module in place of the real one.
Survivors are printed with their line. Equivalent ones (a looser bound, another order of trying) are expected.
"""

import argparse
import ast
import contextlib
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "gnomon" / "shapes"
TESTS = ROOT / "tests" / "shapes"
GENERAL = ["test_dims", "test_facts", "test_soundness"]
TESTS_OF = {
    "claims": ["test_claims", "test_facts"],
    "dtypes": ["test_dtypes"],
    "intervals": ["test_known", *GENERAL],
    "known": ["test_known", *GENERAL],
    "notation": ["test_notation"],
    "printing": ["test_dims"],
    "promotion": ["test_promotion"],
    "shape": ["test_shape"],
    "truth": ["test_claims"],
}

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass
class Mutant:
    """One changed module."""

    module: str
    line: int
    change: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of one module."""
    text = path.read_text()
    lines = text.splitlines()
    count = len(list(_sites(ast.parse(text))))
    for index in range(count):
        tree = ast.parse(text)
        node, apply = list(_sites(tree))[index]
        before = ast.unparse(node)
        after = ast.unparse(ast.fix_missing_locations(apply()))
        if "MAX_" not in lines[node.lineno - 1]:
            yield Mutant(path.stem, node.lineno, f"{before}  ->  {after}", ast.unparse(tree))


def _sites(tree: ast.Module) -> Iterator[tuple]:
    """Pairs of a node and a function that changes it in place and returns it."""
    for node in _mutable(tree):
        if isinstance(node, ast.Compare):
            for i, operator in enumerate(node.ops):
                yield (
                    node,
                    lambda node=node, i=i, operator=operator: _set(
                        node, "ops", [*node.ops[:i], COMPARISONS[type(operator)](), *node.ops[i + 1 :]]
                    ),
                )
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATORS:
            yield node, lambda node=node: _set(node, "op", OPERATORS[type(node.op)]())
        elif isinstance(node, ast.BoolOp):
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield node, lambda node=node, other=other: _set(node, "op", other())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            replacement = ast.UAdd if isinstance(node.op, ast.USub) else None
            if replacement:
                yield node, lambda node=node: _set(node, "op", ast.UAdd())
            else:
                yield node, lambda node=node: _set(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        elif isinstance(node, ast.Constant) and type(node.value) in (bool, int):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            yield node, lambda node=node, value=value: _set(node, "value", value)
        elif isinstance(node, ast.IfExp):
            yield node, lambda node=node: _set(node, "test", ast.UnaryOp(ast.Not(), node.test))
        elif isinstance(node, ast.If):
            yield node, lambda node=node: _set(node, "test", ast.Constant(False))
        elif isinstance(node, ast.Name) and node.id in ("YES", "NO") and isinstance(node.ctx, ast.Load):
            yield node, lambda node=node: _set(node, "id", "MAYBE")


def _set(node: ast.AST, name: str, value: object) -> ast.AST:
    setattr(node, name, value)
    return node


def _mutable(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run: no annotations, docstrings or imports for type checkers."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_for_checkers(child):
                yield from _mutable(child)


def _is_for_checkers(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ) or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("TYPE_CHECKING", "__slots__"))


class Replacement(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the source of a mutant in place of the real module."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = f"gnomon.shapes.{mutant.module}"
        self.source = mutant.source

    def find_spec(self, name, path=None, target=None):
        """The mutant's module, nothing for others."""
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module) -> None:
        """Run the changed source."""
        exec(compile(self.source, f"<mutant of {self.name}>", "exec"), module.__dict__)


def survives(mutant: Mutant | None, seconds: int) -> bool:
    """Whether all tests pass with the mutant in a forked process, in time; without one, as things are."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)
        os._exit(_run(mutant))
    return os.waitpid(child, 0)[1] == 0


def _run(mutant: Mutant | None) -> int:
    import pytest

    if mutant is not None:
        sys.meta_path.insert(0, Replacement(mutant))
    names = (
        TESTS_OF.get(mutant.module, GENERAL) if mutant else [path.stem for path in TESTS.glob("test_*.py")]
    )
    files = [str(TESTS / f"{name}.py") for name in names]
    options = [
        "-x",
        "-q",
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=--import-mode=importlib",
    ]
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        try:
            return int(pytest.main([*options, *files]))
        except BaseException:
            return 1


def main() -> None:
    """Draw mutants, try each, print the survivors and the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="names of modules (all)")
    parser.add_argument("--limit", type=int, default=300, help="how many mutants to try, 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="which ones to draw")
    parser.add_argument("--minutes", type=float, default=30, help="when to stop")
    parser.add_argument("--examples", type=int, default=30, help="how many examples Hypothesis tries")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    os.environ["SHAPES_EXAMPLES"] = str(arguments.examples)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()
    for name in ("hypothesis.strategies", "numpy", "pytest", "_pytest.doctest"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    paths = [
        path
        for path in sorted(PACKAGE.glob("*.py"))
        if not arguments.modules or path.stem in arguments.modules
    ]
    drawn = [mutant for path in paths for mutant in mutants(path)]
    total = len(drawn)
    if arguments.limit and arguments.limit < total:
        drawn = random.Random(arguments.seed).sample(drawn, arguments.limit)
    drawn.sort(key=lambda mutant: (mutant.module, mutant.line))
    if not survives(None, 300):
        raise SystemExit("the tests fail without any change")
    tried: dict[str, list[int]] = {}
    end = time.monotonic() + arguments.minutes * 60
    for mutant in drawn:
        if time.monotonic() > end:
            print("out of time")
            break
        alive = survives(mutant, 60)
        counts = tried.setdefault(mutant.module, [0, 0])
        counts[0] += 1
        counts[1] += not alive
        if alive:
            print(f"survived  {mutant.module}.py:{mutant.line}  {mutant.change}", flush=True)
    for module, (count, killed) in tried.items():
        print(f"{module:14}{killed:5} of {count:4} killed")
    count, killed = (sum(column) for column in zip(*tried.values(), strict=True))
    print(f"{killed} of {count} mutants killed ({100 * killed / count:.1f} %), of {total} possible ones")


if __name__ == "__main__":
    main()
