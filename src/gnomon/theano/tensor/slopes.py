"""Slopes of elementwise operations as Theano expressions, so that gradients can be read, walked and simplified.

A row takes what flows in, the result and the inputs, and returns what flows on for each input. It is linear in what flows
in: the same rows carry cotangents backward and tangents forward. Operations without a row are differentiated by Gnomon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.scalar import basic as scalar
from gnomon.theano.scalar import special
from gnomon.theano.tensor.own_elementwise import summed

ROWS: dict[Any, Callable[..., Any]] = {}


def row(*operations: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Note the slopes of scalar operations."""

    def noted(rule: Callable[..., Any]) -> Callable[..., Any]:
        ROWS.update(dict.fromkeys(operations, rule))
        return rule

    return noted


def _t() -> Any:
    from gnomon.theano.tensor import basic

    return basic


def _like(number: float, x: Any) -> Any:
    """Return a number in the dtype of an array."""
    return _t().constant(np.asarray(number, x.dtype))


@row(scalar.add)
def _(g: Any, out: Any, *inputs: Any) -> Any:
    return [g for _ in inputs]


@row(scalar.mul)
def _(g: Any, out: Any, *inputs: Any) -> Any:
    found = []
    for place in range(len(inputs)):
        others = [*inputs[:place], *inputs[place + 1 :]]
        found.append(_t().mul(g, *others) if others else g)
    return found


row(scalar.sub)(lambda g, out, x, y: [g, -g])
row(scalar.true_div)(lambda g, out, x, y: [g / y, -(g * x) / (y * y)])
row(scalar.neg)(lambda g, out, x: [-g])
row(scalar.identity)(lambda g, out, x: [g])
row(scalar.second)(lambda g, out, x, y: [None, g])
row(scalar.inv)(lambda g, out, x: [-g / (x * x)])
row(scalar.abs_)(lambda g, out, x: [g * _t().sgn(x)])
row(scalar.sqr)(lambda g, out, x: [g * x * 2])
row(scalar.sqrt)(lambda g, out, x: [g * 0.5 / out])
row(scalar.exp)(lambda g, out, x: [g * out])
row(scalar.exp2)(lambda g, out, x: [g * out * _like(math.log(2), x)])
row(scalar.expm1)(lambda g, out, x: [g * _t().exp(x)])
row(scalar.log)(lambda g, out, x: [g / x])
row(scalar.log2)(lambda g, out, x: [g / (x * _like(math.log(2), x))])
row(scalar.log10)(lambda g, out, x: [g / (x * _like(math.log(10), x))])
row(scalar.log1p)(lambda g, out, x: [g / (1 + x)])
row(scalar.sin)(lambda g, out, x: [g * _t().cos(x)])
row(scalar.cos)(lambda g, out, x: [-g * _t().sin(x)])
row(scalar.tan)(lambda g, out, x: [g / _t().sqr(_t().cos(x))])
row(scalar.sinh)(lambda g, out, x: [g * _t().cosh(x)])
row(scalar.cosh)(lambda g, out, x: [g * _t().sinh(x)])
row(scalar.tanh)(lambda g, out, x: [g * (1 - _t().sqr(out))])
row(scalar.arcsin)(lambda g, out, x: [g / _t().sqrt(1 - _t().sqr(x))])
row(scalar.arccos)(lambda g, out, x: [-g / _t().sqrt(1 - _t().sqr(x))])
row(scalar.arctan)(lambda g, out, x: [g / (1 + _t().sqr(x))])
row(scalar.arcsinh)(lambda g, out, x: [g / _t().sqrt(1 + _t().sqr(x))])
row(scalar.arccosh)(lambda g, out, x: [g / _t().sqrt(_t().sqr(x) - 1)])
row(scalar.arctanh)(lambda g, out, x: [g / (1 - _t().sqr(x))])
row(scalar.deg2rad)(lambda g, out, x: [g * _like(math.pi / 180, x)])
row(scalar.rad2deg)(lambda g, out, x: [g * _like(180 / math.pi, x)])
row(special.erf)(lambda g, out, x: [g * _like(2 / math.sqrt(math.pi), x) * _t().exp(-_t().sqr(x))])
row(special.erfc)(lambda g, out, x: [-g * _like(2 / math.sqrt(math.pi), x) * _t().exp(-_t().sqr(x))])


@row(scalar.maximum, scalar.minimum)
def _(g: Any, out: Any, x: Any, y: Any) -> Any:
    """Where both are equal, the first one moves the result."""
    return [g * _t().eq(out, x), g * _t().neq(out, x)]


@row(scalar.switch)
def _(g: Any, out: Any, condition: Any, x: Any, y: Any) -> Any:
    return [None, _t().switch(condition, g, 0), _t().switch(condition, 0, g)]


@row(scalar.clip)
def _(g: Any, out: Any, x: Any, low: Any, high: Any) -> Any:
    t = _t()
    below, above = t.lt(x, low), t.gt(x, high)
    inside = t.invert(t.or_(below, above))
    return [t.switch(inside, g, 0), t.switch(below, g, 0), t.switch(above, g, 0)]


def known(op: Any, inputs: Sequence[Any]) -> Callable[..., Any] | None:
    """Return the row of an elementwise operation on real numbers, or None."""
    if any(v.type.dtype.startswith("complex") for v in inputs):
        return None
    return ROWS.get(op.scalar_op)


def _moves(variable: Any) -> bool:
    return bool(variable.type.dtype.startswith("float"))


def backward(op: Any, inputs: Sequence[Any], outputs: Sequence[Any], g: Any) -> list[Any] | None:
    """Return the gradients by the inputs of an application, or None where there is no row."""
    from gnomon.theano.differentiating.pullbacks import gradient_type
    from gnomon.theano.differentiating.reverse import disconnected_type
    from gnomon.theano.gof.graph import Constant

    rule = known(op, inputs)
    if rule is None or not all(_moves(v) or _is_constant(v) for v in inputs):
        return None
    found: list[Any] = []
    for variable, slope in zip(inputs, rule(g, outputs[0], *inputs)):
        if isinstance(variable, Constant):
            found.append(disconnected_type())
        elif slope is None or not _moves(variable):
            found.append(variable.zeros_like(dtype=gradient_type(variable.type).dtype))
        else:
            found.append(summed(slope, variable))
    return found


def _is_constant(variable: Any) -> bool:
    """Whether a variable is a constant, perhaps stretched to more axes, as Python numbers beside arrays are."""
    from gnomon.theano.gof.graph import Constant
    from gnomon.theano.tensor.axes import DimShuffle

    stretched = variable.owner is not None and isinstance(variable.owner.op, DimShuffle)
    return isinstance(variable.owner.inputs[0] if stretched else variable, Constant)


def forward(op: Any, inputs: Sequence[Any], out: Any, tangents: Sequence[Any]) -> Any:
    """Return how the result of an application changes, or None where there is no row."""
    rule = known(op, inputs)
    if rule is None or not _moves(out):
        return None
    total: Any = None
    for place, tangent in enumerate(tangents):
        if tangent is None or not _moves(inputs[place]):
            continue
        slope = rule(tangent, out, *inputs)[place]
        if slope is None:
            continue
        if slope.type.broadcastable != out.type.broadcastable:
            slope = _t().second(out, slope)
        total = slope if total is None else total + slope
    return out.zeros_like() if total is None else total
