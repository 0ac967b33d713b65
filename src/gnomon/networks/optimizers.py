"""Optimizers: ``Adam(1e-3).updates(loss, model.parameters())`` are updates for `gn.function`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from gnomon import ops
from gnomon.graph.array import Array, Shared
from gnomon.graph.constants import shared
from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.networks.schedules import Schedule
from gnomon.shapes import dtypes

Parameters = Mapping[str, Shared] | Iterable[Shared]
Rate = float | Schedule | Array


class Optimizer:
    """What all optimizers share. ``rate`` is a number, a shared array, or a schedule of `gn.nn.schedules`.

    Gradients are first cut to ``clip`` (each element) and to ``clip_norm`` (the length of all together); then
    ``decay`` times the parameter is added to each; ``decayed`` says by name which parameters that concerns (all).
    """

    def __init__(
        self,
        rate: Rate,
        *,
        decay: float = 0.0,
        decayed: Callable[[str], bool] | None = None,
        clip: float | None = None,
        clip_norm: float | None = None,
    ) -> None:
        self.rate = rate
        self.decay = decay
        self.decayed = decayed
        self.clip = clip
        self.clip_norm = clip_norm
        self.count = shared(np.zeros((), "int64"), name="count")
        self._kept: dict[str, Shared] = {}
        self._names: dict[Shared, str] = {}

    def updates(self, loss: Any, parameters: Parameters) -> dict[Shared, Array]:
        """Return what parameters, and what the optimizer keeps, become in a step down the gradient of a loss."""
        from gnomon.graph.gradients import grad

        named = self._named(parameters)
        return self.steps(grad(loss, list(named.values())), named)

    def steps(self, gradients: Sequence[Any], parameters: Parameters) -> dict[Shared, Array]:
        """Return the updates for gradients that are given, one for each parameter."""
        named = self._named(parameters)
        if len(gradients) != len(named):
            raise ArgumentError(
                f"{self!r}: {len(gradients)} gradients were given for {len(named)} parameters", user_site()
            )
        rate = self.rate(self.count) if callable(self.rate) else self.rate
        found: dict[Shared, Array] = {self.count: self.count + 1}
        for (name, p), g in zip(named.items(), self._clipped(list(gradients))):
            if self.decay and self._decays(name) and not self.decoupled:
                g = g + self.decay * p
            change = self.change(p, g, _as(rate, p), name, found)
            if self.decay and self._decays(name) and self.decoupled:
                change = change - _as(rate, p) * self.decay * p
            found[p] = p + change
        return found

    decoupled = False
    """Whether the decay shrinks parameters beside the step, in place of the gradient."""

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: dict[Shared, Array]) -> Array:
        """Return what is added to a parameter: what a subclass writes. What it keeps goes into ``updates``."""
        raise NotImplementedError(f"{type(self).__name__} needs a method change")

    def state(self) -> dict[str, Shared]:
        """Return what is kept between steps, by name."""
        return {"count": self.count, **self._kept}

    def keep(self, kind: str, name: str, p: Shared, value: float = 0.0) -> Shared:
        """Return the array of a kind that is kept for a parameter."""
        path = f"{kind}.{name}"
        found = self._kept.get(path)
        if found is None:
            filled = np.full(p.cell[0].shape, value, dtype=str(p.dtype))
            found = self._kept[path] = shared(filled, name=path)
        return found

    def corrected(self, portion: float, p: Shared) -> Any:
        """Return 1 - portion ** steps: what the mean of so many steps has seen."""
        return _as(1 - portion ** ops.cast(self.count + 1, dtype=dtypes.float64), p)

    def _named(self, parameters: Parameters) -> dict[str, Shared]:
        listed: list[tuple[str, Any]]
        if isinstance(parameters, Mapping):
            listed = list(parameters.items())
        else:
            listed = [(getattr(p, "name", None) or f"parameter {k}", p) for k, p in enumerate(parameters)]
        if not listed:
            raise ArgumentError(
                f"{self!r}: there are no parameters",
                user_site(),
                "a module has its parameters once it was called: build the loss first",
            )
        for place, (name, p) in enumerate(listed):
            if not isinstance(p, Shared) or p.dtype.kind != "float":
                raise ArgumentError(
                    f"{self!r}: {name} must be a shared array of floats, got {p!r}", user_site()
                )
            name = self._names.setdefault(p, name)
            while (name in self._names.values() and self._names[p] != name) or name in dict(listed[:place]):
                name = self._names[p] = f"{name}'"
            listed[place] = (name, p)
        return dict(listed)

    def _decays(self, name: str) -> bool:
        return self.decayed is None or self.decayed(name)

    def _clipped(self, gradients: list[Any]) -> list[Any]:
        if self.clip is not None:
            gradients = [ops.minimum(ops.maximum(g, -self.clip), self.clip) for g in gradients]
        return gradients if self.clip_norm is None else clipped_by_norm(gradients, self.clip_norm)

    def __repr__(self) -> str:
        rate = getattr(self.rate, "__name__", None) if callable(self.rate) else self.rate
        return f"{type(self).__name__}({rate})"


def clipped_by_norm(gradients: Sequence[Any], limit: float) -> list[Array]:
    """Return gradients shortened together where the length of all of them is above a limit.

    >>> import gnomon as gn
    >>> [g.tolist() for g in clipped_by_norm([gn.asarray([3.0]), gn.asarray([4.0])], 1.0)]
    [[0.6000000000000001], [0.8]]
    """
    squares = [ops.sum(g * g) for g in gradients]
    length = ops.sqrt(sum(squares[1:], squares[0]))
    factor = ops.minimum(limit / ops.maximum(length, 1e-30), 1.0)
    return [g * factor for g in gradients]


def _as(value: Any, p: Shared) -> Any:
    """Return a number of the dtype of a parameter."""
    if isinstance(value, Array):
        return value if value.dtype is p.dtype else ops.cast(value, dtype=p.dtype)
    return value
