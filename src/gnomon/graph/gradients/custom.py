"""Gradients written by hand: a function whose derivative the user gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.errors import GradientError
from gnomon.graph.sites import user_site
from gnomon.graph.trees import leaves, rebuilt


def custom_gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """Use the gradient that a function gives with its value: ``f(*arrays) -> value, pullback``.

    ``pullback`` takes one cotangent for each value and returns one cotangent for each argument (None: no
    gradient).

    >>> from gnomon.graph.constants import symbol
    >>> from gnomon.graph.gradients import grad
    >>> @custom_gradient
    ... def clipped(x):
    ...     return ops.positive(x), lambda g: ops.clip(g, -1.0, 1.0)
    >>> x = symbol("x", shape=("n",))
    >>> grad(ops.sum(clipped(x)), x).shape
    (n,)
    """

    @wraps(function)
    def call(*arguments: Any) -> Any:
        arrays = [as_array(argument) for argument in arguments]
        value, pull = function(*arrays)
        values = leaves(value)
        if not callable(pull):
            raise GradientError(
                "a function with a custom gradient returns its value and a pullback", user_site()
            )
        given = ops.custom_gradient(tuple(values), tuple(arrays), pull=pull)
        given = (given,) if isinstance(given, Array) else given
        return rebuilt(value, iter(given))

    return call
