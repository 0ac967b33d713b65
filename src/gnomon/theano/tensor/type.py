"""Types of arrays: a dtype, and for each axis whether its size is 1 and broadcasts."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.theano.c_code.values import ArrayInC
from gnomon.theano.configuration import config
from gnomon.theano.gof.type import Type
from gnomon.theano.scalar.types import NAMES, get_scalar_type

_SHORT = {
    (): "scalar",
    (False,): "vector",
    (False, True): "col",
    (True, False): "row",
    (False, False): "matrix",
}


class TensorType(ArrayInC, Type):
    """The type of arrays of a dtype; ``broadcastable`` tells for each axis whether it has size 1 and broadcasts."""

    filter_checks_isfinite = False

    def __init__(
        self, dtype: str, broadcastable: Sequence[Any], name: str | None = None, sparse_grad: bool = False
    ) -> None:
        self.dtype = str(config.floatX if dtype == "floatX" else dtype)
        self.broadcastable = tuple([bool(entry) for entry in broadcastable])
        self.name = name
        self.sparse_grad = sparse_grad
        self.dtype_specs()
        self.numpy_dtype = np.dtype(self.dtype)
        if self.dtype == "float64" and config.warn_float64 != "ignore":
            message = (
                "You are creating a TensorVariable with float64 dtype, which config.warn_float64 forbids"
            )
            if config.warn_float64 == "raise":
                raise Exception(message)
            warnings.warn(message, stacklevel=2)

    def clone(self, dtype: str | None = None, broadcastable: Any = None) -> TensorType:
        """Return a type that differs in what is given."""
        pattern = self.broadcastable if broadcastable is None else broadcastable
        return type(self)(dtype or self.dtype, pattern, name=self.name, sparse_grad=self.sparse_grad)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.broadcastable)

    def dtype_specs(self) -> tuple[Any, str, str]:
        """Return NumPy's class, the C type and NumPy's name in C of the dtype."""
        if self.dtype not in NAMES:
            raise TypeError(f"Unsupported dtype for {type(self).__name__}: {self.dtype}")
        kind, in_c, _ = NAMES[self.dtype]
        return kind, in_c, f"NPY_{self.dtype.upper()}"

    def to_scalar_type(self) -> Any:
        """Return the type of the elements."""
        return get_scalar_type(self.dtype)

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        from gnomon.theano.gof.graph import Variable

        if isinstance(data, Variable):
            raise TypeError(
                "Expected an array-like object, but found a Variable: maybe you are trying to call a function on a "
                "(possibly shared) variable instead of a numeric array?"
            )
        if strict:
            if not isinstance(data, np.ndarray):
                raise TypeError(
                    f"{self} expected a ndarray object, got {data!r} of type {type(data).__name__}"
                )
            if data.dtype != self.numpy_dtype:
                raise TypeError(f"{self} expected an array with dtype={self.dtype}, got {data.dtype}")
        elif isinstance(data, np.ndarray) and data.dtype == self.numpy_dtype:
            data = np.asarray(data)
        else:
            data = self._converted(data, allow_downcast)
        if data.ndim != self.ndim:
            raise TypeError(
                f"Wrong number of dimensions: expected {self.ndim}, got {data.ndim} with shape {data.shape}."
            )
        if any(one and size != 1 for one, size in zip(self.broadcastable, data.shape)):
            raise TypeError(
                f"Non-unit value on shape on a broadcastable dimension: {data.shape}, {self.broadcastable}"
            )
        return data

    def _converted(self, data: Any, allow_downcast: bool | None) -> Any:
        """Return a value as an array of the dtype, where nothing is lost or losing is allowed."""
        if allow_downcast:
            with np.errstate(all="ignore"):
                return np.asarray(data).astype(self.dtype)
        if isinstance(data, np.ndarray):
            if str(_joined(self.dtype, data.dtype)) == self.dtype:
                return data.astype(self.dtype)
            raise TypeError(
                f"{self} cannot store a value of dtype {data.dtype} without risking loss of precision. If you do not mind "
                f'this loss, you can: 1) explicitly cast your data to {self.dtype}, or 2) set "allow_input_downcast=True" '
                'when calling "function".'
            )
        found = np.asarray(data)
        if found.dtype.kind not in "biufc":
            raise TypeError(f"{self} cannot store {data!r}")
        if allow_downcast is None and type(data) is float and self.dtype == config.floatX:
            return found.astype(self.dtype)
        with np.errstate(all="ignore"):
            stored = found.astype(self.dtype)
        if str(_joined(self.dtype, found.dtype)) == self.dtype or _equal(stored, found):
            return stored
        raise TypeError(
            f"{self} cannot store accurately value {data!r}, it would be represented as {stored!r}. If you do not mind this "
            "precision loss, you can: 1) explicitly convert your data to a numpy array of dtype "
            f'{self.dtype}, or 2) set "allow_input_downcast=True" when calling "function".'
        )

    def filter_variable(self, other: Any, allow_convert: bool = True) -> Any:
        from gnomon.theano.gof.graph import Variable

        if not isinstance(other, Variable):
            other = self.Constant(type=self, data=other)
        if other.type == self:
            return other
        if allow_convert:
            found = self.convert_variable(other)
            if found is not None:
                return found
        raise TypeError(
            f"Cannot convert Type {other.type} (of Variable {other}) into Type {self}. You can try to manually convert "
            f"{other} into a {self}."
        )

    def convert_variable(self, variable: Any) -> Any:
        from gnomon.theano.tensor.broadcasting import Rebroadcast

        kind = variable.type
        if not isinstance(kind, TensorType) or kind.dtype != self.dtype or kind.ndim != self.ndim:
            return None
        if kind.broadcastable == self.broadcastable:
            return variable
        changes = [
            (axis, wanted)
            for axis, (has, wanted) in enumerate(zip(kind.broadcastable, self.broadcastable))
            if has != wanted
        ]
        if any(wanted for _, wanted in changes):
            return None
        return Rebroadcast(*changes)(variable)

    def is_super(self, other: Any) -> bool:
        """Whether every array of another type is of this one too."""
        return (
            isinstance(other, TensorType)
            and other.dtype == self.dtype
            and other.ndim == self.ndim
            and all(has or not wanted for has, wanted in zip(other.broadcastable, self.broadcastable))
        )

    def value_zeros(self, shape: Any) -> Any:
        """Return an array of zeros."""
        return np.zeros(shape, self.dtype)

    def value_validity_msg(self, value: Any) -> str:
        try:
            self.filter(value, strict=True)
        except TypeError as error:
            return str(error)
        return "value is valid"

    @staticmethod
    def may_share_memory(a: Any, b: Any) -> bool:
        """Whether two arrays may share memory."""
        return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and np.may_share_memory(a, b)

    @staticmethod
    def values_eq(a: Any, b: Any, force_same_dtype: bool = True) -> bool:
        """Whether two arrays are equal, NaN where both are."""
        if a.shape != b.shape or (force_same_dtype and a.dtype != b.dtype):
            return False
        same = (a == b) | ((a != a) & (b != b))
        return bool(np.all(same))

    @staticmethod
    def values_eq_approx(
        a: Any,
        b: Any,
        allow_remove_inf: bool = False,
        allow_remove_nan: bool = False,
        rtol: Any = None,
        atol: Any = None,
    ) -> bool:
        """Whether two arrays are equal but for rounding."""
        from gnomon.theano.tensor.nearness import near

        return near(a, b, allow_remove_inf, allow_remove_nan, rtol, atol)

    def get_shape_info(self, value: Any) -> Any:
        """Return the shape."""
        return value.shape

    def get_size(self, shape_info: Any) -> int:
        """Return the number of bytes of an array of a shape."""
        return int(np.prod(shape_info, dtype=int)) * self.numpy_dtype.itemsize

    # ---- what compiled functions need

    def symbol(self, name: str | None) -> Any:
        """Return an input of Gnomon."""
        import gnomon as gn

        word = name if name and name.isidentifier() else "x"
        sizes = tuple([1 if one else None for one in self.broadcastable])
        return gn.symbol(word, shape=sizes, dtype=self.dtype)

    def lower_constant(self, data: Any) -> Any:
        """Return a constant of Gnomon."""
        import gnomon as gn

        return gn.asarray(np.array(data, self.dtype))

    def fitted(self, value: Any) -> Any:
        """Return an expression in this dtype and pattern."""
        from gnomon.theano.fitting import fitted

        return fitted(value, self.dtype, self.broadcastable)

    def raised(self, value: Any) -> Any:
        """Return the array that a constant of Gnomon is."""
        from gnomon.theano.fitting import contents

        return np.array(contents(value))

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and self.dtype == other.dtype
            and self.broadcastable == other.broadcastable
        )

    def __hash__(self) -> int:
        return hash((type(self), self.dtype, self.broadcastable))

    def __str__(self) -> str:
        if self.name:
            return self.name
        if self.broadcastable in _SHORT:
            return f"TensorType({self.dtype}, {_SHORT[self.broadcastable]})"
        if not any(self.broadcastable):
            return f"TensorType({self.dtype}, {self.ndim}D)"
        return f"TensorType({self.dtype}, {self.broadcastable})"

    def __repr__(self) -> str:
        return str(self)


def _joined(first: Any, second: Any) -> np.dtype:
    try:
        return np.promote_types(first, second)
    except TypeError:
        return np.dtype(object)


def _equal(stored: np.ndarray, found: np.ndarray) -> bool:
    return bool(np.all((stored == found) | ((stored != stored) & (found != found))))


def values_eq_approx_remove_inf(a: Any, b: Any) -> bool:
    """Whether two arrays are equal but for rounding, infinities left out."""
    return TensorType.values_eq_approx(a, b, allow_remove_inf=True)


def values_eq_approx_remove_nan(a: Any, b: Any) -> bool:
    """Whether two arrays are equal but for rounding, NaN left out."""
    return TensorType.values_eq_approx(a, b, allow_remove_nan=True)


def values_eq_approx_remove_inf_nan(a: Any, b: Any) -> bool:
    """Whether two arrays are equal but for rounding, infinities and NaN left out."""
    return TensorType.values_eq_approx(a, b, True, True)


def values_eq_approx_always_true(a: Any, b: Any) -> bool:
    """Always true."""
    return True
