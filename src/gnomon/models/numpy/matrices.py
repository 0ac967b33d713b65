"""`numpy.matrix`: always two axes, `*` is the matrix product, and what NumPy's functions make of one is unknown."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Iteration,
    ListValue,
    Modelled,
    Shape,
    Tensor,
    function,
    host,
    is_unknown,
    items,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.numpy.support import as_array, dtype_of, words

_NUMBERS = (int, float, bool, complex, Dim)


@modelled("numpy.matrix")
class Matrix(Modelled):
    """A matrix; ``array`` is the array with the same entries."""

    def __init__(self, data: Any = None, dtype: Any = None, copy: Any = True) -> None:
        array = _with_two_axes(data)
        self.array = array if dtype is None else ops.cast(array, dtype=dtype_of(dtype))

    @classmethod
    def of(cls, array: Any) -> Any:
        """Return the matrix with the entries of an array of two axes."""
        made: Matrix = cls.__new__(cls)
        made.array = array
        return made

    @property
    def shape(self) -> Any:
        return self.array.shape.dims

    @property
    def size(self) -> Any:
        return self.array.shape.numel()

    @property
    def T(self) -> Any:
        return Matrix.of(ops.transpose(self.array))

    @property
    def I(self) -> Any:  # noqa: E743  (the name that NumPy gives)
        return self.T  # the inverse, or the pseudoinverse

    @property
    def A(self) -> Any:
        return ops.positive(self.array)

    @property
    def A1(self) -> Any:
        return ops.flatten(self.array)

    def transpose(self, *axes: Any) -> Any:
        return self.T

    def getA(self) -> Any:
        return self.A

    def copy(self, *arguments: Any) -> Any:
        return self

    def astype(self, dtype: Any, *arguments: Any, **options: Any) -> Any:
        return Matrix.of(ops.cast(self.array, dtype=dtype_of(dtype)))

    def tolist(self) -> Any:
        rows, columns = self.array.shape.dims
        row = ListValue(None, element=unknown_of("float"), length=columns)
        return ListValue(None, element=row, length=rows)

    def dot(self, other: Any) -> Any:
        return _product(self, other, row=False)

    def __mul__(self, other: Any) -> Any:
        return self if _is_number(other) else _product(self, other)

    def __rmul__(self, other: Any) -> Any:
        return self if _is_number(other) else _product(other, self)

    def __matmul__(self, other: Any) -> Any:
        return _product(self, other, row=False)

    def __rmatmul__(self, other: Any) -> Any:
        return _product(other, self)

    def __neg__(self) -> Any:
        return self

    def __len__(self) -> Any:
        return self.array.shape.dims[0]

    def iterate(self) -> Iteration:
        """Looping visits the rows, each a matrix of one row."""
        rows, columns = self.array.shape.dims
        return Iteration(make=lambda: Matrix.of(_array(1, columns)), length=rows)

    def __getitem__(self, index: Any) -> Any:
        item = host.get_item(self.array, index)
        if type(item) is not Tensor or item.shape.rank is None:
            return UNKNOWN
        if item.shape.rank == 2:
            return Matrix.of(item)
        if item.shape.rank == 0:
            return unknown_of("float")
        column = type(index) is tuple and len(index) == 2 and type(index[1]) in (int, Dim)
        return Matrix.of(ops.expand_dims(item, axis=1 if column else 0)) if item.shape.rank == 1 else UNKNOWN


def _declare_elementwise(name: str, operation: str) -> None:
    def model(self: Matrix, other: Any) -> Any:
        if _is_number(other):
            return self
        array = _entries(other)
        return UNKNOWN if array is None else Matrix.of(ops.TABLE[operation](self.array, array))

    def reflected(self: Matrix, other: Any) -> Any:
        if _is_number(other):
            return self
        array = _entries(other)
        return UNKNOWN if array is None else Matrix.of(ops.TABLE[operation](array, self.array))

    setattr(Matrix, f"__{name}__", model)
    setattr(Matrix, f"__r{name}__", reflected)


for _name, _operation in {"add": "add", "sub": "subtract", "truediv": "divide"}.items():
    _declare_elementwise(_name, _operation)


def _declare_reduction(name: str) -> None:
    def model(self: Matrix, axis: Any = None, dtype: Any = None, out: Any = None, **options: Any) -> Any:
        if axis is None:
            return unknown_of("float")
        return (
            UNKNOWN
            if type(axis) is not int
            else Matrix.of(ops.TABLE[name](self.array, axis=axis, keepdims=True))
        )

    setattr(Matrix, name, model)


for _name in words("sum mean max min prod std var"):
    _declare_reduction(_name)


@function("numpy.mat", "numpy.asmatrix", tensor=False)
def asmatrix(data: Any, dtype: Any = None) -> Any:
    return Matrix(data, dtype)


@function("numpy.bmat", tensor=False)
def bmat(obj: Any, ldict: Any = None, gdict: Any = None) -> Any:
    return Matrix.of(_array(symbol(), symbol()))


def _array(rows: Any, columns: Any) -> Tensor:
    return Tensor(Shape((rows, columns)), None, "numpy", site=host.reporter.site)


def _with_two_axes(data: Any) -> Any:
    """Return the array of two axes that NumPy makes of matrix data: a vector becomes a row, text is read."""
    if isinstance(data, Matrix):
        return data.array
    array = _of_text(data) if type(data) is str else as_array(data)
    rank = array.shape.rank if type(array) is Tensor else None
    if rank == 2:
        return array
    if rank in (0, 1):
        return ops.expand_dims(array, axis=(0, 1) if rank == 0 else 0)
    return _array(symbol(), symbol())


def _of_text(text: str) -> Tensor:
    rows = [row.replace(",", " ").split() for row in text.strip("[]; ").split(";")]
    return _array(len(rows), len(rows[0]))


def _is_number(value: Any) -> bool:
    if type(value) is Tensor:
        return bool(value.shape.rank == 0)
    return type(value) in _NUMBERS or (is_unknown(value) and getattr(value, "kind", None) in ("int", "float"))


def _entries(value: Any) -> Any:
    """Return an operand as an array, None where nothing is known of it."""
    if isinstance(value, Matrix):
        return value.array
    if type(value) is Tensor or items(value) is not None:
        return as_array(value)
    return None


def _product(left: Any, right: Any, *, row: bool = True) -> Any:
    """The matrix product; for `*`, an array or list with one axis on the right counts as a row."""
    a, b = _entries(left), _entries(right)
    if a is None or b is None or a.shape.rank is None or b.shape.rank is None:
        return UNKNOWN
    if row and not isinstance(right, Matrix):
        b = _with_two_axes(b)
    made = ops.dot(a, b)
    return Matrix.of(ops.expand_dims(made, axis=0) if made.shape.rank == 1 else made)
