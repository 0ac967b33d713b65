"""`theano.tensor.opt`: assertions, and the names with which programs registered rewrites.

Gnomon simplifies when a function is compiled, by laws of its own: rewrites that are registered here are kept, and not applied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.tensor.elemwise import DimShuffle, Elemwise
from gnomon.theano.tensor.joining import MakeVector
from gnomon.theano.tensor.shapes import Reshape, Shape, Shape_i, shape_i


class ShapeError(Exception):
    """A shape that cannot be told."""


class Assert(Op):
    """A value, given on if conditions hold when the function runs; else an AssertionError."""

    __props__ = ("msg",)
    view_map = {0: [0]}

    def __init__(self, msg: str = "Theano Assert failed!") -> None:
        self.msg = msg

    def make_node(self, value: Any, *conds: Any) -> Apply:
        from gnomon.theano.gof.graph import Variable
        from gnomon.theano.tensor.variables import as_tensor_variable

        if not isinstance(value, Variable):
            value = as_tensor_variable(value)
        listed = [as_tensor_variable(entry) for entry in conds]
        if any(entry.type.ndim for entry in listed):
            raise AssertionError("the conditions of an Assert must be single truth values")
        return Apply(self, [value, *listed], [value.type()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        output_storage[0][0] = inputs[0]
        if not np.all(inputs[1:]):
            raise AssertionError(self.msg)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.reverse import disconnected_type

        return [*output_grads, *[disconnected_type() for _ in inputs[1:]]]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that conditions are not differentiated by."""
        return [[True], *[[False] for _ in node.inputs[1:]]]


assert_ = assert_op = Assert()


def _registering(*given: Any, **named: Any) -> Any:
    """Register a rewrite: returns it, or a decorator."""
    if len(given) >= 1 and callable(given[0]) and not isinstance(given[0], str):
        return given[0]

    def decorated(rewrite: Callable[..., Any]) -> Callable[..., Any]:
        return rewrite

    return decorated


register_canonicalize = register_stabilize = register_specialize = register_useless = _registering
register_uncanonicalize = register_specialize_device = register_local_dot_to_dot22 = _registering

__all__ = [
    "Assert",
    "DimShuffle",
    "Elemwise",
    "MakeVector",
    "Reshape",
    "Shape",
    "ShapeError",
    "Shape_i",
    "assert_",
    "assert_op",
    "register_canonicalize",
    "register_specialize",
    "register_stabilize",
    "register_uncanonicalize",
    "register_useless",
    "shape_i",
]


def make_vector(*numbers: Any) -> Any:
    """Return numbers as a vector."""
    from gnomon.theano.tensor.joining import make_vector as made

    return made(*numbers)
