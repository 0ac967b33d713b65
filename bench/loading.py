"""Loads a library as a process does that will use it, with double precision where it is not the default."""

from __future__ import annotations

import importlib

MODULES = {
    "Gnomon": "gnomon",
    "NumPy": "numpy",
    "Numba": "numba",
    "JAX": "jax.numpy",
    "PyTorch": "torch",
    "torch.compile": "torch",
    "PyTensor C": "pytensor.tensor",
    "PyTensor Numba": "pytensor.tensor",
}


def load(name: str) -> None:
    """Import a library, and what it loads on first use in any case."""
    module = importlib.import_module(MODULES[name])
    if name == "Gnomon":
        module.function([], module.asarray(1.0))
    if name == "JAX":
        import jax

        jax.config.update("jax_enable_x64", True)
    if name in ("PyTorch", "torch.compile"):
        module.set_num_threads(1)
