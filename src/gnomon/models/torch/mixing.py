"""Mixed precision by other tools than ``torch.autocast``: they convert what a program hands to PyTorch."""

from __future__ import annotations

import re
from typing import Any

from gnomon.models.api import Tensor, host

_MAY_MIX = re.compile(r"\bapex\b|[Aa]ccelerat|[Ll]ightning|[Ff]abric|deepspeed")
"""Tools that convert what a program hands to PyTorch, beside its own ``autocast``."""


def may_mix() -> bool:
    """Whether precision may be mixed at the place at work: who calls it is not known, or a file speaks of it."""
    reporter = host.reporter
    return host.cold or any(
        _speaks_of_it(site.source) for site in (reporter.site, *reporter.callers) if site is not None
    )


def is_of_16_bits(x: Any) -> bool:
    """Whether an array holds floats of half precision."""
    return type(x) is Tensor and x.dtype is not None and x.dtype.kind == "float" and x.dtype.bits == 16


def _speaks_of_it(source: Any) -> bool:
    if "may mix" not in source.memo:
        source.memo["may mix"] = _MAY_MIX.search(source.text) is not None
    return source.memo["may mix"] is True
