"""The methods of arrays that a NumPy user types without thinking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from gnomon import ops

if TYPE_CHECKING:
    from gnomon.graph.array import Array

Axes = int | Sequence[int] | None


def _many(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what was given as one sequence or as separate arguments."""
    if (len(values) == 1 and isinstance(values[0], (tuple, list))) or hasattr(
        values[:1] and values[0], "dims"
    ):
        return tuple(values[0])
    return values


class Methods:
    """Mixed into `Array`."""

    __slots__ = ()

    @property
    def T(self) -> Array:
        """The axes in reverse order."""
        return cast("Array", ops.transpose(self))

    @property
    def mT(self) -> Array:
        """The last two axes exchanged."""
        return cast("Array", ops.matrix_transpose(self))

    @property
    def real(self) -> Array:
        """The real part."""
        return cast("Array", ops.real(self))

    @property
    def imag(self) -> Array:
        """The imaginary part."""
        return cast("Array", ops.imag(self))

    @property
    def nbytes(self) -> Any:
        """The memory that the elements take."""
        array = cast("Array", self)
        return array.size * (array.dtype.bits // 8)

    def sum(self, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Array:
        """Sum of the elements along axes."""
        return _call("sum", self, axis=axis, dtype=dtype, keepdims=keepdims)

    def prod(self, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Array:
        """Product of the elements along axes."""
        return _call("prod", self, axis=axis, dtype=dtype, keepdims=keepdims)

    def mean(self, axis: Axes = None, keepdims: bool = False) -> Array:
        """Average of the elements along axes."""
        return _call("mean", self, axis=axis, keepdims=keepdims)

    def std(
        self, axis: Axes = None, correction: float = 0.0, keepdims: bool = False, *, ddof: float = 0.0
    ) -> Array:
        """Standard deviation along axes."""
        return _call("std", self, axis=axis, correction=correction or ddof, keepdims=keepdims)

    def var(
        self, axis: Axes = None, correction: float = 0.0, keepdims: bool = False, *, ddof: float = 0.0
    ) -> Array:
        """Variance along axes."""
        return _call("var", self, axis=axis, correction=correction or ddof, keepdims=keepdims)

    def min(self, axis: Axes = None, keepdims: bool = False) -> Array:
        """Smallest element along axes."""
        return _call("min", self, axis=axis, keepdims=keepdims)

    def max(self, axis: Axes = None, keepdims: bool = False) -> Array:
        """Largest element along axes."""
        return _call("max", self, axis=axis, keepdims=keepdims)

    def argmin(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """Position of the smallest element."""
        return _call("argmin", self, axis=axis, keepdims=keepdims)

    def argmax(self, axis: int | None = None, keepdims: bool = False) -> Array:
        """Position of the largest element."""
        return _call("argmax", self, axis=axis, keepdims=keepdims)

    def any(self, axis: Axes = None, keepdims: bool = False) -> Array:
        """Whether any element is true."""
        return _call("any", self, axis=axis, keepdims=keepdims)

    def all(self, axis: Axes = None, keepdims: bool = False) -> Array:
        """Whether all elements are true."""
        return _call("all", self, axis=axis, keepdims=keepdims)

    def cumsum(self, axis: int | None = None, dtype: Any = None) -> Array:
        """Running sum, of the flattened array without axis."""
        return _call("cumsum", self, axis=axis, dtype=dtype)

    def cumprod(self, axis: int | None = None, dtype: Any = None) -> Array:
        """Running product, of the flattened array without axis."""
        return _call("cumprod", self, axis=axis, dtype=dtype)

    def reshape(self, *shape: Any) -> Array:
        """The same elements in another shape; one size may be -1."""
        return _call("reshape", self, _many(shape))

    def transpose(self, *axes: Any) -> Array:
        """The axes in another order, reversed by default."""
        order = None if axes in ((), (None,)) else _many(axes)
        return cast("Array", ops.transpose(self, axes=order))

    def ravel(self) -> Array:
        """All elements as a vector."""
        return _call("reshape", self, (-1,))

    def flatten(self) -> Array:
        """All elements as a vector."""
        return _call("reshape", self, (-1,))

    def squeeze(self, axis: Axes = None) -> Array:
        """The array without the axes that are known to have size 1, or those named."""
        if axis is None:
            sizes = enumerate(cast("Array", self).shape.prefix)
            axis = tuple([k for k, size in sizes if type(size) is int and size == 1])
        return cast("Array", ops.squeeze(self, axis=axis))

    def swapaxes(self, axis1: int, axis2: int) -> Array:
        """Two axes exchanged."""
        return cast("Array", ops.swapaxes(self, first=axis1, second=axis2))

    def astype(self, dtype: Any, copy: bool = True) -> Array:
        """The elements converted to a dtype."""
        return _call("astype", self, dtype, copy=copy)

    def clip(self, min: Any = None, max: Any = None) -> Array:
        """The elements limited to a range."""
        return _call("clip", self, min, max)

    def round(self, decimals: int = 0) -> Array:
        """The elements rounded, halves to even."""
        return cast("Array", ops.round(self, decimals=decimals))

    def dot(self, other: Any) -> Array:
        """Product with a vector, a matrix or a number, as in NumPy."""
        return cast("Array", ops.dot(self, other))

    def copy(self) -> Array:
        """A copy: storing into it does not change this array."""
        return cast("Array", ops.positive(self))

    def repeat(self, repeats: Any, axis: int | None = None) -> Array:
        """Each element several times."""
        return _call("repeat", self, repeats, axis=axis)

    def sort(self, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
        """The elements in order: a new array, unlike NumPy's method, which sorts in place."""
        return _call("sort", self, axis=axis, descending=descending, stable=stable)

    def argsort(self, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
        """The positions that sort."""
        return _call("argsort", self, axis=axis, descending=descending, stable=stable)

    def take(self, indices: Any, axis: int | None = None) -> Array:
        """Entries at positions along an axis."""
        from gnomon.graph.constants import as_array
        from gnomon.graph.indexing import taken

        return taken(self, as_array(indices), axis)

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
        """The diagonal over two axes."""
        return cast("Array", ops.diagonal(self, offset=offset, first=axis1, second=axis2))

    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
        """The sum of the diagonal over two axes."""
        return self.diagonal(offset, axis1, axis2).sum(-1)

    def conj(self) -> Array:
        """The complex conjugate."""
        return cast("Array", ops.conj(self))

    conjugate = conj

    def nonzero(self) -> tuple[Array, ...]:
        """The positions of the nonzero elements, one vector for each axis."""
        return cast("tuple[Array, ...]", _call("nonzero", self))

    def searchsorted(self, values: Any, side: str = "left") -> Array:
        """Where values would be inserted into this sorted vector."""
        return _call("searchsorted", self, values, side=side)

    def ptp(self, axis: Axes = None, keepdims: bool = False) -> Array:
        """Largest minus smallest element."""
        return cast("Array", ops.ptp(self, axis=axis, keepdims=keepdims))


def _call(name: str, *arguments: Any, **settings: Any) -> Array:
    """Call the function of the namespace that a method is."""
    from gnomon.graph import namespace

    return cast("Array", getattr(namespace, name)(*arguments, **settings))
