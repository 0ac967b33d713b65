"""Signals: one- and two-dimensional convolution as NumPy and SciPy define it, and interpolation."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import AtLeast, Shape, Size, maximum, minimum


def convolved_size(r: Rule, m: Size, n: Size, mode: str | None) -> Size:
    """Return the length of the convolution of two lengths.

    >>> from gnomon.shapes import Facts
    >>> [convolved_size(Rule(Facts()), 10, 3, mode) for mode in ("full", "same", "valid")]
    [12, 10, 8]
    """
    if mode == "full":
        return m + n - 1
    if mode not in ("same", "valid"):
        return r.fresh()
    long, short = _ordered(r, m, n)
    return long if mode == "same" else long - short + 1


def _ordered(r: Rule, m: Size, n: Size) -> tuple[Size, Size]:
    answer = AtLeast(m, n).ask(r.facts)
    if answer.is_yes:
        return m, n
    return (n, m) if answer.is_no else (maximum(m, n), minimum(m, n))


@op(dtype="promote")
def convolve(a: Array, v: Array, *, mode: str | None = "full") -> Any:
    """Convolution or correlation of two vectors: "full", "same" or "valid" (NumPy); None is an unknown mode.

    >>> from gnomon.ops.sketch import array
    >>> convolve(array(10), array(3), mode="same")
    array(10)
    """


@convolve.shape
def _(r: Rule, a: Array, v: Array, *, mode: str | None) -> Shape:
    sizes: list[Size] = []
    for x in (a, v):
        if x.shape.rank is not None:
            check_rank(r, x, 0, 1)
        size = 1 if x.shape.rank == 0 else x.shape.axis(0)
        sizes.append(r.fresh() if size is None else size)
    return Shape((convolved_size(r, sizes[0], sizes[1], mode),))


@op(dtype="promote")
def convolve_many(a: Array, v: Array, *, mode: str | None = "full", rank: int | None = None) -> Any:
    """Convolution of two arrays of one rank along all axes (SciPy); "same" keeps the shape of the first.

    >>> from gnomon.ops.sketch import array
    >>> convolve_many(array(10, 10), array(3, 3), mode="valid")
    array(8, 8)
    """


@convolve_many.shape
def _(r: Rule, a: Array, v: Array, *, mode: str | None, rank: int | None) -> Shape:
    if rank is not None:
        for x in (a, v):
            if x.shape.rank is not None:
                check_rank(r, x, rank)
    left, right = a.shape, v.shape
    if left.rank is None or right.rank is None:
        known = left if left.rank is not None else right
        return Shape.unknown() if known.rank is None else Shape(tuple(r.fresh() for _ in known.dims))
    if left.rank != right.rank:
        r.refute(
            "rank",
            "{op}: {a} is {a.shape} and {v} is {v.shape}: they have different numbers of axes",
            blame=v,
            a=a,
            v=v,
        )
    if mode == "same":
        return left
    return Shape(tuple(convolved_size(r, m, n, mode) for m, n in zip(left.dims, right.dims)))


@op(dtype="float64")
def interpolate(x: Array, positions: Array, values: Array) -> Any:
    """Values between known points: the shape of x; positions and values have one length (NumPy's interp).

    >>> from gnomon.ops.sketch import array
    >>> interpolate(array(4), array(3), array(3))
    array(4, float64)
    """


@interpolate.shape
def _(r: Rule, x: Array, positions: Array, values: Array) -> Shape:
    for known in (positions, values):
        if known.shape.rank is not None:
            check_rank(r, known, 1)
    m, n = positions.shape.axis(0), values.shape.axis(0)
    if m is not None and n is not None:
        r.equal(
            m,
            n,
            "inner-size",
            "{op}: {m} positions but {n} values",
            blame=values,
            m=m,
            n=n,
        )
    return x.shape
