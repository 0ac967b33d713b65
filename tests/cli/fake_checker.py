"""Stands in for `gnomon.check.api`, so that the command line is tested alone.

A program's comments say what is found in it: `#! error rank message` on a line is a finding there, and
`#! unseen x` tells that x is a name to which an assumption applies.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

from gnomon.check.diagnostic import Diagnostic, Level, Span

asked: list["Options"] = []


@dataclass
class Options:
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    script_args: tuple[str, ...] | None = None
    assume: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    unproven: bool = False
    roots: tuple[str, ...] = ()


@dataclass
class FileResult:
    path: str
    diagnostics: tuple[Diagnostic, ...]
    lines: int
    fault: str | None
    fault_kind: str | None
    calls_total: int
    calls_known: int
    statistics: Mapping[str, tuple[int, int, int]]
    assumed: frozenset[str] = frozenset()


@dataclass
class Margin:
    line: int
    name: str
    text: str


def check_file(path: str, options: Options, source: str | None = None) -> FileResult:
    asked.append(options)
    if source is None:
        with open(path, encoding="utf-8") as file:
            source = file.read()
    if "#! die" in source:
        os._exit(3)
    if "#! raise" in source:
        raise RuntimeError("something\nbroke")
    if fault := re.search(r"#! fault (\w+) (.*)", source):
        return FileResult(path, (), 1, fault[2], fault[1], 0, 0, {})
    found = []
    for number, line in enumerate(source.splitlines(), 1):
        for match in re.finditer(r"#! (error|warning|info|unproven) ([\w-]+) (.*)", line):
            span = Span(path, number, 1, number, match.start() + 1)
            found.append(Diagnostic(match[2], Level(match[1]), span, match[3].strip()))
    lines = source.count("\n")
    assumed = options.assume.keys() & set(re.findall(r"#! unseen (\w+)", source))
    return FileResult(path, tuple(found), lines, None, None, 4, 3, {"torch": (4, 4, 3)}, frozenset(assumed))


class Checker:
    def __init__(self, options: Options) -> None:
        self.options = options
        self.project = SimpleNamespace(text_held=0)

    def check(self, path: str, source: str | None = None) -> FileResult:
        return check_file(path, self.options, source)


def shapes_of(path: str, options: Options, source: str | None = None) -> list[Margin]:
    if os.path.basename(path).startswith("bad"):
        raise SyntaxError(f"{path}: not Python")
    return [Margin(1, "x", "(2, 3)")]


def why(path: str, line: int, options: Options) -> list[str]:
    return [f"{path}:{line}: magic.load is not modelled"] if line == 1 else []
