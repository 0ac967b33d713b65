"""`theano.sandbox.cuda.nvcc_compiler`: the compiler of CUDA sources."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray.absent import absent


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
