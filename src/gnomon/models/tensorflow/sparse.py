"""Sparse tensors: the positions and values of the entries that are not zero, and the shape of the whole."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Modelled, Shape, Tensor, Unknown, dtypes, flag, host, items, modelled, symbol
from gnomon.models.tensorflow.common import array, as_dtype, declared, made, sizes, tf_function
from gnomon.models.tensorflow.reductions import axes
from gnomon.shapes import Both, Claim, Equal


@modelled("tensorflow.SparseTensor")
class SparseTensor(Modelled):
    """A tensor given by the entries that are not zero; ``dense`` is what it stands for."""

    def __init__(self, indices: Any = None, values: Any = None, dense_shape: Any = None, **old: Any) -> None:
        places, entries = array(indices), array(values)
        shape = sizes(old.get("shape", dense_shape))
        _require_places(indices, places, entries, shape)
        self.dense = made(shape, entries.dtype)
        self.count = places.shape.axis(0)

    @property
    def shape(self) -> Any:
        """The shape of the whole."""
        return host.get_attribute(self.dense, "shape")

    def get_shape(self) -> Any:
        """Return the shape of the whole."""
        return self.shape

    @property
    def dtype(self) -> Any:
        """The dtype of the entries."""
        return host.get_attribute(self.dense, "dtype")

    @property
    def dense_shape(self) -> Any:
        """The shape of the whole, as a tensor."""
        return ops.shape_of(self.dense, dtype=dtypes.int64)

    @property
    def indices(self) -> Any:
        """The positions, one row each."""
        return made(Shape((self.entries(), symbol() if self.rank() is None else self.rank())), dtypes.int64)

    @property
    def values(self) -> Any:
        """The entries."""
        return made(Shape((self.entries(),)), self.dense.dtype)

    def entries(self) -> Any:
        """Return the number of entries."""
        return symbol() if self.count is None else self.count

    def rank(self) -> Any:
        """Return the number of axes."""
        return self.dense.shape.rank

    def parts(self) -> tuple[Any, ...]:
        """The tensor it stands for, from which a run makes it again."""
        return (self.dense,)

    @classmethod
    def rebuilt(cls, parts: list[Any]) -> Any:
        """Return the sparse form of a tensor."""
        return sparse_of(parts[0])


def _require_places(given: Any, places: Tensor, entries: Tensor, shape: Shape) -> None:
    """One row of positions belongs to each value, with one column for each axis."""
    if places.shape.rank != 2 or entries.shape.rank != 1:
        return
    rows, columns = places.shape.dims
    count = entries.shape.dims[0]
    claim: Claim = Equal(rows, count)
    if shape.rank is not None:
        claim = Both(claim, Equal(columns, shape.rank))
    host.require(
        claim,
        "index-rank",
        "{op}: {x} is {x.shape}, but each of the {count} values takes one row with a position for each axis: {want}",
        blame=given,
        help="np.stack([rows, columns], axis=1) makes such rows",
        x=given if type(given) is Tensor else places,
        count=count,
        want=Shape((count, columns if shape.rank is None else shape.rank)),
    )


def sparse_of(dense: Any) -> Any:
    """Return the sparse form of a tensor."""
    if type(dense) is not Tensor:
        return Unknown()
    made_ = SparseTensor.__new__(SparseTensor)
    made_.dense, made_.count = dense, None
    return made_


def _dense(value: Any) -> Tensor:
    """Return the tensor that a sparse or dense argument stands for."""
    if not isinstance(value, SparseTensor):
        return array(value)
    written = host.reporter.arguments
    written.extend([(value.dense, place) for held, place in written if held is value])
    return value.dense


@tf_function("sparse.from_dense", tensor=False)
def _from_dense(tensor: Any, name: Any = None) -> Any:
    return sparse_of(ops.positive(array(tensor)))


@tf_function("sparse_placeholder", "sparse.placeholder", tensor=False)
def _placeholder(dtype: Any, shape: Any = None, name: Any = None) -> Any:
    return sparse_of(made(declared(shape), as_dtype(dtype)))


@tf_function("sparse.to_dense", "sparse_tensor_to_dense")
def _to_dense(sp_input: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(_dense(sp_input))


@tf_function("sparse_to_dense")
def _sparse_to_dense(
    sparse_indices: Any, output_shape: Any, sparse_values: Any, *args: Any, **kwargs: Any
) -> Any:
    return made(sizes(output_shape), array(sparse_values).dtype)


@tf_function("sparse.reorder", "sparse_reorder", tensor=False)
def _same(sp_input: Any, name: Any = None) -> Any:
    return sp_input


@tf_function("sparse.sparse_dense_matmul", "sparse_tensor_dense_matmul", "sparse.matmul")
def _matmul(sp_a: Any, b: Any, adjoint_a: Any = False, adjoint_b: Any = False, name: Any = None) -> Any:
    first, second = _dense(sp_a), _dense(b)
    turned, other = flag(adjoint_a), flag(adjoint_b)
    if turned is None or other is None or 1 in (first.shape.rank, second.shape.rank):
        return made(Shape.unknown(), second.dtype)
    return ops.matmul(
        ops.swapaxes(first, first=-2, second=-1) if turned else first,
        ops.swapaxes(second, first=-2, second=-1) if other else second,
    )


@tf_function("sparse.transpose", "sparse_transpose", tensor=False)
def _transpose(sp_input: Any, perm: Any = None, name: Any = None) -> Any:
    order = items(perm) if perm is not None else None
    if perm is not None and (order is None or not all(type(place) is int for place in order)):
        return Unknown()
    return sparse_of(ops.transpose(_dense(sp_input), axes=None if order is None else tuple(order)))


@tf_function("sparse.reshape", "sparse_reshape", tensor=False)
def _reshape(sp_input: Any, shape: Any, name: Any = None) -> Any:
    return sparse_of(ops.reshape(_dense(sp_input), shape=sizes(shape)))


@tf_function("sparse.reduce_sum", "sparse_reduce_sum", "sparse.reduce_max", "sparse_reduce_max")
def _reduced(sp_input: Any, axis: Any = None, keepdims: Any = False, *args: Any, **kwargs: Any) -> Any:
    keep = flag(kwargs.get("keep_dims", keepdims))
    if keep is None:
        return made(Shape.unknown())
    return ops.sum(_dense(sp_input), axis=axes(kwargs.get("reduction_axes", axis)), keepdims=keep)


@tf_function("string_split", tensor=False)
def _string_split(source: Any, *args: Any, **kwargs: Any) -> Any:
    rows = array(source).shape.axis(0)
    return sparse_of(made(Shape((symbol() if rows is None else rows, symbol())), dtypes.string))
