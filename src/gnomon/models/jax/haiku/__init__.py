"""Models of Haiku."""

from gnomon.models.jax.haiku import attention, images, layers, lifted, recurrent, transform

__all__ = ["attention", "images", "layers", "lifted", "recurrent", "transform"]
