"""`einops.layers.keras` and `.flax`: patterns as layers of Keras and of Flax."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import text
from gnomon.models.einops.functions import lengths, lost, whole
from gnomon.models.einops.mixing import mixed
from gnomon.models.jax.flax.layers import Layer as FlaxLayer
from gnomon.models.keras.layer import Layer as KerasLayer


def patterned(x: Any, pattern: Any, reduction: Any, sizes: dict[str, Any]) -> Any:
    """Return an array rearranged by a pattern, and reduced where there is a reduction."""
    if text(pattern) is None:
        return lost(x)
    if reduction is None:
        return ops.rearrange(whole(x), pattern=pattern, sizes=lengths(sizes))
    named = text(reduction) or "mean"
    return ops.TABLE["reduce"](whole(x), pattern=pattern, reduction=named, sizes=lengths(sizes))


class OfKeras(KerasLayer):
    """Base of the layers of Keras."""

    library_name = "einops.layers.keras.Rearrange"
    pattern: Any = None
    reduction: Any = None
    lengths: tuple[tuple[str, Any], ...] = ()

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return patterned(x, self.pattern, self.reduction, dict(self.lengths))


class KerasRearrange(OfKeras):
    """Rearranges its input by a pattern."""

    def __init__(self, pattern: Any, **axes_lengths: Any) -> None:
        self.start({})
        self.pattern, self.lengths = pattern, tuple(axes_lengths.items())


class KerasReduce(OfKeras):
    """Reduces axes of its input by a pattern."""

    library_name = "einops.layers.keras.Reduce"

    def __init__(self, pattern: Any, reduction: Any, **axes_lengths: Any) -> None:
        self.start({})
        self.pattern, self.reduction, self.lengths = pattern, reduction, tuple(axes_lengths.items())


class KerasEinMix(OfKeras):
    """A product of its input and a weight, told by a pattern."""

    library_name = "einops.layers.keras.EinMix"

    def __init__(self, pattern: Any, weight_shape: Any, bias_shape: Any = None, **axes_lengths: Any) -> None:
        self.start({})
        self.pattern, self.lengths = pattern, tuple(axes_lengths.items())

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return mixed(x, self.pattern, dict(self.lengths))


class OfFlax(FlaxLayer):
    """Base of the layers of Flax, whose sizes come as one dict."""

    library_name = "einops.layers.flax.Rearrange"
    pattern: Any = None
    reduction: Any = None
    sizes: Any = None

    def lengths_of(self) -> dict[str, Any]:
        """Return the sizes of axes by their names."""
        return dict(self.sizes) if type(self.sizes) is dict else {}

    def __call__(self, input: Any) -> Any:
        return patterned(input, self.pattern, self.reduction, self.lengths_of())


class FlaxRearrange(OfFlax):
    """Rearranges its input by a pattern."""

    def __init__(self, pattern: Any, sizes: Any = None, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.pattern, self.sizes = pattern, sizes


class FlaxReduce(OfFlax):
    """Reduces axes of its input by a pattern."""

    library_name = "einops.layers.flax.Reduce"

    def __init__(
        self, pattern: Any, reduction: Any, sizes: Any = None, name: Any = None, **keywords: Any
    ) -> None:
        self.join(name)
        self.pattern, self.reduction, self.sizes = pattern, reduction, sizes


class FlaxEinMix(OfFlax):
    """A product of its input and a weight, told by a pattern."""

    library_name = "einops.layers.flax.EinMix"

    def __init__(
        self,
        pattern: Any,
        weight_shape: Any,
        bias_shape: Any = None,
        sizes: Any = None,
        name: Any = None,
        **keywords: Any,
    ) -> None:
        self.join(name)
        self.pattern, self.sizes = pattern, sizes

    def __call__(self, input: Any) -> Any:
        return mixed(input, self.pattern, self.lengths_of())
