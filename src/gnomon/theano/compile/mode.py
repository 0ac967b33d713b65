"""Modes: how functions are computed. Gnomon optimises every function; modes that watch it differ."""

from __future__ import annotations

from typing import Any

from gnomon.theano.configuration import config
from gnomon.theano.gof import rewriting
from gnomon.theano.gof.link import Linker, WrapLinker
from gnomon.theano.gof.optdb import Query, optdb


class Optimizer:
    """What simplifies a graph that is asked for as one; compiled functions are simplified by Gnomon's laws."""

    def optimize(self, fgraph: Any, *arguments: Any) -> None:
        """Merge equal applications, fold constants, and drop what has no effect."""
        from gnomon.theano.gof.simplifying import simplify

        simplify(fgraph)

    def apply(self, fgraph: Any, *arguments: Any) -> None:
        """Simplify a graph."""
        self.optimize(fgraph)

    def __call__(self, fgraph: Any) -> None:
        """Simplify a graph."""
        self.optimize(fgraph)


class Mode:
    """How a function is computed: ``linker`` and ``optimizer`` by name, kept as they were given."""

    def __init__(self, linker: Any = None, optimizer: Any = "default") -> None:
        self.provided_linker = config.linker if linker is None else linker
        self.provided_optimizer = config.optimizer if optimizer == "default" else optimizer
        self.linker = (
            self.provided_linker
            if not isinstance(self.provided_linker, str)
            else Linker(self.provided_linker)
        )
        self.optimizer = Optimizer()
        named = self.provided_optimizer
        plain = () if named in (None, "None") else [str(named), "fast_run"][named != "fast_compile" :]
        self.tags = named if isinstance(named, Query) else Query(include=plain)

    @property
    def watch(self) -> Any:
        """What sees each application of a function and runs it ``around``, if anything does."""
        return self.linker if isinstance(self.linker, WrapLinker) else None

    def _with(self, which: str, tags: Any) -> Mode:
        from copy import copy

        other = copy(self)
        other.tags = self.tags.including()
        getattr(other.tags, which).update(tags)
        return other

    def including(self, *tags: str) -> Mode:
        """Return a mode with more rewrites."""
        return self._with("include", tags)

    def excluding(self, *tags: str) -> Mode:
        """Return a mode with fewer rewrites."""
        return self._with("exclude", tags)

    def requiring(self, *tags: str) -> Mode:
        """Return a mode with rewrites that must have some tags."""
        return self._with("require", tags)

    def register(self, *optimizations: Any) -> Mode:
        """Return the mode: rewrites of Theano's graphs are not applied."""
        return self

    def rewrite(self, entries: list[Any], outputs: list[Any]) -> list[Any]:
        """Return the outputs of a function as the rewrites that programs registered leave them."""
        chosen = optdb.query(self.tags)
        if not chosen:
            return outputs
        from gnomon.theano.compile.copies import replaced
        from gnomon.theano.compile.running import roots_of
        from gnomon.theano.compile.sharedvalue import SharedVariable
        from gnomon.theano.gof.fg import FunctionGraph

        inputs = [entry.variable for entry in entries]
        inputs += [
            root for root in roots_of(outputs) if isinstance(root, SharedVariable) and root not in inputs
        ]
        fgraph = FunctionGraph(inputs, outputs)
        chosen.optimize(fgraph)
        return replaced(fgraph.outputs, list(zip(fgraph.inputs, inputs)))

    @property
    def laws(self) -> str:
        """Which of Gnomon's laws are applied."""
        none = self.provided_optimizer in (None, "None", "fast_compile", "merge")
        return "exact" if none else "stable"

    def clone(self, link_kwargs: Any = None, optimizer: Any = "", **named: Any) -> Mode:
        """Return a copy."""
        from copy import copy

        return copy(self)

    def __str__(self) -> str:
        return (
            f"{type(self).__name__}(linker = {self.provided_linker}, optimizer = {self.provided_optimizer})"
        )


OPT_NONE, OPT_MERGE = Query(), Query(include=["merge"])
OPT_FAST_RUN, OPT_FAST_COMPILE = Query(include=["fast_run"]), Query(include=["fast_compile"])
OPT_FAST_RUN_STABLE = OPT_FAST_RUN.requiring("stable")
OPT_STABILIZE = OPT_FAST_RUN.including()
OPT_O2, OPT_O3 = OPT_FAST_COMPILE.including("fusion"), OPT_FAST_RUN.excluding("inplace")
OPT_UNSAFE = OPT_O3.including("unsafe")

FAST_RUN = Mode("cvm", "fast_run")
FAST_COMPILE = Mode("py", "fast_compile")
JAX = Mode("cvm", "fast_run")
predefined_modes: dict[str, Any] = {"FAST_RUN": FAST_RUN, "FAST_COMPILE": FAST_COMPILE, "Mode": FAST_RUN}
predefined_linkers: dict[str, Any] = {
    name: Linker(name) for name in ("py", "c", "c|py", "vm", "cvm", "vm_nogc", "cvm_nogc")
}
predefined_optimizers: dict[str, Any] = {
    name: Optimizer()
    for name in ("None", "merge", "o4", "o3", "o2", "o1", "unsafe", "fast_run", "fast_compile")
}
instantiated_default_mode: Any = None


def register_mode(name: str, mode: Mode) -> None:
    """Give a mode a name."""
    if name in predefined_modes:
        raise ValueError(f"Mode name already taken: {name}")
    predefined_modes[name] = mode


def register_linker(name: str, linker: Any) -> None:
    """Give a linker a name."""
    predefined_linkers[name] = linker


def register_optimizer(name: str, optimizer: Any) -> None:
    """Give an optimizer a name."""
    predefined_optimizers[name] = optimizer


def get_mode(orig_string: Any) -> Mode:
    """Return a mode by name; None is the default."""
    name: Any = config.mode if orig_string is None else orig_string
    if not isinstance(name, str):
        found: Mode = name
        return found
    if name not in predefined_modes:
        raise Exception(f"No predefined mode exist for string: {name}")
    known: Mode = predefined_modes[name]
    return known


def get_default_mode() -> Mode:
    """Return the mode that ``config.mode`` names."""
    return get_mode(None)


class PrintCurrentFunctionGraph(rewriting.Optimizer):
    """A rewrite that prints the graph as it is, after a header."""

    def __init__(self, header: str) -> None:
        self.header = header

    def apply(self, fgraph: Any) -> None:
        from gnomon.theano.printing import debugprint

        print("PrintCurrentFunctionGraph:", self.header)
        debugprint(fgraph.outputs)
