"""Whose rules of dtype promotion hold for a library's tensors, where a program can choose them."""

PROMOTION: dict[str, str] = {}
"""The rules chosen, by library; where there is no entry the library's own hold."""

LOWERED = "autocast"
"""The rules of PyTorch inside of `torch.autocast`."""
