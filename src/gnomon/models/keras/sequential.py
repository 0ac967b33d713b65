"""Chains of layers, built as they grow or from the first data."""

from __future__ import annotations

from functools import reduce
from typing import Any

from gnomon.models.api import UNKNOWN, ListValue, Shape, Tensor, Unknown, host, modelled
from gnomon.models.keras.graph import (
    INPUT,
    InputLayer,
    accept,
    apply,
    errors_so_far,
    input_of,
    keeps_states,
    other_sizes,
    unknown_like_output,
)
from gnomon.models.keras.layer import built_shape, is_layer, native
from gnomon.models.keras.merging import Merge
from gnomon.models.keras.model import Model
from gnomon.models.keras.settings import before_keras_3
from gnomon.models.keras.tensors import flatten, symbolic
from gnomon.shapes import Never


@modelled("keras.Sequential", "keras.models.Sequential")
class Sequential(Model):
    """A chain of layers. Its shapes are known at once if the first layer declares its input."""

    held: tuple[Any, ...] = ()
    stages: tuple[Any, ...] = ()
    open: bool = False

    def __init__(self, layers: Any = None, trainable: Any = True, name: Any = None, **kwargs: Any) -> None:
        self.start({"name": name, **kwargs})
        if layers is None:
            return
        if type(layers) not in (list, tuple):
            if is_layer(layers):
                self.add(layers)
            else:
                self.open = True
            return
        for layer in layers:
            self.add(layer)

    def add(self, layer: Any, rebuild: Any = True) -> None:
        """Put a layer at the end."""
        if type(self.held) is not tuple or type(self.stages) is not tuple:
            self.open = True  # branches of the program disagree on the layers
        if self.open is not False:
            return
        if type(layer) is Unknown or not (is_layer(layer) or type(layer) is Tensor):
            if type(layer) is not Unknown and not callable(layer):
                self.open = True
                return
        if not self.held and isinstance(layer, Merge):
            self.join(layer)
            return
        if not self.held and self.input_struct is None:
            given = input_of(layer)
            if type(given) is Tensor:
                self.input_struct = given
                self.stages = (given,)
            if type(layer) is Tensor or isinstance(layer, InputLayer):
                self.output_struct = given
                return
        self.held = (*self.held, layer)
        if self.stages:
            self.extend(layer)

    def join(self, layer: Merge) -> None:
        """Begin with the outputs of other models, which a layer combines."""
        found = [native(branch) for branch in layer.branches]
        branches = [branch for branch in found if isinstance(branch, Model)]
        self.held = (layer,)
        if not branches or len(branches) < len(found):
            self.open = True
            return
        self.input_struct = [given for branch in branches for given in flatten(branch.input_struct)]
        ends = [end for branch in branches for end in flatten(branch.output_struct)]
        if any(type(tensor) is not Tensor for tensor in (*self.input_struct, *ends)):
            self.open = True
            return
        self.stages = (apply(layer, ends),)
        self.output_struct = self.stages[-1]

    def extend(self, layer: Any) -> None:
        """Take the output one layer further; after a refusal nothing is known of the model."""
        before = errors_so_far()
        self.stages = (*self.stages, apply(layer, self.stages[-1]))
        self.output_struct = self.stages[-1]
        self.open = errors_so_far() > before

    def pop(self, rebuild: Any = True) -> Any:
        """Take the last layer away."""
        if type(self.held) is not tuple or type(self.stages) is not tuple or not self.held:
            self.open = True
            return Unknown()
        last = self.held[-1]
        self.held = self.held[:-1]
        if self.stages:
            self.stages = self.stages[:-1]
            self.output_struct = self.stages[-1]
        return last

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layers one after the other."""
        if self.open is not False:
            return Unknown(reason=("not understood", self.library_name))
        if self.held and isinstance(self.held[0], Merge):
            return super().compute(x)
        if type(x) is list and len(x) == 1:
            x = x[0]
        if type(self.input_struct) is Tensor:
            free = not keeps_states(self.held)
            given, fits = accept(x, self.input_struct, sizes_too=before_keras_3(), any_batch=free)
            if not fits:
                return unknown_like_output(self.output_struct)
            return self.through_layers(given, other_sizes(given, self.input_struct, free))
        return self.through_layers(x)

    def through_layers(self, x: Any, other: dict[str, Any] | None = None) -> Any:
        """Call the layers one after the other; they alone say which sizes they take, since Keras 3.

        Data of another size than declared are wrong where a layer refuses them, and doubtful where none does.
        """
        if other is None:
            return reduce(lambda value, layer: apply(layer, value), self.held, x)
        result, found = host.reporter.collect(lambda: self.through_layers(x))
        if any(str(diagnostic.level) == "error" for diagnostic in found):
            host.require(Never(), "feed", INPUT, **other)
            return unknown_like_output(self.output_struct)
        host.warn("feed", INPUT, **other)
        for diagnostic in found:
            host.reporter.report(diagnostic)
        return result

    def build(self, input_shape: Any = None, *more: Any, **named: Any) -> None:
        """Make the chain for inputs of a shape."""
        self.built = True
        if self.stages or input_shape is None or self.open is not False:
            return
        shape = built_shape(input_shape)
        if type(shape) is not Shape:
            return
        self.input_struct = symbolic(shape, self.compute_in)
        self.stages = (self.input_struct,)
        for layer in self.held:
            if self.open is False:
                self.extend(layer)

    @property
    def layers(self) -> Any:
        """The layers in order."""
        if self.open is not False or type(self.held) is not tuple:
            return ListValue(None, element=UNKNOWN)
        return list(self.held)

    def chain(self) -> tuple[Any, ...] | None:
        """The layers in order."""
        return self.held if self.open is False and type(self.held) is tuple else None
