"""Gradients of pooling under the names of Theano's operations: each is an application of Gnomon's own gradient."""

from __future__ import annotations

from typing import Any

from gnomon.theano.differentiating.pullbacks import Pullback, Pushforward
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp, Op
from gnomon.theano.tensor.signal.pool import Pool, of_sizes
from gnomon.theano.tensor.variables import as_tensor_variable


class Beside(GnomonOp):
    """The first of two arrays; the other one is not needed, but stands in the graph as the program gave it."""

    __props__ = ()

    def make_node(self, x: Any, other: Any) -> Apply:
        x, other = as_tensor_variable(x), as_tensor_variable(other)
        return Apply(self, [x, other], [x.type()])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the other one has no gradient."""
        return [[True], [False]]

    def lower(self, node: Apply, x: Any, other: Any) -> Any:
        return x


BESIDE = Beside()


class PoolGrad(Op):
    """What gradients of pooling have in common."""

    __props__: tuple[str, ...] = ("ignore_border", "mode", "ndim")

    def __init__(self, ignore_border: bool, mode: str = "max", ndim: int = 2, openmp: Any = None) -> None:
        self.ignore_border, self.mode, self.ndim = ignore_border, mode, ndim

    def pulled(self, x: Any, gz: Any, ws: Any, stride: Any, pad: Any) -> Apply:
        """Return the application that pulls a cotangent back."""
        pool, x = self.pooling(x, ws, stride, pad)
        return Pullback(pool, (0,), (0,)).make_node(*x, as_tensor_variable(gz))

    def pooling(self, x: Any, ws: Any, stride: Any, pad: Any) -> tuple[Any, list[Any]]:
        """Return the operation that pools, and what it takes."""
        pool = Pool(self.ignore_border, self.mode, self.ndim)
        out = of_sizes(pool, as_tensor_variable(x), ws, stride, pad, checked=False)
        return out.owner.op, out.owner.inputs


class MaxPoolGrad(PoolGrad):
    """The gradient of the greatest elements of windows: the array, what pooling gave, and a cotangent."""

    def __init__(self, ignore_border: bool, ndim: int = 2, openmp: Any = None) -> None:
        super().__init__(ignore_border, "max", ndim)

    def make_node(self, x: Any, maxout: Any, gz: Any, ws: Any, stride: Any = None, pad: Any = None) -> Apply:
        return self.pulled(BESIDE(x, maxout), gz, ws, stride, pad)


class AveragePoolGrad(PoolGrad):
    """The gradient of sums or means of windows: the array and a cotangent."""

    def __init__(self, ignore_border: bool, mode: str = "average_inc_pad", ndim: int = 2) -> None:
        if mode not in ("sum", "average_inc_pad", "average_exc_pad"):
            raise ValueError(f"the mode is sum, average_inc_pad or average_exc_pad, not {mode}")
        super().__init__(ignore_border, mode, ndim)

    def make_node(
        self, x: Any, gz: Any, ws: Any, stride: Any = None, pad: Any = None, dummy: Any = None
    ) -> Apply:
        return self.pulled(x, gz, ws, stride, pad)


class MaxPoolRop(PoolGrad):
    """How the greatest elements of windows change when an array does."""

    def __init__(
        self, ignore_border: bool = False, mode: str = "max", ndim: int = 2, openmp: Any = None
    ) -> None:
        super().__init__(ignore_border, mode, ndim)

    def make_node(self, x: Any, eval_point: Any, ws: Any, stride: Any = None, pad: Any = None) -> Apply:
        pool, entries = self.pooling(x, ws, stride, pad)
        return Pushforward(pool, (0,)).make_node(*entries, as_tensor_variable(eval_point))


class DownsampleFactorMaxGradGrad(PoolGrad):
    """The gradient of `MaxPoolGrad` by its cotangent: what stands at the greatest elements of windows."""

    def make_node(self, x: Any, maxout: Any, gz: Any, ws: Any, stride: Any = None, pad: Any = None) -> Apply:
        op = MaxPoolRop(self.ignore_border, self.mode, self.ndim)
        return op.make_node(BESIDE(x, maxout), gz, ws, stride, pad)
