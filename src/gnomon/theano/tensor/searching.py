"""Where entries are: `nonzero`, `choose`, permutations, rolls, tiles."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.creation import is_one, sizes_of
from gnomon.theano.tensor.joining import concatenate, stack
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class Nonzero(GnomonOp):
    """The places of entries that are not zero, one vector for each axis."""

    __props__ = ()

    def make_node(self, a: Any) -> Apply:
        a = as_tensor_variable(a)
        if not a.ndim:
            raise ValueError("Nonzero only supports non-scalar arrays.")
        return Apply(self, [a], [TensorType("int64", (False,))() for _ in range(a.ndim)])

    def lower(self, node: Apply, a: Any) -> Any:
        return [gn.astype(row, gn.int64) for row in gn.nonzero(a)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that places are not differentiated by."""
        return [[False] * len(node.outputs)]


_nonzero = Nonzero()


def nonzero(a: Any, return_matrix: bool = False) -> Any:
    """Return the places of entries that are not zero: a tuple of vectors, or a matrix."""
    rows = _nonzero(a, return_list=True)
    if return_matrix:
        return stack(list(rows), axis=0)
    return tuple(rows)


def flatnonzero(a: Any) -> Any:
    """Return the places of entries that are not zero, among all elements."""
    a = as_tensor_variable(a)
    if not a.ndim:
        raise ValueError("Nonzero only supports non-scalar arrays.")
    return nonzero(a.flatten())[0]


def nonzero_values(a: Any) -> Any:
    """Return the entries that are not zero."""
    a = as_tensor_variable(a)
    return a.flatten()[flatnonzero(a)]


class Tile(GnomonOp):
    """An array several times along each axis."""

    __props__ = ("ndim",)

    def __init__(self, ndim: int) -> None:
        self.ndim = ndim

    def make_node(self, x: Any, *reps: Any) -> Apply:
        x = as_tensor_variable(x)
        counts = [as_tensor_variable(rep) for rep in reps]
        rank = max(x.ndim, len(counts))
        ones = (True,) * (rank - x.ndim) + tuple(x.broadcastable)
        single = (True,) * (rank - len(counts)) + tuple([is_one(rep) for rep in counts])
        pattern = [a and b for a, b in zip(ones, single)]
        return Apply(self, [x, *counts], [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any, *counts: Any) -> Any:
        rank = max(x.ndim, len(counts))
        sizes = (1,) * (rank - x.ndim) + tuple(x.shape.dims)
        reps = (1,) * (rank - len(counts)) + sizes_of(counts)
        split = [n for size in sizes for n in (1, size)]
        wide = [n for rep, size in zip(reps, sizes) for n in (rep, size)]
        spread = gn.broadcast_to(gn.reshape(x, tuple(split)), tuple(wide))
        return gn.reshape(spread, tuple([rep * size for rep, size in zip(reps, sizes)]))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that counts are not differentiated by."""
        return [[True], *[[False] for _ in node.inputs[1:]]]


def _counts(reps: Any, ndim: int) -> list[Any]:
    """Return the entries of a vector of unknown length as those of ``ndim`` axes, 1 before them."""
    from gnomon.theano.tensor.elementwise import le, maximum, switch
    from gnomon.theano.tensor.opt import Assert

    told = Assert("there are more reps than ndim")(reps, le(reps.shape[0], ndim))
    missing = ndim - told.shape[0]
    return [switch(missing > k, 1, told[maximum(k - missing, 0)]) for k in range(ndim)]


def tile(x: Any, reps: Any, ndim: int | None = None) -> Any:
    """Return an array several times along each axis."""
    from gnomon.theano.tensor.constants import get_vector_length

    x = as_tensor_variable(x)
    if ndim is not None and ndim < x.ndim:
        raise ValueError("ndim should be equal or larger than x.ndim")
    if hasattr(reps, "type"):
        if reps.ndim == 0:
            reps = [reps]
        elif reps.ndim > 1 or not reps.dtype.startswith(("int", "uint")):
            raise ValueError("reps must be integers: one, or a vector of them")
        else:
            reps = (
                _counts(reps, ndim) if ndim is not None else [reps[k] for k in range(get_vector_length(reps))]
            )
    listed = list(reps) if isinstance(reps, (list, tuple)) else [reps]
    counts = [as_tensor_variable(rep) for rep in listed]
    for rep in counts:
        if rep.ndim or not rep.dtype.startswith(("int", "uint")):
            raise ValueError("elements of reps must be scalars of integer dtype")
    rank = max(len(counts), x.ndim) if ndim is None else ndim
    if len(counts) > rank:
        raise ValueError("len(reps) should be equal or less than ndim")
    return Tile(rank)(x, *[as_tensor_variable(1)] * (rank - len(counts)), *counts)


def roll(x: Any, shift: Any, axis: int | None = None) -> Any:
    """Return the entries moved along an axis, those at the end to the beginning."""
    x = as_tensor_variable(x)
    if axis is None:
        if x.ndim > 1:
            return roll(x.flatten(), shift, axis=0).reshape(x.shape, ndim=x.ndim)
        axis = 0
    if not -x.ndim <= axis < x.ndim:
        raise IndexError(f"roll: axis {axis} is out of range for {x.ndim} axes")
    axis %= x.ndim
    shift = shift % x.shape[axis]
    lead = (slice(None),) * axis
    return concatenate([x[(*lead, slice(-shift, None))], x[(*lead, slice(0, -shift))]], axis)


class Choose(GnomonOp):
    """Entries, each of the array that an index names."""

    __props__ = ("mode",)

    def __init__(self, mode: str) -> None:
        if mode not in ("raise", "wrap", "clip"):
            raise AssertionError(f"mode must be 'raise', 'wrap' or 'clip', got {mode!r}")
        self.mode = mode

    def make_node(self, a: Any, *choices: Any) -> Apply:
        from gnomon.theano.scalar.types import upcast

        a = as_tensor_variable(a)
        if not a.dtype.startswith(("int", "uint")):
            raise TypeError(f"choose first argument must have an [u]int* dtype. Got {a.dtype}.")
        arrays = [as_tensor_variable(entry) for entry in choices]
        rank = max(a.ndim, *[entry.ndim for entry in arrays])
        pattern = [all(_one(entry, axis - rank) for entry in (a, *arrays)) for axis in range(rank)]
        return Apply(self, [a, *arrays], [TensorType(upcast(*[e.dtype for e in arrays]), pattern)()])

    def lower(self, node: Apply, a: Any, *arrays: Any) -> Any:
        from gnomon.theano.scalar.basic import cast_to

        count = len(arrays)
        if self.mode == "wrap":
            a = a % count
        elif self.mode == "clip":
            a = gn.minimum(gn.maximum(a, 0), count - 1)
        rows = cast_to(node.outputs[0].dtype, *arrays)
        found = rows[0]
        for place, row in enumerate(rows[1:], 1):
            found = gn.where(a == place, row, found)
        return gn.broadcast_arrays(found, a)[0]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that indices are not differentiated by."""
        return [[False], *[[True] for _ in node.inputs[1:]]]


def _one(entry: Any, axis: int) -> bool:
    return -axis > entry.ndim or bool(entry.broadcastable[axis])


def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    """Return entries, each of the array that an index names."""
    if out is not None:
        raise AssertionError("choose does not store into an array that is given")
    if isinstance(choices, (list, tuple)):
        return Choose(mode)(a, *choices)
    rows = as_tensor_variable(choices)
    from gnomon.theano.tensor.broadcasting import patternbroadcast
    from gnomon.theano.tensor.elementwise import clip

    a = as_tensor_variable(a)
    place = a % rows.shape[0] if mode == "wrap" else clip(a, 0, rows.shape[0] - 1) if mode == "clip" else a
    from gnomon.theano.tensor.creation import arange

    rank = max(a.ndim, rows.ndim - 1)
    first = rank - (rows.ndim - 1)
    others = [
        arange(rows.shape[1 + k]).dimshuffle(*["x" if j != first + k else 0 for j in range(rank)])
        for k in range(rows.ndim - 1)
    ]
    places = place.dimshuffle(*["x"] * (rank - a.ndim), *range(a.ndim)) if rank > a.ndim else place
    own = (*[True] * first, *rows.broadcastable[1:])
    given = (*[True] * (rank - a.ndim), *a.broadcastable)
    return patternbroadcast(rows[(places, *others)], [one and other for one, other in zip(own, given)])


def inverse_permutation(perm: Any) -> Any:
    """Return the permutation that undoes one, or one for each row."""
    from gnomon.theano.tensor.sort import argsort

    return argsort(as_tensor_variable(perm), axis=-1).astype(as_tensor_variable(perm).dtype)


def permute_row_elements(x: Any, y: Any, inverse: int = 0) -> Any:
    """Return the entries of each row in the order of a permutation."""

    x, y = as_tensor_variable(x), as_tensor_variable(y)
    order = inverse_permutation(y) if inverse else y
    return PermuteRowElements()(x, order)


class PermuteRowElements(GnomonOp):
    """The entries of rows in given orders."""

    __props__ = ()

    def make_node(self, x: Any, y: Any) -> Apply:
        rank = max(x.ndim, y.ndim)
        x = x.dimshuffle(["x"] * (rank - x.ndim) + list(range(x.ndim)))
        y = y.dimshuffle(["x"] * (rank - y.ndim) + list(range(y.ndim)))
        pattern = [a and b for a, b in zip(x.broadcastable, y.broadcastable)]
        return Apply(self, [x, y], [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        rows, places = gn.broadcast_arrays(x, gn.astype(y, gn.int64))
        return gn.take_along_axis(rows, places, axis=-1)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that orders are not differentiated by."""
        return [[True], [False]]
