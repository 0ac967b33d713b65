"""Which models load for which import: those of a library, when a program first imports it."""

from __future__ import annotations

from importlib import import_module

from gnomon.models import python

PACKAGES: dict[str, tuple[str, ...]] = {
    "torch": ("torch",),
    "torchvision": ("torch", "torch.vision"),
    "torchaudio": ("torch",),
    "torchtext": ("torch",),
    "functorch": ("torch",),
    "torch_geometric": ("torch",),
    "numpy": ("numpy",),
    "scipy": ("numpy", "scipy"),
    "tensorflow": ("numpy", "tensorflow", "keras"),
    "tf_slim": ("numpy", "tensorflow"),
    "keras": ("numpy", "tensorflow", "keras"),
    "tf_keras": ("numpy", "tensorflow", "keras"),
    "jax": ("numpy", "jax"),
    "flax": ("numpy", "jax", "jax.flax"),
    "optax": ("numpy", "jax", "jax.optax"),
    "haiku": ("numpy", "jax", "jax.flax", "jax.haiku"),
    "equinox": ("numpy", "jax", "jax.flax", "jax.optax", "jax.equinox"),
    "chex": ("numpy", "jax", "jax.flax", "jax.chex"),
    "orbax": ("numpy", "jax", "jax.flax"),
    "clu": ("numpy", "jax", "jax.flax"),
    "einops": ("einops",),
    "sklearn": ("numpy", "sklearn"),
    "pandas": ("numpy", "pandas"),
}
"""Top-level import name to the model packages it needs."""

NEEDED: dict[str, tuple[str, ...]] = {}
"""The same with the modules of the package `python`, which load first."""

for _module, _names in python.MODULES.items():
    for _name in _names.split():
        NEEDED[_name] = (*NEEDED.get(_name, ()), f"python.{_module}")
for _name, _packages in PACKAGES.items():
    NEEDED[_name] = (*NEEDED.get(_name, ()), *_packages)


def load(library: str) -> None:
    """Load the models of a library, if there are any."""
    for package in NEEDED.get(library, ()):
        import_module(f"gnomon.models.{package}")
