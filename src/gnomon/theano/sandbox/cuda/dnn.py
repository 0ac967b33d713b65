"""`theano.sandbox.cuda.dnn`: there is no cuDNN."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray.absent import absent
from gnomon.theano.gpuarray.dnn import dnn_available, dnn_present

__all__ = ["dnn_available", "dnn_present"]


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
