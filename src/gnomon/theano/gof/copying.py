"""Copies of graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.walking import io_toposort


def clone_get_equiv(
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    copy_inputs: bool = True,
    copy_orphans: bool = True,
    memo: dict[Any, Any] | None = None,
) -> dict[Any, Any]:
    """Return the copy of each variable and application between inputs and outputs."""
    copies: dict[Any, Any] = {} if memo is None else memo
    for variable in inputs:
        if copy_inputs:
            copies.setdefault(variable, variable.clone())
        else:
            copies.setdefault(variable, variable)
    for node in io_toposort(inputs, outputs):
        if node in copies:
            continue
        for variable in node.inputs:
            if variable not in copies:
                copies[variable] = variable.clone() if copy_orphans else variable
        copied = node.clone_with_new_inputs([copies[variable] for variable in node.inputs])
        copies[node] = copied
        for old, new in zip(node.outputs, copied.outputs):
            copies.setdefault(old, new)
    for variable in outputs:
        if variable not in copies:
            copies[variable] = variable.clone() if copy_orphans else variable
    return copies


def clone(
    i: Sequence[Any], o: Sequence[Any], copy_inputs: bool = True, copy_orphans: bool | None = None
) -> tuple[list[Any], list[Any]]:
    """Return copies of inputs and of outputs."""
    if copy_orphans is None:
        copy_orphans = copy_inputs
    copies = clone_get_equiv(i, o, copy_inputs, copy_orphans)
    return [copies[variable] for variable in i], [copies[variable] for variable in o]
