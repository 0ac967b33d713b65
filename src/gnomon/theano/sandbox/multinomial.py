"""`theano.sandbox.multinomial`: classes by their chances, from numbers between 0 and 1."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.lowering import Lowering
from gnomon.theano.scalar.types import as_scalar
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

CUT = 0.8796256610342398
"""The deviation of a normal distribution of deviation 1 that is cut off at 2."""


def counted(chances: Any, unit: Any, n: Any) -> Any:
    """Return how often each class comes: a number falls in the first class whose cumulated chance is above it."""
    import gnomon.theano.tensor as T

    rows = chances.shape[0]
    limits = T.cumsum(chances, axis=1)
    above = (limits.dimshuffle("x", 0, 1) > T.reshape(unit, (n, rows), ndim=2).dimshuffle(0, 1, "x")).sum(0)
    before = T.concatenate([T.zeros_like(above[:, :1]), above[:, :-1]], axis=1)
    return T.patternbroadcast(above - before, chances.type.broadcastable)


def chosen(chances: Any, unit: Any, n: Any, replace: bool = False) -> Any:
    """Return n classes of each row; different ones unless they are replaced: what was drawn has no chance any more."""
    import gnomon.theano as theano
    import gnomon.theano.tensor as T

    def step(numbers: Any, left: Any) -> list[Any]:
        limits = T.cumsum(left, axis=1)
        drawn = T.minimum((limits <= numbers.dimshuffle(0, "x")).sum(1), left.shape[1] - 1)
        if replace:
            return [left, drawn]
        kept = T.switch(T.eq(T.arange(left.shape[1]), drawn.dimshuffle(0, "x")), T.zeros_like(left), left)
        return [kept / kept.sum(axis=1, keepdims=True), drawn]

    numbers = T.reshape(unit, (n, chances.shape[0]), ndim=2)
    found, _ = theano.scan(step, sequences=numbers, outputs_info=[chances, None])
    one = isinstance(n, int) and n == 1
    return T.patternbroadcast(found[1].T, (chances.type.broadcastable[0], one))


class MultinomialFromUniform(Op):
    """How often each class comes: chances, numbers between 0 and 1, n -> counts; the dtype "auto" is that of the chances."""

    __props__: tuple[str, ...] = ("odtype",)

    def __init__(self, odtype: str) -> None:
        self.odtype = odtype

    def make_node(self, pvals: Any, unis: Any, n: Any = 1) -> Apply:
        pvals, unis = as_tensor_variable(pvals), as_tensor_variable(unis)
        for name, entry, ndim in (("pvals", pvals, 2), ("unis", unis, 1)):
            if entry.ndim != ndim:
                raise NotImplementedError(f"{name} should have {ndim} axes, got {entry} with {entry.ndim}")
        dtype = self.automatic(pvals) if self.odtype == "auto" else self.odtype
        return Apply(self, [pvals, unis, as_scalar(n)], [TensorType(dtype, pvals.type.broadcastable)()])

    def automatic(self, pvals: Any) -> str:
        """Return the dtype "auto"."""
        return str(pvals.dtype)

    def expression(self, pvals: Any, unis: Any, n: Any) -> Any:
        """Return the draw as an expression of Theano."""
        return counted(pvals, unis, n)

    def lower(self, node: Apply, *values: Any) -> Any:
        from gnomon.theano.tensor.conversion import tensor_from_scalar

        given = [entry.type() for entry in node.inputs]
        found = self.expression(given[0], given[1], tensor_from_scalar(given[2]))
        return Lowering(dict(zip(given, values))).of([found])

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.configuration import config
        from gnomon.theano.tensor.creation import zeros_like

        kinds = [v.type.dtype if v.type.dtype.startswith("float") else config.floatX for v in inputs]
        return [zeros_like(v, dtype=kind) for v, kind in zip(inputs, kinds)]

    def __str__(self) -> str:
        return f"{type(self).__name__}{{{self.odtype}}}"


class ChoiceFromUniform(MultinomialFromUniform):
    """Which classes are chosen: chances, numbers between 0 and 1, n -> n classes of each row; the dtype "auto" is int64."""

    __props__ = ("odtype", "replace")

    def __init__(self, odtype: str, replace: bool = False) -> None:
        super().__init__(odtype)
        self.replace = replace

    def automatic(self, pvals: Any) -> str:
        return "int64"

    def expression(self, pvals: Any, unis: Any, n: Any) -> Any:
        return chosen(pvals, unis, n, replace=self.replace)


class MultinomialWOReplacementFromUniform(ChoiceFromUniform):
    """`ChoiceFromUniform` under its old name."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        warnings.warn(
            "MultinomialWOReplacementFromUniform is deprecated, use ChoiceFromUniform instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        super().__init__(*arguments, **named)
