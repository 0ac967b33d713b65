"""Types of what is no array: slices, and None."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply, Constant
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


__all__ = [
    "MakeSlice",
    "NoneConst",
    "NoneTypeT",
    "SliceType",
    "as_int_none_variable",
    "make_slice",
    "slicetype",
]
