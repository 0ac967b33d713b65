"""Streams of random numbers with a state, under the names of NumPy's Generator."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random import continuous, discrete, gammas, keys, picking
from gnomon.graph.namespace.random.source import Source
from gnomon.graph.sites import user_site
from gnomon.graph.streams import Counter
from gnomon.ops.values import KEYS
from gnomon.shapes import Shape, dtypes

STARTS = KEYS + 2
"""The stream of Philox in which a seed has the first state of a generator."""


class Generator:
    """A stream of random numbers: each method is a draw, and each call of a compiled function draws anew.

    What a method returns is an expression, as everything in Gnomon. It depends on the generator's state, a shared
    integer, and on its place: the first draw that is written is another one than the second. A function that uses
    draws counts the state up by one at each call, without being told (Theano's RandomStream works so); other updates
    of ``state`` may be given: ``updates={rng.state: rng.state}`` repeats the same numbers. Functions of one generator
    share its state, copies of a function have a state of their own, and the state is pickled with them.

    Outside of a function (``float(draw)``, ``draw.eval()``) a draw has the numbers that the next call will use, and
    they stay until then.

    >>> import gnomon as gn
    >>> rng = gn.random.default_rng(0)
    >>> roll = gn.function([], rng.integers(1, 7, size=3))
    >>> roll().tolist(), roll().tolist()
    ([5, 4, 4], [4, 3, 6])
    >>> rng.seed(0)
    >>> roll().tolist()
    [5, 4, 4]

    In a loop (`gn.scan`), where the state is the same in all turns, take a key and fold the number of the turn in:
    ``gn.random.normal(gn.random.fold_in(rng.key(), i))``.
    """

    state: Counter

    def __init__(self, seed: Any = None) -> None:
        self._places = 0
        self.state = Counter(Shape(()), dtypes.uint64, _start(seed), name="rng.state", site=user_site())

    def seed(self, seed: Any = None) -> None:
        """Begin anew; draws that are written already keep their places."""
        self.state.cell[0] = _start(seed)

    def updates(self) -> dict[Any, Array]:
        """The update that functions add by themselves, for those who want to write it down."""
        return {self.state: self.state.following}

    def key(self) -> Array:
        """A key for the functions of ``gn.random``: another one at each call of a function."""
        return ops.fold_in(self.state, self._next(), stream=STARTS + 1)  # type: ignore[no-any-return]

    def spawn(self, n_children: int) -> list[Generator]:
        """Return generators that have nothing in common with this one or with each other."""
        start = int(self.state.cell[0])
        return [Generator((start, self._next())) for _ in range(n_children)]

    def _next(self) -> int:
        self._places += 1
        return self._places - 1

    def source(self) -> Source:
        """Return what the next draw draws from."""
        return Source(self.state, self._next())

    # -- whole numbers, bits, picking ------------------------------------------------------------------------

    def integers(
        self, low: Any, high: Any = None, size: Any = None, dtype: Any = "int64", endpoint: bool = False
    ) -> Array:
        """Integers from ``low`` to below ``high``, or from 0 to below ``low``."""
        return discrete.integers(self.source(), low, high, size, endpoint=endpoint, dtype=dtype)

    def bytes(self, length: Any) -> Array:
        """Random bytes, as uint8."""
        return discrete.integers(self.source(), 0, 256, length, dtype="uint8")

    def choice(
        self,
        a: Any,
        size: Any = None,
        replace: bool = True,
        p: Any = None,
        axis: int = 0,
        shuffle: bool = True,
    ) -> Array:
        """Entries of an array, or of ``arange(a)``, with or without replacement."""
        shape = () if size is None else size
        return picking.choice(self.source(), a, shape, replace=replace, p=p, axis=axis)

    def permutation(self, x: Any, axis: int = 0) -> Array:
        """The entries along an axis in random order."""
        return picking.permutation(self.source(), x, axis=axis)

    def permuted(self, x: Any, axis: int | None = None) -> Array:
        """The entries along an axis in random order, each row by itself; without axis, all entries."""
        array = take.array("permuted", "x", x)
        if axis is None:
            flat = picking.permutation(self.source(), ops.reshape(array, shape=(-1,)))
            return ops.reshape(flat, shape=array.shape.dims)  # type: ignore[no-any-return]
        return picking.permutation(self.source(), array, axis=axis, independent=True)

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Refuse: arrays do not change in place."""
        raise TypeError("arrays of Gnomon do not change in place; use x = rng.permutation(x)")

    def bernoulli(self, p: Any = 0.5, size: Any = None) -> Array:
        """Booleans that are true with the probability ``p``."""
        return discrete.bernoulli(self.source(), p, size)

    # -- of uniform and normal numbers -----------------------------------------------------------------------

    def random(self, size: Any = None, dtype: Any = "float64") -> Array:
        """Evenly spread numbers from 0 to below 1."""
        return continuous.uniform(self.source(), size, dtype=dtype)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Array:
        """Evenly spread numbers from ``low`` to below ``high``."""
        return continuous.uniform(self.source(), size, low=low, high=high)

    def standard_normal(self, size: Any = None, dtype: Any = "float64") -> Array:
        """Normally distributed numbers with mean 0 and variance 1."""
        return continuous.normal(self.source(), size, dtype=dtype)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Array:
        """Normally distributed numbers."""
        return continuous.normal(self.source(), size, loc=loc, scale=scale)

    def standard_exponential(self, size: Any = None, dtype: Any = "float64") -> Array:
        """Exponentially distributed numbers with mean 1."""
        return continuous.exponential(self.source(), size, dtype=dtype)

    def exponential(self, scale: Any = 1.0, size: Any = None) -> Array:
        """Exponentially distributed numbers with the mean ``scale``."""
        return continuous.exponential(self.source(), size, scale=scale)

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Array:
        """Numbers of the Laplace distribution."""
        return continuous.laplace(self.source(), size, loc=loc, scale=scale)

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Array:
        """Numbers of the logistic distribution."""
        return continuous.logistic(self.source(), size, loc=loc, scale=scale)

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Array:
        """Numbers of the Gumbel distribution."""
        return continuous.gumbel(self.source(), size, loc=loc, scale=scale)

    def standard_cauchy(self, size: Any = None) -> Array:
        """Numbers of the Cauchy distribution."""
        return continuous.cauchy(self.source(), size)

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None) -> Array:
        """Numbers whose logarithm is normally distributed."""
        return continuous.lognormal(self.source(), size, mean=mean, sigma=sigma)

    def rayleigh(self, scale: Any = 1.0, size: Any = None) -> Array:
        """Lengths of vectors of two normally distributed numbers."""
        return continuous.rayleigh(self.source(), size, scale=scale)

    def weibull(self, a: Any, size: Any = None) -> Array:
        """Numbers of the Weibull distribution."""
        return continuous.weibull(self.source(), a, size)

    def pareto(self, a: Any, size: Any = None) -> Array:
        """Numbers of the Pareto II distribution."""
        return continuous.pareto(self.source(), a, size)

    def power(self, a: Any, size: Any = None) -> Array:
        """Numbers from 0 to 1 with the density ``a * x ** (a - 1)``."""
        return continuous.power(self.source(), a, size)

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None) -> Array:
        """Numbers whose density is a triangle."""
        return continuous.triangular(self.source(), left, mode, right, size)

    def wald(self, mean: Any, scale: Any, size: Any = None) -> Array:
        """Numbers of the inverse Gaussian distribution."""
        return continuous.wald(self.source(), mean, scale, size)

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None) -> Array:
        """Vectors of normally distributed numbers."""
        return continuous.multivariate_normal(self.source(), mean, cov, size)

    # -- of the gamma distribution ---------------------------------------------------------------------------

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = "float64") -> Array:
        """Numbers of the gamma distribution with the scale 1."""
        return gammas.gamma(self.source(), shape, size, dtype=dtype)

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None) -> Array:
        """Numbers of the gamma distribution."""
        return gammas.gamma(self.source(), shape, size, scale=scale)

    def beta(self, a: Any, b: Any, size: Any = None) -> Array:
        """Numbers of the beta distribution."""
        return gammas.beta(self.source(), a, b, size)

    def dirichlet(self, alpha: Any, size: Any = None) -> Array:
        """Vectors of positive numbers with the sum 1."""
        return gammas.dirichlet(self.source(), alpha, size)

    def chisquare(self, df: Any, size: Any = None) -> Array:
        """Sums of squares of normally distributed numbers."""
        return gammas.chisquare(self.source(), df, size)

    def standard_t(self, df: Any, size: Any = None) -> Array:
        """Numbers of Student's t distribution."""
        return gammas.standard_t(self.source(), df, size)

    def f(self, dfnum: Any, dfden: Any, size: Any = None) -> Array:
        """Numbers of Fisher's F distribution."""
        return gammas.f(self.source(), dfnum, dfden, size)

    # -- counts, angles --------------------------------------------------------------------------------------

    def binomial(self, n: Any, p: Any, size: Any = None) -> Array:
        """How many of ``n`` trials succeed."""
        return discrete.binomial(self.source(), n, p, size)

    def negative_binomial(self, n: Any, p: Any, size: Any = None) -> Array:
        """How many trials fail before ``n`` succeed."""
        return discrete.negative_binomial(self.source(), n, p, size)

    def geometric(self, p: Any, size: Any = None) -> Array:
        """How many trials it takes to succeed."""
        return discrete.geometric(self.source(), p, size)

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None) -> Array:
        """How many of the things drawn without replacement are good."""
        return discrete.hypergeometric(self.source(), ngood, nbad, nsample, size)

    def poisson(self, lam: Any = 1.0, size: Any = None) -> Array:
        """How many events happen where ``lam`` are expected."""
        return discrete.poisson(self.source(), lam, size)

    def logseries(self, p: Any, size: Any = None) -> Array:
        """Numbers of the logarithmic series distribution."""
        return discrete.logseries(self.source(), p, size)

    def zipf(self, a: Any, size: Any = None) -> Array:
        """Numbers of the Zipf distribution."""
        return discrete.zipf(self.source(), a, size)

    def multinomial(self, n: Any, pvals: Any, size: Any = None) -> Array:
        """How often each outcome is seen in ``n`` trials."""
        return discrete.multinomial(self.source(), n, pvals, size)

    def vonmises(self, mu: Any, kappa: Any, size: Any = None) -> Array:
        """Angles around ``mu``."""
        return discrete.vonmises(self.source(), mu, kappa, size)

    def __repr__(self) -> str:
        return f"<random generator at state {int(self.state.cell[0])}>"


def default_rng(seed: Any = None) -> Generator:
    """A stream of random numbers with a seed; without one, from the system's source of randomness."""
    return seed if isinstance(seed, Generator) else Generator(seed)


def _start(seed: Any) -> Any:
    """Return the first state of a seed: an integer, several, or nothing."""
    import secrets

    import numpy as np

    from gnomon.graph.philox import philox64

    if seed is None:
        seed = secrets.randbits(64)
    entries = seed if isinstance(seed, (tuple, list)) else (seed,)
    state = np.uint64(0)
    for entry in entries:
        number = keys.key(entry)
        known = getattr(number, "data", None)
        if known is None or known.ndim:
            raise take.wrong("Generator", "seed", "an integer from 0 to 2**64 - 1, several, or None", seed)
        state = philox64(state, known, np.uint64(STARTS))
    return np.asarray(state)


__all__ = ["Generator", "default_rng"]
