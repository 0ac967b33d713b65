"""`theano.sandbox.multinomial`: classes by their chances, from numbers between 0 and 1."""

from __future__ import annotations

from typing import Any

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


def chosen(chances: Any, unit: Any, n: Any) -> Any:
    """Return n different classes of each row: what was drawn has no chance any more."""
    import gnomon.theano as theano
    import gnomon.theano.tensor as T

    def step(numbers: Any, left: Any) -> list[Any]:
        limits = T.cumsum(left, axis=1)
        drawn = T.minimum((limits <= numbers.dimshuffle(0, "x")).sum(1), left.shape[1] - 1)
        kept = T.switch(T.eq(T.arange(left.shape[1]), drawn.dimshuffle(0, "x")), T.zeros_like(left), left)
        return [kept / kept.sum(axis=1, keepdims=True), drawn]

    numbers = T.reshape(unit, (n, chances.shape[0]), ndim=2)
    found, _ = theano.scan(step, sequences=numbers, outputs_info=[chances, None])
    one = isinstance(n, int) and n == 1
    return T.patternbroadcast(found[1].T, (chances.type.broadcastable[0], one))
