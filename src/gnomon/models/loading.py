"""Which models load for which import. A library's models load when a program first imports it."""

from __future__ import annotations

from importlib import import_module

PACKAGES: dict[str, tuple[str, ...]] = {
    "torch": ("torch",),
    "torchvision": ("torch",),
    "torchaudio": ("torch",),
    "torchtext": ("torch",),
    "numpy": ("numpy",),
    "scipy": ("numpy", "scipy"),
    "tensorflow": ("numpy", "tensorflow", "keras"),
    "tf_slim": ("numpy", "tensorflow"),
    "keras": ("numpy", "tensorflow", "keras"),
    "jax": ("numpy", "jax"),
    "flax": ("numpy", "jax", "jax.flax"),
    "optax": ("numpy", "jax", "jax.optax"),
    "haiku": ("numpy", "jax", "jax.flax", "jax.haiku"),
    "equinox": ("numpy", "jax", "jax.flax", "jax.optax", "jax.equinox"),
    "chex": ("numpy", "jax", "jax.flax"),
    "orbax": ("numpy", "jax", "jax.flax"),
    "clu": ("numpy", "jax", "jax.flax"),
    "einops": ("einops",),
    "sklearn": ("numpy", "sklearn"),
    "pandas": ("numpy", "pandas"),
}
"""Top-level import name to the model packages it needs."""

STANDARD_LIBRARY = "python"

_loaded: set[str] = set()


def load(library: str) -> bool:
    """Load the models of a library. Returns whether there are any."""
    packages = PACKAGES.get(library)
    if packages is None:
        return False
    for package in packages:
        load_package(package)
    return True


def load_package(package: str) -> None:
    """Load one package of models once."""
    if package not in _loaded:
        _loaded.add(package)
        import_module(f"gnomon.models.{package}")
