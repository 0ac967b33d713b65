"""Types of what is no array: slices, and None."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.type import Generic
from gnomon.theano.tensor.subtensor import SliceType, slicetype


class MakeSlice(Op):
    """A slice made of numbers."""

    __props__ = ()

    def make_node(self, slc: Any, stop: Any = None, step: Any = None) -> Apply:
        if isinstance(slc, slice):
            if stop is not None or step is not None:
                raise AssertionError("a slice is given with a stop or a step")
            entries = [slc.start, slc.stop, slc.step]
        else:
            entries = [slc, stop, step]
        return Apply(self, [as_int_none_variable(entry) for entry in entries], [slicetype()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        output_storage[0][0] = slice(*[None if entry is None else int(entry) for entry in inputs])

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.reverse import disconnected_type

        return [disconnected_type() for _ in inputs]


make_slice = MakeSlice()


class NoneTypeT(Generic):
    """The type of None."""

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if data is None:
            return data
        raise TypeError("Expected None!")

    def is_valid_value(self, value: Any) -> bool:
        return value is None

    def __str__(self) -> str:
        return "NoneTypeT"


class SliceConstant(Constant):
    """A slice that is known."""

    def __init__(self, type: Any, data: Any, name: str | None = None) -> None:
        bounds = [
            int(entry) if isinstance(entry, np.ndarray) else entry
            for entry in (data.start, data.stop, data.step)
        ]
        super().__init__(type, slice(*bounds), name)

    def signature(self) -> Any:
        return (SliceConstant, self.data.start, self.data.stop, self.data.step)

    merge_signature = signature

    def __str__(self) -> str:
        return f"SliceConstant{{{self.data.start}, {self.data.stop}, {self.data.step}}}"


SliceType.Constant = SliceConstant
none_type_t = NoneTypeT()
NoneConst = Constant(none_type_t, None, name="NoneConst")


def as_int_none_variable(x: Any) -> Any:
    """Return an integer variable, or `NoneConst` for None."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    if x is None or x is NoneConst:
        return NoneConst
    x = as_tensor_variable(x, ndim=0)
    if not x.type.dtype.startswith(("int", "uint")):
        raise TypeError("index must be integers")
    return x


def as_index_variable(idx: Any) -> Any:
    """Return an index as a variable: None, a slice, integers or a mask."""
    from gnomon.theano.tensor.variables import as_tensor_variable

    if idx is None:
        return NoneConst.clone()
    if isinstance(idx, slice):
        return make_slice(idx)
    if isinstance(idx, Variable) and isinstance(idx.type, (SliceType, NoneTypeT)):
        return idx
    found = as_tensor_variable(idx)
    if not found.type.dtype.startswith(("int", "uint", "bool")):
        raise TypeError(f"an index is made of integers or is a mask, got {found} of dtype {found.type.dtype}")
    return found


__all__ = [
    "MakeSlice",
    "NoneConst",
    "NoneTypeT",
    "SliceConstant",
    "SliceType",
    "as_index_variable",
    "as_int_none_variable",
    "make_slice",
    "slicetype",
]
