"""Layers that draw at random while they are trained: `Dropout`, `GaussianNoise`."""

from __future__ import annotations

from typing import Any

from gnomon.graph.namespace import nn
from gnomon.networks import checks
from gnomon.networks.module import Module
from gnomon.networks.running import current


class Dropout(Module):
    """Elements set to 0 with the probability ``rate`` while training; the others grow, so that the mean stays.

    Axes among ``together`` are dropped whole: ``Dropout(0.2, together=(2, 3))`` drops whole channels of pictures.
    """

    def __init__(self, rate: float, *, together: tuple[int, ...] = ()) -> None:
        self.rate = checks.rate("Dropout", rate)
        self.together = together

    def forward(self, x: Any) -> Any:
        """Return x, while training with elements dropped."""
        run, x = current(), self.floats(x)
        if run is None or self.rate == 0:
            return x
        whole = {axis % x.ndim for axis in self.together}
        shape = [1 if axis in whole else size for axis, size in enumerate(x.shape.dims)]
        return nn.dropout(x, self.rate, key=run.key(), shape=tuple(shape) if whole else None)


class GaussianNoise(Module):
    """Normally distributed numbers with the standard deviation ``scale`` added while training."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def forward(self, x: Any) -> Any:
        """Return x, while training with noise."""
        run, x = current(), self.floats(x)
        return x if run is None else nn.gaussian_noise(x, self.scale, key=run.key())
