"""Rewrites that say what stands for what: an operation for another, an expression for another."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Constant
from gnomon.theano.gof.rewriting import LocalOptimizer


class OpSub(LocalOptimizer):
    """An operation in place of another, on the same inputs."""

    def __init__(self, op1: Any, op2: Any, transfer_tags: bool = True) -> None:
        super().__init__(tracks=[op1])
        self.op1, self.op2 = op1, op2

    def op_key(self) -> Any:
        """Return the operation that it looks at."""
        return self.op1

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        return self.op2.make_node(*node.inputs).outputs if node.op == self.op1 else False


class OpRemove(LocalOptimizer):
    """The inputs of an operation in place of its outputs."""

    def __init__(self, op: Any) -> None:
        super().__init__(tracks=[op])
        self.op = op

    def op_key(self) -> Any:
        """Return the operation that it looks at."""
        return self.op

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        return list(node.inputs) if node.op == self.op and len(node.inputs) == len(node.outputs) else False


class PatternSub(LocalOptimizer):
    """A pattern in place of another: ``(op, "x", (op, "y", 2))``; a text is any expression, the same at each place.

    ``{"pattern": ..., "constraint": f}`` takes what ``f(variable)`` allows.
    """

    def __init__(
        self, in_pattern: Any, out_pattern: Any, allow_multiple_clients: bool = False, **options: Any
    ) -> None:
        self.outermost = in_pattern["pattern"][0] if isinstance(in_pattern, dict) else in_pattern[0]
        super().__init__(tracks=[self.outermost])
        self.in_pattern, self.out_pattern = in_pattern, out_pattern
        self.allow_multiple_clients = allow_multiple_clients

    def op_key(self) -> Any:
        """Return the operation that it looks at."""
        return self.outermost

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
            return isinstance(variable, Constant) and bool(np.all(variable.data == wanted))
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
