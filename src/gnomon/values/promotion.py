"""Whose rules of dtype promotion hold for a library's tensors, where a program can choose them."""

from typing import Any

PROMOTION: dict[str, str] = {}
"""The rules chosen, by library; where there is no entry the library's own hold."""

AUTOCAST: dict[str, Any] = {}
"""Whether the program is inside of `torch.autocast` (``on``), and for which device (``device``)."""


def chooses_dtypes() -> bool:
    """Whether PyTorch chooses the dtypes of floats itself, as inside of `torch.autocast`."""
    return AUTOCAST.get("on") is True
