"""Keras's ways of combining several batches: entry by entry, and by products along one axis of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, fresh_shape, known_axis
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule, Shaped
from gnomon.shapes import Equal, Shape, Size


@op()
def merge(arrays: Sequence[Array]) -> Any:
    """Combine batches entry by entry (sum, product ...): axes go in after the batch where ranks differ.

    >>> from gnomon.ops.sketch import array
    >>> merge([array(32, 7, 16), array(32, 16)])
    array(32, 7, 16)
    """


@merge.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape:
    ranks = [x.shape.rank for x in arrays]
    for x in arrays[1:]:
        first, batch = arrays[0].shape.axis(0), x.shape.axis(0)
        if first is not None and batch is not None and 1 in (first, batch):
            r.require(
                Equal(first, batch),
                "broadcast",
                "{op}: {x} is {x.shape} and {y} is {y.shape}: their batches of {first} and {batch} should be equal",
                blame=x,
                x=arrays[0],
                y=x,
                first=first,
                batch=batch,
            )
    highest = max((rank for rank in ranks if rank is not None), default=0)
    if None in ranks or all(rank == highest for rank in ranks):
        return broadcast(r, *arrays)
    widened = []
    for x in arrays:
        dims = x.shape.dims
        missing = highest - len(dims)
        widened.append(Shaped(Shape((*dims[:1], *(1,) * missing, *dims[1:])), x) if missing and dims else x)
    return broadcast(r, *widened)


@op(dtype="match")
def batch_dot(a: Array, b: Array, *, axes: tuple[Axis, Axis] | None = None) -> Any:
    """Sum of products along one axis of each, sample by sample: (batch, *a, *b); a number gets an axis.

    Without ``axes`` the last axis of ``a`` meets the last but one of ``b``, or its only one.

    >>> from gnomon.ops.sketch import array
    >>> batch_dot(array(32, 20), array(32, 30, 20), axes=(1, 2))
    array(32, 30)
    >>> batch_dot(array(32, 8), array(32, 8), axes=(1, 1))
    array(32, 1)
    """


@batch_dot.shape
def _(r: Rule, a: Array, b: Array, *, axes: tuple[Axis, Axis] | None) -> Shape:
    m, n = a.shape.rank, b.shape.rank
    if m is None or n is None:
        return Shape.unknown()
    for x, rank in ((a, m), (b, n)):
        if rank < 2:
            r.refute("rank", "{op}: {x} is {x.shape}, but a batch of vectors or more is needed", blame=x, x=x)
    first, second = axes if axes is not None else (m - 1, max(n - 2, 1))
    i, j = known_axis(r, first, m, a), known_axis(r, second, n, b)
    if i is None or j is None:
        return fresh_shape(r, max(m + n - 3, 2))
    if i == 0 or j == 0:
        r.refute("axis", "{op}: axis 0 is the batch and cannot be summed", blame=a if i == 0 else b)
    p, q = a.shape.dims, b.shape.dims
    message = "{op}: {a} is {a.shape} and {b} is {b.shape}: {got} and {want} should be equal"
    for got, want in ((p[0], q[0]), (p[i], q[j])):
        r.require(Equal(got, want), "inner-size", message, blame=b, a=a, b=b, got=got, want=want)
    rest = (*p[1:i], *p[i + 1 :], *q[1:j], *q[j + 1 :])
    return Shape((p[0], *(rest or (1,))))


@op(dtype="first")
def einsum_dense_kernel(x: Array, *, equation: str, output: Shape) -> Any:
    """The kernel of Keras's EinsumDense, from the input and the stated output (without batch).

    >>> from gnomon.ops.sketch import array
    >>> einsum_dense_kernel(array(32, 10, 64), equation="abc,cd->abd", output=Shape.of(10, 128))
    array(64, 128)
    """


@einsum_dense_kernel.shape
def _(r: Rule, x: Array, *, equation: str, output: Shape) -> Shape:
    parts = equation.replace(" ", "").replace("->", ",").split(",")
    if len(parts) != 3 or x.shape.rank is None or output.rank is None:
        return Shape.unknown()
    inputs, kernel, outputs = parts
    sizes: dict[str, Size] = {}
    _name_axes(sizes, outputs, (r.fresh(), *output.dims))
    _name_axes(sizes, inputs, x.shape.dims)
    return Shape(tuple(sizes[name] if name in sizes else r.fresh() for name in kernel if name != "."))


def _name_axes(sizes: dict[str, Size], names: str, dims: tuple[Size, ...]) -> None:
    """Note the size of each named axis; an ellipsis stands for the axes that are left over."""
    before, dots, after = names.partition("...")
    if not dots:
        before, after = names, ""
    for name, size in zip(before, dims):
        sizes[name] = size
    for name, size in zip(reversed(after), reversed(dims)):
        sizes[name] = size
