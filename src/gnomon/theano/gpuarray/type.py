"""`theano.gpuarray.type`: the types of arrays on a GPU, which no array has."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gpuarray.absent import absent


def __getattr__(name: str) -> Any:
    return absent(__name__, name)
