"""Python's builtin functions and classes on abstract values."""

from gnomon.check.builtins import containers, iterating, kinds, numbers, objects
from gnomon.check.builtins.registry import BUILTINS

__all__ = ["BUILTINS", "containers", "iterating", "kinds", "numbers", "objects"]
