"""`NanGuardMode` under its module's name."""

from __future__ import annotations

from gnomon.theano.compile.watching import NanGuardMode, contains_inf, contains_nan
from gnomon.theano.gof.utils import flatten

__all__ = ["NanGuardMode", "contains_inf", "contains_nan", "flatten"]
