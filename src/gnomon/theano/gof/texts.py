"""Expressions as short texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any


def default_leaf_formatter(leaf: Any) -> str:
    """Return the text of a leaf."""
    return str(leaf)


def default_node_formatter(op: Any, argstrings: Sequence[str]) -> str:
    """Return the text of an application."""
    return f"{op.op}({', '.join(argstrings)})"


def op_as_string(
    i: Sequence[Any],
    op: Any,
    leaf_formatter: Callable[[Any], str] = default_leaf_formatter,
    node_formatter: Callable[[Any, Sequence[str]], str] = default_node_formatter,
) -> str:
    """Return an application as text, down to the variables ``i``."""
    return node_formatter(op, as_string(i, op.inputs, leaf_formatter, node_formatter))


def as_string(
    i: Sequence[Any],
    o: Sequence[Any],
    leaf_formatter: Callable[[Any], str] = default_leaf_formatter,
    node_formatter: Callable[[Any, Sequence[str]], str] = default_node_formatter,
) -> list[str]:
    """Return expressions as texts; what is needed twice is written once, as ``*1 -> ...``."""
    given = {id(variable) for variable in i}
    uses: Counter[int] = Counter()

    def visit(variable: Any) -> None:
        owner = variable.owner
        if owner is None or id(variable) in given:
            return
        uses[id(owner)] += 1
        if uses[id(owner)] == 1:
            for needed in owner.inputs:
                visit(needed)

    for output in o:
        visit(output)
    numbers: dict[int, int] = {}
    done: set[int] = set()

    def text(variable: Any) -> str:
        owner = variable.owner
        if owner is None or id(variable) in given:
            return leaf_formatter(variable)
        suffix = f"::{variable.index}" if len(owner.outputs) > 1 else ""
        repeated = uses[id(owner)] > 1
        if repeated:
            number = numbers.setdefault(id(owner), len(numbers) + 1)
            if id(owner) in done:
                return f"*{number}{suffix}"
            done.add(id(owner))
        written = node_formatter(owner, [text(needed) for needed in owner.inputs])
        if repeated:
            return f"*{numbers[id(owner)]}{suffix} -> {written}"
        return f"{written}{suffix}"

    return [text(output) for output in o]
