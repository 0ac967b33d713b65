"""Rewrites that programs write: of whole graphs, of single applications, and by patterns."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from gnomon.theano.gof.fg import InconsistencyError
from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.utils import MethodNotDefined

MOST = 1000
"""So many rounds at most are made until nothing changes."""


class Optimizer:
    """A rewrite of whole graphs: `apply` changes a `FunctionGraph`, after `add_requirements` attached what it needs."""

    name: str | None = None

    def add_requirements(self, fgraph: Any) -> None:
        """Attach features to the graph."""

    def apply(self, fgraph: Any) -> Any:
        """Change the graph."""
        raise MethodNotDefined("apply", type(self), type(self).__name__)

    def optimize(self, fgraph: Any, *arguments: Any, **named: Any) -> Any:
        """Change a graph, with what that needs."""
        self.add_requirements(fgraph)
        return self.apply(fgraph, *arguments, **named)

    def __call__(self, fgraph: Any) -> Any:
        return self.optimize(fgraph)


class FromFunctionOptimizer(Optimizer):
    """A rewrite that a function of graphs is."""

    def __init__(self, fn: Callable[[Any], Any], requirements: Sequence[Callable[[Any], None]] = ()) -> None:
        self.apply = fn  # type: ignore[method-assign, assignment]
        self.requirements = requirements
        self.__name__ = fn.__name__

    def add_requirements(self, fgraph: Any) -> None:
        for requirement in self.requirements:
            requirement(fgraph)


def optimizer(fn: Callable[[Any], Any]) -> Optimizer:
    """Make a rewrite of a function of graphs (a decorator)."""
    return FromFunctionOptimizer(fn)


class SeqOptimizer(Optimizer, list):  # type: ignore[type-arg]
    """Rewrites, one after the other."""

    def __init__(self, *opts: Any) -> None:
        single = len(opts) == 1 and isinstance(opts[0], (list, tuple))
        super().__init__(opts[0] if single else opts)

    def apply(self, fgraph: Any) -> None:
        for rewrite in self:
            rewrite.optimize(fgraph)


class MergeOptimizer(Optimizer):
    """One application where several were equal."""

    def apply(self, fgraph: Any) -> None:
        from gnomon.theano.gof.simplifying import merge

        merge(fgraph)


class TopoOptimizer(Optimizer):
    """A rewrite of single applications, tried on each of a graph."""

    def __init__(self, local_opt: Any, order: str = "in_to_out", **options: Any) -> None:
        self.local_opt, self.order, self.options = local_opt, order, options

    @staticmethod
    def warn_inplace(error: Exception, *place: Any) -> None:
        """Tell of a rewrite that failed, unless it would overwrite what is still needed."""
        if not isinstance(error, InconsistencyError):
            warnings.warn(f"a rewrite failed: {error!r}", stacklevel=2)

    def add_requirements(self, fgraph: Any) -> None:
        if hasattr(self.local_opt, "add_requirements"):
            self.local_opt.add_requirements(fgraph)

    def apply(self, fgraph: Any) -> bool:
        nodes = fgraph.toposort()
        changed = False
        for node in nodes if self.order == "in_to_out" else reversed(nodes):
            if node in fgraph.apply_nodes and is_tracked(self.local_opt, node):
                changed |= replace_outputs(fgraph, node, self.local_opt.transform(node))
        return changed


class EquilibriumOptimizer(Optimizer):
    """Rewrites of graphs and of applications, tried until none changes anything."""

    def __init__(self, optimizers: Sequence[Any], **options: Any) -> None:
        self.rewrites = [
            rewrite if isinstance(rewrite, Optimizer) else TopoOptimizer(rewrite) for rewrite in optimizers
        ]

    def apply(self, fgraph: Any) -> None:
        for _ in range(MOST):
            before = str(fgraph)
            for rewrite in self.rewrites:
                rewrite.optimize(fgraph)
            if str(fgraph) == before:
                return


def is_tracked(rewrite: Any, node: Any) -> bool:
    """Whether a rewrite of applications looks at this one."""
    tracked = rewrite.tracks()
    if not tracked:
        return True
    return any(isinstance(node.op, op) if isinstance(op, type) else node.op == op for op in tracked)


def replace_outputs(fgraph: Any, node: Any, found: Any) -> bool:
    """Let others stand for the outputs of an application; tells whether anything changed."""
    if not found:
        return False
    pairs = found.items() if isinstance(found, dict) else zip(node.outputs, found, strict=True)
    changed = False
    for old, new in list(pairs):
        if isinstance(old, Variable) and new is not None and new is not old and fgraph.clients(old):
            fgraph.replace_validate(old, new)
            changed = True
    return changed


class LocalOptimizer:
    """A rewrite of single applications: ``transform(node)`` gives what stands for its outputs, or False."""

    def __init__(self, transform: Callable[..., Any] | None = None, tracks: Any = None) -> None:
        if transform is not None:
            self.__dict__["transform"] = transform
            self.__name__ = transform.__name__
        self.tracked = tracks

    def tracks(self) -> Any:
        """Return the operations that it looks at, None for all."""
        return getattr(self, "tracked", None)

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        """Return what stands for the outputs of an application, or False."""
        return False


def local_optimizer(
    tracks: Any, inplace: bool = False, requirements: Any = ()
) -> Callable[[Any], LocalOptimizer]:
    """Return a decorator that makes a rewrite of a function of applications."""
    if tracks is not None and len(tracks) == 0:
        raise ValueError("Use None instead of an empty list to apply to all nodes.", tracks)

    def made(transform: Callable[..., Any]) -> LocalOptimizer:
        return LocalOptimizer(transform, tracks)

    return made


class OpSub(LocalOptimizer):
    """An operation in place of another, on the same inputs."""

    def __init__(self, op1: Any, op2: Any, transfer_tags: bool = True) -> None:
        super().__init__(tracks=[op1])
        self.op1, self.op2 = op1, op2

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        return self.op2.make_node(*node.inputs).outputs if node.op == self.op1 else False


class OpRemove(LocalOptimizer):
    """The inputs of an operation in place of its outputs."""

    def __init__(self, op: Any) -> None:
        super().__init__(tracks=[op])
        self.op = op

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        return list(node.inputs) if node.op == self.op and len(node.inputs) == len(node.outputs) else False


class PatternSub(LocalOptimizer):
    """A pattern in place of another: ``(op, "x", (op, "y", 2))``; a text is any expression, the same at each place.

    ``{"pattern": ..., "constraint": f}`` takes what ``f(variable)`` allows.
    """

    def __init__(
        self, in_pattern: Any, out_pattern: Any, allow_multiple_clients: bool = False, **options: Any
    ) -> None:
        super().__init__(tracks=[in_pattern[0]])
        self.in_pattern, self.out_pattern = in_pattern, out_pattern
        self.allow_multiple_clients = allow_multiple_clients

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        if len(node.outputs) != 1:
            return False
        bound: dict[str, Any] = {}
        if not self._matches(self.in_pattern, node.outputs[0], bound, outermost=True):
            return False
        made = _built(self.out_pattern, bound)
        return [made] if made.type == node.outputs[0].type else False

    def _matches(self, pattern: Any, variable: Any, bound: dict[str, Any], outermost: bool = False) -> bool:
        if isinstance(pattern, dict):
            allowed = pattern.get("constraint", lambda _: True)
            return bool(allowed(variable)) and self._matches(pattern["pattern"], variable, bound, outermost)
        if isinstance(pattern, str):
            return bound.setdefault(pattern, variable) is variable
        if not isinstance(pattern, (list, tuple)):
            wanted = pattern.data if isinstance(pattern, Constant) else pattern
            return isinstance(variable, Constant) and bool((variable.data == wanted).all())
        node = variable.owner
        if node is None or node.op != pattern[0] or len(node.inputs) != len(pattern) - 1:
            return False
        if not (outermost or self.allow_multiple_clients) and len(getattr(variable, "clients", ())) > 1:
            return False
        return all(self._matches(part, entry, bound) for part, entry in zip(pattern[1:], node.inputs))


def _built(pattern: Any, bound: dict[str, Any]) -> Any:
    """Return the expression that a pattern stands for."""
    if isinstance(pattern, str):
        return bound[pattern]
    if isinstance(pattern, (list, tuple)):
        return pattern[0](*[_built(part, bound) for part in pattern[1:]])
    return pattern
