"""`theano.sparse.sandbox.sp2`: random sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.null_type import grad_undefined
from gnomon.theano.gof.op import Op
from gnomon.theano.sparse.arithmetic import checked
from gnomon.theano.sparse.comparing import by_scipy
from gnomon.theano.sparse.products import SamplingDot, sampling_dot
from gnomon.theano.sparse.type import SparseType
from gnomon.theano.tensor.variables import as_tensor_variable


class _Drawn(Op):
    """A sparse matrix of random numbers, which gradients do not pass."""

    __props__: tuple[str, ...] = ()

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return [grad_undefined(self, place, x, "random numbers") for place, x in enumerate(inputs)]


class Poisson(_Drawn):
    """Poisson counts whose means are the stored entries of a matrix."""

    def make_node(self, x: Any) -> Apply:
        x = checked(x)
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        def draw(means: Any) -> Any:
            means.data = np.random.poisson(means.data).astype(means.dtype)
            means.eliminate_zeros()
            return means

        return by_scipy(draw, (x,), x.format, node.outputs[0].type.dtype)


class Binomial(_Drawn):
    """A matrix of a shape with counts of successes in n trials of probability p."""

    __props__ = ("format", "dtype")

    def __init__(self, format: str, dtype: str) -> None:
        self.format, self.dtype = format, dtype

    def make_node(self, n: Any, p: Any, shape: Any) -> Apply:
        entries = [as_tensor_variable(entry) for entry in (n, p, shape)]
        for entry, kinds in zip(entries, (("int", "uint"), ("float",), ("int", "uint"))):
            if not entry.dtype.startswith(kinds):
                raise AssertionError(f"{entry} has the dtype {entry.dtype}, expected {' or '.join(kinds)}")
        return Apply(self, entries, [SparseType(self.format, self.dtype)()])

    def lower(self, node: Apply, n: Any, p: Any, shape: Any) -> Any:
        import importlib

        def draw(count: Any, chance: Any, sizes: Any) -> Any:
            drawn = np.random.binomial(count, chance, tuple(sizes))
            return importlib.import_module("scipy.sparse").csr_matrix(drawn)

        return by_scipy(draw, (n, p, shape), self.format, self.dtype)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the shape is not differentiated by."""
        return [[True], [True], [False]]

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.sparse.parts import disconnected

        return [*super().grad(inputs[:2], output_grads), *disconnected(1)]


class Multinomial(_Drawn):
    """Counts of n draws for each row of a CSR matrix of probabilities."""

    def make_node(self, n: Any, p: Any) -> Apply:
        n, p = as_tensor_variable(n), checked(p)
        if p.format != "csr":
            raise NotImplementedError("the probabilities must be a csr matrix")
        return Apply(self, [n, p], [p.type()])

    def lower(self, node: Apply, n: Any, p: Any) -> Any:
        def draw(counts: Any, chances: Any) -> Any:
            counts = np.broadcast_to(counts, (chances.shape[0],))
            for row, count in enumerate(counts):
                place = slice(chances.indptr[row], chances.indptr[row + 1])
                weights = chances.data[place].astype("float64")
                if len(weights):
                    chances.data[place] = np.random.multinomial(count, weights / weights.sum())
            return chances

        return by_scipy(draw, (n, p), "csr", node.outputs[0].type.dtype)


__all__ = [
    "Binomial",
    "Multinomial",
    "Poisson",
    "SamplingDot",
    "csc_dbinomial",
    "csc_fbinomial",
    "csr_dbinomial",
    "csr_fbinomial",
    "multinomial",
    "poisson",
    "sampling_dot",
]

poisson, multinomial = Poisson(), Multinomial()
csr_fbinomial, csc_fbinomial = Binomial("csr", "float32"), Binomial("csc", "float32")
csr_dbinomial, csc_dbinomial = Binomial("csr", "float64"), Binomial("csc", "float64")
