"""`einops.layers.torch`: patterns as layers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import text
from gnomon.models.einops.functions import lengths, lost, whole
from gnomon.models.einops.mixing import mixed
from gnomon.models.torch.layers.module import Module


class Rearrange(Module):
    """Rearranges its input by a pattern."""

    library_name = "einops.layers.torch.Rearrange"

    def __init__(self, pattern: Any, **axes_lengths: Any) -> None:
        self.pattern = pattern
        self.lengths = tuple(lengths(axes_lengths).items())

    def __call__(self, input: Any) -> Any:
        if text(self.pattern) is None:
            return lost(input)
        return ops.rearrange(whole(input), pattern=self.pattern, sizes=dict(self.lengths))


class Reduce(Module):
    """Reduces axes of its input by a pattern."""

    library_name = "einops.layers.torch.Reduce"

    def __init__(self, pattern: Any, reduction: Any, **axes_lengths: Any) -> None:
        self.pattern = pattern
        self.reduction = text(reduction) or "mean"
        self.lengths = tuple(lengths(axes_lengths).items())

    def __call__(self, input: Any) -> Any:
        if text(self.pattern) is None:
            return lost(input)
        return ops.TABLE["reduce"](
            whole(input), pattern=self.pattern, reduction=self.reduction, sizes=dict(self.lengths)
        )


class EinMix(Module):
    """A product of its input and a weight, told by a pattern."""

    library_name = "einops.layers.torch.EinMix"

    def __init__(self, pattern: Any, weight_shape: Any, bias_shape: Any = None, **axes_lengths: Any) -> None:
        self.pattern = pattern
        self.lengths = tuple(axes_lengths.items())

    def __call__(self, input: Any) -> Any:
        return mixed(input, self.pattern, dict(self.lengths))
