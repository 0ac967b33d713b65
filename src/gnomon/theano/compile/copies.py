"""Copies of expressions with variables replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.walking import io_toposort


def pairs_of(replace: Any) -> list[tuple[Any, Any]]:
    """Return replacements as pairs."""
    if replace is None:
        return []
    return list(replace.items()) if isinstance(replace, Mapping) else [(old, new) for old, new in replace]


def replaced(
    outputs: Sequence[Any],
    replace: Sequence[tuple[Any, Any]],
    strict: bool = True,
    memo: dict[Any, Any] | None = None,
) -> list[Any]:
    """Return expressions with variables replaced by others; what does not depend on them stays as it is."""
    known: dict[Any, Any] = {} if memo is None else memo
    for old, new in replace:
        known[old] = _fitting(old, new, strict)
    for node in io_toposort(known, outputs):
        if all(output in known for output in node.outputs):
            continue
        inputs = [known.get(variable, variable) for variable in node.inputs]
        if all(new is old for new, old in zip(inputs, node.inputs)):
            continue
        copied = node.clone_with_new_inputs(inputs, strict=strict)
        for old, new in zip(node.outputs, copied.outputs):
            known.setdefault(old, new)
    return [known.get(output, output) for output in outputs]


def _fitting(old: Any, new: Any, strict: bool) -> Any:
    if not isinstance(new, Variable):
        from gnomon.theano.tensor.variables import as_tensor_variable

        new = (
            as_tensor_variable(np.asarray(new))
            if np.ndim(new) or np.isscalar(new)
            else as_tensor_variable(new)
        )
    if old.type == new.type:
        return new
    if strict:
        return old.type.filter_variable(new)
    return new


def clone(
    output: Any, replace: Any = None, strict: bool = True, share_inputs: bool = True, copy_inputs: Any = None
) -> Any:
    """Return copies of expressions, with variables replaced; inputs are shared or copied."""
    if copy_inputs is not None:
        share_inputs = copy_inputs
    pairs = pairs_of(replace)
    outputs = list(output) if isinstance(output, (list, tuple)) else [output]
    if not share_inputs:
        from gnomon.theano.gof.walking import inputs

        roots = [v for v in inputs(replaced(outputs, pairs, strict)) if not isinstance(v, Constant)]
        copies = [(root, root.clone()) for root in roots]
        pairs = [*[(old, replaced([_fitting(old, new, strict)], copies)[0]) for old, new in pairs], *copies]
    memo: dict[Any, Any] = {}
    found = replaced(outputs, pairs, strict, memo)
    again = []
    for old, new in zip(outputs, found):
        if new is old and old.owner is not None:
            copied = old.owner.clone()
            new = copied.outputs[old.index]
        again.append(new)
    return again if isinstance(output, (list, tuple)) else again[0]
