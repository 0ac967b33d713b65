"""Shared variables: values that functions keep between calls."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Variable
from gnomon.theano.gof.type import generic
from gnomon.theano.tensor.methods import _tensor_py_operators
from gnomon.theano.tensor.type import TensorType


class Container:
    """Where a value lies: the only entry of ``storage``."""

    def __init__(
        self,
        type: Any,
        value: Any = None,
        name: str | None = None,
        strict: bool = False,
        allow_downcast: bool | None = None,
    ) -> None:
        self.type = type
        self.name = name
        self.strict, self.allow_downcast = strict, allow_downcast
        self.storage: list[Any] = [value]

    @property
    def value(self) -> Any:
        """The value."""
        return self.storage[0]

    @value.setter
    def value(self, value: Any) -> None:
        if value is not None:
            value = self.type.filter(value, strict=self.strict, allow_downcast=self.allow_downcast)
        self.storage[0] = value

    data = value


class SharedVariable(Variable):
    """A variable whose value lies in a container that functions read and update."""

    default_update: Any = None

    def __init__(
        self,
        name: Any,
        type: Any,
        value: Any,
        strict: bool = False,
        allow_downcast: bool | None = None,
        container: Any = None,
    ) -> None:
        super().__init__(type=type, name=name, owner=None, index=None)
        if container is not None:
            self.container = container
            if value is not None or strict:
                raise TypeError("value and strict are ignored if you pass a container here")
        else:
            self.container = Container(
                type,
                type.filter(value, strict=strict, allow_downcast=allow_downcast),
                name,
                strict,
                allow_downcast,
            )

    def get_value(self, borrow: bool = False, return_internal_type: bool = False) -> Any:
        """Return the value: a copy, unless it may be borrowed."""
        value = self.container.value
        return value if borrow else copy.deepcopy(value)

    def set_value(self, new_value: Any, borrow: bool = False) -> None:
        """Set the value: a copy, unless it may be borrowed."""
        value = new_value if borrow else copy.deepcopy(new_value)
        self.container.value = value

    def zero(self, borrow: bool = False) -> None:
        """Set all numbers to 0."""
        self.container.value = np.zeros_like(self.container.value)

    def clone(self) -> Any:
        copied = type(self)(
            name=self.name, type=self.type, value=None, strict=False, container=self.container
        )
        copied.tag = copy.copy(self.tag)
        return copied

    def __getitem__(self, key: Any) -> Any:
        raise TypeError(
            f"The generic 'SharedVariable' object is not subscriptable. This shared variable contains a "
            f"{type(self.container.value).__name__}"
        )


class TensorSharedVariable(_tensor_py_operators, SharedVariable):
    """An array that functions keep between calls."""

    __getitem__ = _tensor_py_operators.__getitem__


class ScalarSharedVariable(TensorSharedVariable):
    """A single number that functions keep between calls."""


_CONSTRUCTORS: list[Callable[..., Any]] = []


def shared_constructor(constructor: Callable[..., Any], remove: bool = False) -> Callable[..., Any]:
    """Register a function that makes shared variables of some values; the last one registered is asked first."""
    if remove:
        _CONSTRUCTORS.remove(constructor)
    else:
        _CONSTRUCTORS.append(constructor)
    return constructor


def shared(
    value: Any,
    name: str | None = None,
    strict: bool = False,
    allow_downcast: bool | None = None,
    **named: Any,
) -> Any:
    """Return a shared variable that begins with a value."""
    if isinstance(value, Variable):
        raise TypeError("Shared variable constructor needs numeric values and not symbolic variables.")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"the name must be a string, got {name!r}")
    if hasattr(value, "getnnz"):
        import gnomon.theano.sparse.sharedvar  # noqa: F401  (registers the constructor for SciPy's matrices)
    for constructor in reversed(_CONSTRUCTORS):
        try:
            found = constructor(value, name=name, strict=strict, allow_downcast=allow_downcast, **named)
        except TypeError:
            continue
        from gnomon.theano.gof.utils import add_tag_trace

        return add_tag_trace(found)
    raise TypeError(
        f"No suitable SharedVariable constructor could be found. Are you sure all kwargs are supported? We do not support "
        f"the parameter dtype or type. value={value!r}. parameters={named}"
    )


@shared_constructor
def generic_constructor(
    value: Any, name: Any = None, strict: bool = False, allow_downcast: Any = None
) -> Any:
    """Return a shared variable of any object."""
    return SharedVariable(name=name, type=generic, value=value, strict=strict, allow_downcast=allow_downcast)


@shared_constructor
def tensor_constructor(
    value: Any,
    name: Any = None,
    strict: bool = False,
    allow_downcast: Any = None,
    borrow: bool = False,
    broadcastable: Any = None,
    target: str = "cpu",
) -> Any:
    """Return a shared array."""
    if target != "cpu":
        raise TypeError("not for cpu")
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{type(value).__name__} is no array")
    pattern = (False,) * value.ndim if broadcastable is None else broadcastable
    kind = TensorType(str(value.dtype), pattern)
    return TensorSharedVariable(
        type=kind,
        value=value if borrow else np.array(value),
        name=name,
        strict=strict,
        allow_downcast=allow_downcast,
    )


@shared_constructor
def scalar_constructor(
    value: Any,
    name: Any = None,
    strict: bool = False,
    allow_downcast: Any = None,
    borrow: bool = False,
    target: str = "cpu",
) -> Any:
    """Return a shared number: Python's as float64 or int64, NumPy's in their own dtype."""
    if target != "cpu":
        raise TypeError("not for cpu")
    if not isinstance(value, (np.number, np.bool_, float, int, complex)):
        raise TypeError(f"{type(value).__name__} is no number")
    array = np.asarray(value)
    kind = TensorType(str(array.dtype), [])
    return ScalarSharedVariable(
        type=kind, value=np.array(array), name=name, strict=strict, allow_downcast=allow_downcast
    )
