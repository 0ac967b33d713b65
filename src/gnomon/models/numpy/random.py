"""Random numbers: `numpy.random`'s functions, `RandomState` and `Generator`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Dtype,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    forget_entries,
    function,
    is_unknown,
    modelled,
    shape_of_arguments,
)
from gnomon.models.api import axis as as_axis
from gnomon.models.api import shape as as_shape
from gnomon.models.api import size as as_size
from gnomon.models.numpy.support import amount, as_array, chosen_dtype, copied, made, unknown_tensor
from gnomon.ops.reach import Reached, limits

FLOATS = {
    "beta": ("a", "b"),
    "chisquare": ("df",),
    "exponential": ("scale",),
    "f": ("dfnum", "dfden"),
    "gamma": ("shape", "scale"),
    "gumbel": ("loc", "scale"),
    "laplace": ("loc", "scale"),
    "logistic": ("loc", "scale"),
    "lognormal": ("mean", "sigma"),
    "noncentral_chisquare": ("df", "nonc"),
    "noncentral_f": ("dfnum", "dfden", "nonc"),
    "normal": ("loc", "scale"),
    "pareto": ("a",),
    "power": ("a",),
    "rayleigh": ("scale",),
    "standard_cauchy": (),
    "standard_t": ("df",),
    "triangular": ("left", "mode", "right"),
    "uniform": ("low", "high"),
    "vonmises": ("mu", "kappa"),
    "wald": ("mean", "scale"),
    "weibull": ("a",),
}
INTEGERS = {
    "binomial": ("n", "p"),
    "geometric": ("p",),
    "hypergeometric": ("ngood", "nbad", "nsample"),
    "logseries": ("p",),
    "negative_binomial": ("n", "p"),
    "poisson": ("lam",),
    "zipf": ("a",),
}
"""Distributions by their parameters, all of which broadcast; `size` comes after them."""


def drawn(size: Any, dtype: Dtype | None, *parameters: Any) -> Any:
    """Return random numbers: of the shape `size`, or one for each place of the broadcast parameters."""
    if size is not None:
        return made(as_shape(size), dtype) if not is_unknown(size) else unknown_tensor(dtype)
    if any(is_unknown(parameter) and parameter.kind not in ("int", "float") for parameter in parameters):
        return unknown_tensor(dtype)
    given = [parameter for parameter in parameters if parameter is not None and not is_unknown(parameter)]
    if not given:
        return made(Shape(()), dtype)
    return made(ops.broadcast_arrays(given)[0].shape, dtype)


def _distribution(name: str, parameters: tuple[str, ...], dtype: Dtype) -> Callable[..., Any]:
    """Return the model of one distribution: its parameters in order, then `size`."""

    def draw(*arguments: Any, **keywords: Any) -> Any:
        keywords.pop("dtype", None)
        keywords.pop("method", None)
        size = keywords.pop("size", None)
        values = [*arguments[: len(parameters)], *keywords.values()]
        if len(arguments) > len(parameters):
            size = arguments[len(parameters)]
        return drawn(size, dtype, *values)

    draw.__name__ = name
    return draw


def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = None) -> Any:
    result = drawn(size, chosen_dtype(dtype, dtypes.int64), low, high)
    return _bounded(result, low, high, inclusive=False)


def integers(low: Any, high: Any = None, size: Any = None, dtype: Any = None, endpoint: Any = False) -> Any:
    result = drawn(size, chosen_dtype(dtype, dtypes.int64), low, high)
    return _bounded(result, low, high, inclusive=endpoint is not False)


def random_integers(low: Any, high: Any = None, size: Any = None) -> Any:
    return _bounded(
        drawn(size, dtypes.int64, low, high), low if high is not None else 1, high or low, inclusive=True
    )


def _bounded(result: Any, low: Any, high: Any, *, inclusive: bool) -> Any:
    """Note the bounds of random integers."""
    first, last = (0, low) if high is None else (low, high)
    if type(result) is Tensor and type(first) is int and type(last) is int and first < last + inclusive:
        result.bounds = limits(first, last - (not inclusive), result.shape.numel())
    return result


def rand(*d: Any) -> Any:
    return made(shape_of_arguments(d) if d else Shape(()))


def random(size: Any = None, dtype: Any = None, out: Any = None) -> Any:
    if type(out) is Tensor:
        return out
    return drawn(size, chosen_dtype(dtype, dtypes.float64))


def standard_gamma(shape: Any, size: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return drawn(size, chosen_dtype(dtype, dtypes.float64), shape)


def choice(a: Any, size: Any = None, replace: Any = True, p: Any = None) -> Any:
    return _chosen(a, size, 0, p, vector=True)


def choice_along(
    a: Any, size: Any = None, replace: Any = True, p: Any = None, axis: Any = 0, shuffle: Any = True
) -> Any:
    return _chosen(a, size, as_axis(axis), p, vector=False)


def _chosen(a: Any, size: Any, axis: Any, p: Any, *, vector: bool) -> Any:
    source = a if type(a) in (int, Dim) else as_array(a)
    if type(source) is Tensor and source.shape.rank == 0:
        source = as_size(source)
    if p is not None:
        count = source
        if type(source) is Tensor:
            count = source.shape.axis(axis) if type(axis) is int else None
        if type(count) in (int, Dim):
            ops.TABLE["probabilities"](as_array(p), count=count)
    if type(source) in (int, Dim):
        result = drawn(size, dtypes.int64)
        if type(source) is int and source > 0 and type(result) is Tensor:
            result.bounds = limits(0, source - 1, result.shape.numel() if p is None else None)
        return result
    if is_unknown(size) and size.kind != "int":
        return unknown_tensor(source.dtype)
    target = Shape(()) if size is None else as_shape(size)
    result = ops.drawn_entries(source, shape=target, axis=axis, vector=vector)
    if source.bounds is not None:
        result.bounds = tuple(source.bounds)
    return result


def permutation(x: Any, axis: Any = 0) -> Any:
    if (type(x) is Tensor and x.shape.rank == 0) or (type(x) is Unknown and x.kind == "int"):
        x = as_size(x)
    if type(x) in (int, Dim):
        result = made(Shape((amount(x),)), dtypes.int64)
        if type(x) is int and x > 0:
            result.bounds = Reached(0, x - 1)
        return result
    return copied(x)


def permuted(x: Any, axis: Any = None, out: Any = None) -> Any:
    return copied(x)


def shuffle(x: Any, axis: Any = 0) -> None:
    forget_entries(x)


def seed(*arguments: Any, **options: Any) -> None:
    return None


def multivariate_normal(
    mean: Any, cov: Any, size: Any = None, check_valid: Any = "warn", tol: Any = 1e-8, *, method: Any = "svd"
) -> Any:
    center = as_array(mean)
    if is_unknown(size) and size.kind != "int":
        return unknown_tensor(dtypes.float64)
    lead = Shape(()) if size is None else as_shape(size)
    return ops.drawn_vectors(center, cov, shape=lead)


def dirichlet(alpha: Any, size: Any = None) -> Any:
    return _vectors(alpha, size, dtypes.float64)


def multinomial(n: Any, pvals: Any, size: Any = None) -> Any:
    return _vectors(pvals, size, dtypes.int64)


def _vectors(weights: Any, size: Any, dtype: Dtype) -> Any:
    if (is_unknown(size) and size.kind != "int") or (as_array(weights).shape.rank or 1) > 1:
        return unknown_tensor(dtype)  # newer generators take weights of more axes
    lead = Shape(()) if size is None else as_shape(size)
    return ops.cast(ops.drawn_vectors(as_array(weights), None, shape=lead), dtype=dtype)


def random_bytes(length: Any) -> Any:
    from gnomon.models.api import unknown_of

    return unknown_of("bytes")


_SHARED: dict[str, Callable[..., Any]] = {
    "bytes": random_bytes,
    "choice": choice,
    "dirichlet": dirichlet,
    "multinomial": multinomial,
    "multivariate_normal": multivariate_normal,
    "permutation": permutation,
    "shuffle": shuffle,
    "standard_gamma": standard_gamma,
    **{name: _distribution(name, parameters, dtypes.float64) for name, parameters in FLOATS.items()},
    **{name: _distribution(name, parameters, dtypes.int64) for name, parameters in INTEGERS.items()},
}
_LEGACY: dict[str, Callable[..., Any]] = {
    **_SHARED,
    "rand": rand,
    "randint": randint,
    "randn": rand,
    "random": random,
    "random_integers": random_integers,
    "random_sample": random,
    "ranf": random,
    "sample": random,
    "seed": seed,
    "set_state": seed,
    "standard_exponential": random,
    "standard_normal": random,
    "tomaxint": random,
}
_MODERN: dict[str, Callable[..., Any]] = {
    **_SHARED,
    "choice": choice_along,
    "integers": integers,
    "permuted": permuted,
    "random": random,
    "standard_exponential": random,
    "standard_normal": random,
}
_QUIET = ("shuffle", "seed", "set_state", "bytes")

for _name, _model in _LEGACY.items():
    function(f"numpy.random.{_name}", tensor=_name not in _QUIET)(_model)


@modelled("numpy.random.RandomState", "numpy.random.mtrand.RandomState")
class RandomState(Modelled):
    """NumPy's legacy source of random numbers."""

    def __init__(self, seed: Any = None) -> None:
        pass


@modelled("numpy.random.Generator")
class RandomGenerator(Modelled):
    """NumPy's source of random numbers."""

    def __init__(self, bit_generator: Any = None) -> None:
        pass

    def spawn(self, n_children: Any) -> Any:
        return (
            [RandomGenerator() for _ in range(n_children)]
            if type(n_children) is int and n_children < 64
            else None
        )


for _name, _model in _LEGACY.items():
    setattr(RandomState, _name, staticmethod(_model))
for _name, _model in _MODERN.items():
    setattr(RandomGenerator, _name, staticmethod(_model))


@function("numpy.random.default_rng", tensor=False)
def default_rng(seed: Any = None) -> Any:
    return RandomGenerator()


@function(
    "numpy.random.get_state",
    "numpy.random.SeedSequence",
    "numpy.random.PCG64",
    "numpy.random.MT19937",
    tensor=False,
)
def get_state(*arguments: Any, **options: Any) -> Any:
    return UNKNOWN
