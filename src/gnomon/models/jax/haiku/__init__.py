"""Models of Haiku."""

from gnomon.models.jax.haiku import layers, transform

__all__ = ["layers", "transform"]
