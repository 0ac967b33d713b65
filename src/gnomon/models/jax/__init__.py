"""Models of JAX and of the libraries built on it."""

from gnomon.models.jax import (
    arrays,
    control,
    convolution,
    lax,
    methods,
    nn,
    random,
    scipy,
    stax,
    transforms,
    trees,
)

__all__ = [
    "arrays",
    "control",
    "convolution",
    "lax",
    "methods",
    "nn",
    "random",
    "scipy",
    "stax",
    "transforms",
    "trees",
]
