"""Learning from tables: a row for each sample, a column for each feature, a label for each sample."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import replace_axis, with_rank
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.ops.slicing import smaller
from gnomon.shapes import Equal, OneOf, Run, Shape, Size, maximum

NOT_A_TABLE = "{op}: {x} is {x.shape}, but a table (samples, features) is needed"


@op(dtype="first")
def table(x: Array, *, width: Size | None = None) -> Any:
    """A table of samples as an estimator takes it: two axes, and as many features as it was fitted with.

    >>> from gnomon.ops.sketch import array
    >>> table(array(150, 4), width=4)
    array(150, 4)
    """


@table.shape
def _(r: Rule, x: Array, *, width: Size | None) -> Shape:
    if x.shape.rank is None:
        rows, columns = with_rank(r, x.shape, 2).dims
        return Shape((rows, columns if width is None else width))
    if x.shape.rank != 2:
        one = x.shape.rank == 1
        r.refute(
            "rank",
            NOT_A_TABLE,
            blame=x,
            help="reshape(-1, 1) makes one feature of a vector, reshape(1, -1) one sample" if one else None,
            x=x,
        )
    have = x.shape.dims[1]
    if width is not None and have != width:
        r.require(
            Equal(have, width),
            "inner-size",
            "{op}: {x} is {x.shape} with {have} features, but {width} were fitted",
            blame=x,
            x=x,
            have=have,
            width=width,
        )
    return x.shape


@table.fallback
def _(r: Rule, x: Array, *, width: Size | None) -> Shape:
    rows = x.shape.axis(0) if x.shape.rank else None
    return Shape((r.fresh() if rows is None else rows, r.fresh() if width is None else width))


@op(dtype="none")
def per_sample(x: Array, *, sizes: Sequence[Size] | None = ()) -> Any:
    """One result for each sample of x: (samples, *sizes); None are sizes that are not known.

    >>> from gnomon.ops.sketch import array
    >>> per_sample(array(150, 4)), per_sample(array(150, 4), sizes=(3,))
    (array(150), array(150, 3))
    """


@per_sample.shape
def _(r: Rule, x: Array, *, sizes: Sequence[Size] | None) -> Shape:
    count = x.shape.axis(0)
    rows = r.fresh() if count is None else count
    return Shape((rows,), Run(), ()) if sizes is None else Shape((rows, *sizes))


@op(dtype="none")
def components(x: Array, *, count: Size | None) -> Any:
    """A table of samples with ``count`` new features; None is as many as samples or features allow."""


@components.shape
def _(r: Rule, x: Array, *, count: Size | None) -> Shape:
    rows, columns = (x.shape.axis(k) for k in (0, 1))
    known = r.fresh() if rows is None else rows
    if count is None:
        count = r.fresh() if rows is None or columns is None else smaller(r, rows, columns)
    return Shape((known, count))


@op(dtype="none")
def polynomial_features(x: Array, *, degree: int, bias: bool = True, interactions: bool = False) -> Any:
    """A table with the products of up to ``degree`` features: C(p + d, d) columns.

    >>> from gnomon.ops.sketch import array
    >>> polynomial_features(array(150, 2), degree=2)
    array(150, 6)
    """


@polynomial_features.shape
def _(r: Rule, x: Array, *, degree: int, bias: bool, interactions: bool) -> Shape:
    columns = x.shape.axis(1)
    if type(columns) is not int or degree > 64:
        return replace_axis(r, x, 1, (r.fresh(),))
    if interactions:
        count = sum(math.comb(columns, k) for k in range(min(degree, columns) + 1))
    else:
        count = math.comb(columns + degree, degree)
    return replace_axis(r, x, 1, (count if bias else count - 1,))


@op(dtype="none")
def pairs_of_rows(x: Array) -> Any:
    """One number for each pair of rows of a table: (n, d) -> (n (n - 1) / 2,).

    >>> from gnomon.ops.sketch import array
    >>> pairs_of_rows(array(5, 3))
    array(10)
    """


@pairs_of_rows.shape
def _(r: Rule, x: Array) -> Shape:
    rows = x.shape.axis(0)
    return Shape((r.fresh() if rows is None else rows * (rows - 1) // 2,))


@op(dtype="wide_float")
def square_form(x: Array) -> Any:
    """Distances of pairs as a symmetric matrix, or those of a matrix as a vector (SciPy's squareform).

    >>> from gnomon.ops.sketch import array
    >>> square_form(array(3))
    array(3, 3)
    """


@square_form.shape
def _(r: Rule, x: Array) -> Shape:
    if x.shape.rank == 2:
        rows = x.shape.dims[0]
        return Shape((rows * (rows - 1) // 2,))
    if x.shape.rank is not None:
        if x.shape.rank != 1:
            r.refute("rank", "{op}: {x} is {x.shape}, but one or two axes are needed", blame=x, x=x)
        count = x.shape.dims[0]
        rows = (1 + math.isqrt(1 + 8 * count)) // 2 if type(count) is int else r.fresh()
        return Shape((rows, rows))
    return Shape.unknown()


@op(dtype="none")
def merges(x: Array) -> Any:
    """The merges of a hierarchy of clusters, from a table (n, d) or distances of all pairs: (n - 1, 4)."""


@merges.shape
def _(r: Rule, x: Array) -> Shape:
    count = x.shape.axis(0)
    if count is None or x.shape.rank is None:
        return Shape((r.fresh(), 4))
    if x.shape.rank == 1:
        return Shape(((math.isqrt(1 + 8 * count) - 1) // 2 if type(count) is int else r.fresh(), 4))
    return Shape((count - 1, 4))


@op(dtype="float64")
def density_of_vectors(x: Array, mean: Array) -> Any:
    """One density for each vector, which the last axis of x holds; of a single vector one number.

    >>> from gnomon.ops.sketch import array
    >>> density_of_vectors(array(100, 2), array(2)), density_of_vectors(array(2), array(2))
    (array(100, float64), array(float64))
    """


@density_of_vectors.shape
def _(r: Rule, x: Array, mean: Array) -> Shape:
    rest, have, want = x.shape.drop_last(1), x.shape.axis(-1), mean.shape.axis(0)
    if want == 1 or x.shape.rank is None or x.shape.rank == 0:
        return Shape.unknown()
    if have is not None and want is not None:
        r.require(
            OneOf(have, (1, want)),
            "broadcast",
            "{op}: the vectors of {x} {x.shape} have {have} entries, but the mean has {want}",
            blame=x,
            x=x,
            have=have,
            want=want,
        )
    return Shape.unknown() if rest is None else rest


Share = int | float | None


@op(dtype="first")
def split_samples(arrays: Sequence[Array], *, test: Share = None, train: Share = None) -> Any:
    """Samples split into a larger part to learn from and a smaller to test with, the same way in each array.

    ``test`` and ``train`` are counts or shares; results are train and test of each array.

    >>> from gnomon.ops.sketch import array
    >>> split_samples([array(150, 4), array(150)])
    (array(112, 4), array(38, 4), array(112), array(38))
    """


@split_samples.shape
def _(r: Rule, arrays: Sequence[Array], *, test: Share, train: Share) -> tuple[Out, ...]:
    count = _common_length(r, arrays)
    first, second = _parts(r, count, test, train)
    results = []
    for x in arrays:
        for part in (first, second):
            results.append(Out(replace_axis(r, x, 0, (part,)), x.dtype))
    return tuple(results)


@split_samples.fallback
def _(r: Rule, arrays: Sequence[Array], *, test: Share, train: Share) -> tuple[Out, ...]:
    sizes = (r.fresh(), r.fresh())
    return tuple(Out(replace_axis(r, x, 0, (size,)), x.dtype) for x in arrays for size in sizes)


def _common_length(r: Rule, arrays: Sequence[Array]) -> Size | None:
    """Return the number of samples, which all arrays must share."""
    count: Size | None = None
    owner: Array | None = None
    for x in arrays:
        size = x.shape.axis(0)
        if size is None:
            continue
        if count is None:
            count, owner = size, x
        elif size != count:
            r.require(
                Equal(count, size),
                "inner-size",
                "{op}: {x} is {x.shape} and {y} is {y.shape}: {count} samples but {size} here",
                blame=x,
                x=owner,
                y=x,
                count=count,
                size=size,
            )
    return count


def _parts(r: Rule, count: Size | None, test: Share, train: Share) -> tuple[Size, Size]:
    if type(count) is not int:
        if type(test) is int and train is None and count is not None:
            return maximum(count - test, 0), test
        if type(train) is int and test is None and count is not None:
            return train, maximum(count - train, 0)
        part = r.fresh()
        if count is None or (test is not None and train is not None):
            return r.fresh(), part
        return count - part, part
    if test is None and train is None:
        test = 0.25
    tested = math.ceil(test * count) if isinstance(test, float) else test
    trained = math.floor(train * count) if isinstance(train, float) else train
    if tested is None:
        assert trained is not None
        tested = count - trained
    if trained is None:
        trained = count - tested
    return max(trained, 0), max(tested, 0)
