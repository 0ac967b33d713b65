"""`theano.sandbox.gpuarray`: the old name of `theano.gpuarray`."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray import dnn, get_context, pygpu_activated, use
from gnomon.theano.gpuarray.absent import absent

__all__ = ["dnn", "get_context", "pygpu_activated", "use"]


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
