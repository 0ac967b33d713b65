"""Further operations: repeats, running sums, sorted places, unique entries."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.axes import squeeze as squeeze
from gnomon.theano.tensor.creation import arange, is_one, sizes_of
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class CumOp(GnomonOp):
    """Running sums or products along an axis, or over all elements."""

    __props__ = ("axis", "mode")

    def __init__(self, axis: int | None = None, mode: str = "add") -> None:
        if mode not in ("add", "mul"):
            raise ValueError(f'{type(self).__name__}: Unknown mode "{mode}"')
        self.axis, self.mode = axis, mode

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if self.axis is None:
            return Apply(self, [x], [TensorType(x.dtype, (False,))()])
        if not -x.ndim <= self.axis < x.ndim:
            raise ValueError(f"axis(={self.axis}) out of bounds")
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        axis = self.axis
        if axis is None:
            x, axis = gn.reshape(x, (-1,)), 0
        run = gn.cumulative_sum if self.mode == "add" else gn.cumulative_prod
        return run(x, axis=axis, dtype=x.dtype)


def CumsumOp(axis: int | None = None) -> CumOp:
    """Return the operation of running sums, under its old name."""
    return CumOp(axis, "add")


def CumprodOp(axis: int | None = None) -> CumOp:
    """Return the operation of running products, under its old name."""
    return CumOp(axis, "mul")


def cumsum(x: Any, axis: int | None = None) -> Any:
    """Return running sums."""
    return CumOp(axis, "add")(x)


def cumprod(x: Any, axis: int | None = None) -> Any:
    """Return running products."""
    return CumOp(axis, "mul")(x)


class DiffOp(GnomonOp):
    """Differences of neighbours."""

    __props__ = ("n", "axis")

    def __init__(self, n: int = 1, axis: int = -1) -> None:
        self.n, self.axis = n, axis

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        pattern = list(x.type.broadcastable)
        pattern[self.axis] = False
        return Apply(self, [x], [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.diff(x, n=self.n, axis=self.axis)


def diff(x: Any, n: int = 1, axis: int = -1) -> Any:
    """Return differences of neighbours, n times."""
    return DiffOp(n, axis)(x)


class SearchsortedOp(GnomonOp):
    """Places where numbers go in sorted ones."""

    __props__ = ("side",)

    def __init__(self, side: str = "left") -> None:
        if side not in ("left", "right"):
            raise ValueError(f"'{side}' is an invalid value for keyword 'side'")
        self.side = side

    def make_node(self, x: Any, v: Any, sorter: Any = None) -> Apply:
        x, v = as_tensor_variable(x, ndim=1), as_tensor_variable(v)
        given = [x, v]
        if sorter is not None:
            sorter = as_tensor_variable(sorter, ndim=1)
            if not sorter.dtype.startswith(("int", "uint")):
                raise TypeError("sorter must be an integer vector", sorter.type)
            given.append(sorter)
        return Apply(self, given, [TensorType("int64", v.broadcastable)()])

    def lower(self, node: Apply, x: Any, v: Any, sorter: Any = None) -> Any:
        rows = x if sorter is None else x[sorter]
        return gn.searchsorted(rows, v, side=self.side)


def searchsorted(x: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    """Return where numbers go in sorted ones."""
    return SearchsortedOp(side)(x, v) if sorter is None else SearchsortedOp(side)(x, v, sorter)


class Repeat(GnomonOp):
    """Elements, each several times, along an axis or over all."""

    __props__ = ("axis",)

    def __init__(self, axis: int | None = None) -> None:
        self.axis = axis

    def make_node(self, x: Any, repeats: Any) -> Apply:
        x, repeats = as_tensor_variable(x), as_tensor_variable(repeats)
        if not repeats.dtype.startswith(("int", "uint")):
            raise TypeError("repeats.dtype must be an integer.")
        if repeats.dtype == "uint64":
            raise TypeError("repeats of uint64 do not fit into int64: cast them")
        if self.axis is None:
            pattern = [False]
        else:
            pattern = list(x.broadcastable)
            pattern[self.axis] = pattern[self.axis] and is_one(repeats)
        return Apply(self, [x, repeats], [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any, repeats: Any) -> Any:
        axis = self.axis
        if axis is None:
            x, axis = gn.reshape(x, (-1,)), 0
        axis %= x.ndim
        if repeats.ndim == 0 or repeats.shape.dims == (1,):
            (count,) = sizes_of([repeats if repeats.ndim == 0 else repeats[0]])
            sizes = x.shape.dims
            wide = gn.broadcast_to(
                gn.expand_dims(x, axis=axis + 1), (*sizes[: axis + 1], count, *sizes[axis + 1 :])
            )
            return gn.reshape(wide, (*sizes[:axis], sizes[axis] * count, *sizes[axis + 1 :]))
        ends = gn.cumulative_sum(gn.astype(repeats, gn.int64))
        (total,) = sizes_of([gn.sum(gn.astype(repeats, gn.int64))])
        places = gn.searchsorted(ends, gn.arange(total), side="right")
        return gn.take(x, places, axis=axis)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that counts are not differentiated by."""
        return [[True], [False]]


def repeat(x: Any, repeats: Any, axis: int | None = None) -> Any:
    """Return elements, each several times."""
    x, repeats = as_tensor_variable(x), as_tensor_variable(repeats)
    if repeats.ndim > 1:
        raise ValueError("The dimension of repeats should not exceed 1.")
    return Repeat(axis)(x, repeats)


class Bartlett(GnomonOp):
    """A triangular window."""

    __props__ = ()

    def make_node(self, M: Any) -> Apply:
        count = as_tensor_variable(M)
        if count.ndim or not count.dtype.startswith(("int", "uint")):
            raise TypeError(f"{type(self).__name__} only works on integer scalar input")
        return Apply(self, [count], [TensorType("float64", (False,))()])

    def lower(self, node: Apply, count: Any) -> Any:
        (size,) = sizes_of([gn.maximum(count, 0)])
        places = gn.astype(gn.arange(size), gn.float64)
        top = gn.astype(count, gn.float64) - 1
        found = 1 - gn.abs(2 * places / gn.where(top > 0, top, 1) - 1)
        return gn.where(count == 1, gn.ones_like(found), found)


bartlett = Bartlett()


class FillDiagonal(GnomonOp):
    """An array whose diagonal, moved by an offset, is one number."""

    __props__ = ("moved",)

    def __init__(self, moved: bool = False) -> None:
        self.moved = moved

    def make_node(self, a: Any, val: Any, offset: Any = 0) -> Apply:
        a, val, offset = as_tensor_variable(a), as_tensor_variable(val), as_tensor_variable(offset)
        if a.ndim < 2:
            raise TypeError(f"{type(self).__name__}: first parameter must have at least two dimensions")
        if val.ndim:
            raise TypeError(f"{type(self).__name__}: second parameter must be a scalar")
        from gnomon.theano.scalar.types import upcast

        if upcast(a.dtype, val.dtype) != a.dtype:
            raise TypeError(
                f"{type(self).__name__}: type of second parameter must be the same as the first's"
            )
        return Apply(self, [a, val.astype(a.dtype), offset], [a.type()])

    def lower(self, node: Apply, a: Any, val: Any, offset: Any) -> Any:
        places = [
            gn.reshape(gn.arange(size), tuple([-1 if k == axis else 1 for k in range(a.ndim)]))
            for axis, size in enumerate(a.shape.dims)
        ]
        on = places[1] - places[0] == offset
        for place in places[2:]:
            on = gn.logical_and(on, place == places[0])
        return gn.where(on, val, a)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the offset is not differentiated by."""
        return [[True], [True], [False]]


def fill_diagonal(a: Any, val: Any) -> Any:
    """Return an array with one number on its diagonal."""
    return FillDiagonal()(a, val)


def fill_diagonal_offset(a: Any, val: Any, offset: Any) -> Any:
    """Return a matrix with one number on a diagonal."""
    return FillDiagonal(True)(a, val, offset)


def to_one_hot(y: Any, nb_class: Any, dtype: Any = None) -> Any:
    """Return a row for each class of a vector: 1 at the class, 0 elsewhere."""
    from gnomon.theano.tensor.creation import zeros
    from gnomon.theano.tensor.subtensor import set_subtensor

    y = as_tensor_variable(y)
    found = zeros((y.shape[0], nb_class), dtype=dtype)
    return set_subtensor(found[arange(y.shape[0]), y], 1)


class Unique(GnomonOp):
    """The distinct entries, sorted; also where they first are, which each entry is, and how often each is there."""

    __props__ = ("return_index", "return_inverse", "return_counts", "axis")

    def __init__(
        self,
        return_index: bool = False,
        return_inverse: bool = False,
        return_counts: bool = False,
        axis: int | None = None,
    ) -> None:
        self.return_index, self.return_inverse, self.return_counts = (
            return_index,
            return_inverse,
            return_counts,
        )
        self.axis = axis

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if self.axis is not None and not -x.ndim <= self.axis < x.ndim:
            raise RuntimeError(f"Unique axis `{self.axis}` is outside of input ndim = {x.ndim}.")
        kind = TensorType(x.dtype, (False,) if self.axis is None else (False,) * x.ndim)
        extra = self.return_index + self.return_inverse + self.return_counts
        return Apply(self, [x], [kind(), *[TensorType("int64", (False,))() for _ in range(extra)]])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        wanted = (self.return_index, self.return_inverse, self.return_counts)
        found: Any = np.unique(inputs[0], *wanted, axis=self.axis)  # type: ignore[call-overload]
        listed = found if isinstance(found, tuple) else (found,)
        for cell, value in zip(output_storage, listed):
            cell[0] = value if value.ndim <= 1 or cell is output_storage[0] else value.ravel()


class UnravelIndex(GnomonOp):
    """Places along each axis of places among all elements."""

    __props__ = ("order", "ndim")

    def __init__(self, order: str = "C", ndim: Any = None) -> None:
        if order not in ("C", "F"):
            raise AssertionError(f"order must be 'C' or 'F', got {order!r}")
        if ndim is not None and not isinstance(ndim, (int, np.integer)):
            raise ValueError(f"ndim must be an integer, got {ndim!r}")
        self.order, self.ndim = order, ndim

    def make_node(self, indices: Any, dims: Any) -> Apply:
        from gnomon.theano.tensor.constants import get_vector_length

        indices, dims = as_tensor_variable(indices), as_tensor_variable(dims)
        for entry in (indices, dims):
            if not entry.dtype.startswith(("int", "uint")):
                raise TypeError(f"'{entry.dtype}' object cannot be interpreted as an index")
        if dims.ndim != 1:
            raise TypeError("dims must be a 1D array")
        count = get_vector_length(dims) if self.ndim is None else int(self.ndim)
        return Apply(
            self, [indices, dims], [TensorType("int64", (False,) * indices.type.ndim)() for _ in range(count)]
        )

    def lower(self, node: Apply, indices: Any, dims: Any) -> Any:
        from gnomon.theano.tensor.creation import sizes_of

        sizes = sizes_of([dims[place] for place in range(len(node.outputs))])
        turn = slice(None, None, 1 if self.order == "C" else -1)
        found = gn.unravel_index(gn.astype(indices, gn.int64), sizes[turn])[turn]
        return [gn.astype(places, gn.int64) for places in found]

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """Return a list of places."""
        return super().__call__(*inputs, return_list=True, **named)


def unravel_index(indices: Any, dims: Any, order: str = "C", ndim: Any = None) -> Any:
    """Return places along each axis of places among all elements; ``ndim`` is the length of ``dims``."""
    return tuple(UnravelIndex(order, ndim)(indices, dims))


def ravel_multi_index(multi_index: Any, dims: Any, mode: str = "raise", order: str = "C") -> Any:
    """Return places among all elements of places along each axis."""
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"mode must be 'raise', 'wrap' or 'clip', got {mode!r}")
    from gnomon.theano.tensor.elementwise import clip

    rows = [as_tensor_variable(entry) for entry in multi_index]
    for row in rows:
        if not row.dtype.startswith(("int", "uint")):
            raise TypeError(f"'{row.dtype}' object cannot be interpreted as an index")
    sizes = as_tensor_variable(dims)
    if sizes.ndim != 1:
        raise TypeError("dims must be a 1D array")
    if not sizes.dtype.startswith(("int", "uint")):
        raise TypeError(f"'{sizes.dtype}' object cannot be interpreted as an index")
    total: Any = None
    places = range(len(rows)) if order == "C" else range(len(rows) - 1, -1, -1)
    for k in places:
        place = (
            rows[k] % sizes[k]
            if mode == "wrap"
            else clip(rows[k], 0, sizes[k] - 1)
            if mode == "clip"
            else rows[k]
        )
        total = place if total is None else total * sizes[k] + place
    return total.astype("int64")


def bincount(x: Any, weights: Any = None, minlength: Any = None, assert_nonneg: bool = False) -> Any:
    """Return how often each integer from 0 on is there, or the sum of its weights."""
    from gnomon.theano.tensor.creation import zeros
    from gnomon.theano.tensor.elementwise import maximum
    from gnomon.theano.tensor.subtensor import inc_subtensor

    x = as_tensor_variable(x)
    if x.ndim != 1:
        raise TypeError("Inputs must be of dimension 1.")
    if not x.dtype.startswith(("int", "uint")):
        raise TypeError("Inputs must be integers.")
    if assert_nonneg:
        from gnomon.theano.tensor.opt import Assert

        x = Assert("Input to bincount has negative values!")(x, (x >= 0).all())
    size = x.max().astype("int64") + 1
    if minlength is not None:
        size = maximum(as_tensor_variable(minlength).astype("int64"), size)
    found = zeros((size,), dtype="int64" if weights is None else as_tensor_variable(weights).dtype)
    return inc_subtensor(found[x], 1 if weights is None else weights)


def compress(condition: Any, x: Any, axis: int | None = None) -> Any:
    """Return the slices of an axis where a condition holds."""
    x = as_tensor_variable(x)
    places = as_tensor_variable(condition).nonzero()[0]
    return x.take(places, axis=axis)


class CpuContiguous(GnomonOp):
    """The array itself, laid out row by row."""

    __props__ = ()

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x


cpu_contiguous = CpuContiguous()


class FillDiagonalOffset(FillDiagonal):
    """A matrix with one number on a diagonal."""

    def __init__(self) -> None:
        super().__init__(True)


class RavelMultiIndex(GnomonOp):
    """Places among all elements, as `ravel_multi_index` gives them."""

    __props__ = ("mode", "order")

    def __init__(self, mode: str = "raise", order: str = "C") -> None:
        self.mode, self.order = mode, order


RepeatOp = Repeat
