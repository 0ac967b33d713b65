"""Streams of random numbers whose draws a program makes itself: the base that they derive from."""

from __future__ import annotations

from typing import Any

from gnomon.theano.tensor import raw_random
from gnomon.theano.tensor.searching import permute_row_elements
from gnomon.theano.tensor.variables import as_tensor_variable


class RandomStreamsBase:
    """Draws by ``gen(function, size, *parameters, ndim=, dtype=)``, which derived classes define."""

    def gen(self, op: Any, *arguments: Any, **named: Any) -> Any:
        """Return what a function of `theano.tensor.raw_random` draws, from a state that the stream keeps."""
        raise NotImplementedError(f"{type(self).__name__} should define gen(function, size, *parameters)")

    def binomial(
        self,
        size: Any = None,
        n: Any = 1,
        p: Any = 0.5,
        ndim: Any = None,
        dtype: Any = "int64",
        prob: Any = None,
    ) -> Any:
        """Return how many of n trials succeed."""
        return self.gen(raw_random.binomial, size, n, p if prob is None else prob, ndim=ndim, dtype=dtype)

    def uniform(
        self, size: Any = None, low: Any = 0.0, high: Any = 1.0, ndim: Any = None, dtype: Any = None
    ) -> Any:
        """Return numbers between two bounds, all equally likely."""
        return self.gen(raw_random.uniform, size, low, high, ndim=ndim, dtype=dtype)

    def normal(
        self, size: Any = None, avg: Any = 0.0, std: Any = 1.0, ndim: Any = None, dtype: Any = None
    ) -> Any:
        """Return numbers of normal distributions."""
        return self.gen(raw_random.normal, size, avg, std, ndim=ndim, dtype=dtype)

    def random_integers(
        self, size: Any = None, low: Any = 0, high: Any = 1, ndim: Any = None, dtype: Any = "int64"
    ) -> Any:
        """Return integers from low to high, both included."""
        return self.gen(raw_random.random_integers, size, low, high, ndim=ndim, dtype=dtype)

    def choice(
        self,
        size: Any = None,
        a: Any = 2,
        replace: Any = True,
        p: Any = None,
        ndim: Any = None,
        dtype: Any = "int64",
    ) -> Any:
        """Return entries of an array, or numbers below one."""
        return self.gen(raw_random.choice, size, a, replace, p, ndim=ndim, dtype=dtype)

    def poisson(self, size: Any = None, lam: Any = 1.0, ndim: Any = None, dtype: Any = "int64") -> Any:
        """Return counts of rare events."""
        return self.gen(raw_random.poisson, size, lam, ndim=ndim, dtype=dtype)

    def permutation(self, size: Any = None, n: Any = 1, ndim: Any = None, dtype: Any = "int64") -> Any:
        """Return the numbers below n in random orders."""
        return self.gen(raw_random.permutation, size, n, ndim=ndim, dtype=dtype)

    def multinomial(
        self, size: Any = None, n: Any = 1, pvals: Any = (0.5, 0.5), ndim: Any = None, dtype: Any = "int64"
    ) -> Any:
        """Return how often each class comes in n trials."""
        return self.gen(raw_random.multinomial, size, n, pvals, ndim=ndim, dtype=dtype)

    def shuffle_row_elements(self, input: Any) -> Any:
        """Return the entries of each row in random order; ``permutation`` of the result says which."""
        rows = as_tensor_variable(input)
        order = self.permutation(size=rows.shape[:-1], n=rows.shape[-1], ndim=rows.ndim - 1)
        shuffled = permute_row_elements(rows, order)
        shuffled.permutation = order
        return shuffled
