"""Sums of products over axes that two arrays share: dot, inner, tensordot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axes
from gnomon.ops.inner_sizes import require_inner
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Shape, product


@op(dtype="promote", linear_in=("a", "b"))
def dot(a: Array, b: Array) -> Any:
    """NumPy's dot: the last axis of ``a`` against the last but one of ``b``; scalars multiply.

    >>> from gnomon.ops.sketch import array
    >>> dot(array(2, 3), array(5, 3, 4)), dot(array(3), array(3))
    (array(2, 5, 4), array())
    """


@dot.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    left, right = a.shape, b.shape
    if left.rank == 0:
        return right
    if right.rank == 0:
        return left
    if left.rank is None or right.rank is None:
        return _dot_unknown_rank(r, a, b)
    p, q = left.dims, right.dims
    if len(q) == 1:
        require_inner(r, a, b, p[-1], q[0], "last axis of the first, length of the vector")
        return Shape(p[:-1])
    require_inner(r, a, b, p[-1], q[-2], "last axis of the first, rows of the second")
    return Shape((*p[:-1], *q[:-2], q[-1]))


def _dot_unknown_rank(r: Rule, a: Array, b: Array) -> Shape:
    left, right = a.shape, b.shape
    if right.rank is not None and left.suffix:
        q = right.dims
        require_inner(r, a, b, left.suffix[-1], q[0] if len(q) == 1 else q[-2], "the summed axes")
        rest = left.drop_last(1)
        if rest is not None:
            return Shape(rest.prefix, rest.run, (*rest.suffix, *q[:-2], *q[-1:])) if len(q) > 1 else rest
    return Shape.unknown()


@op("k, k ->", dtype="match", refutes="inner-size", linear_in=("a", "b"))
def vector_dot(a: Array, b: Array) -> Any:
    """Sum of the products of two vectors of one length (PyTorch's dot).

    >>> from gnomon.ops.sketch import array
    >>> vector_dot(array(3), array(3))
    array()
    """


@op(dtype="promote")
def vdot(a: Array, b: Array) -> Any:
    """Sum of the products of all elements, with the first array conjugated; both are flattened.

    >>> from gnomon.ops.sketch import array
    >>> vdot(array(3), array(3))
    array()
    """


@vdot.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    m, n = a.shape.numel(), b.shape.numel()
    if m is not None and n is not None:
        require_inner(r, a, b, m, n, "numbers of elements")
    return Shape()


@op(dtype="promote", linear_in=("a", "b"))
def inner(a: Array, b: Array) -> Any:
    """Sum of products over the last axes of both: (*a, k), (*b, k) -> (*a, *b).

    >>> from gnomon.ops.sketch import array
    >>> inner(array(3), array(3))
    array()
    """


@inner.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    left, right = a.shape, b.shape
    if left.rank == 0:
        return right
    if right.rank == 0:
        return left
    p, q = left.axis(-1), right.axis(-1)
    if p is not None and q is not None:
        require_inner(r, a, b, p, q, "last axes of both")
    if left.rank is None or right.rank is None:
        return Shape.unknown()
    return Shape(left.dims[:-1] + right.dims[:-1])


@op(dtype="match", linear_in=("a", "b"))
def tensordot(a: Array, b: Array, *, axes: int | tuple[Sequence[Axis], Sequence[Axis]] = 2) -> Any:
    """Sum of products over the named axes of both arrays; a number means the last and the first ones.

    >>> from gnomon.ops.sketch import array
    >>> tensordot(array(2, 3, 4), array(3, 4, 5), axes=2)
    array(2, 5)
    >>> tensordot(array(2, 3), array(5, 3), axes=((1,), (1,)))
    array(2, 5)
    """


@tensordot.shape
def _(r: Rule, a: Array, b: Array, *, axes: int | tuple[Sequence[Axis], Sequence[Axis]]) -> Shape:
    p, q = a.shape.rank, b.shape.rank
    if p is None or q is None:
        return Shape.unknown()
    if isinstance(axes, int):
        if axes > min(p, q):
            short = a if p < axes else b
            r.refute(
                "rank",
                "{op}: {axes} axes are summed, but {x} is {x.shape}",
                blame=short,
                x=short,
                axes=axes,
            )
        first: list[int] | None = list(range(p - axes, p))
        second: list[int] | None = list(range(axes))
    else:
        first, second = known_axes(r, axes[0], p, a), known_axes(r, axes[1], q, b)
    if first is None or second is None:
        return Shape.unknown()
    if len(first) != len(second):
        r.refute("axis", "{op}: {m} axes of {x} meet {n} axes of {y}", blame=b, x=a, y=b, m=len(first),
                 n=len(second))  # fmt: skip
    left, right = a.shape.dims, b.shape.dims
    if r.library == "tf":  # compares the numbers of summed elements only
        total, other = product(left[i] for i in first), product(right[j] for j in second)
        require_inner(r, a, b, total, other, "summed elements")
    for i, j in zip(first, second) if r.library != "tf" else ():
        if r.library == "torch" and (left[i] == 1 or right[j] == 1):
            continue  # PyTorch stretches it
        require_inner(r, a, b, left[i], right[j], f"axis {i} of the first, axis {j} of the second")
    rest = tuple(d for i, d in enumerate(left) if i not in first)
    return Shape(rest + tuple(d for j, d in enumerate(right) if j not in second))
