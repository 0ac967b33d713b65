"""`keras.activations` and `keras.initializers`: functions and objects by name."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    TakesAnything,
    Unknown,
    function,
    is_unknown,
    lookup,
    modelled,
    text,
)
from gnomon.models.api import (
    shape as shape_argument,
)
from gnomon.models.keras.optioned import optioned
from gnomon.models.keras.promoting import floating, tensor
from gnomon.models.keras.tensors import parse_dtype
from gnomon.models.keras.wording import words
from gnomon.shapes import dtypes

NAMES = {
    "relu": "relu",
    "relu6": "relu6",
    "sigmoid": "sigmoid",
    "tanh": "tanh",
    "elu": "elu",
    "selu": "selu",
    "celu": "celu",
    "gelu": "gelu",
    "softplus": "softplus",
    "softsign": "softsign",
    "exponential": "exp",
    "hard_sigmoid": "hard_sigmoid",
    "hard_silu": "hard_swish",
    "hard_swish": "hard_swish",
    "hard_tanh": "hard_tanh",
    "hard_shrink": "hard_shrink",
    "soft_shrink": "soft_shrink",
    "tanh_shrink": "tanh_shrink",
    "leaky_relu": "leaky_relu",
    "linear": "positive",
    "mish": "mish",
    "silu": "silu",
    "swish": "silu",
    "squareplus": "softplus",
    "sparse_plus": "softplus",
    "sparse_sigmoid": "sigmoid",
    "log_sigmoid": "log_sigmoid",
    "threshold": "threshold",
}


def _declare(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    def activation(x: Any) -> Any:
        return apply(tensor(x))

    own = f"activations.{name}" if name in ("gelu", "relu") else name
    function(f"keras.activations.{name}")(optioned(own, activation))


for _name, _operation in NAMES.items():
    _declare(_name, _operation)


@function("keras.activations.softmax", "keras.activations.log_softmax", "keras.activations.sparsemax")
def softmax(x: Any, axis: Any = -1) -> Any:
    """Turn scores into probabilities."""
    return ops.softmax(floating(x), axis=axis)


@function("keras.activations.glu")
def glu(x: Any, axis: Any = -1) -> Any:
    """One half of an axis, gated by the other."""
    return ops.split(floating(x), sections=2, axis=axis)[0]


@function("keras.activations.get", "keras.activations.deserialize", tensor=False)
def get(identifier: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Return an activation by name."""
    name = text(identifier)
    if name is not None:
        return lookup(f"keras.activations.{name}")
    if identifier is None:
        return lookup("keras.activations.linear")
    return Unknown(name="activation") if is_unknown(identifier) or type(identifier) is dict else identifier


@modelled("keras.initializers.Initializer", "keras.Initializer")
class Initializer(TakesAnything):
    """Makes the first numbers of a weight."""

    def __call__(self, shape: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
        return ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype, dtypes.float32))

    def get_config(self) -> Any:
        """Return the options: some dict."""
        return Unknown("dict")


for _name in words(
    """
    Zeros Ones Constant RandomNormal RandomUniform TruncatedNormal VarianceScaling Orthogonal
    Identity IdentityInitializer GlorotNormal GlorotUniform HeNormal HeUniform LecunNormal
    LecunUniform STFT STFTInitializer zeros ones constant random_normal random_uniform
    truncated_normal orthogonal identity glorot_normal glorot_uniform he_normal he_uniform
    lecun_normal lecun_uniform normal uniform one zero zeros_initializer ones_initializer
    constant_initializer random_normal_initializer
    """
):
    modelled(f"keras.initializers.{_name}")(
        type(_name, (Initializer,), {"__doc__": f"The initializer {_name}.", "__module__": __name__})
    )


@function("keras.initializers.get", "keras.initializers.deserialize", tensor=False)
def get_initializer(identifier: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Return an initializer by name."""
    if text(identifier) is not None or identifier is None or type(identifier) is dict:
        return Initializer()
    return identifier
