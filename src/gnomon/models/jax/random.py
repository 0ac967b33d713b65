"""``jax.random``: keys, and draws of a given shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dtype,
    Run,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    function,
    is_unknown,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.support import as_array, chosen, made, tensor_of, unknown_tensor, words
from gnomon.models.numpy.support import amount
from gnomon.models.python.harmless import harmless


def key_like(key: Any) -> Any:
    """Return a key of the same kind."""
    if type(key) is Tensor:
        return Tensor(key.shape, key.dtype, "jax", site=key.site)
    return Unknown(name="key")


@function("jax.random.PRNGKey")
def prng_key(seed: Any, *, impl: Any = None) -> Any:
    """A key of the old form: two numbers."""
    return made(Shape((2,)), dtypes.uint32)


@function("jax.random.key")
def key(seed: Any, *, dtype: Any = None, impl: Any = None) -> Any:
    """A key of the new form: a scalar."""
    return made(Shape(()), None)


@function("jax.random.split")
def split(key: Any, num: Any = 2) -> Any:
    """Several keys."""
    count = as_shape(num)
    if type(key) is not Tensor or key.shape.rank is None:
        return made(Shape(count.prefix, Run()) if count.rank is not None else Shape.unknown(), None)
    return ops.outer_axes(made(count, key.dtype), key)


@function("jax.random.fold_in")
def fold_in(key: Any, data: Any) -> Any:
    """Another key."""
    return key_like(key)


@function("jax.random.clone")
def clone(key: Any) -> Any:
    """The same key, to be used once more."""
    return key_like(key)


@function("jax.random.key_data")
def key_data(keys: Any) -> Any:
    """The numbers of a key."""
    return unknown_tensor()


@function("jax.random.wrap_key_data")
def wrap_key_data(key_bits_array: Any, *, dtype: Any = None, impl: Any = None) -> Any:
    """A key of numbers."""
    return unknown_tensor()


def drawn(shape: Any, dtype: Dtype | None, *parameters: Any) -> Any:
    """Return a draw: of the given shape, or of the common shape of the parameters."""
    given = [as_array(one) for one in parameters if one is not None and not is_unknown(one)]
    if shape is not None:
        if is_unknown(shape) and shape.kind != "int":
            return unknown_tensor(dtype)
        target = made(as_shape(shape), dtype)
        for array in given:
            if array.shape.rank is None or array.shape.rank > 0:
                ops.broadcast_to(array, shape=target.shape)
        return target
    if any(is_unknown(one) for one in parameters):
        return unknown_tensor(dtype)
    if not given:
        return made(Shape(()), dtype)
    return ops.cast(ops.broadcast_arrays(given)[0], dtype=dtype)


def _plain(default: Dtype) -> Callable[..., Any]:
    """A draw of a shape, with a default of a scalar."""

    def model(key: Any, shape: Any = (), dtype: Any = None, *, out_sharding: Any = None) -> Any:
        return drawn(shape, chosen(dtype, default))

    return model


for _name in words("normal cauchy exponential laplace logistic maxwell"):
    function(f"jax.random.{_name}")(_plain(dtypes.float32))


@function("jax.random.gumbel")
def gumbel(
    key: Any, shape: Any = (), dtype: Any = None, mode: Any = None, *, out_sharding: Any = None
) -> Any:
    """Numbers of the Gumbel density."""
    return drawn(shape, chosen(dtype, dtypes.float32))


@function("jax.random.double_sided_maxwell")
def double_sided_maxwell(key: Any, loc: Any, scale: Any, shape: Any = (), dtype: Any = None) -> Any:
    """Numbers of Maxwell's density and its mirror image."""
    return drawn(shape, chosen(dtype, dtypes.float32), loc, scale)


function("jax.random.rademacher")(_plain(dtypes.int32))
function("jax.random.bits")(_plain(dtypes.uint32))


@function("jax.random.uniform")
def uniform(
    key: Any,
    shape: Any = (),
    dtype: Any = None,
    minval: Any = 0.0,
    maxval: Any = 1.0,
    *,
    out_sharding: Any = None,
) -> Any:
    """Floats between limits."""
    if any(tensor_of(as_array(limit)).shape.rank != 0 for limit in (minval, maxval) if not is_unknown(limit)):
        return unknown_tensor(chosen(dtype, dtypes.float32))
    return drawn(shape, chosen(dtype, dtypes.float32))


@function("jax.random.randint")
def randint(
    key: Any, shape: Any, minval: Any, maxval: Any, dtype: Any = None, *, out_sharding: Any = None
) -> Any:
    """Integers between limits."""
    result = drawn(shape, chosen(dtype, dtypes.int32), minval, maxval)
    if type(minval) is int and type(maxval) is int and minval < maxval and type(result) is Tensor:
        result.bounds = (minval, maxval - 1)
    return result


@function("jax.random.truncated_normal")
def truncated_normal(
    key: Any, lower: Any, upper: Any, shape: Any = None, dtype: Any = None, *, out_sharding: Any = None
) -> Any:
    """Normal numbers between limits."""
    return drawn(shape, chosen(dtype, dtypes.float32), lower, upper)


@function("jax.random.bernoulli")
def bernoulli(
    key: Any, p: Any = 0.5, shape: Any = None, mode: Any = "low", *, out_sharding: Any = None
) -> Any:
    """True or false."""
    return drawn(shape, dtypes.bool, p)


def _one_parameter(default: Dtype) -> Callable[..., Any]:
    def model(key: Any, parameter: Any, shape: Any = None, dtype: Any = None, **keywords: Any) -> Any:
        return drawn(shape, chosen(dtype, default), parameter)

    return model


for _name in words("gamma loggamma chisquare pareto t geometric rayleigh wald generalized_normal"):
    function(f"jax.random.{_name}")(_one_parameter(dtypes.int32 if _name == "geometric" else dtypes.float32))


@function("jax.random.poisson")
def poisson(key: Any, lam: Any, shape: Any = None, dtype: Any = None, *, out_sharding: Any = None) -> Any:
    """Counts."""
    return drawn(shape, chosen(dtype, dtypes.int32), lam)


@function("jax.random.beta")
def beta(key: Any, a: Any, b: Any, shape: Any = None, dtype: Any = None, *, out_sharding: Any = None) -> Any:
    """Numbers of the beta density."""
    return drawn(shape, chosen(dtype, dtypes.float32), a, b)


@function("jax.random.f")
def f(
    key: Any, dfnum: Any, dfden: Any, shape: Any = None, dtype: Any = None, *, out_sharding: Any = None
) -> Any:
    """Numbers of the F density."""
    return drawn(shape, chosen(dtype, dtypes.float32), dfnum, dfden)


@function("jax.random.binomial")
def binomial(key: Any, n: Any, p: Any, shape: Any = None, dtype: Any = None) -> Any:
    """Counts of successes."""
    return drawn(shape, chosen(dtype, dtypes.float32), n, p)


@function("jax.random.weibull_min")
def weibull_min(key: Any, scale: Any, concentration: Any, shape: Any = (), dtype: Any = None) -> Any:
    """Numbers of the Weibull density."""
    return drawn(shape, chosen(dtype, dtypes.float32), scale, concentration)


@function("jax.random.lognormal")
def lognormal(
    key: Any, sigma: Any = 1.0, shape: Any = None, dtype: Any = None, *, out_sharding: Any = None
) -> Any:
    """Exponentials of normal numbers."""
    return drawn(() if shape is None else shape, chosen(dtype, dtypes.float32))


@function("jax.random.triangular")
def triangular(
    key: Any,
    left: Any,
    mode: Any,
    right: Any,
    shape: Any = None,
    dtype: Any = None,
    *,
    out_sharding: Any = None,
) -> Any:
    """Numbers of a triangular density."""
    return drawn(shape, chosen(dtype, dtypes.float32), left, mode, right)


@function("jax.random.categorical")
def categorical(
    key: Any,
    logits: Any,
    axis: Any = -1,
    shape: Any = None,
    replace: Any = True,
    mode: Any = None,
    *,
    out_sharding: Any = None,
) -> Any:
    """A class for each row of logits."""
    rows = ops.argmax(as_array(logits), axis=as_axis(axis))
    return ops.cast(rows, dtype=dtypes.int32) if shape is None else made(as_shape(shape), dtypes.int32)


@function("jax.random.permutation")
def permutation(
    key: Any, x: Any, axis: Any = 0, independent: Any = False, *, out_sharding: Any = None
) -> Any:
    """An array in random order, or the integers below a number."""
    if type(x) is Tensor:
        return ops.positive(x) if x.shape.rank != 0 else unknown_tensor(x.dtype)
    if is_unknown(x) and x.kind != "int":
        return unknown_tensor()
    count = as_size(x)
    result = made(Shape((amount(count),)), dtypes.int32)
    if type(count) is int and count > 0:
        result.bounds = (0, count - 1)
    return result


@function("jax.random.choice")
def choice(
    key: Any, a: Any, shape: Any = (), replace: Any = True, p: Any = None, axis: Any = 0, mode: Any = None
) -> Any:
    """Random entries of an array, or integers below a number."""
    if type(a) is not Tensor:
        if is_unknown(a):
            return unknown_tensor()
        result = made(as_shape(shape), dtypes.int32)
        if type(a) is int and a > 0:
            result.bounds = (0, a - 1)
        return result
    target = as_shape(shape)
    if target.rank is None or type(axis) is not int:
        return unknown_tensor(a.dtype)
    return ops.take(a, made(target, dtypes.int32), axis=axis)


@function("jax.random.multivariate_normal")
def multivariate_normal(
    key: Any,
    mean: Any,
    cov: Any,
    shape: Any = None,
    dtype: Any = None,
    method: Any = "cholesky",
    *,
    out_sharding: Any = None,
) -> Any:
    """Vectors of a normal density."""
    center = as_array(mean)
    size = center.shape.axis(-1) if center.shape.min_rank else None
    if size is None:
        return unknown_tensor(dtypes.float32)
    if shape is None:
        return (
            ops.positive(center)
            if center.shape.rank == 1 and tensor_of(cov).shape.rank == 2
            else unknown_tensor()
        )
    lead = as_shape(shape)
    return made(Shape(lead.prefix, lead.run, (*lead.suffix, size)), chosen(dtype, dtypes.float32))


@function("jax.random.dirichlet", "jax.random.multinomial")
def dirichlet(key: Any, alpha: Any, *arguments: Any, **keywords: Any) -> Any:
    """Vectors of probabilities, or of counts."""
    return unknown_tensor()


@function("jax.random.orthogonal")
def orthogonal(
    key: Any, n: Any, shape: Any = (), dtype: Any = None, m: Any = None, *, out_sharding: Any = None
) -> Any:
    """Orthogonal matrices."""
    if m is not None:
        return unknown_tensor()
    lead, size = as_shape(shape), as_size(n)
    return made(Shape(lead.prefix, lead.run, (*lead.suffix, size, size)), chosen(dtype, dtypes.float32))


@function("jax.random.ball")
def ball(
    key: Any, d: Any, p: Any = 2, shape: Any = (), dtype: Any = None, *, out_sharding: Any = None
) -> Any:
    """Points in a ball."""
    lead = as_shape(shape)
    return made(Shape(lead.prefix, lead.run, (*lead.suffix, as_size(d))), chosen(dtype, dtypes.float32))


harmless("jax.random", "key_impl key_dtype")
