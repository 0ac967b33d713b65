"""Operations of any values: views, copies, and Python functions as operations."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.differentiating.borders import ViewOp
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.tensor.broadcasting import Rebroadcast
from gnomon.theano.tensor.shapes import Shape, Shape_i, SpecifyShape, shape, shape_i, specify_shape

view_op = ViewOp()
shape_i_op = Shape_i


class OutputGuard(ViewOp):
    """The value itself, which may not be overwritten."""


class DeepCopyOp(Op):
    """A copy of a value."""

    __props__ = ()

    def make_node(self, x: Any) -> Apply:
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        output_storage[0][0] = copy.deepcopy(inputs[0])

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return list(output_grads)


deep_copy_op = DeepCopyOp()


class FromFunctionOp(Op):
    """An operation that a Python function of NumPy arrays carries out."""

    def __init__(self, fn: Callable[..., Any], itypes: Any, otypes: Any, infer_shape: Any = None) -> None:
        self._function = fn
        self.itypes, self.otypes = itypes, otypes
        if infer_shape is not None:
            self.infer_shape = infer_shape

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        found = self._function(*inputs)
        values = found if isinstance(found, (list, tuple)) else [found]
        if len(values) != len(output_storage):
            raise AssertionError(f"{self} gives {len(values)} values, otypes has {len(output_storage)} types")
        for cell, value, kind in zip(output_storage, values, self.otypes):
            cell[0] = np.asarray(value, getattr(kind, "dtype", None)) if np.isscalar(value) else value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FromFunctionOp) and self._function is other._function

    def __hash__(self) -> int:
        return hash((FromFunctionOp, self._function))

    def __str__(self) -> str:
        return f"FromFunctionOp{{{self._function.__name__}}}"

    def __reduce__(self) -> Any:
        from gnomon.theano.compile.ops import load_back

        return load_back, (self._function.__module__, self._function.__name__)


def load_back(module: str, name: str) -> Any:
    """Return an operation by the name of the function that it was made of."""
    import importlib

    return getattr(importlib.import_module(module), name)


def as_op(itypes: Any, otypes: Any, infer_shape: Callable[..., Any] | None = None) -> Callable[[Any], Any]:
    """Return a decorator that makes an operation of a Python function of NumPy arrays."""
    takes = list(itypes) if isinstance(itypes, (list, tuple)) else [itypes]
    gives = list(otypes) if isinstance(otypes, (list, tuple)) else [otypes]
    from gnomon.theano.gof.type import Type

    for kind in [*takes, *gives]:
        if not isinstance(kind, Type):
            raise TypeError("itypes and otypes have to be lists of Theano types")
    if infer_shape is not None and not callable(infer_shape):
        raise TypeError("infer_shape needs to be a callable")

    def made(fn: Callable[..., Any]) -> FromFunctionOp:
        return FromFunctionOp(fn, takes, gives, infer_shape)

    return made


def register_rebroadcast_c_code(kind: Any, code: Any, version: Any = ()) -> None:
    """Take C code for a type of the user; it is not used."""


register_shape_c_code = register_deep_copy_op_c_code = register_view_op_c_code = register_rebroadcast_c_code
register_shape_i_c_code = register_specify_shape_c_code = register_rebroadcast_c_code

__all__ = [
    "DeepCopyOp",
    "FromFunctionOp",
    "OutputGuard",
    "Rebroadcast",
    "Sequence",
    "Shape",
    "Shape_i",
    "SpecifyShape",
    "ViewOp",
    "as_op",
    "deep_copy_op",
    "shape",
    "shape_i",
    "specify_shape",
    "view_op",
]
