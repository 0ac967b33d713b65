"""Arrays read from files while a function runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.type import generic
from gnomon.theano.tensor.mpi import *  # noqa: F403 (names that users import from here)
from gnomon.theano.tensor.type import TensorType


class LoadFromDisk(Op):
    """The array in a file of NumPy (.npy): path -> array."""

    __props__ = ("dtype", "broadcastable", "mmap_mode")

    def __init__(self, dtype: Any, broadcastable: Any, mmap_mode: str | None = None) -> None:
        self.dtype = np.dtype(dtype)
        self.broadcastable = tuple(broadcastable)
        if mmap_mode not in (None, "c"):
            raise ValueError(
                "The only supported values for mmap_mode are None and 'c', as they are the only ones that do not "
                f"change the file; got {mmap_mode}"
            )
        self.mmap_mode = mmap_mode

    def make_node(self, path: Any) -> Apply:
        if isinstance(path, (str, Path)):
            path = Constant(generic, str(path))
        return Apply(self, [path], [TensorType(str(self.dtype), self.broadcastable)()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        path = inputs[0]
        if path.split(".")[-1] == "npz":
            raise ValueError(f"Expected a .npy file, got {path} instead")
        found = np.load(path, mmap_mode="c" if self.mmap_mode else None)
        if found.dtype != self.dtype:
            raise TypeError(f"Expected dtype {self.dtype}, got {found.dtype} instead")
        output_storage[0][0] = found

    def __str__(self) -> str:
        return f"Load{{dtype: {self.dtype}, broadcastable: {self.broadcastable}, mmep: {self.mmap_mode}}}"


def load(path: Any, dtype: Any, broadcastable: Any, mmap_mode: str | None = None) -> Any:
    """Return the array that a file of NumPy holds when the function runs."""
    return LoadFromDisk(dtype, broadcastable, mmap_mode)(path)
