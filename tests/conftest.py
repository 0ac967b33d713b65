"""Shared by all tests: leaves out the model tests whose library is not installed here."""

from importlib.util import find_spec

LIBRARY_OF = {"numpy": "numpy", "torch": "torch", "tf": "tensorflow", "jax": "jax"}

collect_ignore = [f"models/{folder}" for folder, library in LIBRARY_OF.items() if find_spec(library) is None]
