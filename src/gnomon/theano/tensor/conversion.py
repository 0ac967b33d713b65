"""Between single numbers and arrays without axes, and between dtypes."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.types import get_scalar_type
from gnomon.theano.tensor.type import TensorType


class TensorFromScalar(GnomonOp):
    """A single number as an array without axes."""

    __props__ = ()

    def make_node(self, s: Any) -> Apply:
        return Apply(self, [s], [TensorType(s.type.dtype, ())()])

    def lower(self, node: Apply, s: Any) -> Any:
        return s


class ScalarFromTensor(GnomonOp):
    """An array without axes as a single number."""

    __props__ = ()

    def make_node(self, t: Any) -> Apply:
        if t.type.broadcastable != ():
            raise TypeError(f"ScalarFromTensor takes an array without axes, got {t} with {t.ndim}")
        return Apply(self, [t], [get_scalar_type(t.type.dtype)()])

    def lower(self, node: Apply, t: Any) -> Any:
        return t


tensor_from_scalar = TensorFromScalar()
scalar_from_tensor = ScalarFromTensor()
