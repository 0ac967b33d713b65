"""Arrays sent to and received from other processes while a function runs, by mpi4py."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.type import generic
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

mpi_enabled = importlib.util.find_spec("mpi4py") is not None


def communicator() -> Any:
    """Return all processes of MPI."""
    try:
        return importlib.import_module("mpi4py.MPI").COMM_WORLD
    except ImportError:
        raise ImportError(
            "arrays are sent and received by mpi4py, which is not installed: pip install mpi4py"
        ) from None


class _Transfer(Op):
    """An operation that talks to another process."""

    def do_constant_folding(self, node: Apply) -> bool:
        return False


class MPIRecv(_Transfer):
    """Begins to receive an array: -> request, array, which holds the numbers after `MPIRecvWait`."""

    __props__ = ("source", "tag", "shape", "dtype")

    def __init__(self, source: int, tag: int, shape: Sequence[int], dtype: Any) -> None:
        self.source, self.tag, self.shape, self.dtype = source, tag, tuple(shape), np.dtype(dtype)
        self.broadcastable = (False,) * len(self.shape)

    def make_node(self, *inputs: Any) -> Apply:
        communicator()
        return Apply(self, [], [generic(), TensorType(str(self.dtype), self.broadcastable)()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        data = np.zeros(self.shape, self.dtype)
        output_storage[0][0] = communicator().Irecv(data, self.source, self.tag)
        output_storage[1][0] = data

    def __str__(self) -> str:
        return f"MPIRecv{{source: {self.source}, tag: {self.tag}, shape: {self.shape}, dtype: {self.dtype}}}"


class MPIRecvWait(_Transfer):
    """Waits until an array is there: request, array -> array."""

    __props__ = ("tag",)
    view_map = {0: [1]}

    def __init__(self, tag: int) -> None:
        self.tag = tag

    def make_node(self, request: Any, data: Any) -> Apply:
        return Apply(self, [request, data], [data.type()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        inputs[0].wait()
        output_storage[0][0] = inputs[1]


class MPISend(_Transfer):
    """Begins to send an array: array -> request, array."""

    __props__ = ("dest", "tag")
    view_map = {1: [0]}

    def __init__(self, dest: int, tag: int) -> None:
        self.dest, self.tag = dest, tag

    def make_node(self, data: Any) -> Apply:
        communicator()
        data = as_tensor_variable(data)
        return Apply(self, [data], [generic(), data.type()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        data = np.ascontiguousarray(inputs[0])
        output_storage[0][0] = communicator().Isend(data, self.dest, self.tag)
        output_storage[1][0] = data

    def __str__(self) -> str:
        return f"MPISend{{dest: {self.dest}, tag: {self.tag}}}"


class MPISendWait(_Transfer):
    """Waits until an array is sent: request, array -> True."""

    __props__ = ("tag",)

    def __init__(self, tag: int) -> None:
        self.tag = tag

    def make_node(self, request: Any, data: Any) -> Apply:
        return Apply(self, [request, data], [generic()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        inputs[0].wait()
        output_storage[0][0] = True


def isend(var: Any, dest: int, tag: int) -> Any:
    """Return a request and the array that is being sent to a process."""
    return MPISend(dest, tag)(var)


def send(var: Any, dest: int, tag: int) -> Any:
    """Return a value that is there when an array is sent."""
    return MPISendWait(tag)(*isend(var, dest, tag))


def irecv(shape: Sequence[int], dtype: Any, source: int, tag: int) -> Any:
    """Return a request and the array that is being received from a process."""
    return MPIRecv(source, tag, shape, dtype)()


def recv(shape: Sequence[int], dtype: Any, source: int, tag: int) -> Any:
    """Return the array that a process sends."""
    return MPIRecvWait(tag)(*irecv(shape, dtype, source, tag))


def mpi_send_wait_key(a: Apply) -> int:
    """Order applications: what begins a transfer early, what waits for it late."""
    if isinstance(a.op, (MPIRecvWait, MPISendWait)):
        return 1
    return -1 if isinstance(a.op, (MPIRecv, MPISend)) else 0


def mpi_tag_key(a: Apply) -> int:
    """Order transfers by their tags."""
    return a.op.tag if isinstance(a.op, _Transfer) else 0  # type: ignore[attr-defined]


def _compared(key: Callable[[Any], int]) -> Callable[[Any, Any], int]:
    return lambda a, b: (key(a) > key(b)) - (key(a) < key(b))


mpi_send_wait_cmp, mpi_tag_cmp = _compared(mpi_send_wait_key), _compared(mpi_tag_key)
mpi_keys, mpi_cmps = (mpi_send_wait_key, mpi_tag_key), (mpi_send_wait_cmp, mpi_tag_cmp)

__all__ = [
    "MPIRecv",
    "MPIRecvWait",
    "MPISend",
    "MPISendWait",
    "irecv",
    "isend",
    "mpi_cmps",
    "mpi_enabled",
    "mpi_keys",
    "mpi_send_wait_cmp",
    "mpi_send_wait_key",
    "mpi_tag_cmp",
    "mpi_tag_key",
    "recv",
    "send",
]
