"""Bodies over parts of axes: stretches, differences and diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import inexact, part, place
from gnomon.ops.bodies.registry import Array, Inexpressible, body
from gnomon.shapes import Size


@body("crop")
def crop(x: Array, *, begin: Sequence[Size], size: Sequence[Size]) -> Any:
    """Take a stretch of each axis."""
    for k, (start, length) in enumerate(zip(begin, size)):
        rest = x.shape.dims[k] - start if type(length) is int and length == -1 else length
        x = ops.narrow(x, axis=k, start=start, length=rest)
    return x


@body("diff")
def diff(x: Array, *, n: int, axis: int) -> Any:
    """Subtract neighbours, as often as asked."""
    k = place(axis, x.ndim)
    for _ in range(n):
        after, before = part(x, k, 1, None), part(x, k, None, -1)
        x = ops.not_equal(after, before) if x.dtype.kind == "bool" else after - before
    return x


@body("gradient_of_samples")
def gradient_of_samples(x: Array, *, axis: int) -> Any:
    """Differences over two steps, and over one at the ends."""
    x, k = inexact(x), place(axis, x.ndim)
    size = x.shape.dims[k] if x.ndim else 0
    if type(size) is int and size < 2:
        raise Inexpressible("two samples at least")
    inner = (part(x, k, 2, None) - part(x, k, None, -2)) * 0.5
    first = part(x, k, 1, 2) - part(x, k, 0, 1)
    last = part(x, k, -1, None) - part(x, k, -2, -1)
    return ops.concat((first, inner, last), axis=k)


@body("trace")
def trace(x: Array, *, first: int, second: int) -> Any:
    """Sum the diagonal."""
    return ops.sum(ops.diagonal(x, first=first, second=second), axis=-1)


@body("diag")
def diag(x: Array, *, offset: int) -> Any:
    """Take or make a diagonal."""
    return ops.diag_embed(x, offset=offset) if x.ndim == 1 else ops.diagonal(x, offset=offset)
