"""Images of unknown shape: what a layer that takes them tells of their axes."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Shape, Size, Tensor, Unknown, state, symbol

SPACE = {1: ("L",), 2: ("H", "W"), 3: ("D", "H", "W")}
"""Names of spatial axes."""


def as_images(input: Any, channels: Size | None, spatial: int) -> Any:
    """Return the input; where nothing is known of its shape, take it for a batch of images.

    ``channels`` is what the layer wants, None whatever there is.
    """
    tensor = tensor_of(input)
    if tensor is None:
        return input
    shape = tensor.shape
    if shape.run is not None and not shape.prefix and not shape.suffix:
        axes = [symbol(name, lower=1) for name in SPACE[spatial]]
        batch = symbol("N", lower=1)
        state.write_slot(
            tensor, "shape", Shape((batch, symbol("C", lower=1) if channels is None else channels, *axes))
        )
    return tensor


def tensor_of(value: Any) -> Tensor | None:
    """Return a value as a tensor, also one of unknown kind that the program has a name for."""
    if type(value) is Tensor:
        return value
    if type(value) is not Unknown or value.kind is not None:
        return None
    if value.tensor is None:
        if value.name is None and value.reason is None:
            return None
        state.write_slot(value, "tensor", Tensor(Shape.unknown()))
    return value.tensor
