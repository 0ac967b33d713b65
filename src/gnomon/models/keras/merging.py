"""Layers and functions that combine several inputs."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import UNKNOWN, Tensor, Unknown, function, host, is_unknown, items, modelled
from gnomon.models.api import axis as axis_argument
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.promoting import tensors
from gnomon.models.keras.tensors import array, converted
from gnomon.shapes import Equal, Never


def members(inputs: Any) -> list[Any] | None:
    """Return the inputs of a merging layer one by one, None if they are not known."""
    found = items(inputs) if type(inputs) is not dict else list(inputs.values())
    return None if found is None else [array(entry) for entry in found]


class _Merge(Layer):
    exact: ClassVar[int | None] = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def standardize(self, inputs: Any) -> Any:
        """Return the inputs, which are several: one tensor is refused."""
        if type(inputs) is Tensor and inputs.library is not None and inputs.shape.rank is not None:
            host.require(
                Never(),
                "arguments",
                "{op} takes a list of inputs, but {x} is one: {x.shape}",
                x=inputs,
            )
        return super().standardize(inputs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is Tensor:
            return Unknown()
        parts = members(x)
        if parts and self.exact is not None:
            host.require(
                Equal(len(parts), self.exact),
                "arguments",
                "{op}: {got} inputs are given, but there should be {want}",
                got=len(parts),
                want=self.exact,
            )
        return Unknown() if not parts else ops.merge(tensors(parts))


@modelled("keras.layers.Add", "keras.layers.Sum")
class Add(_Merge):
    """Sum of the inputs."""


@modelled("keras.layers.Subtract")
class Subtract(_Merge):
    """Difference of two inputs."""

    exact = 2


@modelled("keras.layers.Multiply")
class Multiply(_Merge):
    """Product of the inputs, entry by entry."""


@modelled("keras.layers.Average")
class Average(_Merge):
    """Average of the inputs."""


@modelled("keras.layers.Maximum")
class Maximum(_Merge):
    """Largest entry among the inputs."""


@modelled("keras.layers.Minimum")
class Minimum(_Merge):
    """Smallest entry among the inputs."""


@modelled("keras.layers.Concatenate")
class Concatenate(Layer):
    """Put the inputs behind each other along an axis."""

    def __init__(self, axis: Any = -1, **kwargs: Any) -> None:
        self.start(kwargs)
        self.axis = axis_argument(axis)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        parts = None if type(x) is Tensor else members(x)
        return Unknown() if not parts else ops.concat(tensors(parts), axis=self.axis)


@modelled("keras.layers.Dot")
class Dot(Layer):
    """Sum of products along one axis of each input."""

    numbers = True

    def __init__(self, axes: Any, normalize: Any = False, **kwargs: Any) -> None:
        self.start(kwargs)
        self.axes = pair_of_axes(axes)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        parts = None if type(x) is Tensor else members(x)
        if parts is None or len(parts) != 2 or is_unknown(self.axes):
            return Unknown()
        return ops.batch_dot(*parts, axes=self.axes)


def pair_of_axes(axes: Any) -> Any:
    """Return the two axes of a batch product."""
    if axes is None:
        return None
    entries = items(axes)
    if entries is None:
        return (axis_argument(axes),) * 2
    if len(entries) != 2:
        return UNKNOWN
    return tuple(axis_argument(entry[0] if type(entry) in (list, tuple) else entry) for entry in entries)


def _declare(name: str, layer: type[Layer]) -> None:
    @function(f"keras.layers.{name}", f"keras.layers.merge.{name}")
    def merge(inputs: Any, **kwargs: Any) -> Any:
        kwargs.pop("name", None)
        return layer(**kwargs)(inputs)


for _name, _layer in {
    "add": Add,
    "subtract": Subtract,
    "multiply": Multiply,
    "average": Average,
    "maximum": Maximum,
    "minimum": Minimum,
}.items():
    _declare(_name, _layer)


@function("keras.layers.concatenate", "keras.layers.merge.concatenate")
def concatenate(inputs: Any, axis: Any = -1, **kwargs: Any) -> Any:
    """Put the inputs behind each other along an axis."""
    return Concatenate(axis)(inputs)


@function("keras.layers.dot", "keras.layers.merge.dot")
def dot(inputs: Any, axes: Any = -1, **kwargs: Any) -> Any:
    """Sum of products along one axis of each input."""
    return Dot(axes)(inputs)


@modelled("keras.layers.Merge", "keras.layers.core.Merge", "keras.legacy.layers.Merge")
class Merge(Layer):
    """Combine the outputs of several models (Keras 1): the first layer of a chain."""

    def __init__(
        self,
        layers: Any = None,
        mode: Any = "sum",
        concat_axis: Any = -1,
        dot_axes: Any = -1,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        self.start(kwargs)
        self.branches = tuple(items(layers) or ()) if layers is not None else ()
        self.mode, self.concat_axis, self.dot_axes = mode, concat_axis, dot_axes

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return merge_of_keras_1(x, self.mode, self.concat_axis, self.dot_axes)


@function("keras.layers.merge", "keras.layers.merge.merge", "keras.layers.merge_inputs")
def merge_of_keras_1(
    inputs: Any, mode: Any = "sum", concat_axis: Any = -1, dot_axes: Any = -1, **kwargs: Any
) -> Any:
    """Combine inputs in a way that a string names (Keras 1)."""
    if mode == "concat":
        return Concatenate(concat_axis)(inputs)
    if mode in ("sum", "mul", "ave", "max"):
        return Add()(inputs)
    if mode == "dot":
        return Dot(dot_axes)(inputs)
    return Unknown()


__all__ = ["Concatenate", "Dot", "concatenate", "converted", "members"]
