"""Methods and attributes of JAX arrays, and ``x.at[...]``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Tensor,
    attribute,
    host,
    method,
    unknown_of,
)
from gnomon.models.jax.support import as_jax, dtype_of, words
from gnomon.models.registry import ATTRIBUTES, METHODS, NAMES

_LIKE_NUMPY = (
    "all any argmax argmin argpartition argsort choose clip compress conj conjugate copy cumprod"
    " cumsum diagonal dot flatten item max mean min nonzero prod ptp ravel repeat reshape round"
    " searchsorted std sum swapaxes take tobytes tolist trace transpose var view __copy__"
    " __deepcopy__ __array__ __float__ __int__"
)


def _share(name: str) -> None:
    found = METHODS.get(("numpy", name))
    if found is None:
        return
    model = found.function

    def as_jax_does(*arguments: Any, **keywords: Any) -> Any:
        return as_jax(model(*arguments, **keywords))

    as_jax_does.__name__ = name
    method("jax", name, raw=found.raw, tensor=found.returns_tensor)(as_jax_does)


for _name in words(_LIKE_NUMPY):
    _share(_name)
for _name in words("shape ndim size dtype T mT real imag flat nbytes itemsize"):
    _reader = ATTRIBUTES.get(("numpy", _name))
    if _reader is not None:
        attribute("jax", _name)(_reader)


@method("jax", "astype")
def astype(self: Any, dtype: Any, copy: Any = False, device: Any = None) -> Any:
    """The array with another dtype."""
    return ops.cast(self, dtype=dtype_of(dtype))


@method("jax", "sort")
def sort(self: Any, axis: Any = -1, **keywords: Any) -> Any:
    """A sorted copy."""
    return as_jax(NAMES["jax.numpy.sort"].function(self, axis))


method("jax", "squeeze")(NAMES["jax.numpy.squeeze"].function)


@method("jax", "block_until_ready", "to_device", "device_put", "clone")
def same(self: Any, *arguments: Any, **keywords: Any) -> Any:
    """The array itself."""
    return self


@method("jax", "delete", "copy_to_host_async", tensor=False)
def nothing(self: Any) -> None:
    """Nothing that concerns shapes."""


@method("jax", "is_deleted", "is_ready", tensor=False)
def answer(self: Any) -> Any:
    """Yes or no."""
    return unknown_of("bool")


@method("jax", "devices", "device", tensor=False)
def devices(self: Any) -> Any:
    """Where the array is."""
    return UNKNOWN


@attribute(
    "jax", "sharding", "addressable_shards", "global_shards", "committed", "platform", "format", "aval", "vma"
)
def opaque(self: Tensor) -> Any:
    """Nothing that concerns shapes."""
    return UNKNOWN


@attribute("jax", "is_fully_replicated", "is_fully_addressable", "weak_type")
def truth(self: Tensor) -> Any:
    """Yes or no."""
    return unknown_of("bool")


@attribute("jax", "value", "raw_value")
def value(self: Tensor) -> Any:
    """A parameter's array (``nnx.Param``) stands for the parameter."""
    return self


# -- x.at[index].set(value) ---------------------------------------------------------------------------


class At(Modelled):
    """``x.at``: indexed, it tells where to update."""

    library_name = "jax.Array.at"

    def __init__(self, array: Tensor) -> None:
        self.array = array

    def __getitem__(self, index: Any) -> Any:
        return Place(self.array, index)


class Place(Modelled):
    """``x.at[index]``: its methods return an updated copy of x."""

    library_name = "jax.Array.at[]"

    def __init__(self, array: Tensor, index: Any) -> None:
        self.array = array
        self.index = index

    def _updated(self, values: Any, *arguments: Any, **keywords: Any) -> Any:
        items = host.index_items(self.index)
        if items is None:
            return ops.positive(self.array)
        return ops.index_update(self.array, values, items=items)

    set = add = subtract = multiply = mul = divide = power = min = max = _updated

    def get(self, *arguments: Any, **keywords: Any) -> Any:
        """The entries themselves."""
        items = host.index_items(self.index)
        return UNKNOWN if items is None else ops.index(self.array, items=items)

    def apply(self, func: Any, *arguments: Any, **keywords: Any) -> Any:
        """A copy with a function applied to the entries."""
        return ops.positive(self.array)


@attribute("jax", "at")
def at(self: Tensor) -> Any:
    """Where to update."""
    return At(self)
