"""Methods and operators of arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def _t() -> Any:
    from gnomon.theano import tensor

    return tensor


class _tensor_py_operators:
    """What Python's operators and NumPy's methods mean; `==` compares identity, use `eq`."""

    __array_priority__ = 1000
    __hash__ = object.__hash__
    type: Any
    owner: Any
    name: Any

    # ---- unary operators
    def __abs__(self) -> Any:
        return _t().abs_(self)

    def __neg__(self) -> Any:
        return _t().neg(self)

    def __invert__(self) -> Any:
        return _t().invert(self)

    def __ceil__(self) -> Any:
        return _t().ceil(self)

    def __floor__(self) -> Any:
        return _t().floor(self)

    def __trunc__(self) -> Any:
        return _t().trunc(self)

    # ---- comparisons
    _is_nonzero = True

    def __lt__(self, other: Any) -> Any:
        return _compared("lt", self, other)

    def __le__(self, other: Any) -> Any:
        return _compared("le", self, other)

    def __gt__(self, other: Any) -> Any:
        return _compared("gt", self, other)

    def __ge__(self, other: Any) -> Any:
        return _compared("ge", self, other)

    def __bool__(self) -> bool:
        if self._is_nonzero:
            return True
        raise TypeError("Variables do not support boolean operations.")

    # ---- arithmetic
    def __add__(self, other: Any) -> Any:
        return _applied("add", self, other)

    def __sub__(self, other: Any) -> Any:
        return _applied("sub", self, other)

    def __mul__(self, other: Any) -> Any:
        return _applied("mul", self, other)

    def __truediv__(self, other: Any) -> Any:
        return _applied("true_div", self, other)

    def __floordiv__(self, other: Any) -> Any:
        return _applied("floor_div", self, other)

    def __mod__(self, other: Any) -> Any:
        return _applied("mod_check", self, other)

    def __divmod__(self, other: Any) -> Any:
        return _t().divmod(self, other)

    def __pow__(self, other: Any) -> Any:
        return _applied("pow", self, other)

    def __and__(self, other: Any) -> Any:
        return _t().and_(self, other)

    def __or__(self, other: Any) -> Any:
        return _t().or_(self, other)

    def __xor__(self, other: Any) -> Any:
        return _t().xor(self, other)

    def __radd__(self, other: Any) -> Any:
        return _t().add(other, self)

    def __rsub__(self, other: Any) -> Any:
        return _t().sub(other, self)

    def __rmul__(self, other: Any) -> Any:
        return _t().mul(other, self)

    def __rtruediv__(self, other: Any) -> Any:
        return _t().true_div(other, self)

    def __rfloordiv__(self, other: Any) -> Any:
        return _t().floor_div(other, self)

    def __rmod__(self, other: Any) -> Any:
        return _t().mod(other, self)

    def __rdivmod__(self, other: Any) -> Any:
        return _t().divmod(other, self)

    def __rpow__(self, other: Any) -> Any:
        return _t().pow(other, self)

    def __rand__(self, other: Any) -> Any:
        return _t().and_(other, self)

    def __ror__(self, other: Any) -> Any:
        return _t().or_(other, self)

    def __rxor__(self, other: Any) -> Any:
        return _t().xor(other, self)

    def __matmul__(self, other: Any) -> Any:
        return _t().dot(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return _t().dot(other, self)

    def __dot__(self, other: Any) -> Any:
        return _t().dense_dot(self, other)

    def __rdot__(self, other: Any) -> Any:
        return _t().dense_dot(other, self)

    # ---- what it is
    @property
    def T(self) -> Any:
        """The array with its axes reversed."""
        return _t().transpose(self)

    @property
    def shape(self) -> Any:
        """The sizes, as a vector of integers."""
        return _t().shape(self)

    @property
    def size(self) -> Any:
        """The number of elements."""
        return self.shape[0] if self.ndim == 1 else _t().prod(self.shape)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return int(self.type.ndim)

    @property
    def broadcastable(self) -> tuple[bool, ...]:
        """For each axis, whether its size is 1 and broadcasts."""
        return tuple(self.type.broadcastable)

    @property
    def dtype(self) -> str:
        """The dtype's name."""
        return str(self.type.dtype)

    @property
    def real(self) -> Any:
        """The real part."""
        return _t().real(self)

    @property
    def imag(self) -> Any:
        """The imaginary part."""
        return _t().imag(self)

    def __len__(self) -> int:
        raise TypeError(
            "object of type 'TensorVariable' has no len() Theano Variables can't work with len(Theano Variable) due to "
            "Python restriction. You can use TheanoVariable.shape[0] instead."
        )

    def __iter__(self) -> Iterator[Any]:
        length = _t().get_vector_length(self) if self.ndim else None
        if length is None:
            raise TypeError("length not known")
        for place in range(length):
            yield self[place]

    def __getitem__(self, key: Any) -> Any:
        from gnomon.theano.tensor.subtensor import part

        return part(self, key)

    def __contains__(self, entry: Any) -> bool:
        raise TypeError("use theano.tensor.eq(x, entry).any() to ask whether an array holds a number")

    # ---- shapes
    def reshape(self, shape: Any, ndim: int | None = None) -> Any:
        """The elements in another shape."""
        return _t().reshape(self, shape, ndim=ndim)

    def dimshuffle(self, *pattern: Any) -> Any:
        """The axes in another order; "x" is a new axis of size 1."""
        from gnomon.theano.tensor.axes import dimshuffled

        if len(pattern) == 1 and isinstance(pattern[0], (list, tuple)):
            pattern = tuple(pattern[0])
        return dimshuffled(self, pattern)

    def flatten(self, ndim: int = 1) -> Any:
        """The array with its last axes made one."""
        return _t().flatten(self, ndim)

    def ravel(self) -> Any:
        """The elements as a vector."""
        return _t().flatten(self)

    def transpose(self, *axes: Any) -> Any:
        """The axes in another order."""
        if not axes:
            return _t().transpose(self)
        if len(axes) == 1 and isinstance(axes[0], (list, tuple)):
            axes = tuple(axes[0])
        return _t().transpose(self, axes)

    def swapaxes(self, axis1: int, axis2: int) -> Any:
        """The array with two axes exchanged."""
        return _t().swapaxes(self, axis1, axis2)

    def squeeze(self) -> Any:
        """The array without its broadcastable axes."""
        return _t().squeeze(self)

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
        """The entries of a diagonal."""
        return _t().diagonal(self, offset, axis1, axis2)

    def fill(self, value: Any) -> Any:
        """One number in the shape of the array."""
        return _t().fill(self, value)

    def copy(self, name: str | None = None) -> Any:
        """A copy."""
        copied = _t().tensor_copy(self)
        copied.name = name
        return copied

    def astype(self, dtype: str) -> Any:
        """The numbers in another dtype."""
        return _t().cast(self, dtype)

    def transfer(self, target: Any) -> Any:
        """The array on a device: "cpu", or one that `theano.tensor.register_transfer` was told of."""
        from gnomon.theano.tensor.asked import transfer

        return transfer(self, target)

    # ---- reductions
    def sum(self, axis: Any = None, dtype: Any = None, keepdims: bool = False, acc_dtype: Any = None) -> Any:
        """The sum of elements."""
        return _t().sum(self, axis=axis, dtype=dtype, keepdims=keepdims, acc_dtype=acc_dtype)

    def prod(self, axis: Any = None, dtype: Any = None, keepdims: bool = False, acc_dtype: Any = None) -> Any:
        """The product of elements."""
        return _t().prod(self, axis=axis, dtype=dtype, keepdims=keepdims, acc_dtype=acc_dtype)

    def mean(self, axis: Any = None, dtype: Any = None, keepdims: bool = False, acc_dtype: Any = None) -> Any:
        """The mean of elements."""
        return _t().mean(self, axis=axis, dtype=dtype, keepdims=keepdims, acc_dtype=acc_dtype)

    def norm(self, L: Any, axis: Any = None, keepdims: bool = False) -> Any:
        """The L-norm of elements."""
        if L == 0:
            raise NotImplementedError("Optimization of L0 norm is not supported")
        if np.isinf(L):
            raise NotImplementedError("use abs(x).max() for the norm of infinity")
        return _t().pow(_t().pow(_t().abs_(self), L).sum(axis=axis, keepdims=keepdims), 1.0 / L)

    def any(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Whether any element is true."""
        return _t().any(self, axis=axis, keepdims=keepdims)

    def all(self, axis: Any = None, keepdims: bool = False) -> Any:
        """Whether all elements are true."""
        return _t().all(self, axis=axis, keepdims=keepdims)

    def repeat(self, repeats: Any, axis: Any = None) -> Any:
        """The elements, each several times."""
        return _t().extra_ops.repeat(self, repeats, axis)

    def take(self, indices: Any, axis: Any = None, mode: str = "raise") -> Any:
        """The elements at some places."""
        from gnomon.theano.tensor.subtensor import take

        return take(self, indices, axis, mode)

    def nonzero(self, return_matrix: bool = False) -> Any:
        """The places of elements that are not zero."""
        return _t().nonzero(self, return_matrix=return_matrix)

    def nonzero_values(self) -> Any:
        """The elements that are not zero."""
        return _t().nonzero_values(self)

    def zeros_like(self, dtype: Any = None) -> Any:
        """Zeros in the shape of the array."""
        return _t().basic.zeros_like(self, dtype=dtype)

    def ones_like(self, dtype: Any = None) -> Any:
        """Ones in the shape of the array."""
        return _t().basic.ones_like(self, dtype=dtype)

    def get_scalar_constant_value(self) -> Any:
        """The number that the expression always is."""
        return _t().get_scalar_constant_value(self)

    def compress(self, condition: Any, axis: Any = None) -> Any:
        """The slices of an axis where a condition holds."""
        return _t().compress(condition, self, axis=axis)

    def conjugate(self) -> Any:
        """The complex conjugate."""
        return _t().conj(self)


def _simple(name: str, function: str | None = None) -> Any:
    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        return getattr(_t(), function or name)(self, *arguments, **named)

    method.__name__, method.__doc__ = name, f"As `theano.tensor.{function or name}`."
    return method


for _name in """
    arccos arccosh arcsin arcsinh arctan arctanh argmax argmin argsort ceil choose clip conj cos cosh cumprod cumsum
    deg2rad exp exp2 expm1 floor log log10 log1p log2 max min ptp rad2deg round searchsorted sin sinh sort sqrt std tan
    tanh trace trunc var""".split():
    setattr(_tensor_py_operators, _name, _simple(_name))
_tensor_py_operators.dot = _simple("dot")  # type: ignore[attr-defined]


def _compared(name: str, first: Any, second: Any) -> Any:
    found = getattr(_t(), name)(first, second)
    found._is_nonzero = False
    return found


def _applied(name: str, first: Any, second: Any) -> Any:
    from gnomon.theano.scalar.errors import ComplexError
    from gnomon.theano.tensor.variables import AsTensorError

    try:
        return getattr(_t(), name)(first, second)
    except ComplexError:
        raise
    except (NotImplementedError, AsTensorError):
        return NotImplemented
