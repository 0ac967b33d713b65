"""`theano.tensor.opt`: assertions, and the names with which programs registered rewrites.

Gnomon simplifies when a function is compiled, by laws of its own; rewrites that a program registers are applied before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.optdb import optdb
from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value
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


def _registering(position: float) -> Callable[..., Any]:
    """Return what registers rewrites at a position of the order: a function, and a decorator when it is given tags."""

    def register(rewrite: Any, *tags: str, name: str | None = None, **named: Any) -> Any:
        if isinstance(rewrite, str):
            return lambda given: register(given, rewrite, *tags, name=name)
        word = name or getattr(rewrite, "__name__", None) or type(rewrite).__name__
        if word not in optdb:
            optdb.register(word, rewrite, position, "fast_run", *tags)
        return rewrite

    return register


register_useless, register_canonicalize, register_stabilize = map(_registering, (0.5, 1.0, 1.5))
register_specialize, register_uncanonicalize, register_specialize_device = map(_registering, (2.0, 3.0, 48.6))

__all__ = [
    "Assert",
    "DimShuffle",
    "Elemwise",
    "MakeVector",
    "NotScalarConstantError",
    "Reshape",
    "Shape",
    "ShapeError",
    "Shape_i",
    "assert_",
    "assert_op",
    "get_scalar_constant_value",
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
