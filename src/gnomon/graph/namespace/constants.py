"""Constants: e, pi, inf, nan and newaxis."""

from __future__ import annotations

import math

e = math.e
"""Base of natural logarithms."""
pi = math.pi
"""Half the circumference of the unit circle."""
inf = math.inf
"""Positive infinity."""
nan = math.nan
"""Not a number."""
newaxis = None
"""A new axis in an index: ``x[:, gn.newaxis]``."""

__all__ = ["e", "inf", "nan", "newaxis", "pi"]
