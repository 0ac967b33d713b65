"""Models of einops. Its layers load the models of their framework when they are first used."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from gnomon.models.einops import functions
from gnomon.models.registry import computed

__all__ = ["functions"]

LAYERS = ("Rearrange", "Reduce", "EinMix")
HOMES = {
    "torch": "layers.",
    "keras": "elsewhere.Keras",
    "tensorflow": "elsewhere.Keras",
    "flax": "elsewhere.Flax",
}
"""Where the layers for each framework are, and what their names begin with."""


def _layer(framework: str, name: str) -> Callable[[], Any]:
    def find() -> Any:
        module, _, prefix = HOMES[framework].partition(".")
        return getattr(import_module(f"gnomon.models.einops.{module}"), prefix + name)

    return find


for _framework in HOMES:
    for _name in LAYERS:
        computed(f"einops.layers.{_framework}.{_name}")(_layer(_framework, _name))
