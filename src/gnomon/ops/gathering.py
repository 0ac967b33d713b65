"""Gathering and scattering: entries chosen by arrays of positions."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, check_rank, known_axis, passes_unseen, place, replace_axis, size_of_axis
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.promotion import first
from gnomon.ops.reach import beyond
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule, Shaped
from gnomon.shapes import NO, AtLeast, Dtype, Run, Shape, Size

RANGE = "{op}: index {entry} is out of range: axis {axis} of {x} {x.shape} has {size} entries"


def check_whole(r: Rule, indices: Array) -> None:
    """Require positions to be integers."""
    dtype = indices.dtype
    if dtype is not None and dtype.kind in ("float", "complex"):
        r.fail(
            "dtype",
            "{op}: {i} is {i.dtype}, but positions are integers",
            blame=indices,
            help=TO_INTEGERS.get(r.library),
            i=indices,
        )


TO_INTEGERS = {
    "torch": "convert them with .long()",
    "tf": "convert them with tf.cast(..., tf.int32)",
    "numpy": "convert them with .astype(int)",
    "jax": "convert them with .astype(int)",
}
"""How an array of floats becomes one of integers, by library."""


def check_positions(r: Rule, x: Array, indices: Array, axis: Any, size: Size | None) -> None:
    """Refute known positions that are out of range (JAX clamps instead)."""
    if size is None or r.library == "jax":
        return
    if indices.contents is None:
        bounds = getattr(indices, "bounds", None)
        wrong = beyond(bounds, size) if bounds is not None and type(size) is int else None
        if wrong is not None:
            r.fail("index-range", RANGE, blame=indices, x=x, entry=wrong, axis=axis, size=size)
        return
    for entry in indices.contents:
        if type(entry) is int and type(size) is int and not -size <= entry < size:
            r.fail("index-range", RANGE, blame=indices, x=x, entry=entry, axis=axis, size=size)


@op(dtype="first")
def take(x: Array, indices: Array, *, axis: Axis | None = None, batch_dims: int = 0) -> Any:
    """Entries at positions along an axis, whose place the axes of ``indices`` take (no axis: x is flattened).

    ``batch_dims`` leading axes are shared by both (TensorFlow's gather).

    >>> from gnomon.ops.sketch import array
    >>> take(array(5, 6, 7), array(2, 3), axis=1)
    array(5, 2, 3, 7)
    """


@take.shape
def _(r: Rule, x: Array, indices: Array, *, axis: Axis | None, batch_dims: int) -> Shape | Out:
    check_whole(r, indices)
    picked = indices.shape
    if axis is None:
        check_positions(r, x, indices, 0, x.shape.numel())
        return picked
    size = size_of_axis(r, x, axis)
    check_positions(r, x, indices, axis, size)
    if picked.rank is None:
        return _take_unknown(r, x, axis, picked)
    if batch_dims:
        return _take_batched(r, x, indices, axis, batch_dims)
    result = replace_axis(r, x, axis, picked.dims)
    if x.contents is not None and x.shape.rank == 1 and indices.contents is not None:
        entries = []
        for entry in indices.contents:
            if type(entry) is not int or not -len(x.contents) <= entry < len(x.contents):
                return result
            entries.append(x.contents[entry])
        return Out(result, None, tuple(entries))
    return result


def _take_unknown(r: Rule, x: Array, axis: Axis, picked: Shape) -> Shape:
    """Take with positions of unknown rank: what lies around the axis is known."""
    shape = x.shape
    if shape.rank is None:
        return Shape.unknown()
    k = known_axis(r, axis, shape.rank, x)
    if k is None:
        return Shape.unknown()
    return Shape(shape.dims[:k] + picked.prefix, picked.run, picked.suffix + shape.dims[k + 1 :])


def _take_batched(r: Rule, x: Array, indices: Array, axis: Axis, batch_dims: int) -> Shape:
    picked = indices.shape.dims
    if batch_dims < 0:
        batch_dims += len(picked)
    if x.shape.rank is None:
        return Shape.unknown()
    k = known_axis(r, axis, x.shape.rank, x)
    if k is None or batch_dims > len(picked) or batch_dims > k:
        return Shape.unknown()
    dims = x.shape.dims
    for a, b in zip(dims[:batch_dims], picked[:batch_dims]):
        r.equal(
            a,
            b,
            "broadcast",
            "{op}: {x} is {x.shape} and {i} is {i.shape}: their first {n} axes should agree",
            blame=indices,
            x=x,
            i=indices,
            n=batch_dims,
        )
    return Shape(dims[:k] + picked[batch_dims:] + dims[k + 1 :])


@op(dtype="first")
def take_along_axis(x: Array, indices: Array, *, axis: Axis | None = None) -> Any:
    """Entries at positions along an axis, for each place on the other axes, which broadcast (NumPy).

    >>> from gnomon.ops.sketch import array
    >>> take_along_axis(array(3, 4), array(3, 2, dtype="int64"), axis=1)
    array(3, 2)
    """


@take_along_axis.shape
def _(r: Rule, x: Array, indices: Array, *, axis: Axis | None) -> Shape:
    if r.library != "tf" and not passes_unseen(r, indices):
        check_whole(r, indices)  # Keras converts them
    if axis is None:
        return indices.shape
    shape, picked = x.shape, indices.shape
    if shape.rank is None or picked.rank is None:
        if picked.rank is None:
            return picked if picked == shape else Shape.unknown()
        return Shape(tuple(d if r.facts.equal(d, 1) is NO else r.fresh() for d in picked.dims))
    if shape.rank != picked.rank:
        r.refute(
            "rank",
            "{op}: {x} is {x.shape} and {i} is {i.shape}: they have different numbers of axes",
            blame=indices,
            x=x,
            i=indices,
        )
    k = known_axis(r, axis, shape.rank, x)
    if k is None:
        return Shape(tuple(r.fresh() for _ in shape.dims))
    check_positions(r, x, indices, axis, shape.dims[k])
    ones = Shape((*shape.dims[:k], 1, *shape.dims[k + 1 :]))
    return broadcast(r, Shaped(ones, x), indices)


@op(dtype="first")
def gather(x: Array, indices: Array, *, axis: Axis) -> Any:
    """Entries at positions along an axis, for each entry of ``indices``; the result has its shape (PyTorch).

    No other axis of ``indices`` may be longer than that of x.

    >>> from gnomon.ops.sketch import array
    >>> gather(array(4, 5), array(3, 2, dtype="int64"), axis=0)
    array(3, 2)
    """


@gather.shape
def _(r: Rule, x: Array, indices: Array, *, axis: Axis) -> Shape:
    check_inside(r, x, indices, axis)
    return indices.shape


def check_inside(r: Rule, x: Array, indices: Array, axis: Axis) -> None:
    shape, picked = x.shape, indices.shape
    if passes_unseen(r, indices):
        if shape.rank is not None:
            known_axis(r, axis, max(shape.rank, 1), x)
        return
    check_whole(r, indices)
    if shape.rank is None or picked.rank is None:
        return
    if shape.rank != picked.rank and not (shape.rank <= 1 and picked.rank <= 1):
        r.refute(
            "rank",
            "{op}: {x} is {x.shape} and {i} is {i.shape}: they have different numbers of axes",
            blame=indices,
            x=x,
            i=indices,
        )
    k = known_axis(r, axis, max(shape.rank, 1), x)
    if k is None or shape.rank == 0 or picked.rank == 0:
        return
    check_positions(r, x, indices, axis, shape.dims[k])
    for i, (have, want) in enumerate(zip(shape.dims, picked.dims)):
        if i == k or have is want or have == want:
            continue
        r.require(
            AtLeast(have, want),
            "index-range",
            "{op}: {i} is {i.shape} and reaches beyond axis {axis} of {x} {x.shape}",
            blame=indices,
            x=x,
            i=indices,
            axis=i,
        )


@op(dtype="first")
def index_select(x: Array, indices: Array, *, axis: Axis) -> Any:
    """Entries at the positions in a vector, along an axis (PyTorch).

    >>> from gnomon.ops.sketch import array
    >>> index_select(array(4, 5), array(3, dtype="int64"), axis=1)
    array(4, 3)
    """


@index_select.shape
def _(r: Rule, x: Array, indices: Array, *, axis: Axis) -> Shape:
    check_whole(r, indices)
    if indices.shape.rank is not None:
        check_rank(r, indices, 0, 1)
    check_positions(r, x, indices, axis, size_of_axis(r, x, axis))
    if x.shape.rank == 0:
        return x.shape
    count = indices.shape.numel()
    return replace_axis(r, x, axis, (r.fresh() if count is None else count,))


@op(dtype="first")
def gather_nd(x: Array, indices: Array, *, batch_dims: int = 0) -> Any:
    """Slices of x at the positions that the last axis of ``indices`` spells out (TensorFlow).

    x (*s,), indices (*i, k) -> (*i, *s[k:]).

    >>> from gnomon.ops.sketch import array
    >>> gather_nd(array(3, 3, 4), array(5, 2, dtype="int64"))
    array(5, 4)
    """


@gather_nd.shape
def _(r: Rule, x: Array, indices: Array, *, batch_dims: int) -> Shape:
    check_whole(r, indices)
    depth = indices.shape.axis(-1)
    outer = indices.shape.drop_last(1)
    if type(depth) is not int or outer is None or x.shape.rank is None:
        return Shape.unknown() if outer is None else Shape(outer.prefix, Run(), ())
    dims = x.shape.dims
    if depth + batch_dims > len(dims):
        r.refute(
            "index-rank",
            "{op}: {i} is {i.shape} and names {depth} axes, but {x} is {x.shape}",
            blame=indices,
            x=x,
            i=indices,
            depth=depth,
        )
    rest = dims[batch_dims + depth :]
    if outer.run is None:
        return Shape(outer.dims + rest)
    return Shape(outer.prefix, outer.run, outer.suffix + rest)


def _embedding_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return first(r, arguments[1:])


@op(dtype=_embedding_dtype)
def embedding(indices: Array, weight: Array) -> Any:
    """Rows of a table: (*b,) positions and a table (n, d) -> (*b, d).

    >>> from gnomon.ops.sketch import array
    >>> embedding(array(32, 10), array(5000, 300))
    array(32, 10, 300)
    """


@embedding.shape
def _(r: Rule, indices: Array, weight: Array) -> Shape:
    shape, table = indices.shape, weight.shape
    if table.rank is None:
        return (
            Shape(shape.prefix, shape.run or Run(), (*shape.suffix, r.fresh()))
            if shape.run
            else Shape((*shape.prefix, r.fresh()))
        )
    check_rank(r, weight, 2)
    rows, width = table.dims
    check_positions(r, weight, indices, 0, rows)
    if r.library != "tf":
        check_whole(r, indices)  # Keras converts them
    if shape.run is None:
        return Shape((*shape.prefix, width))
    return Shape(shape.prefix, shape.run, (*shape.suffix, width))


@op(dtype="none")
def one_hot(indices: Array, *, classes: Size | None = None, axis: Axis = -1) -> Any:
    """A vector of zeros with a 1 at each position: a new axis of ``classes`` entries; None is unknown.

    >>> from gnomon.ops.sketch import array
    >>> one_hot(array(32), classes=10)
    array(32, 10)
    """


@one_hot.shape
def _(r: Rule, indices: Array, *, classes: Size | None, axis: Axis) -> Shape:
    size = r.fresh() if classes is None else classes
    if type(classes) is int and indices.contents is not None and r.library == "torch":
        for entry in indices.contents:
            if type(entry) is int and not 0 <= entry < classes:
                r.fail(
                    "index-range",
                    "{op}: class {entry} is out of range: there are {classes} classes",
                    blame=indices,
                    entry=entry,
                    classes=classes,
                )
    shape = indices.shape
    if shape.rank is None:
        if axis == -1:
            return Shape(shape.prefix, shape.run, (*shape.suffix, size))
        k = place(shape, axis)
        if k is None or k < 0:
            return Shape.unknown()
        return Shape((*shape.prefix[:k], size, *shape.prefix[k:]), shape.run, shape.suffix)
    k = known_axis(r, axis, shape.rank + 1, indices)
    if k is None:
        return Shape(tuple(r.fresh() for _ in range(shape.rank + 1)))
    return Shape((*shape.dims[:k], size, *shape.dims[k:]))
