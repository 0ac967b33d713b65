"""Small functions on graphs of loops, which programs take from `theano.scan_module.scan_utils`."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import xor
from typing import Any

import numpy as np

from gnomon.theano.compile.copies import clone, replaced
from gnomon.theano.gof.comparing import equal_computations
from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.walking import inputs as roots_of


def safe_new(x: Any, tag: str = "", dtype: str | None = None) -> Any:
    """Return a new variable like another: of its type, or of a dtype, with the tag behind its name."""
    from gnomon.theano.tensor.variables import as_variable

    x = x if isinstance(x, Variable) else as_variable(x)
    if isinstance(x, Constant):
        return (
            x.clone() if dtype in (None, x.type.dtype) else type(x)(x.type.clone(dtype=dtype), x.data, x.name)
        )
    made = (x.type if dtype is None else x.type.clone(dtype=dtype))()
    made.name = None if x.name is None else x.name + tag
    if hasattr(x.tag, "test_value"):
        made.tag.test_value = copy.deepcopy(x.tag.test_value)
    return made


def reconstruct_graph(inputs: Sequence[Any], outputs: Sequence[Any], tag: str | None = None) -> Any:
    """Return new variables in place of inputs, and the outputs as they depend on them."""
    made = [safe_new(entry, tag or "") for entry in inputs]
    return made, clone(list(outputs), replace=OrderedDict(zip(inputs, made)))


def infer_shape(outs: Sequence[Any], inputs: Sequence[Any], input_shapes: Sequence[Any]) -> list[Any]:
    """Return the sizes of outputs, given those of the inputs; None for what has no shape."""
    from gnomon.theano.tensor.creation import alloc
    from gnomon.theano.tensor.variables import constant

    pairs = []
    for entry, sizes in zip(inputs, input_shapes):
        if sizes is None:
            continue
        if len(sizes) != entry.ndim:
            raise AssertionError(f"{entry} has {entry.ndim} axes, but {len(sizes)} sizes are given")
        zero = constant(np.zeros((), entry.type.dtype))
        pairs.append((entry, entry.type.filter_variable(alloc(zero, *sizes)) if entry.ndim else zero))
    wanted = [
        None if getattr(out, "ndim", None) is None else [out.shape[k] for k in range(out.ndim)]
        for out in outs
    ]
    flat = [size for sizes in wanted for size in sizes or ()]
    found = iter(replaced(flat, pairs))
    return [None if sizes is None else tuple([next(found) for _ in sizes]) for sizes in wanted]


def forced_replace(out: Any, x: Any, y: Any) -> Any:
    """Return an expression with another in place of each part that computes what ``x`` does."""
    if out is None:
        return None
    pairs, seen, left = [], set(), [out]
    while left:
        part = left.pop()
        if part in seen:
            continue
        seen.add(part)
        if equal_computations([part], [x]):
            pairs.append((part, y))
        elif part.owner is not None:
            left += part.owner.inputs
    return clone(out, replace=pairs) if pairs else out


def traverse(out: Any, x: Any, x_copy: Any, d: Any, visited: Any = None) -> Any:
    """Note in ``d`` that ``x_copy`` stands for ``x`` where an expression needs it; returns ``d``."""
    if x in roots_of([out]) or out is x:
        d[x] = x_copy
    return d


def get_updates_and_outputs(ls: Any) -> tuple[Any, list[Any], Any]:
    """Return the condition, the outputs and the updates that a loop's function gave: outputs, updates, ``until``, each or not."""
    from gnomon.theano.scan_module.scan import _of_step

    outputs, updates, condition = _of_step(ls)
    return condition, outputs, OrderedDict(updates)


def hash_listsDictsTuples(x: Any) -> int:
    """Return a hash of nested lists, dictionaries and tuples."""
    if isinstance(x, Mapping):
        x = [entry for pair in x.items() for entry in pair]
    if isinstance(x, (list, tuple)):
        return reduce(xor, [hash_listsDictsTuples(entry) for entry in x], 0)
    return hash(x)


def isNaN_or_Inf_or_None(x: Any) -> bool:
    """Whether something is None, or a number that is known and not finite."""
    from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value

    if x is None:
        return True
    if isinstance(x, str):
        return False
    try:
        return not np.isfinite(get_scalar_constant_value(x))
    except (NotScalarConstantError, TypeError, AttributeError):
        return False


def expand_empty(tensor_var: Any, size: Any) -> Any:
    """Return an array with so many more rows at its end, in which nothing is said to be."""
    from gnomon.theano.tensor.creation import AllocEmpty
    from gnomon.theano.tensor.subtensor import set_subtensor

    if isinstance(size, int) and size == 0:
        return tensor_var
    rows, *rest = [tensor_var.shape[k] for k in range(tensor_var.ndim)]
    return set_subtensor(AllocEmpty(tensor_var.dtype)(size + rows, *rest)[:rows], tensor_var)


DEPRECATED_ARG = object()
