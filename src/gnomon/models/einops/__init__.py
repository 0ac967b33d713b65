"""Models of einops. Its layers load PyTorch's models when they are first used."""

from typing import Any

from gnomon.models.einops import functions
from gnomon.models.registry import computed

__all__ = ["functions"]


@computed("einops.layers.torch.Rearrange")
def _rearrange() -> Any:
    from gnomon.models.einops.layers import Rearrange

    return Rearrange


@computed("einops.layers.torch.Reduce")
def _reduce() -> Any:
    from gnomon.models.einops.layers import Reduce

    return Reduce
