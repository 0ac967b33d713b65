"""Shared by all tests: leaves out the model tests whose library is not installed here."""

from importlib.util import find_spec

LIBRARIES = (
    "numpy",
    "scipy",
    "pandas",
    "sklearn",
    "einops",
    "torch",
    "torchvision",
    "tensorflow",
    "keras",
    "jax",
)

collect_ignore = [f"models/{library}" for library in LIBRARIES if find_spec(library) is None]
