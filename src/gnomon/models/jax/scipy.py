"""``jax.scipy``: special functions, densities, linear algebra and signals."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, function, text
from gnomon.models.api import axis as as_axis
from gnomon.models.jax.nn import log_softmax, softmax
from gnomon.models.jax.support import as_array, as_jax, shared, tensor_of, under, unknown_tensor, words
from gnomon.models.numpy.named_matrices import NAMES as MATRICES
from gnomon.models.numpy.support import reduced

_ONE = {
    "erf": "erf",
    "erfc": "erfc",
    "erfinv": "erfinv",
    "expit": "sigmoid",
    "logit": "logit",
    "gammaln": "lgamma",
}


def _elementwise(name: str, operation: str = "sqrt") -> None:
    apply = ops.TABLE[operation]

    @function(f"jax.scipy.special.{name}")
    def model(x: Any, *arguments: Any, **keywords: Any) -> Any:
        result = apply(as_array(x))
        for other in arguments:
            result = ops.add(result, as_array(other))
        return as_jax(result)

    model.__name__ = name


for _name in words(
    "erf erfc erfinv expit logit gammaln digamma entr i0 i0e i1 i1e ndtr ndtri log_ndtr spence"
    " expi exp1 gamma loggamma gammasgn factorial dawsn erfcx"
):
    _elementwise(_name, _ONE.get(_name, "sqrt"))
for _name in words(
    "xlogy xlog1py betaln beta gammainc gammaincc zeta kl_div rel_entr polygamma poch betainc hyp1f1 hyp2f1"
    " boxcox boxcox1p comb expn multigammaln owens_t"
):
    _elementwise(_name)
for _name in words(MATRICES):
    shared(f"scipy.linalg.{_name}", f"jax.scipy.linalg.{_name}")


@function("jax.scipy.special.fresnel", "jax.scipy.special.sici")
def integrals(x: Any) -> Any:
    """Two integrals for each entry."""
    result = as_jax(ops.sqrt(as_array(x)))
    return result, result


@function("jax.scipy.special.wofz", "jax.scipy.special.bessel_jn", "jax.scipy.special.sph_harm_y")
def special(*arguments: Any, **keywords: Any) -> Any:
    """Functions of complex numbers, or with an axis for their orders: not followed."""
    return unknown_tensor()


@function("jax.scipy.stats.sem")
def sem(a: Any, axis: Any = 0, ddof: Any = 1, nan_policy: Any = "propagate", *, keepdims: Any = False) -> Any:
    """The standard error of the mean."""
    return as_jax(reduced(ops.std, as_array(a), axis, keepdims))


@function("jax.scipy.stats.rankdata")
def rankdata(a: Any, method: Any = "average", *, axis: Any = None, nan_policy: Any = "propagate") -> Any:
    """The place of each entry in their order."""
    x = as_array(a)
    return as_jax(ops.cast(ops.flatten(x) if axis is None else ops.positive(x), dtype=None))


@function("jax.scipy.signal.detrend")
def detrend(data: Any, *arguments: Any, **keywords: Any) -> Any:
    """A signal without its line or mean."""
    return as_jax(ops.sqrt(as_array(data)))


function("jax.scipy.special.softmax")(softmax)
function("jax.scipy.special.log_softmax")(log_softmax)


def _density(family: str, name: str) -> None:
    @function(f"jax.scipy.stats.{family}.{name}")
    def model(*arguments: Any, **keywords: Any) -> Any:
        result: Any = 0.0
        for one in (*arguments, *keywords.values()):
            result = ops.add(result, as_array(one))
        return as_jax(result)

    model.__name__ = name


for _family in words(
    "norm beta cauchy expon gamma laplace logistic pareto t uniform chi2 truncnorm gennorm"
    " vonmises bernoulli binom geom nbinom poisson betabinom wrapcauchy"
):
    for _name in words("pdf logpdf cdf logcdf ppf sf logsf isf pmf logpmf"):
        _density(_family, _name)


@function("jax.scipy.stats.multivariate_normal.logpdf", "jax.scipy.stats.multivariate_normal.pdf")
def multivariate_normal(x: Any, mean: Any, cov: Any, allow_singular: Any = None) -> Any:
    """A density of vectors: one number for each."""
    point = as_array(x)
    return as_jax(ops.sum(point, axis=-1)) if point.shape.min_rank else unknown_tensor()


@function(
    "jax.scipy.stats.dirichlet.logpdf", "jax.scipy.stats.multinomial.logpmf", "jax.scipy.stats.gaussian_kde"
)
def unknown_density(*arguments: Any, **keywords: Any) -> Any:
    """Not followed."""
    return UNKNOWN


for _name in words("cholesky inv det qr svd eigh"):
    shared(f"numpy.linalg.{_name}", f"jax.scipy.linalg.{_name}")


@function("jax.scipy.linalg.cholesky")
def cholesky(a: Any, lower: Any = False, **keywords: Any) -> Any:
    """A triangular root of a matrix."""
    return as_jax(ops.cholesky(as_array(a)))


@function("jax.scipy.linalg.solve", "jax.scipy.linalg.solve_triangular")
def solve(a: Any, b: Any, *arguments: Any, **keywords: Any) -> Any:
    """The solution of linear equations."""
    return as_jax(ops.solve(as_array(a), as_array(b)))


@function("jax.scipy.linalg.cho_solve", "jax.scipy.linalg.lu_solve")
def cho_solve(c_and_lower: Any, b: Any, *arguments: Any, **keywords: Any) -> Any:
    """The solution of linear equations from a factorization: like the right side."""
    return tensor_of(as_array(b))


@function("jax.scipy.linalg.cho_factor")
def cho_factor(a: Any, lower: Any = False, **keywords: Any) -> Any:
    """A factorization and whether it is lower triangular."""
    return as_jax(ops.cholesky(as_array(a))), lower


@function("jax.scipy.linalg.expm", "jax.scipy.linalg.sqrtm", "jax.scipy.linalg.funm")
def expm(A: Any, **keywords: Any) -> Any:
    """A function of a matrix."""
    return tensor_of(as_array(A))


@function(
    *under("jax.scipy.linalg", "lu lu_factor schur hessenberg rsf2csf qr_multiply eigh_tridiagonal"),
    *under("jax.scipy.signal", "stft istft welch csd"),
    *under("jax.scipy.stats", "mode"),
    *under("jax.scipy.special", "bernoulli"),
)
def unknown_matrix(*arguments: Any, **keywords: Any) -> Any:
    """Not followed."""
    return UNKNOWN


@function(
    *under("jax.scipy.signal", "convolve convolve2d correlate correlate2d fftconvolve"),
)
def convolve(in1: Any, in2: Any, mode: Any = "full", *arguments: Any, **keywords: Any) -> Any:
    """A convolution of two signals."""
    return as_jax(ops.convolve_many(as_array(in1), as_array(in2), mode=text(mode)))


@function("jax.scipy.ndimage.map_coordinates")
def map_coordinates(input: Any, coordinates: Any, order: Any, *arguments: Any, **keywords: Any) -> Any:
    """Entries at interpolated places."""
    return unknown_tensor()


@function("jax.scipy.integrate.trapezoid")
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """An integral along an axis."""
    return as_jax(ops.mean(as_array(y), axis=as_axis(axis)))


@function("jax.ops.segment_sum", "jax.ops.segment_max", "jax.ops.segment_min", "jax.ops.segment_prod")
def segment(data: Any, segment_ids: Any, num_segments: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """Sums of entries with the same number."""
    from gnomon.models.api import size, symbol

    count = symbol() if num_segments is None else size(num_segments)
    return as_jax(ops.segment_reduce(as_array(data), as_array(segment_ids), count=count))


@function("jax.scipy.optimize.minimize", tensor=False)
def minimize(*arguments: Any, **keywords: Any) -> Any:
    """A minimum: not followed."""
    return UNKNOWN
