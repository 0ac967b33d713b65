"""``jax.experimental.sparse``: matrices of which only a shape is kept, and which become arrays by ``todense``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Modelled, Shape, Tensor, function, modelled, symbol
from gnomon.models.api import shape as as_shape
from gnomon.models.jax.support import as_array, chosen, made, unknown_tensor
from gnomon.models.python.harmless import harmless, keeping, returning


@modelled("jax.experimental.sparse.BCOO", "jax.experimental.sparse.BCSR")
class Sparse(Modelled):
    """A sparse array: ``tensor`` is the array it stands for."""

    def __init__(self, args: Any, *, shape: Any = None, **options: Any) -> None:
        values = args[0] if type(args) in (tuple, list) and args else None
        dtype = values.dtype if type(values) is Tensor else None
        self.tensor = made(Shape.unknown() if shape is None else as_shape(shape), dtype)

    @classmethod
    def of(cls, tensor: Any) -> Any:
        """Return the sparse array that stands for an array."""
        found = object.__new__(cls)
        found.__dict__["tensor"] = tensor
        return found

    @classmethod
    def fromdense(cls, mat: Any, **options: Any) -> Any:
        """Return a sparse array with the entries of an array that are not 0."""
        return Sparse.of(as_array(mat))

    @classmethod
    def from_bcoo(cls, arr: Any) -> Any:
        """Return the same sparse array."""
        return arr

    @property
    def shape(self) -> Any:
        """The sizes."""
        return self.tensor.shape.dims if self.tensor.shape.rank is not None else UNKNOWN

    @property
    def T(self) -> Any:
        """The transposed."""
        return Sparse.of(ops.transpose(self.tensor))

    @property
    def data(self) -> Any:
        """The entries that are stored."""
        return made(Shape((symbol(),)), self.tensor.dtype)

    def transpose(self, axes: Any = None) -> Any:
        """Return the array with its axes in another order."""
        return self.T if axes is None else Sparse.of(unknown_tensor())

    def todense(self) -> Any:
        """Return the array."""
        return ops.positive(self.tensor)

    def to_bcoo(self) -> Any:
        """Return the same sparse array."""
        return self

    sum_duplicates = sort_indices = block_until_ready = to_bcoo

    def sum(self, axis: Any = None) -> Any:
        """Return sums along axes, sparse but for the sum of all."""
        from gnomon.models.numpy.support import reduced

        return Sparse.of(reduced(ops.sum, self.tensor, axis, False))

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Sparse):
            return Sparse.of(ops.matmul(self.tensor, other.tensor))
        return ops.matmul(self.tensor, as_array(other))

    def __rmatmul__(self, other: Any) -> Any:
        return ops.matmul(as_array(other), self.tensor)

    def __mul__(self, other: Any) -> Any:
        return Sparse.of(
            ops.multiply(self.tensor, other.tensor if isinstance(other, Sparse) else as_array(other))
        )

    __rmul__ = __mul__


@function("jax.experimental.sparse.bcoo_fromdense", "jax.experimental.sparse.bcsr_fromdense", tensor=False)
def fromdense(mat: Any, **options: Any) -> Any:
    """A sparse array with the entries of an array that are not 0."""
    return Sparse.of(as_array(mat))


@function(
    "jax.experimental.sparse.todense",
    "jax.experimental.sparse.bcoo_todense",
    "jax.experimental.sparse.bcsr_todense",
)
def todense(arr: Any) -> Any:
    """The array that a sparse one stands for."""
    return arr.todense() if isinstance(arr, Sparse) else as_array(arr)


@function("jax.experimental.sparse.random_bcoo", tensor=False)
def random_bcoo(key: Any, shape: Any, *, dtype: Any = None, **options: Any) -> Any:
    """A sparse array of random numbers."""
    return Sparse.of(made(as_shape(shape), chosen(dtype, None)))


@function("jax.experimental.sparse.empty", tensor=False)
def empty(shape: Any, dtype: Any = None, **options: Any) -> Any:
    """A sparse array without entries."""
    return Sparse.of(made(as_shape(shape), chosen(dtype, None)))


keeping("jax.experimental.sparse", "sparsify")
returning(
    UNKNOWN,
    "jax.experimental.sparse",
    "bcoo_broadcast_in_dim bcoo_concatenate bcoo_conv_general_dilated bcoo_dot_general bcoo_dot_general_sampled"
    " bcoo_dynamic_slice bcoo_extract bcoo_gather bcoo_multiply_dense bcoo_multiply_sparse bcoo_reduce_sum"
    " bcoo_reshape bcoo_rev bcoo_slice bcoo_sort_indices bcoo_squeeze bcoo_sum_duplicates bcoo_transpose"
    " bcoo_update_layout bcsr_broadcast_in_dim bcsr_concatenate bcsr_dot_general bcsr_extract bcsr_sum_duplicates eye"
    " grad value_and_grad jacfwd jacrev jacobian",
)
harmless(
    "jax.experimental.sparse",
    "COO CSC CSR JAXSparse CuSparseEfficiencyWarning SparseEfficiencyError SparseEfficiencyWarning SparseTracer",
)
