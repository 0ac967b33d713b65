"""Layers around layers: in both directions of time, and at each time step."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, Unknown, host, modelled
from gnomon.models.keras.layer import Layer, native
from gnomon.models.keras.options import wants_rank
from gnomon.models.keras.tensors import rename


@modelled("keras.layers.Bidirectional")
class Bidirectional(Layer):
    """A recurrent layer run in both directions of time; the outputs are merged, the states listed."""

    numbers = True

    def __init__(
        self,
        layer: Any,
        merge_mode: Any = "concat",
        weights: Any = None,
        backward_layer: Any = None,
        **kwargs: Any,
    ) -> None:
        part = native(layer)
        self.start(kwargs)
        if self.declared is None and part is not None:
            self.declared = part.declared
        self.layer = self.forward_layer = layer
        self.backward_layer = layer if backward_layer is None else backward_layer
        self.merge_mode = merge_mode

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        count = getattr(native(self.layer), "count_states", lambda: 1)()
        if args and type(args[0]) in (list, tuple) and len(args[0]) == 2 * count + 1:
            first, *states = args[0]
            args = (first, states, *args[1:])
        return super().__call__(*args, **kwargs)

    def compute(self, x: Any, initial_state: Any = None, *args: Any, **kwargs: Any) -> Any:
        given = kwargs.get("initial_state", initial_state)
        halves: tuple[Any, Any] = (None, None)
        if type(given) in (list, tuple):
            middle = len(given) // 2
            halves = (list(given[:middle]), list(given[middle:]))
        forward = self.one_way(self.forward_layer, x, halves[0])
        backward = self.one_way(self.backward_layer, x, halves[1])
        if type(forward) in (list, tuple) and type(backward) in (list, tuple):
            merged = self.merge(forward[0], backward[0])
            first = merged if type(merged) is tuple else (merged,)
            return (*first, *forward[1:], *[ops.positive(state) for state in backward[1:]])
        return self.merge(forward, backward)

    @staticmethod
    def one_way(layer: Any, x: Any, states: Any) -> Any:
        """Run in one direction."""
        return host.call(layer, x) if states is None else host.call(layer, x, initial_state=states)

    def merge(self, forward: Any, backward: Any) -> Any:
        """Put the outputs of both directions together."""
        if self.merge_mode == "concat":
            return ops.concat([forward, backward], axis=-1)
        if self.merge_mode in ("sum", "mul", "ave"):
            return ops.positive(forward)
        if self.merge_mode is None:
            return (forward, ops.positive(backward))
        return Unknown()


@modelled("keras.layers.TimeDistributed", "keras.layers.TimeDistributedDense")
class TimeDistributed(Layer):
    """A layer applied at each time step: (batch, time, ...) -> (batch, time, ...)."""

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        self.layer = layer

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is not Tensor or x.shape.rank is None:
            return Unknown()
        if not wants_rank(x, minimum=3, axes="(batch, time, ...)"):
            return Unknown()
        batch, time = x.shape.dims[:2]
        step = Tensor(Shape((batch, *x.shape.dims[2:])), x.dtype, x.library, site=x.site)
        return self.over_time(host.call(self.layer, rename(step, x), *args, **kwargs), time)

    def over_time(self, result: Any, time: Any) -> Any:
        """Return what one step gave with the axis of time put back."""
        if type(result) in (list, tuple):
            return [self.over_time(entry, time) for entry in result]
        if type(result) is not Tensor or result.shape.rank is None or result.shape.rank < 1:
            return Unknown()
        sizes = (result.shape.dims[0], time, *result.shape.dims[1:])
        return Tensor(Shape(sizes), result.dtype, result.library, site=host.reporter.site)
