"""Initializers: functions of a key and a shape."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    Modelled,
    dtypes,
    function,
    is_unknown,
    modelled,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.jax.support import chosen, made, unknown_tensor, words

# -- initializers -------------------------------------------------------------------------------------


@modelled("jax.nn.initializers.Initializer")
class Initializer(Modelled):
    """A function of a key, a shape and a dtype that gives an array of that shape."""

    def __init__(self, dtype: Any = None) -> None:
        self.dtype = dtype

    def __call__(self, key: Any, shape: Any, dtype: Any = None, *arguments: Any, **keywords: Any) -> Any:
        if is_unknown(shape):
            return unknown_tensor()
        return made(as_shape(shape), chosen(dtype, dtypes.float32))


def _initializer(name: str) -> None:
    homes = (
        "jax.nn.initializers",
        "flax.linen.initializers",
        "flax.nnx.initializers",
        "jax.example_libraries.stax",
    )

    @function(*(f"{home}.{name}" for home in homes), tensor=False)
    def model(*arguments: Any, **keywords: Any) -> Any:
        return Initializer()

    model.__name__ = name


for _name in words(
    "constant delta_orthogonal glorot_normal glorot_uniform he_normal he_uniform kaiming_normal"
    " kaiming_uniform lecun_normal lecun_uniform normal orthogonal truncated_normal uniform"
    " variance_scaling xavier_normal xavier_uniform zeros_init ones_init"
):
    _initializer(_name)
for _name in ("zeros", "ones"):
    for _home in ("jax.nn.initializers", "flax.linen.initializers", "flax.nnx.initializers"):

        @function(f"{_home}.{_name}")
        def _filled(key: Any, shape: Any, dtype: Any = None, *arguments: Any, **keywords: Any) -> Any:
            return made(as_shape(shape), chosen(dtype, dtypes.float32))
