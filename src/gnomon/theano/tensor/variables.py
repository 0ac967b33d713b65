"""Variables and constants that are arrays, and what can become one."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.scalar.types import Scalar, convert
from gnomon.theano.tensor.methods import _tensor_py_operators
from gnomon.theano.tensor.type import TensorType


class AsTensorError(TypeError):
    """What cannot become an array."""


class TensorVariable(_tensor_py_operators, Variable):
    """An array of a program."""

    def __init__(self, type: Any, owner: Any = None, index: Any = None, name: Any = None) -> None:
        super().__init__(type, owner, index, name)
        if config.warn_float64 != "off" and self.dtype == "float64":
            _tell_of_float64()


def _tell_of_float64() -> None:
    import warnings

    action = config.warn_float64
    if action == "warn":
        warnings.warn("You are creating a TensorVariable with float64 dtype.", stacklevel=4)
    elif action == "raise":
        raise Exception("You are creating a TensorVariable with float64 dtype.")


class TensorConstantSignature(tuple[Any, ...]):
    """What equal constants have in common: type and numbers."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        (kind, data), (other_kind, other_data) = self, other
        if kind != other_kind or data.shape != other_data.shape:
            return False
        return bool(np.all((data == other_data) | ((data != data) & (other_data != other_data))))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        kind, data = self
        return hash(
            (type(self), kind, data.shape, data.tobytes() if data.size <= 64 else float(_total(data)))
        )


def _total(data: np.ndarray) -> float:
    with np.errstate(all="ignore"):
        total = np.nansum(np.abs(data.astype("float64") if data.dtype.kind in "biuf" else data))
    return float(total) if np.isfinite(total) else 0.0


class TensorConstant(_tensor_py_operators, Constant):
    """An array that is known."""

    def __init__(self, type: Any, data: Any, name: Any = None) -> None:
        super().__init__(type, data, name)
        self.tag.unique_value = None
        if isinstance(data, np.ndarray) and data.ndim > 0 and data.size and (data == data.flat[0]).all():
            self.tag.unique_value = data.flat[0]

    def signature(self) -> Any:
        return TensorConstantSignature((self.type, self.data))

    merge_signature = signature

    def equals(self, other: Any) -> bool:
        if isinstance(other, (TensorConstant, np.ndarray, int, float)):
            if not isinstance(other, TensorConstant):
                other = constant(other)
            return bool(self.signature() == other.signature())
        return False

    def __str__(self) -> str:
        if self.tag.unique_value is not None:
            name = f"{self.data.shape} of {self.tag.unique_value}"
        else:
            name = f"{self.data}"
        if len(name) > 20:
            name = name[:10] + ".." + name[-10:]
        return f"TensorConstant{{{name}}}"

    def clone(self) -> Any:
        copied = type(self)(self.type, self.data, self.name)
        copied.tag = copy(self.tag)
        return copied

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


TensorType.Variable = TensorVariable
TensorType.Constant = TensorConstant


def constant(x: Any, name: str | None = None, ndim: int | None = None, dtype: str | None = None) -> Any:
    """Return numbers as a constant array, in the dtype that the casting policy gives."""
    if isinstance(x, (Variable, Apply)):
        raise TypeError(f"{x} is a variable, not numbers")
    data = convert(x, dtype)
    if data.dtype == object:
        raise TypeError(f"{x!r} cannot become an array")
    pattern = [size == 1 for size in data.shape]
    if ndim is not None:
        if len(pattern) < ndim:
            pattern = [True] * (ndim - len(pattern)) + pattern
            data = data.reshape((1,) * (ndim - data.ndim) + data.shape)
        elif len(pattern) > ndim:
            raise ValueError(f"ndim specified as {ndim}, but the array has {len(pattern)} dimensions")
    kind = TensorType(str(data.dtype), pattern)
    if name is not None or data.size != 1 or data.dtype.kind not in "iuf" or not -10 <= data.item() <= 10:
        return TensorConstant(kind, data.copy(), name)
    sign = (kind, data.tobytes())
    found = _SMALL.get(sign)
    if found is None:
        found = TensorConstant(kind, data.copy())
        if len(_SMALL) < SMALL_LIMIT:
            _SMALL[sign] = found
    return found


_SMALL: dict[Any, TensorConstant] = {}
"""Small numbers, which are one constant wherever they are written, as in Theano: printed graphs tell it."""
SMALL_LIMIT = 10_000
"""So many of them are kept, as in Theano: a program may make a new one at each step."""


def as_tensor_variable(x: Any, name: str | None = None, ndim: int | None = None) -> Any:
    """Return a variable, an application with one output, or numbers as an array variable; lists may hold variables."""
    if hasattr(x, "_as_TensorVariable"):
        return x._as_TensorVariable()
    if isinstance(x, Apply):
        x = _only_output(x)
    if isinstance(x, Variable):
        return _of_variable(x, ndim)
    if isinstance(x, (tuple, list)) and _any_variable(x):
        from gnomon.theano.tensor.joining import stack

        try:
            return stack([as_tensor_variable(entry) for entry in x])
        except (TypeError, ValueError) as error:
            raise AsTensorError(f"Cannot convert {x!r} to TensorType: {error}") from None
    if isinstance(x, bool):
        raise AsTensorError(
            "Cannot cast True or False as a tensor variable. Please use np.array(True) or np.array(False) if you need "
            "these constants. This error might be caused by using the == operator on Variables. v == w does not do what "
            "you think it does, use theano.tensor.eq(v, w) instead."
        )
    if x is None or isinstance(x, str):
        raise AsTensorError(f"Cannot convert {x!r} to TensorType: it is no array")
    try:
        return constant(x, name=name, ndim=ndim)
    except TypeError as error:
        raise AsTensorError(f"Cannot convert {x!r} to TensorType: {error}") from None


def _only_output(node: Apply) -> Any:
    if getattr(node.op, "default_output", None) is None and len(node.outputs) != 1:
        raise ValueError("It is ambiguous which output of a multi-output Op has to be fetched.", node)
    return node.default_output()


def _of_variable(x: Any, ndim: int | None) -> Any:
    if isinstance(x.type, Scalar):
        from gnomon.theano.tensor.conversion import tensor_from_scalar

        x = tensor_from_scalar(x)
    if not isinstance(x.type, TensorType):
        raise AsTensorError(f"Variable type field must be a TensorType, got {x} of {x.type}.")
    if ndim is None or x.type.ndim == ndim:
        return x
    from gnomon.theano.tensor.axes import shape_padleft

    if x.type.ndim > ndim:
        if not all(x.broadcastable[: x.type.ndim - ndim]):
            raise ValueError(f"TensorType could not be cast to have {ndim} dimensions: {x} has {x.type.ndim}")
        return x.dimshuffle(list(range(x.ndim))[x.type.ndim - ndim :])
    return shape_padleft(x, n_ones=ndim - x.type.ndim)


def _any_variable(x: Any) -> bool:
    if isinstance(x, (tuple, list)):
        return any(_any_variable(entry) for entry in x)
    return isinstance(x, (Variable, Apply))


def as_variable(x: Any) -> Any:
    """Return a variable of any type as it is, and what else there is as an array."""
    return x if isinstance(x, Variable) else as_tensor_variable(x)


def numbers_of(x: Any) -> Iterator[Any]:
    """Yield the entries of a list of variables and numbers, or of a vector of known length."""
    if isinstance(x, (tuple, list)):
        yield from x
        return
    yield from as_tensor_variable(x)
