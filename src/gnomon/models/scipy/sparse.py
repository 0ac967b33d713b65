"""`scipy.sparse`: matrices of which only a shape is kept, and which become arrays by `toarray`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Dim, Modelled, Shape, Tensor, dtypes, function, modelled, symbol
from gnomon.models.numpy.support import as_array, chosen_dtype, dtype_of, made, words


class Sparse(Modelled):
    """A sparse matrix: ``tensor`` is the array it stands for."""

    library_name = "scipy.sparse.csr_matrix"
    two_axes = True

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: Any = False) -> None:
        self.tensor = _table(arg1, shape, dtype, self.two_axes)

    @classmethod
    def of(cls, tensor: Tensor) -> Sparse:
        """Return the sparse matrix that stands for an array."""
        made_ = object.__new__(cls)
        made_.__dict__["tensor"] = tensor
        return made_

    @property
    def shape(self) -> Any:
        return self.tensor.shape.dims

    @property
    def T(self) -> Any:
        return type(self).of(ops.transpose(self.tensor))

    def transpose(self, *arguments: Any, **options: Any) -> Any:
        return self.T

    def toarray(self, *arguments: Any, **options: Any) -> Any:
        return ops.positive(self.tensor)

    def astype(self, dtype: Any, *arguments: Any, **options: Any) -> Any:
        return type(self).of(ops.cast(self.tensor, dtype=dtype_of(dtype)))

    def copy(self) -> Any:
        return self

    tocsr = tocsc = tocoo = tolil = todok = tobsr = copy

    def dot(self, other: Any) -> Any:
        if isinstance(other, Sparse):
            return type(self).of(ops.matmul(self.tensor, other.tensor))
        return ops.matmul(self.tensor, as_array(other))

    __matmul__ = dot

    def __rmatmul__(self, other: Any) -> Any:
        return ops.matmul(as_array(other), self.tensor)

    def __getitem__(self, key: Any) -> Any:
        parts = key if type(key) is tuple else (key,)
        if all(type(part) is slice for part in parts):
            return type(self).of(ops.index(self.tensor, items=tuple(parts)))
        return UNKNOWN

    def __add__(self, other: Any) -> Any:
        return type(self).of(ops.add(self.tensor, other.tensor)) if isinstance(other, Sparse) else UNKNOWN


for _name in words(
    "csr_matrix csc_matrix coo_matrix lil_matrix dok_matrix bsr_matrix csr_array csc_array coo_array"
):
    modelled(f"scipy.sparse.{_name}")(
        type(_name, (Sparse,), {"__doc__": Sparse.__doc__, "two_axes": _name.endswith("matrix")})
    )


def _table(arg1: Any, shape: Any, dtype: Any, two_axes: bool) -> Tensor:
    """Return the array that the arguments of a sparse matrix describe."""
    kind = chosen_dtype(dtype, None)
    for given in (shape, arg1):
        if type(given) is tuple and len(given) == 2 and all(type(size) in (int, Dim) for size in given):
            return made(Shape(given), kind)
    if isinstance(arg1, Sparse):
        return arg1.tensor
    if type(arg1) in (Tensor, list):
        array = as_array(arg1)
        if array.shape.rank == 2:
            return array  # type: ignore[no-any-return]
    return made(Shape((symbol(), symbol())) if two_axes else Shape.unknown(), kind)


@function("scipy.sparse.eye", "scipy.sparse.identity", "scipy.sparse.eye_array", tensor=False)
def eye(m: Any, n: Any = None, *arguments: Any, **options: Any) -> Any:
    sizes = tuple(size if type(size) in (int, Dim) else symbol() for size in (m, m if n is None else n))
    return Sparse.of(made(Shape(sizes), dtypes.float64))


@function("scipy.sparse.random", tensor=False)
def random(m: Any, n: Any, *arguments: Any, **options: Any) -> Any:
    return eye(m, n)


@function(
    "scipy.sparse.load_npz",
    "scipy.sparse.diags",
    "scipy.sparse.kron",
    "scipy.sparse.block_diag",
    tensor=False,
)
def load_npz(*arguments: Any, **options: Any) -> Any:
    return Sparse.of(made(Shape((symbol(), symbol())), None))


@function("scipy.sparse.hstack", "scipy.sparse.vstack", tensor=False)
def hstack(blocks: Any, *arguments: Any, **options: Any) -> Any:
    return Sparse.of(made(Shape((symbol(), symbol())), None))


@function("scipy.sparse.issparse", "scipy.sparse.isspmatrix", tensor=False)
def issparse(x: Any) -> Any:
    if isinstance(x, Sparse):
        return True
    return False if type(x) in (Tensor, list) else UNKNOWN


@function("scipy.io.loadmat", "scipy.io.wavfile.read", "scipy.io.arff.loadarff", tensor=False)
def loadmat(*arguments: Any, **options: Any) -> Any:
    return UNKNOWN
