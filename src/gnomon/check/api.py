"""The checker as a library: check a file, list the shapes of its names, ask why a shape is unknown."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from gnomon.check.diagnostic import Diagnostic, Level
from gnomon.check.project import Project
from gnomon.check.reading import Fault

FRAMEWORKS = ("numpy", "torch", "tf", "jax")


class Options(NamedTuple):
    """What a check is asked for."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    script_args: tuple[str, ...] | None = None
    assume: Mapping[str, str] = {}
    versions: Mapping[str, str] = {}
    unproven: bool = False
    roots: tuple[str, ...] = ()


class FileResult(NamedTuple):
    """What a check of one file found."""

    path: str
    diagnostics: tuple[Diagnostic, ...]
    lines: int
    fault: str | None = None
    fault_kind: str | None = None
    calls_total: int = 0
    calls_known: int = 0
    statistics: Mapping[str, tuple[int, int, int]] = {}
    assumed: frozenset[str] = frozenset()


class Margin(NamedTuple):
    """The shape of one assigned name."""

    line: int
    name: str
    text: str


class Checker:
    """Checks files, each as if it were the only one; what they import is run once."""

    def __init__(self, options: Options | None = None) -> None:
        _load_interpreter()
        from gnomon.check.interpreter import Interpreter
        from gnomon.values import state

        self.options = options or Options()
        self.project = Project(
            self.options.roots, self.options.versions, self.options.script_args, self.options.assume
        )
        state.reset()
        self.run = Interpreter(self.project)
        self._resume()  # so that nothing holds what an earlier checker has read

    def check(self, path: str, text: str | None = None) -> FileResult:
        """Check one file; ``text`` replaces its contents."""
        from gnomon.check.roots import run_file

        self._resume()
        if text is not None:
            self.run.shelf.loadings.clear()
        source = self.project.source(path, text)
        if isinstance(source, Fault):
            return FileResult(path, (), 0, source.message, source.kind)
        fault = kind = None
        found: list[Diagnostic] = []
        try:
            found = run_file(self.run, source, os.path.splitext(os.path.basename(path))[0])
            if self.run.too_deep:
                fault, kind = "is nested too deeply", "nesting"
        except RecursionError:
            fault, kind = "is nested too deeply", "nesting"
        except Exception as error:
            if self.run.strict:
                raise
            fault = f"could not be checked: internal fault {type(error).__name__}: {_first_line(error)}"
            kind = "internal"
        statistics = self._statistics(path)
        self._let_go(path)
        total = sum(counts[0] for counts in statistics.values())
        known = sum(counts[2] for counts in statistics.values())
        return FileResult(
            path,
            _ordered(found, self.options),
            len(source.lines),
            fault,
            kind,
            total,
            known,
            statistics,
            frozenset(self.run.assumed),
        )

    def _resume(self) -> None:
        """Make this checker the one at work (another may have run in between) and forget the last file."""
        from gnomon.ops.world import settle
        from gnomon.values import Tensor
        from gnomon.values.host import host

        Tensor.world = self.run.world
        settle(self.run.world)
        host.current = self.run
        self.run.begin_file()

    def _let_go(self, path: str) -> None:
        """Forget a file that no other has imported so far: tests and scripts."""
        if path not in self.run.shelf.required:
            self.project.forget(path)
            self.run.shelf.loadings.pop(path, None)

    def _statistics(self, path: str) -> dict[str, tuple[int, int, int]]:
        counts: dict[str, list[int]] = {}
        for (framework, where, _), (rank, whole) in self.run.statistics.items():
            if where == path:
                entry = counts.setdefault(framework, [0, 0, 0])
                entry[0] += 1
                entry[1] += rank
                entry[2] += whole
        return {framework: (entry[0], entry[1], entry[2]) for framework, entry in counts.items()}


def _load_interpreter() -> None:
    """Import every part of the interpreter, so that its dispatch tables are full."""
    import gnomon.check.assignment
    import gnomon.check.attributes
    import gnomon.check.calls
    import gnomon.check.classes
    import gnomon.check.exceptions
    import gnomon.check.expressions
    import gnomon.check.functions
    import gnomon.check.imports
    import gnomon.check.loops
    import gnomon.check.matching
    import gnomon.check.operators
    import gnomon.check.statements
    import gnomon.check.subscripts  # noqa: F401

    if sys.getrecursionlimit() < 20_000:
        sys.setrecursionlimit(20_000)


def _ordered(found: list[Diagnostic], options: Options) -> tuple[Diagnostic, ...]:
    unique: dict[Any, Diagnostic] = {}
    for diagnostic in found:
        if diagnostic.level is Level.UNPROVEN and not options.unproven:
            continue
        unique.setdefault((diagnostic.rule, diagnostic.span), diagnostic)
    return tuple(sorted(unique.values(), key=lambda d: (d.span.path, d.span.line, d.span.column, d.rule)))


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]


def check_file(path: str, options: Options | None = None, source: str | None = None) -> FileResult:
    """Check one file on its own."""
    return Checker(options).check(path, source)


def shapes_of(path: str, options: Options | None = None, source: str | None = None) -> list[Margin]:
    """Return the shape of each tensor that a file assigns to a name."""
    from gnomon.check.revealing import describe
    from gnomon.values import Choice, Tensor, Unknown

    checker = Checker(options)
    checker.run.margins = {}
    _must_be_readable(checker.check(path, source))
    margins = []
    for (where, line, name), values in checker.run.margins.items():
        if where != path:
            continue
        texts = dict.fromkeys(
            describe(value)
            for value in values
            if type(value) is Tensor
            or (type(value) is Unknown and value.tensor is not None)
            or (type(value) is Choice and any(type(v) is Tensor for v in value.values))
            or (type(value) is tuple and any(type(v) is Tensor for v in value))
        )
        if texts:
            margins.append(Margin(line, name, " | ".join(list(texts)[-3:])))
    return sorted(margins, key=lambda margin: (margin.line, margin.name))


def why(path: str, line: int, options: Options | None = None, source: str | None = None) -> list[str]:
    """Return which unmodelled or unknown things lost the shapes of a line."""
    from gnomon.check.asking import Question

    checker = Checker(options)
    checker.run.margins = {}
    _must_be_readable(checker.check(path, source))
    parsed = checker.project.source(path, source)
    return [] if isinstance(parsed, Fault) else Question(checker.run, parsed).answers(line)


def _must_be_readable(result: FileResult) -> None:
    if result.fault is not None:
        raise ValueError(result.fault)
