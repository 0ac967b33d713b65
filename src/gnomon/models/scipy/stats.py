"""`scipy.stats`: distributions, frozen or not, and tests."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Modelled, Shape, dtypes, function, is_unknown
from gnomon.models.api import axis as as_axis
from gnomon.models.api import shape as as_shape
from gnomon.models.numpy.random import drawn
from gnomon.models.numpy.support import as_array, made, unknown_tensor, words
from gnomon.models.registry import constant

CONTINUOUS = words(
    "norm uniform expon beta gamma t chi2 f lognorm laplace logistic cauchy pareto weibull_min "
    "weibull_max rayleigh triang truncnorm gumbel_r gumbel_l halfnorm invgamma loguniform powerlaw "
    "vonmises gennorm skewnorm erlang reciprocal nct ncx2 genextreme"
)
DISCRETE = words("binom poisson geom bernoulli nbinom hypergeom randint zipf")


class Distribution(Modelled):
    """A distribution: its functions take numbers and parameters, which broadcast together."""

    library_name = "scipy.stats.rv_continuous"
    discrete = False

    def __init__(self, parameters: tuple[Any, ...] | None = None) -> None:
        self.fixed = parameters is not None
        self.frozen = parameters or ()

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return Distribution((*arguments, *keywords.values()))

    def freeze(self, *arguments: Any, **keywords: Any) -> Any:
        return self(*arguments, **keywords)

    def _each(self, x: Any, *arguments: Any, **keywords: Any) -> Any:
        parts = [x, *arguments, *keywords.values(), *self.frozen]
        if any(is_unknown(part) and part.kind not in ("int", "float") for part in parts):
            return unknown_tensor(dtypes.float64)
        given = [part for part in parts if not is_unknown(part)]
        if not given:
            return made(Shape(()), dtypes.float64)
        return made(ops.broadcast_arrays(given)[0].shape, dtypes.float64)

    pdf = logpdf = cdf = logcdf = sf = logsf = ppf = isf = pmf = logpmf = _each

    def rvs(self, *arguments: Any, **keywords: Any) -> Any:
        keywords.pop("random_state", None)
        size = keywords.pop("size", None)
        dtype = None if self.discrete else dtypes.float64
        if self.fixed and arguments:
            size, arguments = arguments[0], ()
        return drawn(size, dtype, *arguments, *keywords.values(), *self.frozen)

    def mean(self, *arguments: Any, **keywords: Any) -> Any:
        return self._each(0.0, *arguments, **keywords)

    std = var = median = entropy = mean

    def fit(self, data: Any, *arguments: Any, **keywords: Any) -> Any:
        return None

    def interval(self, confidence: Any = None, *arguments: Any, **keywords: Any) -> Any:
        ends = self._each(0.5 if confidence is None else confidence, *arguments, **keywords)
        return ends, ends


for _name in CONTINUOUS:
    constant(f"scipy.stats.{_name}", type(_name, (Distribution,), {"discrete": False})())
for _name in DISCRETE:
    constant(f"scipy.stats.{_name}", type(_name, (Distribution,), {"discrete": True})())


class MultivariateNormal(Modelled):
    """Normally distributed vectors: the last axis of numbers is the vector."""

    library_name = "scipy.stats.multivariate_normal"

    def __init__(self, mean: Any = None) -> None:
        self.center = mean

    def __call__(self, mean: Any = None, cov: Any = 1, *arguments: Any, **options: Any) -> Any:
        return MultivariateNormal(mean)

    def pdf(self, x: Any, mean: Any = None, cov: Any = 1, *arguments: Any, **options: Any) -> Any:
        center = self.center if mean is None else mean
        if is_unknown(center):
            return unknown_tensor(dtypes.float64)
        values = as_array(x)
        if center is not None and as_array(center).shape.rank == 1:
            return ops.density_of_vectors(values, as_array(center))
        return unknown_tensor(dtypes.float64)

    logpdf = cdf = logcdf = pdf

    def rvs(self, *arguments: Any, **options: Any) -> Any:
        given = dict(
            zip(("size", "random_state") if self.center is not None else ("mean", "cov", "size"), arguments)
        )
        given.update(options)
        center = self.center if self.center is not None else given.get("mean")
        size = given.get("size", 1)
        if center is None or is_unknown(center) or is_unknown(size):
            return unknown_tensor(dtypes.float64)
        mean = ops.atleast(as_array(center), rank=1)
        drawn_ = ops.drawn_vectors(mean, None, shape=Shape(()) if size == 1 else as_shape(size))
        return ops.squeeze(drawn_)


constant("scipy.stats.multivariate_normal", MultivariateNormal())


@function("scipy.stats.zscore")
def zscore(a: Any, axis: Any = 0, *arguments: Any, **options: Any) -> Any:
    return ops.sqrt(as_array(a))


@function("scipy.stats.rankdata")
def rankdata(a: Any, method: Any = "average", *, axis: Any = None, **options: Any) -> Any:
    x = as_array(a)
    return ops.cast(ops.flatten(x) if axis is None else x, dtype=dtypes.float64)


@function("scipy.stats.entropy")
def entropy(pk: Any, qk: Any = None, base: Any = None, axis: Any = 0, **options: Any) -> Any:
    return ops.mean(pk if qk is None else ops.broadcast_arrays([pk, qk])[0], axis=as_axis(axis))


@function(
    "scipy.stats.skew", "scipy.stats.kurtosis", "scipy.stats.sem", "scipy.stats.gmean", "scipy.stats.hmean"
)
def skew(a: Any, axis: Any = 0, *arguments: Any, **options: Any) -> Any:
    return ops.mean(a, axis=as_axis(axis))


@function(
    "scipy.stats.ttest_ind",
    "scipy.stats.ttest_rel",
    "scipy.stats.ttest_1samp",
    "scipy.stats.pearsonr",
    "scipy.stats.spearmanr",
    "scipy.stats.kendalltau",
    "scipy.stats.ks_2samp",
    "scipy.stats.chi2_contingency",
    "scipy.stats.mannwhitneyu",
    "scipy.stats.linregress",
    "scipy.stats.mode",
    "scipy.stats.shapiro",
    "scipy.stats.wilcoxon",
    "scipy.stats.f_oneway",
    tensor=False,
)
def tested(*arguments: Any, **options: Any) -> Any:
    return UNKNOWN
