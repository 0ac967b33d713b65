"""Infer the results of an operation: the one function that every world calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.ops.promotion import result_dtype
from gnomon.ops.rule import Out, Refuted, Rule
from gnomon.ops.signature import infer_signature
from gnomon.shapes import Shape

if TYPE_CHECKING:
    from gnomon.ops.record import Op
    from gnomon.shapes import Claim

UNKNOWN = Out(Shape.unknown())


def infer(
    rule: Rule, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any], library: str = "numpy"
) -> Out | tuple[Out, ...]:
    """Return the shape and dtype of each result; raise `Refuted` when a requirement is certainly false.

    ``arguments`` are arrays (None for an optional one left out; a tuple where the op takes a sequence),
    ``library`` is "numpy", "torch", "tf" or "jax". The result is one ``Out``, or a tuple for operations that
    return several arrays.
    """
    rule.op = op
    rule.library = library
    arguments, attributes = _complete(op, arguments, attributes)
    if op.shape_rule is not None:
        result = op.shape_rule(rule, *arguments, **attributes)
    else:
        result = infer_signature(rule, op, arguments)
    kind = type(result)
    if kind is Shape:
        return Out(result, result_dtype(rule, op, arguments, attributes))
    if kind is Out:
        if result.dtype is None:
            return Out(result.shape, result_dtype(rule, op, arguments, attributes), result.contents)
        return result  # type: ignore[no-any-return]
    return _complete_outs(rule, op, arguments, attributes, result)


def fallback(
    op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any], rule: Rule
) -> Out | tuple[Out, ...]:
    """Return what is known of the results of an operation that was refuted: failing sizes are unknown.

    ``rule`` gives the facts; nothing is reported or assumed.
    """
    quiet = Lenient(rule.facts, op, rule.library)
    try:
        return infer(quiet, op, arguments, attributes, rule.library)
    except (Refuted, ArithmeticError, LookupError, TypeError, ValueError):
        if op.fallback_rule is not None:
            arguments, attributes = _complete(op, arguments, attributes)
            return op.fallback_rule(quiet, *arguments, **attributes)  # type: ignore[no-any-return]
        return UNKNOWN if op.outputs == 1 else (UNKNOWN,) * op.outputs


class Lenient(Rule):
    """Goes on after a failed requirement, to learn what is known of a result anyway."""

    __slots__ = ()

    def require(self, claim: Claim, *_: Any, **__: Any) -> None:
        """Require nothing."""

    def equal(self, *_: Any, **__: Any) -> None:
        """Require nothing."""

    def fail(self, *_: Any, **__: Any) -> None:
        """Go on."""


def _complete(
    op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any]
) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
    missing = op.arrays - len(arguments)
    if missing > 0:
        arguments = arguments + (None,) * missing
    values = op.values
    if values and attributes:
        attributes = {name: value for name, value in attributes.items() if name not in values}
    defaults = op.defaults
    if defaults:
        attributes = {**defaults, **attributes}
    return arguments, attributes


def _complete_outs(
    rule: Rule, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any], results: Any
) -> tuple[Out, ...]:
    dtype: Any = None
    asked = False
    outs = []
    for item in results:
        out = Out(item) if type(item) is Shape else item
        if out.dtype is None:
            if not asked:
                dtype = result_dtype(rule, op, arguments, attributes)
                asked = True
            if dtype is not None:
                out = Out(out.shape, dtype, out.contents)
        outs.append(out)
    return tuple(outs)
