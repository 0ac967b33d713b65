"""Mixed precision by other tools than ``torch.autocast``: they convert what a program hands to PyTorch."""

from __future__ import annotations

import re
from typing import Any

from gnomon.models.api import Tensor, host
from gnomon.models.torch.common import TOOLS, speaks

_MAY_MIX = re.compile(r"\bapex\b|Accelerat|" + TOOLS)
"""Tools that convert what a program hands to PyTorch, beside its own ``autocast``."""


def may_mix() -> bool:
    """Whether precision may be mixed at the place at work: who calls it is not known, or a file speaks of it."""
    reporter = host.reporter
    return host.cold or any(
        speaks(site.source, _MAY_MIX) for site in (reporter.site, *reporter.callers) if site is not None
    )


def is_of_16_bits(x: Any) -> bool:
    """Whether an array holds floats of half precision."""
    return type(x) is Tensor and x.dtype is not None and x.dtype.kind == "float" and x.dtype.bits == 16
