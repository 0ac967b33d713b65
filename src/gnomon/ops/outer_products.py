"""Products of each element with each, and the vector product."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, check_rank, known_axis
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.promotion import promoted
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule, Shaped
from gnomon.shapes import Dtype, Either, Equal, Shape, Size, product


@op(dtype="promote", linear_in=("a", "b"))
def outer(a: Array, b: Array, *, strict: bool = False) -> Any:
    """Products of each element of one array with each of another: (m, n). ``strict`` wants vectors.

    >>> from gnomon.ops.sketch import array
    >>> outer(array(3), array(3))
    array(3, 3)
    """


@outer.shape
def _(r: Rule, a: Array, b: Array, *, strict: bool) -> Shape:
    sizes: list[Size] = []
    for x in (a, b):
        if strict and x.shape.rank is not None:
            check_rank(r, x, 1)
        size = x.shape.numel()
        sizes.append(r.fresh() if size is None else size)
    return Shape(tuple(sizes))


def _kron_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    """PyTorch makes axes of scalars first, which then count as arrays."""
    a, b = arguments
    if r.library == "torch" and a.dtype is not b.dtype and 0 in (a.shape.rank, b.shape.rank):
        return None
    return promoted(r, arguments)


@op(dtype=_kron_dtype)
def kron(a: Array, b: Array) -> Any:
    """Kronecker product: every element of ``a`` times the whole of ``b``; sizes multiply axis by axis.

    >>> from gnomon.ops.sketch import array
    >>> kron(array(3), array(3))
    array(9)
    """


@kron.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    if a.shape.rank is None or b.shape.rank is None:
        return Shape.unknown()
    p, q = a.shape.dims, b.shape.dims
    rank = max(len(p), len(q))
    p, q = (1,) * (rank - len(p)) + p, (1,) * (rank - len(q)) + q
    return Shape(tuple(product((m, n)) for m, n in zip(p, q)))


@op(dtype="promote")
def cross(a: Array, b: Array, *, axis: Axis = -1) -> Any:
    """Vector product of 3-vectors along an axis; of two 2-vectors (NumPy) one number is left.

    >>> from gnomon.ops.sketch import array
    >>> cross(array(2, 3), array(3))
    array(2, 3)
    """


@cross.shape
def _(r: Rule, a: Array, b: Array, *, axis: Axis) -> Shape:
    if a.shape.rank is None or b.shape.rank is None or type(axis) is not int:
        return Shape.unknown()
    if r.library == "torch" and a.shape.rank != b.shape.rank:
        message = "{op}: {a} is {a.shape} and {b} is {b.shape}: they have different numbers of axes"
        r.refute("rank", message, blame=b, a=a, b=b)
    few = (3,) if r.library == "torch" else (2, 3)
    sizes: list[Size] = []
    moved = []
    for x in (a, b):
        dims = x.shape.dims
        k = known_axis(r, axis, len(dims), x) or 0
        sizes.append(dims[k])
        moved.append(dims[:k] + dims[k + 1 :])
        if type(dims[k]) is int and dims[k] not in few:
            r.fail(
                "inner-size",
                "{op}: {x} is {x.shape}; the vectors along axis {axis} have {size} entries, not 3",
                blame=x,
                x=x,
                axis=axis,
                size=dims[k],
            )
    rest = broadcast(r, Shaped(Shape(moved[0]), a), Shaped(Shape(moved[1]), b)).dims
    if sizes[0] == 2 and sizes[1] == 2:
        return Shape(rest)
    if 3 not in sizes:
        r.require(
            Either(Equal(sizes[0], 3), Equal(sizes[1], 3)),
            "inner-size",
            "{op}: {a} is {a.shape} and {b} is {b.shape}; neither has 3 entries along axis {axis}",
            blame=b,
            a=a,
            b=b,
            axis=axis,
        )
    k = (
        (known_axis(r, axis, len(rest) + 1, a) or 0)
        if r.library != "numpy" or axis >= 0
        else len(rest) + 1 + axis
    )
    return Shape((*rest[:k], 3, *rest[k:]))
