"""Branches of ``jax.lax``: both functions give the same shapes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Tensor,
    Unknown,
    function,
    host,
)
from gnomon.models.jax.loops import pairwise
from gnomon.models.jax.support import tensor_of
from gnomon.models.jax.trees import Mismatch

# -- branches -----------------------------------------------------------------------------------------


def either(first: Any, second: Any) -> Any:
    """Return the result of one of two branches, whose shapes must be the same."""

    def leaf(x: Any, y: Any) -> Any:
        if type(x) is Unknown and x.tensor is None:
            return y
        if type(y) is Unknown and y.tensor is None:
            return x
        if type(x) in (str, bytes) or type(y) in (str, bytes):
            raise Mismatch
        return ops.branches(tensor_of(x), tensor_of(y))

    def differ(x: Any, y: Any) -> None:
        raise Mismatch

    try:
        return pairwise(first, second, leaf, differ)
    except Mismatch:
        return UNKNOWN


@function("jax.lax.cond", "haiku.cond", "flax.nnx.cond", raw=True, tensor=False)
def cond(
    pred: Any, true_fun: Any, false_fun: Any, *operands: Any, operand: Any = None, linear: Any = None
) -> Any:
    """One of two functions of the operands."""
    if type(pred) is Tensor:
        ops.condition(pred)
    given = operands if operands or operand is None else (operand,)
    if len(operands) == 3 and not _callable(false_fun):
        # the older form: cond(pred, true_operand, true_fun, false_operand, false_fun)
        return either(host.invoke(false_fun, true_fun), host.invoke(operands[1], operands[0]))
    return either(host.invoke(true_fun, *given), host.invoke(false_fun, *given))


def _callable(value: Any) -> bool:
    return type(value) is not Tensor and type(value) not in (tuple, ListValue, DictValue, int, float)


@function("jax.lax.switch", "haiku.switch", "flax.nnx.switch", raw=True, tensor=False)
def switch(index: Any, branches: Any, *operands: Any, **keywords: Any) -> Any:
    """One of several functions of the operands."""
    seen = host.iterate(branches)
    if seen is None or not seen.items:
        return UNKNOWN
    result = host.invoke(seen.items[0], *operands)
    for branch in seen.items[1:]:
        result = either(result, host.invoke(branch, *operands))
    return result


@function("jax.lax.custom_root", "jax.lax.custom_linear_solve", raw=True, tensor=False)
def custom(*arguments: Any, **keywords: Any) -> Any:
    """A solver: its result is unknown."""
    return UNKNOWN
