"""`gn.check_op`: an operation of the user's held against itself, before others rely on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.graph.array import Array
from gnomon.graph.batching import vmap
from gnomon.graph.constants import symbol
from gnomon.graph.errors import ArgumentError, GnomonError
from gnomon.graph.gradients import jvp, vjp
from gnomon.graph.own import OwnOp
from gnomon.graph.sites import user_site
from gnomon.runtime.function import function


class OpError(GnomonError, AssertionError):
    """An operation whose parts contradict each other."""


def check_op(op: Any, *arrays: Any, rtol: float | None = None, **attributes: Any) -> None:
    """Hold the parts of an operation that `gn.op` made against each other, for some arrays; raise what does not fit.

    Shapes and dtypes against what its rules say, native code against NumPy, gradients against differences of values,
    forward mode against reverse mode, and many rows against one row after the other. Differences are told from
    mistakes by ``rtol``, which follows from the dtypes if it is None. At the arrays the operation should be smooth.

    >>> import gnomon as gn
    >>> @gn.op("n -> n", gradient=lambda g, x: 2 * x * g)
    ... def squared(x):
    ...     return x * x
    >>> gn.check_op(squared, np.array([1.0, -2.0, 0.5]))
    """
    if not isinstance(op, OwnOp):
        raise ArgumentError(f"check_op: what gn.op made is wanted, not {op!r}", user_site())
    _Check(op, [np.asarray(array) for array in arrays], attributes, rtol).all()


class _Check:
    def __init__(self, op: OwnOp, values: list[Any], attributes: dict[str, Any], rtol: float | None) -> None:
        self.op = op
        self.values = values
        self.attributes = attributes
        self.inputs = [_symbol(name, value) for name, value in zip(op.names, values)]
        self.results = _listed(op(*self.inputs, **attributes))
        self.rng = np.random.default_rng(0)
        narrow = any(value.dtype in (np.float16, np.float32) for value in values)
        self.rtol = rtol or (2e-2 if narrow else 1e-5)
        self.moving = [k for k, value in enumerate(values) if value.dtype.kind == "f"]

    def all(self) -> None:
        """Ask everything."""
        plain = self.run(self.inputs, self.results, self.values, native=False)
        native = self.run(self.inputs, self.results, self.values)
        for number, (one, other) in enumerate(zip(native, plain)):
            self.same(f"result {number}: native code", one, "the reference", other)
        floats = [k for k, out in enumerate(self.results) if out.dtype.kind == "float"]
        if floats and self.moving and (self.op.has_gradient or self.op.composed is not None):
            self.gradients([self.results[k] for k in floats])
        self.rows(plain)

    def gradients(self, outs: Sequence[Array]) -> None:
        """Ask reverse mode for what differences of values give, and forward mode for what reverse mode gives."""
        wrt = [self.inputs[k] for k in self.moving]
        weights = [
            self.rng.normal(size=np.shape(value)) for value in self.run(self.inputs, outs, self.values)
        ]
        cotangents = [symbol(f"g{k}", out.shape, out.dtype) for k, out in enumerate(outs)]
        inputs = [*self.inputs, *cotangents]
        given = [*self.values, *[np.asarray(w, str(out.dtype)) for w, out in zip(weights, outs)]]
        found = self.run(inputs, vjp(list(outs), wrt, cotangents), given)
        value = function(self.inputs, list(outs), on_unused_input="ignore")

        def cost(values: list[Any]) -> float:
            return float(sum([np.sum(w * v, dtype="float64") for w, v in zip(weights, value(*values))]))

        for k, slope in zip(self.moving, found):
            self.same(f"the gradient by {self.op.names[k]}", slope, "differences", self.differences(cost, k))
        ways = [
            np.asarray(self.rng.normal(size=self.values[k].shape), self.values[k].dtype) for k in self.moving
        ]
        tangents = [symbol(f"t{k}", array.shape, array.dtype) for k, array in enumerate(wrt)]
        forth = self.run([*self.inputs, *tangents], jvp(list(outs), wrt, tangents), [*self.values, *ways])
        there = sum([np.sum(w * t, dtype="float64") for w, t in zip(weights, forth)])
        back = sum([np.sum(np.asarray(s, "float64") * t) for s, t in zip(found, ways)])
        self.same("forward mode along a way", there, "reverse mode", back)

    def differences(self, cost: Callable[[list[Any]], float], k: int) -> Any:
        """The gradient of a cost by one array, by differences of values."""
        x = self.values[k]
        step = float(np.finfo(x.dtype).eps) ** (1 / 3)
        found = np.zeros(x.shape)
        for place in np.ndindex(x.shape):
            ends = []
            for sign in (1, -1):
                moved = x.copy()
                moved[place] += sign * step * max(1.0, abs(float(x[place])))
                ends.append((cost([*self.values[:k], moved, *self.values[k + 1 :]]), float(moved[place])))
            found[place] = (ends[0][0] - ends[1][0]) / (ends[0][1] - ends[1][1])
        return found

    def rows(self, plain: list[Any]) -> None:
        """Ask for two rows at once what one after the other gives."""
        if not self.values:
            return
        other = [value * 2 if value.dtype.kind == "f" else value for value in self.values]
        try:
            second = self.run(self.inputs, self.results, other, native=False)
        except GnomonError:
            return  # it takes no numbers twice as large
        many = vmap(lambda *rows: tuple(_listed(self.op(*rows, **self.attributes))))
        stacked = [np.stack(pair) for pair in zip(self.values, other)]
        if any(np.shape(one) != np.shape(two) for one, two in zip(plain, second)):
            return
        for number, (found, pair) in enumerate(zip(many(*stacked), zip(plain, second))):
            self.same(f"result {number} of two rows", np.asarray(found), "row after row", np.stack(pair))

    def run(
        self, inputs: Sequence[Any], outputs: Sequence[Array], values: Sequence[Any], *, native: bool = True
    ) -> Any:
        """Compile and run."""
        return function(list(inputs), list(outputs), on_unused_input="ignore", native=native)(*values)

    def same(self, what: str, one: Any, against: str, other: Any) -> None:
        """Raise where two arrays differ."""
        one, other = np.asarray(one), np.asarray(other)
        scale = float(np.max(np.abs(other), initial=0.0, where=np.isfinite(other))) if other.size else 0.0
        fine = one.shape == other.shape and np.allclose(
            one, other, rtol=self.rtol, atol=self.rtol * max(scale, 1e-3), equal_nan=True
        )
        if not fine:
            raise OpError(f"{self.op.name}: {what} gives\n{one}\nwhere {against} gives\n{other}", user_site())


def _symbol(name: str, value: Any) -> Any:
    sizes = [1 if size == 1 else f"{name}_{axis}" for axis, size in enumerate(value.shape)]
    return symbol(name, sizes, value.dtype)


def _listed(found: Any) -> list[Any]:
    return list(found) if isinstance(found, (tuple, list)) else [found]
