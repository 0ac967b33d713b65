"""Modules of other modules: `Sequential`, `Residual`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.networks.module import Module

Layer = Callable[..., Any]


class Sequential(Module):
    """Layers, each of which gets what the one before returns; functions such as ``gn.nn.relu`` may stand among them.

    Layers that are given by name keep it; others are numbered.

    >>> import gnomon as gn
    >>> model = gn.nn.Sequential(gn.nn.Flatten(), hidden=gn.nn.Dense(16), relu=gn.nn.relu, scores=gn.nn.Dense(3))
    >>> model(gn.symbol("x", shape=("batch", 2, 2), dtype="float32")).shape
    (batch, 3)
    >>> model
    Sequential: 131 parameters
      0  Flatten()
      hidden  Dense(16)  weight (4, 16), bias (16,)
      scores  Dense(3)  weight (16, 3), bias (3,)
    """

    layers: dict[str, Layer]

    def __init__(self, *layers: Layer, **named: Layer) -> None:
        self.layers = {**{str(place): layer for place, layer in enumerate(layers)}, **named}
        for name, layer in self.layers.items():
            if not callable(layer):
                raise ArgumentError(
                    f"{type(self).__name__}: layer {name} must be a module or a function, got {layer!r}",
                    user_site(),
                )

    def attributes(self) -> dict[str, Any]:
        """The layers, without a name before theirs."""
        return {**self.layers, **{name: value for name, value in vars(self).items() if name != "layers"}}

    def forward(self, x: Any) -> Any:
        """Return what the last layer returns."""
        for layer in self.layers.values():
            x = layer(x)
        return x

    def __getitem__(self, place: int | str | slice) -> Any:
        if isinstance(place, str):
            return self.layers[place]
        if isinstance(place, slice):
            return Sequential(*list(self.layers.values())[place])
        return list(self.layers.values())[place]

    def __len__(self) -> int:
        return len(self.layers)

    def __iter__(self) -> Iterator[Layer]:
        return iter(self.layers.values())


class Residual(Sequential):
    """What its layers return, added to their input; ``shortcut`` changes the input where shapes differ."""

    def __init__(self, *layers: Layer, shortcut: Layer | None = None, **named: Layer) -> None:
        super().__init__(*layers, **named)
        self.shortcut = shortcut

    def forward(self, x: Any) -> Any:
        """Return the sum."""
        return (x if self.shortcut is None else self.shortcut(x)) + super().forward(x)
