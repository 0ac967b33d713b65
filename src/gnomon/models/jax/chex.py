"""``chex``: a program that goes on after an assertion of shapes has the shapes that it asserts."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Dim, ListValue, Shape, Tensor, Unknown, function, host, state, symbol
from gnomon.shapes import NO, Equal

_SIZES = (int, Dim)


@function("chex.assert_equal_shape", raw=True, tensor=False)
def assert_equal_shape(inputs: Any, *, dims: Any = None, **_: Any) -> None:
    """All arrays have one shape, or one size along each of the axes that are named."""
    tensors = _tensors(inputs)
    if dims is not None or len(tensors) < 2:
        return
    told = next((tensor.shape for tensor in tensors if tensor.shape.rank is not None), None)
    if told is not None:
        for tensor in tensors:
            _believe(tensor, told.dims)


@function("chex.assert_equal_rank", raw=True, tensor=False)
def assert_equal_rank(inputs: Any, **_: Any) -> None:
    """All arrays have one rank."""
    tensors = _tensors(inputs)
    rank = next((tensor.shape.rank for tensor in tensors if tensor.shape.rank is not None), None)
    if rank is not None:
        for tensor in tensors:
            _believe(tensor, (None,) * rank)


@function("chex.assert_rank", raw=True, tensor=False)
def assert_rank(inputs: Any, expected_ranks: Any, **_: Any) -> None:
    """The array has that rank; of several arrays each has its own, or all the only one."""
    for tensor, rank in _pairs(inputs, expected_ranks):
        if type(rank) is int:
            _believe(tensor, (None,) * rank)


@function("chex.assert_shape", raw=True, tensor=False)
def assert_shape(inputs: Any, expected_shapes: Any, **_: Any) -> None:
    """The array has these sizes, where None stands for any; of several arrays each has its own or all one."""
    if type(inputs) in (tuple, ListValue) and type(expected_shapes) is tuple:
        expected_shapes = ListValue([expected_shapes] * len(_entries(inputs)))
    for tensor, sizes in _pairs(inputs, expected_shapes):
        if type(sizes) is tuple and all(size is None or type(size) in _SIZES for size in sizes):
            _believe(tensor, sizes)


def _entries(value: Any) -> list[Any]:
    if type(value) is ListValue:
        return list(value.items or ())
    return list(value) if type(value) is tuple else [value]


def _tensors(inputs: Any) -> list[Tensor]:
    """The arrays among the inputs; of what is unknown, the array that it is believed to be."""
    tensors = (_tensor(entry) for entry in _entries(inputs))
    return [tensor for tensor in tensors if tensor is not None]


def _tensor(value: Any) -> Tensor | None:
    if type(value) is Unknown and value.name is not None:
        if value.tensor is None:
            state.write_slot(value, "tensor", Tensor(Shape.unknown()))
        value = value.tensor
    return value if type(value) is Tensor else None


def _pairs(inputs: Any, expected: Any) -> list[tuple[Tensor, Any]]:
    """Each array beside what is expected of it."""
    if type(inputs) not in (tuple, ListValue):
        tensor = _tensor(inputs)
        return [] if tensor is None else [(tensor, expected)]
    entries = _entries(inputs)
    each = _entries(expected) if type(expected) is ListValue else [expected] * len(entries)
    if len(each) != len(entries):
        return []
    return [
        (entry, told) for entry, told in zip(map(_tensor, entries), each, strict=True) if entry is not None
    ]


def _believe(tensor: Tensor, sizes: tuple[Any, ...]) -> None:
    """The path goes on only where the array has these sizes: they are learnt, and what denies them ends it."""
    rank = tensor.shape.rank
    if rank is None:
        if tensor.shape.min_rank == 0:
            known = tuple(symbol() if size is None else size for size in sizes)
            state.write_slot(tensor, "shape", Shape(known))
        return
    if rank != len(sizes):
        host.end_path()
        return
    for size, told in zip(tensor.shape.dims, sizes, strict=True):
        if told is None:
            continue
        claim = Equal(size, told)
        if claim.ask(state.facts) is NO:
            host.end_path()
            return
        state.facts.assume(claim)
