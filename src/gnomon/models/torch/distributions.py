"""``torch.distributions``: objects whose samples have the shape of their parameters."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Modelled,
    Shape,
    Tensor,
    dtypes,
    function,
    modelled,
    unknown_of,
)
from gnomon.models.api import (
    shape as shape_of,
)
from gnomon.models.torch.common import default_float, words
from gnomon.models.torch.conversion import shape_value


@modelled("torch.distributions.Distribution", "torch.distributions.distribution.Distribution")
class Distribution(Modelled):
    """A distribution: ``whole`` has the shape of one sample, ``inner`` axes of which depend on each other."""

    inner = 0
    whole: Any = None
    probs: Any = None

    def __init__(self, *parameters: Any, validate_args: Any = None, **named: Any) -> None:
        if type(self) is Distribution:
            return  # it is given the shapes of a batch and of one event, and a class of the program computes
        given = [
            p for p in (*parameters, *named.values()) if type(p) in (Tensor, int, float) or p is not None
        ]
        tensors = [ops.positive(p) for p in given] if given else []
        self.whole = ops.broadcast_arrays(tuple(tensors))[0] if tensors else None
        self.loc = self.mean = self.probs = self.whole

    def _shape(self) -> Shape:
        return self.whole.shape if type(self.whole) is Tensor else Shape.unknown()

    def _dtype(self) -> Any:
        dtype = self.whole.dtype if type(self.whole) is Tensor else None
        return dtype if dtype is None or dtype.kind == "float" else default_float()

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw samples."""
        return self._drawn(shape_of(sample_shape))

    rsample = sample

    def sample_n(self, n: Any) -> Any:
        """Draw several samples."""
        return self._drawn(shape_of((n,)))

    def _drawn(self, extra: Shape) -> Any:
        own = self._shape()
        if extra.rank is None:
            return Tensor(Shape.unknown(), self._dtype(), "torch")
        return Tensor(Shape(extra.dims + own.prefix, own.run, own.suffix), self._dtype(), "torch")

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        if type(self.whole) is not Tensor:
            return Tensor(Shape.unknown(), None, "torch")
        return self._summed(ops.add(value, self.whole))

    def _summed(self, value: Any) -> Any:
        return value if self.inner == 0 else ops.sum(value, axis=tuple(range(-self.inner, 0)))

    cdf = icdf = log_prob

    def entropy(self) -> Any:
        """Return the entropy."""
        return self._summed(self._drawn(Shape(())))

    @property
    def batch_shape(self) -> Any:
        """The shape of independent parts."""
        return shape_value(self._shape())

    @property
    def variance(self) -> Any:
        """The variance."""
        return self._drawn(Shape(()))

    stddev = scale = mode = variance

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """Return the distribution stretched to a shape."""
        made = type(self).__new__(type(self))
        made.whole = Tensor(shape_of(batch_shape), self._dtype(), "torch")
        return made


for _name in words(
    "Normal Bernoulli Beta Binomial Cauchy Chi2 ContinuousBernoulli Exponential FisherSnedecor Gamma "
    "Geometric Gumbel HalfCauchy HalfNormal Kumaraswamy Laplace LogNormal NegativeBinomial Pareto Poisson "
    "StudentT Uniform VonMises Weibull RelaxedBernoulli"
):
    modelled(f"torch.distributions.{_name}", f"torch.distributions.{_name.lower()}.{_name}")(
        type(_name, (Distribution,), {"__doc__": Distribution.__doc__})
    )


@modelled("torch.distributions.Categorical", "torch.distributions.categorical.Categorical")
class Categorical(Distribution):
    """Class numbers drawn by the weights on the last axis."""

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None:
        given = ops.positive(probs if probs is not None else logits)
        self.probs = self.logits = given
        self.whole = ops.max(given, axis=-1)

    def _dtype(self) -> Any:
        return dtypes.int64

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability of class numbers."""
        from gnomon.models.torch.conversion import cast

        return cast(ops.add(value, self.whole), self.probs.dtype)

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.whole

    def enumerate_support(self, expand: Any = True) -> Any:
        """Return all class numbers."""
        return Tensor(Shape.unknown(), dtypes.int64, "torch")


class OnVectors(Distribution):
    """A distribution of vectors: the last axis belongs to one sample."""

    inner = 1


@modelled(
    "torch.distributions.MultivariateNormal",
    "torch.distributions.multivariate_normal.MultivariateNormal",
)
class MultivariateNormal(OnVectors):
    """Normal vectors: the axes before the vectors of means and before the matrices are stretched to each other."""

    def __init__(
        self,
        loc: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: Any = None,
    ) -> None:
        matrices = [m for m in (covariance_matrix, precision_matrix, scale_tril) if m is not None]
        spreads = [ops.diagonal(m, first=-2, second=-1) for m in matrices[:1]]
        super().__init__(loc, *spreads)


@modelled(
    "torch.distributions.LowRankMultivariateNormal",
    "torch.distributions.lowrank_multivariate_normal.LowRankMultivariateNormal",
)
class LowRankMultivariateNormal(OnVectors):
    """Normal vectors whose covariance is a product of a thin matrix and a diagonal."""

    def __init__(self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: Any = None) -> None:
        super().__init__(loc, cov_diag)


for _name in ("Dirichlet", "OneHotCategorical", "RelaxedOneHotCategorical"):
    modelled(f"torch.distributions.{_name}")(type(_name, (OnVectors,), {}))


@modelled("torch.distributions.Multinomial")
class Multinomial(OnVectors):
    """Counts of classes."""

    def __init__(
        self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: Any = None
    ) -> None:
        super().__init__(probs if probs is not None else logits)


@modelled("torch.distributions.Independent", "torch.distributions.independent.Independent")
class Independent(Distribution):
    """A distribution whose last axes belong to one sample."""

    def __init__(
        self, base_distribution: Any, reinterpreted_batch_ndims: Any, validate_args: Any = None
    ) -> None:
        self.whole = getattr(base_distribution, "whole", None)
        self.inner = reinterpreted_batch_ndims if type(reinterpreted_batch_ndims) is int else 0
        self.base_dist = base_distribution


@function("torch.distributions.kl_divergence", "torch.distributions.kl.kl_divergence")
def kl_divergence(p: Any, q: Any) -> Any:
    """How much one distribution differs from another."""
    first, second = getattr(p, "whole", None), getattr(q, "whole", None)
    if type(first) is not Tensor or type(second) is not Tensor:
        return Tensor(Shape.unknown(), None, "torch")
    return p._summed(ops.add(first, second))


_ = unknown_of
