"""``jax.nn``: activations, softmax, one-hot vectors, attention."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    dtypes,
    flag,
    function,
    is_unknown,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.support import as_array, as_jax, chosen, unknown_tensor

HOMES = ("jax.nn", "flax.linen", "flax.nnx", "flax.linen.activation")
"""Namespaces that hold the same activations."""

_ACTIVATIONS = {
    "relu": "relu",
    "relu6": "relu6",
    "sigmoid": "sigmoid",
    "softplus": "softplus",
    "soft_sign": "softsign",
    "silu": "silu",
    "swish": "silu",
    "log_sigmoid": "log_sigmoid",
    "leaky_relu": "leaky_relu",
    "hard_sigmoid": "hard_sigmoid",
    "hard_silu": "hard_swish",
    "hard_swish": "hard_swish",
    "hard_tanh": "hard_tanh",
    "elu": "elu",
    "celu": "celu",
    "selu": "selu",
    "gelu": "gelu",
    "mish": "mish",
    "squareplus": "softplus",
    "sparse_plus": "softplus",
    "sparse_sigmoid": "sigmoid",
    "identity": "positive",
    "tanh": "tanh",
    "log1mexp": "log1p",
}


def names(name: str) -> tuple[str, ...]:
    """Return the names under which a function of ``jax.nn`` is found."""
    return tuple(f"{home}.{name}" for home in HOMES)


def _activation(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(*names(name))
    def model(x: Any, *arguments: Any, **keywords: Any) -> Any:
        return as_jax(apply(as_array(x)))

    model.__name__ = name


for _name, _operation in _ACTIVATIONS.items():
    _activation(_name, _operation)


@function(*names("glu"))
def glu(x: Any, axis: Any = -1) -> Any:
    """One half times the sigmoid of the other."""
    first, second = ops.split(as_array(x), sections=2, axis=as_axis(axis))
    return as_jax(ops.multiply(first, ops.sigmoid(second)))


@function(*names("softmax"))
def softmax(x: Any, axis: Any = -1, where: Any = None, initial: Any = None) -> Any:
    """Probabilities along an axis."""
    return as_jax(ops.softmax(as_array(x), axis=as_axis(axis)))


@function(*names("log_softmax"))
def log_softmax(x: Any, axis: Any = -1, where: Any = None, initial: Any = None) -> Any:
    """Logarithms of probabilities along an axis."""
    return as_jax(ops.log_softmax(as_array(x), axis=as_axis(axis)))


@function(*names("standardize"))
def standardize(
    x: Any,
    axis: Any = -1,
    mean: Any = None,
    variance: Any = None,
    epsilon: Any = 1e-5,
    where: Any = None,
    *,
    algorithm: Any = "fast",
) -> Any:
    """Zero mean and unit variance along an axis."""
    return as_jax(ops.normalize(as_array(x), axis=as_axis(axis)))


@function(*names("logsumexp"), "jax.scipy.special.logsumexp", "jax.ops.logsumexp")
def logsumexp(
    a: Any,
    axis: Any = None,
    b: Any = None,
    keepdims: Any = False,
    return_sign: Any = False,
    where: Any = None,
) -> Any:
    """The logarithm of a sum of exponentials."""
    keep = flag(keepdims)
    if keep is None or is_unknown(axis):
        return unknown_tensor()
    x = as_array(a)
    if b is not None and not is_unknown(b):
        x = ops.multiply(x, as_array(b))
    result = as_jax(ops.logsumexp(x, axis=as_axis(axis), keepdims=keep))
    if return_sign is False:
        return result
    return (result, result) if return_sign is True else UNKNOWN


@function("jax.nn.logmeanexp")
def logmeanexp(x: Any, axis: Any = None, where: Any = None, keepdims: Any = False) -> Any:
    """The logarithm of a mean of exponentials."""
    return logsumexp(x, axis, None, keepdims)


@function(*names("one_hot"))
def one_hot(x: Any, num_classes: Any, *, dtype: Any = None, axis: Any = -1) -> Any:
    """A vector for each class."""
    if type(axis) is not int:
        return unknown_tensor()
    count = as_size(num_classes)
    return ops.cast(ops.one_hot(as_array(x), classes=count, axis=axis), dtype=chosen(dtype, dtypes.float32))


@function(*names("dot_product_attention"))
def dot_product_attention(
    query: Any, key: Any, value: Any, bias: Any = None, mask: Any = None, *arguments: Any, **keywords: Any
) -> Any:
    """Attention of (batch, length, heads, width)."""
    q, k, v = (as_array(x) for x in (query, key, value))
    if any(x.shape.rank not in (3, 4) for x in (q, k, v)):
        return ops.positive(q) if q.shape.rank is not None else unknown_tensor(q.dtype)
    moved = [ops.swapaxes(x, first=-2, second=-3) for x in (q, k, v)]
    result = ops.scaled_dot_product_attention(*moved, grouped=True)
    return ops.swapaxes(result, first=-2, second=-3)
