"""`theano.gpuarray.dnn`: there is no cuDNN."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray.absent import absent


def dnn_present() -> bool:
    """Whether there is cuDNN: no."""
    return False


def dnn_available(context_name: str | None = None) -> bool:
    """Whether cuDNN can be used: no."""
    return False


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
