"""Rewrites of single applications, brought to those of a graph: in their order, by operation, or until nothing changes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from gnomon.theano.gof.fg import InconsistencyError
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import PureOp
from gnomon.theano.gof.rewriting import LocalOptimizer, Optimizer

MOST = 1000
"""So many rounds at most are made until nothing changes."""


class NavigatorOptimizer(Optimizer):
    """The base of rewrites that try one of single applications: `process_node` tries it on one.

    Errors go to ``failure_callback(error, self, pairs, rewrite, node)`` where there is one.
    """

    def __init__(self, local_opt: Any, ignore_newtrees: Any = "auto", failure_callback: Any = None) -> None:
        self.local_opt, self.ignore_newtrees = local_opt, ignore_newtrees
        self.failure_callback = failure_callback

    @staticmethod
    def warn(error: Exception, *place: Any) -> None:
        """Tell of a rewrite that failed."""
        warnings.warn(f"a rewrite failed: {error!r}", stacklevel=2)

    @staticmethod
    def warn_inplace(error: Exception, *place: Any) -> None:
        """Tell of a rewrite that failed, unless it would overwrite what is still needed."""
        if not isinstance(error, InconsistencyError):
            NavigatorOptimizer.warn(error)

    @staticmethod
    def warn_ignore(error: Exception, *place: Any) -> None:
        """Say nothing of a rewrite that failed."""

    def add_requirements(self, fgraph: Any) -> None:
        if hasattr(self.local_opt, "add_requirements"):
            self.local_opt.add_requirements(fgraph)

    def process_node(self, fgraph: Any, node: Any, lopt: Any = None) -> bool:
        """Try a rewrite on an application; tells whether anything changed."""
        rewrite = lopt or self.local_opt
        if node not in fgraph.apply_nodes or not is_tracked(rewrite, node):
            return False
        try:
            return replace_outputs(fgraph, node, rewrite.transform(node))
        except Exception as error:
            if self.failure_callback is None:
                raise
            self.failure_callback(error, self, [(output, None) for output in node.outputs], rewrite, node)
            return False


class TopoOptimizer(NavigatorOptimizer):
    """A rewrite of single applications, tried on each of a graph."""

    def __init__(
        self,
        local_opt: Any,
        order: str = "in_to_out",
        ignore_newtrees: Any = False,
        failure_callback: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(local_opt, ignore_newtrees, failure_callback)
        self.order, self.options = order, options

    def apply(self, fgraph: Any) -> bool:
        nodes = fgraph.toposort()
        ordered = nodes if self.order == "in_to_out" else nodes[::-1]
        changed = [self.process_node(fgraph, node) for node in ordered]
        return any(changed)


class OpKeyOptimizer(NavigatorOptimizer):
    """A rewrite with an ``op_key()``, tried on the applications of that operation; on new ones unless those are ignored."""

    def __init__(self, local_opt: Any, ignore_newtrees: bool = False, failure_callback: Any = None) -> None:
        if not hasattr(local_opt, "op_key"):
            raise TypeError(f"OpKeyOptimizer needs a rewrite with a method op_key, {local_opt} has none")
        super().__init__(local_opt, ignore_newtrees, failure_callback)

    def apply(self, fgraph: Any) -> None:
        key = self.local_opt.op_key()
        keys = key if isinstance(key, (list, tuple)) else [key]
        tried: set[Any] = set()
        for _ in range(MOST):
            found = [node for node in fgraph.toposort() if node.op in keys and node not in tried]
            if not found:
                return
            tried.update(found)
            for node in found:
                self.process_node(fgraph, node)
            if self.ignore_newtrees:
                return


class EquilibriumOptimizer(Optimizer):
    """Rewrites of graphs and of applications, tried until none changes anything.

    ``max_use_ratio`` bounds how often one of applications may change something: so often as there are applications, times this
    number. When one does more often, all end.
    """

    def __init__(self, optimizers: Sequence[Any], max_use_ratio: float | None = None, **options: Any) -> None:
        self.rewrites = [
            rewrite if isinstance(rewrite, Optimizer) else TopoOptimizer(rewrite) for rewrite in optimizers
        ]
        self.max_use_ratio = max_use_ratio

    def apply(self, fgraph: Any) -> None:
        most = float("inf") if self.max_use_ratio is None else self.max_use_ratio * len(fgraph.apply_nodes)
        used = [0] * len(self.rewrites)
        for _ in range(MOST):
            before = str(fgraph)
            for place, rewrite in enumerate(self.rewrites):
                if most == float("inf") or type(rewrite) is not TopoOptimizer:
                    rewrite.optimize(fgraph)
                    continue
                rewrite.add_requirements(fgraph)
                for node in fgraph.toposort():
                    used[place] += rewrite.process_node(fgraph, node)
                    if used[place] > most:
                        warnings.warn(
                            f"rewriting ends: {rewrite.local_opt} was applied more than {most:g} times",
                            stacklevel=2,
                        )
                        return
            if str(fgraph) == before:
                return


class LocalOptGroup(LocalOptimizer):
    """Rewrites of single applications, of which the first that changes something counts.

    ``apply_all_opts`` tries them again on what came out, until none changes anything.
    """

    def __init__(self, *optimizers: Any, apply_all_opts: bool = False, profile: bool = False) -> None:
        single = len(optimizers) == 1 and isinstance(optimizers[0], list)
        self.opts = tuple(optimizers[0] if single else optimizers)
        self.apply_all_opts = apply_all_opts
        tracked = [rewrite.tracks() for rewrite in self.opts]
        super().__init__(tracks=[op for ops in tracked for op in ops] if all(tracked) else None)

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        found: Any = None
        for _ in range(MOST):
            tried = next(self._tried(node), None)
            if not tried:
                return found
            found = tried
            first = next(iter(found.values() if isinstance(found, dict) else found))
            if not self.apply_all_opts or first.owner is None:
                return found
            node = first.owner
        return found

    def _tried(self, node: Any) -> Iterator[Any]:
        """Yield what rewrites give for an application, as long as that is something."""
        for rewrite in self.opts:
            if is_tracked(rewrite, node):
                found = rewrite.transform(node)
                if found:
                    yield found

    def add_requirements(self, fgraph: Any) -> None:
        """Attach what the rewrites need to a graph."""
        for rewrite in self.opts:
            if hasattr(rewrite, "add_requirements"):
                rewrite.add_requirements(fgraph)

    def __str__(self) -> str:
        return f"LocalOptGroup({','.join([str(rewrite) for rewrite in self.opts])})"


def check_chain(r: Any, *chain: Any) -> bool:
    """Whether a variable comes from some operations: the first gives it, the second the first's first input ...

    Each is an operation, or a class of operations; None stands for no operation.
    """
    variable = r.outputs[0] if isinstance(r, Apply) else r
    for place, entry in enumerate(chain):
        if place:
            variable = variable.owner.inputs[0]
        node = variable.owner
        if entry is None:
            return node is None
        if node is None:
            return False
        if not (node.op == entry if isinstance(entry, PureOp) else isinstance(node.op, entry)):
            return False
    return True


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
