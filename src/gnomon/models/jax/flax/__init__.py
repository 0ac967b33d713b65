"""Models of Flax: ``linen``, ``nnx`` and what surrounds training."""

from gnomon.models.jax.flax import (
    graph,
    layers,
    lifted,
    linen,
    nnx,
    normalization,
    pooling,
    recurrent,
    surroundings,
    training,
)

__all__ = [
    "graph",
    "layers",
    "lifted",
    "linen",
    "nnx",
    "normalization",
    "pooling",
    "recurrent",
    "surroundings",
    "training",
]
