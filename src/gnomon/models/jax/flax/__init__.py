"""Models of Flax: ``linen``, ``nnx`` and what surrounds training."""

from gnomon.models.jax.flax import graph, layers, linen, nnx, normalization, pooling, recurrent, training

__all__ = ["graph", "layers", "linen", "nnx", "normalization", "pooling", "recurrent", "training"]
