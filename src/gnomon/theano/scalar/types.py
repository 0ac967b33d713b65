"""Types of single numbers, and how Theano joins dtypes and casts Python numbers."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from gnomon.theano.c_code.values import NumberInC
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.type import Type

NAMES = {
    "bool": (np.bool_, "npy_bool", "Bool"),
    "int8": (np.int8, "npy_int8", "Int8"),
    "int16": (np.int16, "npy_int16", "Int16"),
    "int32": (np.int32, "npy_int32", "Int32"),
    "int64": (np.int64, "npy_int64", "Int64"),
    "uint8": (np.uint8, "npy_uint8", "UInt8"),
    "uint16": (np.uint16, "npy_uint16", "UInt16"),
    "uint32": (np.uint32, "npy_uint32", "UInt32"),
    "uint64": (np.uint64, "npy_uint64", "UInt64"),
    "float16": (np.float16, "npy_float16", "Float16"),
    "float32": (np.float32, "npy_float32", "Float32"),
    "float64": (np.float64, "npy_float64", "Float64"),
    "complex64": (np.complex64, "theano_complex64", "Complex64"),
    "complex128": (np.complex128, "theano_complex128", "Complex128"),
}


def upcast(dtype: str, *dtypes: str) -> str:
    """Return the dtype of the sum of numbers of some dtypes, under ``config.cast_policy``."""
    all_of_them = (dtype, *dtypes)
    joined = np.dtype(dtype)
    for other in dtypes:
        joined = np.promote_types(joined, other)
    found = str(joined)
    if config.cast_policy == "numpy+floatX":
        if config.floatX == "float32" and found == "float64" and "float64" not in all_of_them:
            return "float32"
        if config.floatX == "float16" and found in ("float32", "float64"):
            if "float64" not in all_of_them and "float32" not in all_of_them:
                return "float16"
    return found


class Scalar(NumberInC, Type):
    """The type of a single number of a dtype."""

    __props__ = ("dtype",)
    ndim = 0
    broadcastable = ()

    def __init__(self, dtype: str) -> None:
        self.dtype = config.floatX if dtype == "floatX" else dtype
        self.dtype_specs()

    def dtype_specs(self) -> tuple[Any, str, str]:
        """Return NumPy's class, the C type and the class name of the dtype."""
        try:
            return NAMES[self.dtype]
        except KeyError:
            raise TypeError(f"Unsupported dtype for {type(self).__name__}: {self.dtype}") from None

    def clone(self, dtype: str | None = None) -> Scalar:
        """Return the type of another dtype."""
        return get_scalar_type(dtype or self.dtype)

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        kind = self.dtype_specs()[0]
        if strict and not isinstance(data, kind):
            raise TypeError(f"{self} expected a {kind.__name__}, got {data!r} of type {type(data).__name__}")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = np.asarray(data).astype(kind)[()]
        except (TypeError, ValueError) as error:
            raise TypeError(f"cannot convert {data!r} to {self.dtype}: {error}") from None
        if allow_downcast or found == data or (found != found and data != data):
            return found
        if allow_downcast is None and type(data) is float and self.dtype == config.floatX:
            return found
        raise TypeError(f"{data!r} is not exact as {self.dtype}, and allow_downcast is not True")

    def values_eq_approx(self, a: Any, b: Any, tolerance: float = 1e-4) -> bool:
        return bool(a == b or abs(a - b) <= tolerance * (abs(a) + abs(b)))

    def symbol(self, name: str | None) -> Any:
        """Return an input of Gnomon."""
        import gnomon as gn

        return gn.symbol(name if name and name.isidentifier() else "x", shape=(), dtype=self.dtype)

    def lower_constant(self, data: Any) -> Any:
        """Return a constant of Gnomon."""
        import gnomon as gn

        return gn.asarray(np.asarray(data, self.dtype))

    def fitted(self, value: Any) -> Any:
        """Return an expression in this dtype."""
        from gnomon.theano.fitting import fitted

        return fitted(value, self.dtype, ())

    def raised(self, value: Any) -> Any:
        """Return the number that a constant of Gnomon is."""
        from gnomon.theano.fitting import contents

        return np.asarray(contents(value))[()]

    def __str__(self) -> str:
        return str(self.dtype)

    def __repr__(self) -> str:
        return f"Scalar({self.dtype})"


class _Operators:
    """Arithmetic of single numbers."""

    def __add__(self, other: Any) -> Any:
        return _operation("add", self, other)

    def __sub__(self, other: Any) -> Any:
        return _operation("sub", self, other)

    def __mul__(self, other: Any) -> Any:
        return _operation("mul", self, other)

    def __truediv__(self, other: Any) -> Any:
        return _operation("true_div", self, other)

    def __floordiv__(self, other: Any) -> Any:
        return _operation("int_div", self, other)

    def __mod__(self, other: Any) -> Any:
        return _operation("mod", self, other)

    def __pow__(self, other: Any) -> Any:
        return _operation("pow", self, other)

    def __and__(self, other: Any) -> Any:
        return _operation("and_", self, other)

    def __or__(self, other: Any) -> Any:
        return _operation("or_", self, other)

    def __xor__(self, other: Any) -> Any:
        return _operation("xor", self, other)

    def __radd__(self, other: Any) -> Any:
        return _operation("add", other, self)

    def __rsub__(self, other: Any) -> Any:
        return _operation("sub", other, self)

    def __rmul__(self, other: Any) -> Any:
        return _operation("mul", other, self)

    def __rtruediv__(self, other: Any) -> Any:
        return _operation("true_div", other, self)

    def __rpow__(self, other: Any) -> Any:
        return _operation("pow", other, self)

    def __lt__(self, other: Any) -> Any:
        return _operation("lt", self, other)

    def __le__(self, other: Any) -> Any:
        return _operation("le", self, other)

    def __gt__(self, other: Any) -> Any:
        return _operation("gt", self, other)

    def __ge__(self, other: Any) -> Any:
        return _operation("ge", self, other)

    def __neg__(self) -> Any:
        return _operation("neg", self)

    def __abs__(self) -> Any:
        return _operation("abs_", self)

    def __invert__(self) -> Any:
        return _operation("invert", self)

    def astype(self, dtype: str) -> Any:
        """Return the number in another dtype."""
        from gnomon.theano.scalar.basic import cast

        return cast(self, dtype)

    def zeros_like(self, dtype: str | None = None) -> Any:
        """Return zero, of the same dtype unless another is given."""
        return constant(0, dtype=dtype or str(self.type.dtype))  # type: ignore[attr-defined]

    def ones_like(self, dtype: str | None = None) -> Any:
        """Return one, of the same dtype unless another is given."""
        return constant(1, dtype=dtype or str(self.type.dtype))  # type: ignore[attr-defined]

    @property
    def dtype(self) -> str:
        """The dtype."""
        return str(self.type.dtype)  # type: ignore[attr-defined]

    ndim = 0


def _operation(name: str, *numbers: Any) -> Any:
    from gnomon.theano.scalar import basic

    return getattr(basic, name)(*numbers)


class ScalarVariable(_Operators, Variable):
    """A single number of a program."""


class ScalarConstant(_Operators, Constant):
    """A single number that is known."""


Scalar.Variable = ScalarVariable
Scalar.Constant = ScalarConstant

_TYPES: dict[str, Scalar] = {}


def get_scalar_type(dtype: str) -> Scalar:
    """Return the type of single numbers of a dtype."""
    if dtype == "floatX":
        dtype = config.floatX
    if dtype not in _TYPES:
        _TYPES[dtype] = Scalar(dtype)
    return _TYPES[dtype]


class NumpyAutocaster:
    """Gives Python's numbers a dtype: the first of ``dtypes`` that holds them, under ``config.cast_policy``."""

    def __init__(self, dtypes: tuple[str, ...]) -> None:
        self.dtypes = tuple(dtypes)

    def __call__(self, number: Any) -> np.ndarray:
        """Return the number as an array without axes."""
        if config.cast_policy == "numpy":
            return np.asarray(number)
        if config.cast_policy == "numpy+floatX":
            found = np.asarray(number)
            plain = not hasattr(number, "dtype")
            return found.astype(config.floatX) if plain and found.dtype.kind == "f" else found
        if str(getattr(number, "dtype", "")) in self.dtypes:
            return np.asarray(number)
        if isinstance(number, float) and config.floatX in self.dtypes and config.floatX != "float64":
            return np.asarray(number, config.floatX)
        found = np.asarray(number)
        for dtype in self.dtypes:
            if dtype == "float16" and config.floatX != "float16":
                continue
            with np.errstate(all="ignore"):
                found = np.asarray(np.asarray(number).astype(dtype))
            if found.item() == number:
                break
        return found


autocast_int = NumpyAutocaster(("int8", "int16", "int32", "int64"))
autocast_float = NumpyAutocaster(("float16", "float32", "float64"))


class autocast_float_as:
    """Give Python's floats other dtypes for a while."""

    def __init__(self, *dtypes: str) -> None:
        self.dtypes = dtypes

    def __enter__(self) -> None:
        self.old, autocast_float.dtypes = autocast_float.dtypes, self.dtypes

    def __exit__(self, *error: object) -> None:
        autocast_float.dtypes = self.old


def convert(x: Any, dtype: str | None = None) -> np.ndarray:
    """Return numbers as an array in the dtype that the casting policy gives them."""
    if dtype is not None:
        return np.asarray(x).astype(config.floatX if dtype == "floatX" else dtype)
    if isinstance(x, (bool, np.bool_)):
        return np.asarray(x)
    if isinstance(x, int):
        if not -(2**63) <= x < 2**63:
            return np.asarray(x, "uint64")
        return autocast_int(x)
    if isinstance(x, float):
        return autocast_float(x)
    if isinstance(x, np.ndarray):
        return x
    found = np.asarray(x)
    return found.astype(config.floatX) if not found.size and not hasattr(x, "dtype") else found


def constant(x: Any, name: str | None = None, dtype: str | None = None) -> ScalarConstant:
    """Return a single number as a constant."""
    found = convert(x, dtype)
    if found.ndim:
        raise TypeError(f"{x!r} is not a single number")
    return ScalarConstant(get_scalar_type(str(found.dtype)), found[()], name)


def as_scalar(x: Any, name: str | None = None) -> Any:
    """Return a variable or a number as a variable of a scalar type."""
    from gnomon.theano.gof.graph import Apply

    if isinstance(x, Apply):
        x = x.default_output()
    if isinstance(x, Variable):
        if isinstance(x.type, Scalar):
            return x
        if getattr(x.type, "ndim", None) == 0:
            from gnomon.theano.tensor.conversion import scalar_from_tensor

            return scalar_from_tensor(x)
        raise TypeError(f"{x} of type {x.type} is not a scalar")
    return constant(x, name)
