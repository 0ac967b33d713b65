"""Models of pandas."""

from gnomon.models.pandas import frames, reading

__all__ = ["frames", "reading"]
