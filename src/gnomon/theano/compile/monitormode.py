"""`MonitorMode` under its module's name."""

from __future__ import annotations

from gnomon.theano.compile.watching import MonitorMode, detect_nan

__all__ = ["MonitorMode", "detect_nan"]
