"""Programs as formulas: a printer for each operation, to which users add theirs with ``pprint.assign(op, printer)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

from gnomon.theano.gof.op import PureOp
from gnomon.theano.gof.utils import scratchpad
from gnomon.theano.gof.walking import io_toposort

VALID_ASSOC = {"left", "right", "either"}
LOOSE, TIGHT = -1000, 1000
"""How strongly what is around an expression binds: inside of brackets, and before an index."""

special = {"middle_dot": "\\dot", "big_sigma": "\\Sigma"}
greek = {name: f"\\{name}" for name in ("alpha", "beta", "gamma", "delta", "epsilon")}
use_ascii = True


class PrinterState(scratchpad):
    """What printers share while a formula is written: ``pprinter``, ``precedence``, and texts that are made already."""

    def __init__(self, props: Any = None, **more_props: Any) -> None:
        known = vars(props) if isinstance(props, scratchpad) else props or {}
        self.__dict__.update(known, **more_props)
        self.memo: dict[Any, str] = {}

    @contextmanager
    def binding(self, precedence: float) -> Iterator[None]:
        """Say for a while how strongly what is around binds."""
        before: float | None = getattr(self, "precedence", None)
        self.precedence: float | None = precedence
        try:
            yield
        finally:
            self.precedence = before


class Printer:
    """The base of printers: `text` says what stands for a result of an application."""

    def process(self, output: Any, pstate: Any) -> str:
        """Return the text of a variable, made once."""
        if output not in pstate.memo:
            pstate.memo[output] = self.text(output, pstate)
        found: str = pstate.memo[output]
        return found

    def text(self, output: Any, pstate: Any) -> str:
        """Return the text of a variable."""
        raise NotImplementedError

    def node(self, output: Any) -> Any:
        """Return the application that gives a variable."""
        if output.owner is None:
            raise TypeError(
                f"{type(self).__name__} writes what an operation gives, but {output} comes from none"
            )
        return output.owner

    def inputs(self, output: Any, pstate: Any, precedence: float = LOOSE) -> list[str]:
        """Return the texts of an application's inputs."""
        with pstate.binding(precedence):
            return [pstate.pprinter.process(entry, pstate) for entry in self.node(output).inputs]


class OperatorPrinter(Printer):
    """``(a + b)``, or ``(-a)`` of one input: always in brackets."""

    def __init__(self, operator: str, precedence: float, assoc: str = "left") -> None:
        if assoc not in VALID_ASSOC:
            raise AssertionError(f"assoc is one of {', '.join(sorted(VALID_ASSOC))}, got {assoc!r}")
        self.operator, self.precedence, self.assoc = operator, precedence, assoc

    def text(self, output: Any, pstate: Any) -> str:
        parts = self.inputs(output, pstate, self.precedence)
        return f"({self.operator}{parts[0]})" if len(parts) == 1 else f"({f' {self.operator} '.join(parts)})"


class PatternPrinter(Printer):
    """A text with holes: ``("|%(0)s|", -1000)``, a pattern and how strongly it binds each input, for each output."""

    def __init__(self, *patterns: Any) -> None:
        self.patterns = [
            (entry, ()) if isinstance(entry, str) else (entry[0], entry[1:]) for entry in patterns
        ]

    def text(self, output: Any, pstate: Any) -> str:
        node = self.node(output)
        pattern, strengths = self.patterns[node.outputs.index(output)]
        found = {}
        for place, entry in enumerate(node.inputs):
            with pstate.binding(strengths[place] if place < len(strengths) else TIGHT):
                found[str(place)] = pstate.pprinter.process(entry, pstate)
        return str(pattern % found)


class FunctionPrinter(Printer):
    """``name(a, b)``: a name for each output."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def text(self, output: Any, pstate: Any) -> str:
        name = self.names[self.node(output).outputs.index(output)]
        return f"{name}({', '.join(self.inputs(output, pstate))})"


class IgnorePrinter(Printer):
    """The text of the first input, as if the operation were not there."""

    def text(self, output: Any, pstate: Any) -> str:
        return str(pstate.pprinter.process(self.node(output).inputs[0], pstate))


class LeafPrinter(Printer):
    """The name of a variable; those of Greek letters as TeX writes them."""

    def text(self, output: Any, pstate: Any) -> str:
        return greek.get(output.name, str(output))


class DefaultPrinter(Printer):
    """``op(a, b)``; the name of a variable that no operation gives."""

    def text(self, output: Any, pstate: Any) -> str:
        if output.owner is None:
            return leaf_printer.process(output, pstate)
        return f"{output.owner.op}({', '.join(self.inputs(output, pstate))})"


leaf_printer = LeafPrinter()
default_printer = DefaultPrinter()


class PPrinter:
    """Writes programs as formulas, each operation by the printer that is assigned to it."""

    def __init__(self) -> None:
        self.printers: list[tuple[Callable[[Any, Any], Any], Any]] = []
        self.printers_dict: dict[Any, Any] = {}

    def assign(self, condition: Any, printer: Any) -> None:
        """Let a printer write an operation, a class of operations, or variables: ``condition(state, variable)``."""
        if isinstance(condition, (PureOp, type)):
            self.printers_dict[condition] = printer
        else:
            self.printers.insert(0, (condition, printer))

    def process(self, r: Any, pstate: Any = None) -> str:
        """Return the formula of a variable."""
        if pstate is None or isinstance(pstate, dict):
            pstate = PrinterState(pstate, pprinter=self)
        if getattr(r, "owner", None) is not None:
            for key in (r.owner.op, type(r.owner.op)):
                if key in self.printers_dict:
                    return str(self.printers_dict[key].process(r, pstate))
        for condition, printer in self.printers:
            if condition(pstate, r):
                return str(printer.process(r, pstate))
        raise TypeError(f"no printer is assigned that writes {r}")

    def clone(self) -> PPrinter:
        """Return a copy, to which other printers may be assigned."""
        made = copy(self)
        made.printers, made.printers_dict = list(self.printers), dict(self.printers_dict)
        return made

    def clone_assign(self, condition: Any, printer: Any) -> PPrinter:
        """Return a copy with one more printer."""
        made = self.clone()
        made.assign(condition, printer)
        return made

    def process_graph(
        self, inputs: Any, outputs: Any, updates: Any = None, display_inputs: bool = False
    ) -> str:
        """Return a program, a line for each variable with a name, for each update, and for each output."""
        given, wanted = [
            list(part) if isinstance(part, (list, tuple)) else [part] for part in (inputs, outputs)
        ]
        given += list(updates or {})
        news = {new: old for old, new in (updates or {}).items()}
        lines = [f"inputs: {', '.join([str(entry) for entry in given])}"] if display_inputs else []
        changes, results = [], []
        for node in io_toposort(given, [*wanted, *news]):
            for output in node.outputs:
                text = self._line(output)
                if output in news:
                    changes.append(f"{news[output]} <- {text}")
                if output in wanted:
                    name = output.name or f"out[{wanted.index(output)}]"
                    results.append(f"return {text}" if len(wanted) == 1 else f"{name} = {text}")
                elif output.name is not None:
                    lines.append(f"{output.name} = {text}")
        return "\n".join([*lines, *changes, *results])

    def _line(self, current: Any) -> str:
        """Return the formula of a variable, in which others with names are these."""
        named = self.clone()
        named.printers_dict = {}
        named.assign(lambda state, r: True, _OfTable(self.printers_dict, self.printers))
        named.assign(lambda state, r: r.name is not None and r is not current, leaf_printer)
        return named.process(current)

    def __call__(self, *arguments: Any) -> str:
        if not arguments:
            raise TypeError("Not enough arguments to call.")
        if len(arguments) == 1 or (len(arguments) == 2 and isinstance(arguments[1], (PrinterState, dict))):
            return self.process(*arguments)
        return self.process_graph(*arguments)


class _OfTable:
    """Asks the printers of a table, after conditions were asked."""

    def __init__(self, table: dict[Any, Any], rest: Sequence[Any]) -> None:
        self.table, self.rest = table, rest

    def process(self, output: Any, pstate: Any) -> str:
        """Return the text of a variable."""
        keys = () if output.owner is None else (output.owner.op, type(output.owner.op))
        for key in keys:
            if key in self.table:
                return str(self.table[key].process(output, pstate))
        return next(str(made.process(output, pstate)) for asked, made in self.rest if asked(pstate, output))


pprint = PPrinter()
pprint.assign(lambda state, variable: True, default_printer)
