"""`theano.gpuarray`: there is no GPU behind this package, and its names say what stands for them."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray import basic_ops, dnn, type
from gnomon.theano.gpuarray.absent import absent

__all__ = ["basic_ops", "dnn", "get_context", "pygpu", "pygpu_activated", "type", "use"]

pygpu_activated = False
pygpu = None


def get_context(name: str | None = None) -> Any:
    """Say that there is no GPU."""
    raise ValueError(f"there is no GPU context {name!r}: functions are compiled for the processor")


def use(device: str, *arguments: Any, **named: Any) -> None:
    """Say that there is no GPU, unless the processor is asked for."""
    if not device.startswith("cpu"):
        raise ValueError(
            f"there is no device {device!r}: functions are compiled for the processor; use device='cpu'"
        )


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
