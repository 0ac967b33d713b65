"""`theano.sandbox.cuda`: there is no GPU behind this package, and its names say what stands for them."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray.absent import absent
from gnomon.theano.sandbox.cuda import basic_ops, blas, dnn, nvcc_compiler, opt, type, var

__all__ = [
    "basic_ops",
    "blas",
    "cuda_available",
    "cuda_enabled",
    "dnn",
    "nvcc_compiler",
    "opt",
    "type",
    "var",
]

cuda_available = False
cuda_enabled = False


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
