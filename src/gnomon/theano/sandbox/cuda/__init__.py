"""`theano.sandbox.cuda`: there is no GPU behind this package, and its names say what stands for them."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray.absent import missing
from gnomon.theano.sandbox.cuda import dnn

__all__ = ["cuda_available", "cuda_enabled", "dnn"]

cuda_available = False
cuda_enabled = False


def __getattr__(name: str) -> Any:
    raise missing(__name__, name)
