"""What the namespace can do, as the array API standard asks it."""

from __future__ import annotations

import sys
from typing import Any

from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.dtypes import STANDARD, isdtype
from gnomon.shapes import Dtype
from gnomon.shapes import dtypes as all_dtypes

__array_api_version__ = "2024.12"

VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")


def namespace_of(api_version: str | None) -> Any:
    """Return `gnomon` for a version of the standard that it follows."""
    if api_version is not None and api_version not in VERSIONS:
        raise take.wrong("__array_namespace__", "api_version", " or ".join(map(repr, VERSIONS)), api_version)
    return sys.modules["gnomon"]


class Info:
    """The answers of ``gn.__array_namespace_info__()``."""

    def capabilities(self) -> dict[str, Any]:
        """What is supported beyond fixed shapes."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> str:
        """The device of new arrays."""
        return "cpu"

    def devices(self) -> list[str]:
        """All devices."""
        return ["cpu"]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Dtype]:
        """The dtypes of new arrays."""
        take.check_device(device)
        return {
            "real floating": all_dtypes.float64,
            "complex floating": all_dtypes.complex128,
            "integral": all_dtypes.int64,
            "indexing": all_dtypes.int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Dtype]:
        """The dtypes of a kind, or all, by name."""
        take.check_device(device)
        return {dtype.name: dtype for dtype in STANDARD if kind is None or isdtype(dtype, kind)}


def __array_namespace_info__() -> Info:
    """What the namespace can do: devices, dtypes, capabilities."""
    return Info()


__all__ = ["__array_api_version__", "__array_namespace_info__"]
