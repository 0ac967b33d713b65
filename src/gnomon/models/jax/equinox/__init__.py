"""Models of Equinox: layers of single examples (no batch axis); ``vmap`` adds the batch."""

from gnomon.models.jax.equinox import images, layers, sequences, trees

__all__ = ["images", "layers", "sequences", "trees"]
