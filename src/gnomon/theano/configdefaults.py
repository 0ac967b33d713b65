"""Where settings came from, under an old name."""

from __future__ import annotations

import platform

from gnomon.theano.configuration import config


def short_platform(r: str | None = None, p: str | None = None) -> str:
    """Return the platform without what changes with each release of the system."""
    release = platform.release() if r is None else r
    whole = platform.platform() if p is None else p
    numbers = release.split(".")[:2]
    if len(numbers) < 2:
        return whole
    rest = "".join([character for character in numbers[1].split("-")[0] if character.isdigit()])
    return whole.replace(release, f"{numbers[0]}.{rest}")


def local_bitwidth() -> int:
    """Return the number of bits of addresses."""
    return 64


def python_int_bitwidth() -> int:
    """Return the number of bits of NumPy's default integers."""
    return 64


__all__ = ["config", "local_bitwidth", "python_int_bitwidth", "short_platform"]
